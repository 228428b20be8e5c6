"""Ports and victory tiles (SS-13)."""

import pytest

from serai.core.records import NONE
from tests.positions import act, caravan, legal
from tests.sand_to_sea.positions import port_tiles, position, question, stack, victory


def test_delivering_returns_the_printed_cubes_and_takes_the_tile() -> None:
    """SS-13: the next tile of the stack comes to the port, and the turn is over."""
    state = act(position(boat="A1", caravan="YYYGGGB", stack="YRGB closed RRGB"), "deliver")
    assert (caravan(state), victory(state), question(state)) == ("YB", "YYGGG", "turn of 2")
    assert port_tiles(state) == {"A1": "YRGB", "A4": "YYYBB", "E1": "GGGG", "E4": "RRBB"}
    assert stack(state) == ["closed", "RRGB"]


@pytest.mark.parametrize(("boat", "cubes"), [("A1", "YYGGG"), ("A4", "YYYBB"), ("E1", "GGGG"), ("E4", "RRBB")])
def test_each_port_asks_for_the_cubes_of_its_own_tile(boat: str, cubes: str) -> None:
    """SS-13: all of them."""
    assert "deliver" in legal(position(boat=boat, caravan=cubes))
    assert "deliver" not in legal(position(boat=boat, caravan=cubes[1:] + "Y" * (cubes[0] != "Y")))


def test_delivering_needs_a_port() -> None:
    """SS-13: on islands and at sea nothing is delivered."""
    for space in "A2", "B1":
        assert "deliver" not in legal(position(boat=space, caravan="YYYYGGGGRRRBBB"))


def test_one_may_sail_and_deliver_in_one_action() -> None:
    """SS-13, SS-9: after any number of steps."""
    state = act(position(boat="C2", caravan="YYGGG"), "sail B2 YY", "sail A1 +2")
    assert (question(state), legal(state)) == ("act of 1", {"deliver", "stop"})
    assert victory(act(state, "deliver")) == "YYGGG"


def test_several_boats_may_use_a_port() -> None:
    """SS-13, SS-9: without any toll."""
    state = position(boat="B1", hand="YY", caravan="YYGGG", others={2: "boat A1"})
    act(state, "sail A1 YY", "deliver")
    assert (caravan(state), caravan(state, 2)) == ("", "RR")


def test_the_closed_port_tile_closes_the_port_it_is_drawn_for() -> None:
    """SS-13: nothing can be delivered there."""
    state = act(position(boat="A1", caravan="YYGGG", stack="closed RRGB"), "deliver")
    assert (port_tiles(state)["A1"], stack(state)) == ("closed", ["RRGB"])
    act(state, "play YY")
    assert "deliver" not in legal(state)


def test_the_closed_port_moves_to_where_a_tile_is_delivered() -> None:
    """SS-13: the new tile goes to the port that was closed."""
    state = position(boat="E1", caravan="GGGG", ports={"A4": "closed"}, stack="RRGB YRGB")
    act(state, "deliver")
    assert port_tiles(state) == {"A1": "YYGGG", "A4": "RRGB", "E1": "closed", "E4": "RRBB"}
    assert (stack(state), victory(state)) == (["YRGB"], "GGGG")


def test_the_closed_port_moves_again_and_again() -> None:
    """SS-13: whenever a tile is delivered at another port."""
    closed = {"A4": "closed"}
    state = position(boat="E1", caravan="GGGGRRGB", ports=closed, stack="RRGB YRGB", others={2: "boat A4"})
    act(state, "deliver")
    state.players[1].caravan[:] = (0, 2, 1, 1)
    act(state, "deliver")
    assert port_tiles(state) == {"A1": "YYGGG", "A4": "closed", "E1": "YRGB", "E4": "RRBB"}
    assert victory(state, 2) == "RRGB"


def test_nothing_can_be_delivered_at_the_closed_port() -> None:
    """SS-13: whatever the boat carries."""
    assert "deliver" not in legal(position(boat="A4", caravan="YYYYRRRRGGGGBBBB", ports={"A4": "closed"}, stack="RRGB"))


def test_with_an_empty_stack_the_emptied_port_stays_empty() -> None:
    """SS-13: Ruling: no tile, no delivery there any more."""
    state = position(boat="A1", caravan="YYGGG", stack="closed")
    state.ports.left = 0
    state.ports.deck[:] = NONE
    act(state, "deliver")
    assert port_tiles(state) == {"A1": "-", "A4": "YYYBB", "E1": "GGGG", "E4": "RRBB"}
    state.players[0].caravan[:] = 9
    act(state, "play YY")
    assert "deliver" not in legal(state)


def test_with_an_empty_stack_the_closed_port_leaves_an_empty_one() -> None:
    """SS-13: Ruling: it moves as always, and the port it leaves stays empty."""
    state = act(position(boat="A1", caravan="YYGGG", ports={"A4": "closed"}, stack=""), "deliver")
    assert port_tiles(state) == {"A1": "closed", "A4": "-", "E1": "GGGG", "E4": "RRBB"}
    assert victory(state) == "YYGGG"
