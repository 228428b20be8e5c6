"""States as bytes: no padding, nothing left behind by an earlier phase, tables without it too."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from serai.core.phases import Phase
from serai.core.records import NONE
from serai.games.east_to_west.rules import state as west_table
from serai.games.east_to_west.rules.state import Continuation, West
from tests.east_to_west.positions import hasty_game, position
from tests.east_to_west.standard import parse_position
from tests.east_to_west.standard import position as written
from tests.positions import act

RECORDS = {name: value for name, value in vars(west_table).items() if isinstance(value, np.dtype) and value.names}
AT_A_SLOT = {West.MARKET, West.REPLACE, West.EXPLORE, West.BONUS}


def inside(dtype: Any) -> Iterator[Any]:
    """Yields a record type and those of its fields."""
    base = dtype.subdtype[0] if dtype.subdtype else dtype
    if base.names:
        yield base
        for name in base.names:
            yield from inside(base[name])


def test_the_record_types_are_found() -> None:
    """C-5: the state, the players and everything printed."""
    assert set(RECORDS) == {"STATE", "PLAYER", "LOCATION", "POINT_CARD", "BONUS_TILE", "TILE", "PRINTED"}


@pytest.mark.parametrize("name", RECORDS)
def test_records_have_no_padding_and_no_hidden_names(name: str) -> None:
    """C-5: equality is bytes; a field named like an attribute of a record would be hidden in plain Python."""
    for dtype in inside(RECORDS[name]):
        assert dtype.itemsize == sum(dtype[field].itemsize for field in dtype.names)
        assert not set(dtype.names) & set(dir(np.record))


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
    ids=["raising in either order", "stopping upgrades and trades", "a trade location", "a market", "a fort"],
)
def test_the_same_position_has_the_same_bytes_whatever_the_way(one: list[str], other: list[str]) -> None:
    """C-5, C-12: what a phase does not use is reset."""
    first, second = played(*one), played(*other)
    assert written(first) == written(second)
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_state_is_what_its_text_says_and_nothing_else(players: int) -> None:
    """C-5, C-12: no field keeps what the text does not show."""
    for state in hasty_game(players, seed=20 + players, most=200):
        assert parse_position(written(state)).tobytes() == state.tobytes()


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
