"""The random generator for set-up: a 128-bit seed, mixed before use; never part of a state (C-5)."""

from typing import Any

import numpy as np

from serai.core.bits import Bitset
from serai.core.compiled import compiled, entry
from serai.core.components import CARDS

Numbers = np.ndarray[Any, np.dtype[np.int8]]

HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
ONE = np.uint64(1)
MIXING = 20


@compiled
def blank_generator() -> Bitset:
    """Returns memory for a generator; thread-local on a GPU."""
    return np.empty(4, np.uint64)


@compiled
def blank_cards() -> Numbers:
    """Returns memory for the largest possible deck; thread-local on a GPU."""
    return np.empty(CARDS, np.int8)


@entry
def seeded(high: np.uint64, low: np.uint64) -> Bitset:
    """Returns a generator seeded with 128 bits."""
    generator = blank_generator()
    seed(generator, high, low)
    return generator


@compiled
def seed(generator: Bitset, high: np.uint64, low: np.uint64) -> None:
    """Seeds a generator (sfc32, in the low halves of four words) and runs it until every bit of the seed counts."""
    generator[0] = high >> HALF
    generator[1] = high & LOW
    generator[2] = low >> HALF
    generator[3] = low & LOW
    for _ in range(MIXING):
        draw(generator)


@compiled
def draw(generator: Bitset) -> np.uint64:
    """Draws 32 random bits; no sum or shift overflows 64 bits, so plain Python draws the same."""
    a, b, c, counter = generator[0], generator[1], generator[2], generator[3]
    drawn = (a + b + counter) & LOW
    generator[0] = b ^ (b >> np.uint64(9))
    generator[1] = (c + (c << np.uint64(3))) & LOW
    generator[2] = ((c << np.uint64(21)) | (c >> np.uint64(11))) + drawn & LOW
    generator[3] = (counter + ONE) & LOW
    return drawn


@entry
def below(generator: Bitset, limit: int) -> int:
    """Draws a number from 0 to limit - 1, all exactly equally likely."""
    size = np.uint64(limit)
    unfair = ((LOW - size) + ONE) % size
    product = draw(generator) * size
    while (product & LOW) < unfair:
        product = draw(generator) * size
    return int(product >> HALF)


@compiled
def shuffle(cards: Numbers, size: int, generator: Bitset) -> None:
    """Shuffles the first cards of an array in place."""
    for last in range(size - 1, 0, -1):
        other = below(generator, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
