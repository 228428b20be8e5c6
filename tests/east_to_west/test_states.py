"""States as bytes: nothing left behind by an earlier phase."""

from typing import Any

import pytest

from serai.core.phases import Phase
from serai.core.records import NONE
from serai.games.east_to_west.rules.state import Continuation, West
from tests.east_to_west.positions import hasty_game, position
from tests.east_to_west.standard import position as written
from tests.positions import act

AT_A_SLOT = {West.MARKET, West.REPLACE, West.EXPLORE, West.BONUS}


TABLE = {
    "caravan": "YYYYRG",
    "route": "YY>G +3",
    "forts": "YRG YYG",
    "point_deck": "",
    "markets": "YYY YG B G",
    "stacks": "merchants merchants / merchants / - / -",
    "others": {2: "caravan YYYY"},
}


def played(*decisions: str) -> Any:
    """Returns the common position after some decisions."""
    return act(position(**TABLE), *decisions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["work +2", "upgrade Y", "upgrade R", "work YYY"], ["work +2", "upgrade R", "upgrade Y", "work YYY"]),
        (["work +2", "stop", "work YYY", "route 1", "stop"], ["route 1", "stop", "work YYY", "work +2", "stop"]),
        (["work YY>G", "stop", "work YYY", "work YR"], ["work YR", "work YYY", "work YY>G", "stop"]),
        (
            ["work market 4", "use", "work YYY", "work adjust", "no swap"],
            ["work adjust", "no swap", "work YYY", "work market 4", "use"],
        ),
        (
            ["work fort 1", "explore 3p", "no bonus", "work YYY", "work YR"],
            ["work YR", "work YYY", "work fort 1", "explore 3p", "no bonus"],
        ),
    ],
    ids=["upgrading in either order", "stopping upgrades and trades", "a trade location", "a market", "a fort"],
)
def test_the_same_position_has_the_same_bytes_whatever_the_way(one: list[str], other: list[str]) -> None:
    """C-5, C-12: what a phase does not use is reset."""
    first, second = played(*one), played(*other)
    assert written(first) == written(second)
    assert first.tobytes() == second.tobytes()


def test_fields_that_a_phase_does_not_use_are_reset() -> None:
    """C-5: between turns and while discarding nothing of an action is left."""
    phases = set()
    for state in [state for seed in range(8, 11) for state in hasty_game(2, seed)]:
        phases.add(int(state.phase))
        assert (state.owed != 0) == (state.phase == Phase.UPGRADE)
        assert (state.card != NONE) == (state.phase == Phase.TRADE)
        if state.phase in (Phase.TURN, Phase.DISCARD, Phase.OVER):
            assert (state.slot, state.place, state.work) == (NONE, NONE, Continuation.NOTHING)
        else:
            assert (state.slot != NONE) == (
                state.phase in AT_A_SLOT or state.work in (Continuation.MARKET, Continuation.FORT)
            )
        assert not state.again or state.phase == Phase.DISCARD
        assert 0 <= state.known <= state.merchants.left
    assert set(West) | set(Phase) - {Phase.PAY} <= phases
