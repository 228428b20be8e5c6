"""Sets of up to 64 cards, and masks of actions, as 64-bit words."""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba.extending import intrinsic

from serai.core.compiled import PLAIN, compiled, entry

Bitset = np.ndarray[Any, np.dtype[np.uint64]]

WORD = 64
BYTE = 8
ALL_EIGHT = 255
DIGITS = 7  # binary digits of a card's points, 0 to 99
NOTHING = np.uint64(0)
ONE = np.uint64(1)
BIT: Bitset = np.array([1 << number for number in range(WORD)], np.uint64)


def set_of(numbers: list[int]) -> np.uint64:
    """Returns a set of numbers."""
    return np.uint64(sum(1 << number for number in set(numbers)))


def digits_of(points: Sequence[int]) -> Bitset:
    """Returns, for each binary digit, the set of cards whose points have it."""
    having = [[card for card, worth in enumerate(points) if worth >> digit & 1] for digit in range(DIGITS)]
    return np.array([set_of(cards) for cards in having], np.uint64)


if PLAIN:

    def count(bits: np.uint64) -> int:
        """Returns how many members a set has."""
        return int(bits).bit_count()

    def first(bits: np.uint64) -> int:
        """Returns the lowest member of a set that is not empty."""
        return (int(bits) & -int(bits)).bit_length() - 1

else:  # pragma: no cover – machine instructions exist only in compiled code

    def _population_type(typing: Any, bits: Any) -> Any:
        """Emits the machine instruction that counts ones."""
        return numba.uint64(numba.uint64), lambda context, builder, sig, args: builder.ctpop(args[0])

    def _trailing_type(typing: Any, bits: Any) -> Any:
        """Emits the machine instruction that finds the lowest one."""

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            from llvmlite import ir

            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return numba.uint64(numba.uint64), generate

    _population: Any = intrinsic(_population_type)
    _trailing: Any = intrinsic(_trailing_type)

    @compiled
    def count(bits: np.uint64) -> int:
        """Returns how many members a set has."""
        return int(_population(bits))

    @compiled
    def first(bits: np.uint64) -> int:
        """Returns the lowest member of a set that is not empty."""
        return int(_trailing(bits))


@compiled
def bit(number: int) -> np.uint64:
    """Returns the set of one number; a shift, since a GPU would look a table up number by number."""
    return ONE << np.uint64(number)


@entry
def has(bits: np.uint64, number: int) -> bool:
    """Returns whether a number is in a set."""
    return (bits & bit(number)) != NOTHING


@compiled
def rest_of(bits: np.uint64) -> np.uint64:
    """Returns the set without its lowest member."""
    return bits & (bits - ONE)


@compiled
def sum_of(bits: np.uint64, digits: Bitset) -> int:
    """Adds up the points of the members of a set, digit by digit, without unpredictable branches."""
    if bits == NOTHING:
        return 0
    points = 0
    for digit in range(DIGITS):
        points += count(bits & digits[digit]) << digit
    return points


@compiled
def offer(mask: Bitset, action: int) -> None:
    """Marks an action as legal."""
    mask[action >> 6] |= bit(action & 63)


@entry
def offered(mask: Bitset, action: int) -> bool:
    """Returns whether an action is marked as legal."""
    return has(mask[action >> 6], action & 63)


@compiled
def clear(mask: Bitset) -> None:
    """Marks every action as illegal."""
    for word in range(len(mask)):
        mask[word] = NOTHING


@entry
def total(mask: Bitset) -> int:
    """Counts the legal actions."""
    number = 0
    for word in range(len(mask)):
        number += count(mask[word])
    return number


@entry
def nth(mask: Bitset, place: int) -> int:
    """Returns the legal action with a given index, lowest first."""
    word = 0
    while place >= count(mask[word]):
        place -= count(mask[word])
        word += 1
    bits = mask[word]
    for _ in range(place):
        bits = rest_of(bits)
    return word * WORD + first(bits)
