"""States as bytes: nothing left behind by an earlier phase."""

import pytest

from serai.core.phases import Phase
from serai.core.records import NONE
from tests.positions import act
from tests.spice_road.positions import hasty_game, position
from tests.spice_road.standard import position as written

WAYS = {
    "stopping an upgrade": (
        ["play +2", "stop", "play YY", "play YY", "play +2", "stop"],
        ["play YY", "play YY", "play +2", "stop", "play +2", "stop"],
    ),
    "upgrading two cubes in either order": (
        ["play +2", "upgrade Y", "upgrade R", "play YY"],
        ["play +2", "upgrade R", "upgrade Y", "play YY"],
    ),
    "stopping a trade": (
        ["play YY>RR", "stop", "play YY", "play YY", "rest"],
        ["play YY", "play YY", "play YY>RR", "stop", "rest"],
    ),
    "paying for a card": (
        ["acquire RR", "pay Y", "play YY", "play YY", "rest"],
        ["play YY", "play YY", "acquire RR", "pay Y", "rest"],
    ),
    "returning cubes in either order": (
        ["play YYYY", "discard Y", "discard R", "play YY"],
        ["play YYYY", "discard R", "discard Y", "play YY"],
    ),
}


@pytest.mark.parametrize("what", WAYS)
def test_the_same_position_has_the_same_bytes_whatever_the_way(what: str) -> None:
    """C-5, C-12: what a phase does not use is reset."""
    caravan = "YYYYRRGB" if what.startswith("returning") else "YYYYRG"
    first, second = (
        act(position(caravan=caravan, hand="YY +2 YYYY YY>RR", row="YYY RR G B +3 YR"), *way) for way in WAYS[what]
    )
    assert written(first) == written(second)
    assert first.tobytes() == second.tobytes()


def test_fields_that_a_phase_does_not_use_are_reset() -> None:
    """C-5: owed belongs to paying and upgrading, slot to paying, card to trading."""
    phases = set()
    for state in hasty_game(2, seed=8, most=600):
        phases.add(Phase(state.phase))
        assert (state.owed != 0) == (state.phase in (Phase.PAY, Phase.UPGRADE))
        assert (state.slot != NONE) == (state.phase == Phase.PAY)
        assert (state.card != NONE) == (state.phase == Phase.TRADE)
    assert {Phase.TURN, Phase.PAY, Phase.UPGRADE, Phase.TRADE, Phase.DISCARD} <= phases
