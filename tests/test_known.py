"""What a redeal does alike in all games (C-11); each game's own test_known.py holds it to what is hidden there."""

import numpy as np
import pytest

from serai.core import spec
from tests.east_to_west import known as east_to_west
from tests.positions import TABLES, legal, redealt, set_up
from tests.sand_to_sea import known as sand_to_sea
from tests.spice_road import known as spice_road
from tests.standard import values_of, viewed

KNOWN = {"spice_road": spice_road, "sand_to_sea": sand_to_sea, "east_to_west": east_to_west}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_redealing_keeps_everything_that_is_known(name: str, players: int) -> None:
    """C-11: rows, players, tiles, the question and what the hidden parts consist of."""
    for state in KNOWN[name].some_states(players):
        other = redealt(state, seed=9)
        assert KNOWN[name].known(other) == KNOWN[name].known(state)
        assert legal(other) == legal(state)
        assert viewed(other) == viewed(state)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_redealing_depends_on_nothing_but_what_is_known_and_the_seed(name: str, players: int) -> None:
    """C-11: states that differ only in hidden order become the same bytes."""
    for state in KNOWN[name].some_states(players):
        for turned in 0, 3, 5:
            other = KNOWN[name].reordered(state, turned)
            assert KNOWN[name].known(other) == KNOWN[name].known(state)
            assert redealt(other, seed=4).tobytes() == redealt(state, seed=4).tobytes()


@pytest.mark.parametrize("name", spec.GAMES)
def test_a_view_does_not_tell_the_order_of_the_decks(name: str) -> None:
    """C-11: only how much is left, and what is known of it."""
    for state in KNOWN[name].some_states(2):
        for turned in 1, 2, 3:
            assert viewed(KNOWN[name].reordered(state, turned)) == viewed(state)


@pytest.mark.parametrize("name", spec.GAMES)
def test_every_seat_knows_the_same(name: str) -> None:
    """C-11: Ruling: what everyone saw being taken is known to all, so the seat makes no difference."""
    state = set_up(spec.GAMES[name], 4, seed=2)
    assert len({redealt(state, seed=1, seat=seat).tobytes() for seat in range(4)}) == 1


@pytest.mark.parametrize("name", spec.GAMES)
def test_both_halves_of_the_seed_tell(name: str) -> None:
    """C-11: a redeal uses all 128 bits."""
    one, other = set_up(spec.GAMES[name], 2), set_up(spec.GAMES[name], 2)
    spec.redeal(values_of(one), one, 0, np.uint64(0), np.uint64(1))
    spec.redeal(values_of(other), other, 0, np.uint64(1), np.uint64(0))
    assert one.tobytes() != other.tobytes()
