"""What everyone knows of a state of Spice Road (C-11)."""

from serai.core.records import State
from tests import positions
from tests.spice_road import standard as notation
from tests.spice_road.positions import hasty_game

DECKS = ("merchants", "points")


def reordered(state: State, turned: int = 3) -> State:
    """Returns the state with both decks turned by some cards and reversed."""
    return positions.turned(state, DECKS, turned)


def known(state: State) -> str:
    """Writes hands, played and claimed cards, rows, cubes, coins, the question and what the decks consist of."""
    return positions.with_sorted_decks(notation.position(state), DECKS)


def some_states(players: int) -> list[State]:
    """Returns states from the beginning, the middle and the end of a game."""
    return list(hasty_game(players, seed=5, most=300))[::25]
