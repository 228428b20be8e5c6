"""What everyone knows of a state of From East to West (C-11)."""

from collections import Counter

import numpy as np

from serai.core.records import State
from tests.east_to_west.positions import deck, hasty_game, stacks
from tests.east_to_west.standard import BONUS_NAMES
from tests.positions import copy


def reordered(state: State, turned: int = 3) -> State:
    """Returns the state with everything hidden in another order."""
    other = copy(state)
    merchants, points = other.merchants, other.points
    merchants.deck[other.known : merchants.left] = np.roll(merchants.deck[other.known : merchants.left], turned)[::-1]
    points.deck[: max(0, points.left - 1)] = np.roll(points.deck[: max(0, points.left - 1)], turned + 2)
    places = [(fort, place) for fort in range(4) for place in range(other.heights[fort] - 1)]
    tiles = [int(other.stacks[place]) for place in places] + [int(tile) for tile in other.spares if tile >= 0]
    tiles = tiles[turned:] + tiles[:turned]
    for place in places:
        other.stacks[place] = tiles.pop()
    other.spares[: len(tiles)] = tiles
    return other


def known(state: State) -> dict[str, object]:
    """Returns what the hidden parts consist of, and what is known of their order."""
    hidden = [" ".join(stack.split()[1:]) for stack in stacks(state)] + BONUS_NAMES.in_row(state.spares)
    return {
        "merchant deck": sorted(deck(state, "merchants")),
        "known merchants": deck(state, "merchants")[state.merchants.left - state.known :],
        "point deck": sorted(deck(state, "points")),
        "next point card": deck(state, "points")[:1],
        "tops": [stack.split()[:1] for stack in stacks(state)],
        "hidden tiles": Counter(" ".join(hidden).split()),
    }


def some_states(players: int) -> list[State]:
    """Returns states from the beginning, the middle and the end of a game, some of them after a refresh."""
    states = list(hasty_game(players, seed=5))[::29]
    assert any(state.known for state in states)
    return states
