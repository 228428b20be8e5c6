"""Games that go on at random: the games that one would get decision by decision, and the next follows at once."""

import numpy as np
import pytest

from serai.core import spec
from serai.core.bits import nth, total
from serai.core.phases import Phase
from serai.core.playouts import keep_all_playing
from serai.core.records import States, empty_states
from tests.standard import values_of

SEED = np.uint64(5)


def dealt(game: str, players: int, count: int) -> States:
    """Deals games."""
    states = empty_states(spec.GAMES[game].STATE, count)
    for number in range(count):
        spec.setup(values_of(states[number]), states[number], players, SEED, np.uint64(number))
    return states


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_games_that_go_on_are_the_same_whoever_goes_on_with_them(game: str) -> None:
    mask = np.zeros(spec.GAMES[game].WORDS, np.uint64)
    together, apart = dealt(game, 2, 3), dealt(game, 2, 3)
    keep_all_playing(values_of(together[0]), together, mask, 60, SEED, 0, 100)
    for number in range(3):
        keep_all_playing(values_of(apart[0]), apart[number : number + 1], mask, 60, SEED, number, 100)
    assert together.tobytes() == apart.tobytes()
    assert together.tobytes() != dealt(game, 2, 3).tobytes()


def test_a_game_that_ends_is_followed_by_the_next_deal() -> None:
    mask = np.zeros(spec.GAMES["spice_road"].WORDS, np.uint64)
    states = dealt("spice_road", 2, 1)
    decisions, ended = 0, 0
    while not ended:
        decisions += 400
        states = dealt("spice_road", 2, 1)
        ended = keep_all_playing(values_of(states[0]), states, mask, decisions, SEED, 0, 100)
    assert states[0].phase != Phase.OVER
    spec.legal(values_of(states[0]), states[0], mask)
    assert nth(mask, total(mask) - 1) >= 0
