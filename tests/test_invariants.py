"""Cards, cubes, coins and turns are accounted for at every decision of random games."""

import os
from types import ModuleType

import numpy as np
import pytest

from serai.core import spec
from serai.core.compiled import PLAIN
from serai.core.component_folders import original
from serai.core.records import empty_states
from tests.east_to_west import invariants as east_to_west
from tests.invariants import FINE
from tests.sand_to_sea import invariants as sand_to_sea
from tests.spice_road import invariants as spice_road

CHECKS: dict[str, tuple[ModuleType, int, int]] = {
    "spice_road": (spice_road, 2_500, 8),
    "sand_to_sea": (sand_to_sea, 600, 3),
    "east_to_west": (east_to_west, 600, 3),
}
LONGER = 10 if os.environ.get("SERAI_SOAK") else 1
CASES = [(game, seats) for game in CHECKS for seats in range(spec.GAMES[game].SEATS[0], spec.GAMES[game].SEATS[1] + 1)]


def test_every_game_is_checked() -> None:
    assert set(CHECKS) == set(spec.GAMES)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_nothing_is_lost_or_made_up_in_random_games(game: str, seats: int) -> None:
    """C-3, C-4, C-6: cards, cubes, limits, turns; `legal` only reads; copies stay; redealing keeps what is known."""
    module, compiled, plain = CHECKS[game]
    rules = spec.GAMES[game]
    states = empty_states(rules.STATE, 4)
    raw = states.view(np.uint8).reshape(4, rules.STATE.itemsize)
    mask = np.zeros(rules.WORDS, np.uint64)
    share = -(-LONGER * (plain if PLAIN else compiled) // (rules.SEATS[1] - rules.SEATS[0] + 1))
    for number in range(share):
        decisions, wrong = module.check(original(game).values(), states, raw, mask, seats, number)
        assert wrong == FINE, f"fault {wrong} after {decisions} decisions of game {number} with {seats} players"
        assert decisions > 20
