"""The rules agree decision by decision with implementations that were written without looking at them."""

import os

import pytest

from serai.core import spec
from serai.core.compiled import PLAIN
from tests.agreement import Sides, compare
from tests.sides import SIDES

GAMES = {"spice_road": (48, 16), "sand_to_sea": (24, 6), "east_to_west": (24, 6)}
SOAK = {"spice_road": (2000, 200), "sand_to_sea": (1000, 100), "east_to_west": (1000, 100)}
CHUNKS = 2


def chunks() -> list[tuple[Sides, int, int, int]]:
    """Splits the games over player counts and into pieces that can run side by side."""
    amounts = SOAK if os.environ.get("SERAI_SOAK") else GAMES
    pieces = []
    for name, sides in SIDES.items():
        least, most = spec.GAMES[name].SEATS
        share = -(-amounts[name][PLAIN] // ((most - least + 1) * CHUNKS))
        pieces += [(sides, n, k * share, share) for n in range(least, most + 1) for k in range(CHUNKS)]
    return pieces


def test_every_game_has_a_naive_side() -> None:
    assert set(SIDES) == set(spec.GAMES)


@pytest.mark.parametrize(
    ("sides", "players", "first", "amount"), chunks(), ids=lambda value: getattr(value, "game", value)
)
def test_the_rules_agree_with_the_naive_reading(sides: Sides, players: int, first: int, amount: int) -> None:
    compared = [compare(sides, players, seed) for seed in range(first, first + amount)]
    assert min(compared) > 20


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_version_1_of_the_rules_agrees_with_the_naive_reading_too(game: str) -> None:
    """C-9: records and tables of version 1 are played to the end by its rules."""
    assert compare(SIDES[game], spec.GAMES[game].SEATS[1], 7, version=1) > 20
