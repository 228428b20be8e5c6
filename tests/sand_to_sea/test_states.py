"""States as bytes: nothing left behind by an earlier phase."""

import pytest

from serai.core.phases import Phase
from serai.core.records import NONE
from serai.games.sand_to_sea.rules.state import Sea
from tests.positions import act
from tests.sand_to_sea.positions import hasty_game, position

TURNS = {
    "stopping an upgrade": ["play +2", "stop"],
    "paying for a card": ["acquire YYY", "pay Y"],
    "trading at the market": ["trade", "stop"],
}


@pytest.mark.parametrize("what", TURNS)
def test_the_same_position_has_the_same_bytes_whatever_the_way(what: str) -> None:
    """C-5, C-12: two turns in either order; what a phase does not use is reset."""
    first = act(
        position(caravan="YYRRG", row="RR YYY", outposts="C3"), *TURNS[what], "play YY", "play YY", "rest", "rest"
    )
    second = act(
        position(caravan="YYRRG", row="RR YYY", outposts="C3"), "play YY", "play YY", *TURNS[what], "rest", "rest"
    )
    assert first.tobytes() == second.tobytes()


def test_sailing_one_way_or_another_leaves_the_same_bytes() -> None:
    """C-5, SS-9: neither the way nor the cards' order is kept."""
    ways = ["sail B2 YY", "sail B3 +2"], ["sail C4 +2", "sail B3 YY"], ["sail B2 +2", "sail B3 YY"]
    bytes_ = {act(position(caravan="Y"), *way, "stop", "play YY").tobytes() for way in ways}
    assert len(bytes_) == 1


def test_free_steps_left_over_are_forgotten() -> None:
    """C-5, SS-9: a boat that stops early and one that uses all its free steps end alike."""
    short = act(position(boat="C4", sail=3), "sail C3", "stop", "stop")
    long = act(position(boat="C3", sail=3), "sail C4", "sail C3", "stop", "stop")
    assert short.tobytes() == long.tobytes()


def test_tolls_and_prices_paid_in_either_order_leave_the_same_bytes() -> None:
    """C-5, SS-9, SS-10: payee and debt are reset."""
    others = {2: "boat C4, outposts C4", 3: "boat D3, outposts C4"}
    ways = ["pay Y", "pay R"], ["pay R", "pay Y"]
    states = [
        act(position(players=3, caravan="YYR", hand="YY", others=others), "sail C4 YY", "give Y", "build", *way)
        for way in ways
    ]
    assert states[0].tobytes() == states[1].tobytes()
    assert (states[0].payee, states[0].owed, states[0].phase) == (NONE, 0, Phase.TURN)


def test_a_bonus_taken_leaves_no_column() -> None:
    """C-5, SS-11: a column is kept only while its bonus is chosen."""
    state = act(position(outposts="A2 A3 B2"), "build")
    assert (state.phase, state.column) == (Sea.BONUS, 0)
    assert (act(state, "take G").phase, state.column) == (Phase.TURN, NONE)


def test_fields_that_a_phase_does_not_use_are_reset() -> None:
    """C-5: each belongs to the phases named in the record."""
    phases = set()
    for state in hasty_game(3, seed=48):
        phases.add(int(state.phase))
        assert (state.owed != 0) == (state.phase in (Phase.PAY, Phase.UPGRADE, Sea.BUILD))
        assert (state.slot != NONE) == (state.phase == Phase.PAY)
        assert (state.card != NONE) == (state.phase == Phase.TRADE)
        assert (state.payee != NONE) == (state.phase == Sea.TOLL)
        assert (state.column != NONE) == (state.phase == Sea.BONUS)
        assert state.free == 0 or state.phase == Sea.SAIL
        assert state.seat == state.turn or state.phase == Phase.DISCARD
    assert phases == {*Phase, *Sea}
