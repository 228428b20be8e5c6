"""What must hold at every decision of every game, as compiled functions; each fault has a number."""

from typing import Any

import numpy as np

from serai.core.bits import BIT, NOTHING, Bitset, count
from serai.core.compiled import compiled
from serai.core.phases import Phase
from serai.core.playouts import choice
from serai.core.records import NONE, SPICES, State, States, Values
from serai.core.spec import apply, legal, mover

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

FINE = 0
EMPTY_MASK = 1
LEGAL_WROTE = 2
COPY_CHANGED = 3
TURNS_UNEQUAL = 4
NO_END = 5

NOW, BEFORE, KEPT, DEALT = range(4)


@compiled
def same(raw: Bytes, one: int, other: int) -> bool:
    """Returns whether two states are equal byte by byte."""
    return np.array_equal(raw[one], raw[other])


@compiled
def keep(states: States) -> None:
    """Keeps two copies of the state before a decision."""
    states[BEFORE] = states[NOW]
    states[KEPT] = states[NOW]


@compiled
def decide(
    values: Values, states: States, raw: Bytes, mask: Bitset, random: np.uint64, turns: Bitset
) -> tuple[int, int]:
    """Takes one random decision; returns it, and what went wrong on the way."""
    keep(states)
    legal(values, states[NOW], mask)
    if not same(raw, NOW, BEFORE):
        return 0, LEGAL_WROTE
    if not mask.any():
        return 0, EMPTY_MASK
    action = choice(mask, random)
    if states[NOW].phase == Phase.TURN:
        turns[mover(states[NOW])] += np.uint64(1)
    apply(values, states[NOW], action)
    return action, FINE if same(raw, BEFORE, KEPT) else COPY_CHANGED


@compiled
def add_once(seen: np.uint64, cards: np.uint64) -> np.uint64:
    """Adds a set of cards to those seen; NOTHING if one was seen before."""
    return seen | cards if seen & cards == NOTHING else NOTHING


@compiled
def lying(row: Any) -> np.uint64:
    """Returns the cards of a row and its deck; NOTHING if one lies there twice or a drawn place is not cleared."""
    seen, number = NOTHING, 0
    cards, deck, left = row.cards, row.deck, row.left
    for slot in range(len(cards)):
        if cards[slot] != NONE:
            seen |= BIT[cards[slot]]
            number += 1
    for place in range(len(deck)):
        if place < left:
            seen |= BIT[deck[place]]
            number += 1
        elif deck[place] != NONE:
            return NOTHING
    return seen if count(seen) == number else NOTHING


@compiled
def cubes_about(state: State, spice: int) -> int:
    """Counts the cubes of one spice in all caravans and on the row of merchants."""
    number = 0
    for seat in range(state.seats):
        number += state.players[seat].caravan[spice]
    for slot in range(len(state.merchants.cards)):
        number += state.merchants.spices[slot, spice]
    return number


@compiled
def cubes_changed_by(states: States, change: Any) -> bool:
    """Returns whether the cubes in the game changed by exactly this much."""
    for spice in range(SPICES):
        if cubes_about(states[NOW], spice) - cubes_about(states[BEFORE], spice) != change[spice]:
            return False
    return True


@compiled
def turns_equal(turns: Bitset, seats: int) -> bool:
    """Returns whether every seat had the same number of turns."""
    for seat in range(1, seats):
        if turns[seat] != turns[0]:
            return False
    return True
