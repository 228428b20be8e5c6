"""What everyone knows of a state of Sand to Sea (C-11)."""

import numpy as np

from serai.core.records import State
from serai.games.sand_to_sea.rules.state import CLOSED
from tests import positions
from tests.sand_to_sea import standard as notation
from tests.sand_to_sea.positions import hasty_game
from tests.standard import viewed

DECKS = ("merchants", "ports")


def reordered(state: State, turned: int = 3) -> State:
    """Returns the state with both decks turned by some cards and reversed, the closed port where it may be."""
    other = positions.turned(state, DECKS, turned)
    found = np.flatnonzero(other.ports.deck == CLOSED)
    if len(found):
        place = other.ports.left - 1 - turned % viewed(state)["closed_within"]
        other.ports.deck[[found[0], place]] = other.ports.deck[[place, found[0]]]
    return other


def known(state: State) -> str:
    """Writes the map, hands, piles, tiles, rows, cubes, the question and what decks and stack consist of."""
    return positions.with_sorted_decks(notation.position(state), DECKS)


def some_states(players: int) -> list[State]:
    """Returns states from the beginning, the middle and the end of a game."""
    return list(hasty_game(players, seed=5))[::40]
