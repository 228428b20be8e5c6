"""Sailing and tolls (SS-9)."""

import numpy as np
import pytest

from serai.core import spec
from serai.core.bits import set_of
from serai.core.compiled import entry
from serai.core.records import Values
from serai.games.sand_to_sea.rules.sailing import can_end
from tests.positions import act, caravan, hand, legal, offers, pile
from tests.sand_to_sea.positions import boat, goals, position, question
from tests.sand_to_sea.standard import MAP


def test_each_step_goes_to_an_adjacent_tile() -> None:
    """SS-9: six neighbours in the middle of the map, three in a corner."""
    assert goals(position(boat="C3")) == {"B2", "B3", "C2", "C4", "D2", "D3"}
    assert goals(position(boat="E4")) == {"D4", "D5", "E3"}


def test_a_step_costs_a_card_of_the_hand() -> None:
    """SS-9: it goes to the discard pile, and the boat to the tile."""
    state = act(position(), "sail C4 YY")
    assert (boat(state), hand(state), pile(state, "played"), pile(state, "spent")) == ("C4", "+2", "", "YY")


def test_a_step_may_cost_a_card_of_the_open_pile() -> None:
    """SS-9: hand and open pile pay alike."""
    state = act(position(hand="YY", played="+2 G"), "sail C4 +2")
    assert (hand(state), pile(state, "played"), pile(state, "spent")) == ("YY", "G", "+2")


def test_cards_of_the_discard_pile_pay_no_step() -> None:
    """SS-9: only the hand and the open pile do."""
    assert {text.split()[1] for text in offers(position(hand="YY", played="+2", spent="G"), "sail")} == {"YY", "+2"}
    assert offers(position(hand="", spent="YY +2"), "sail") == set()


def test_any_number_of_steps_can_be_paid() -> None:
    """SS-9: three steps, three cards, then the boat acts."""
    state = act(position(hand="YY +2", played="G"), "sail C4 G", "sail D4 YY", "sail E3 +2")
    assert (boat(state), hand(state), pile(state, "spent"), question(state)) == ("E3", "", "YY +2 G", "act of 1")


def test_sailing_may_stop_after_any_step() -> None:
    """SS-9: with cards left."""
    state = act(position(), "sail C4 YY", "stop")
    assert (boat(state), hand(state), question(state)) == ("C4", "+2", "act of 1")


def test_no_step_at_all_is_a_boat_action_too() -> None:
    """SS-9: none included; the boat acts where it is."""
    state = act(position(caravan="YYRR", outposts="C3"), "trade", "stop")
    assert (boat(state), caravan(state), hand(state), question(state)) == ("C3", "YRB", "YY +2", "turn of 2")


def test_each_sail_tile_makes_one_step_of_the_action_free() -> None:
    """SS-9, SS-12: two tiles, two steps without a card; the third costs one."""
    state = act(position(sail=2), "sail C4")
    assert question(state) == "sail 1 of 1"
    act(state, "sail D4")
    assert question(state) == "sail 0 of 1"
    act(state, "sail E3 +2")
    assert (boat(state), hand(state), pile(state, "spent")) == ("E3", "YY", "+2")


def test_free_steps_come_back_with_every_boat_action() -> None:
    """SS-9, SS-12: those not used are lost, and the next action has them again."""
    state = act(position(sail=2), "sail C4", "stop", "stop", "play YY")
    assert "sail C3" in legal(state)
    act(state, "sail C3")
    assert question(state) == "sail 1 of 1"


def test_every_paid_step_costs_exactly_one_card() -> None:
    """SS-9: Ruling: one card per paid step, none beyond."""
    for steps in range(1, 4):
        path = ["sail C4 YY", "sail C3 +2", "sail C4 G"][:steps]
        state = act(position(hand="YY +2 G B"), *path, "stop")
        assert len(pile(state, "spent").split()) == steps


def test_free_steps_are_used_first() -> None:
    """SS-9: Ruling: while one is left, no card may be spent."""
    assert offers(position(sail=1), "sail") == {"B2", "B3", "C2", "C4", "D2", "D3"}


def test_free_steps_may_be_the_only_ones() -> None:
    """SS-9: Ruling: without a card to spend."""
    state = act(position(hand="", spent="YY +2", sail=1), "sail C4")
    assert (boat(state), pile(state, "spent"), question(state)) == ("C4", "YY +2", "act of 1")


def test_ending_beside_a_boat_costs_a_cube_of_choice() -> None:
    """SS-9: given to the owner of that boat, not to the supply."""
    state = act(position(boat="C5", caravan="YR", hand="YY"), "sail C6 YY")
    assert (question(state), legal(state)) == ("toll 2 of 1", {"give Y", "give R"})
    act(state, "give Y")
    assert (caravan(state, 1), caravan(state, 2), question(state)) == ("R", "YRR", "act of 1")


def test_every_owner_of_a_boat_there_gets_a_cube() -> None:
    """SS-9: one cube each, and none to those who are elsewhere."""
    others = {2: "boat C6, caravan -", 3: "boat C5, caravan -", 4: "boat C6, caravan -"}
    state = position(players=4, boat="C5", caravan="YRG", hand="YY", others=others)
    act(state, "sail C6 YY", "give Y", "give R")
    assert [caravan(state, seat) for seat in (1, 2, 3, 4)] == ["G", "Y", "", "R"]


@pytest.mark.parametrize(("seat", "order"), [(1, [2, 3, 4]), (2, [3, 4, 1]), (3, [4, 1, 2]), (4, [1, 2, 3])])
def test_tolls_are_given_owner_by_owner_clockwise_from_the_mover(seat: int, order: list[int]) -> None:
    """SS-9: Ruling: beginning with the next in turn order."""
    others = dict.fromkeys(order, "boat C6, caravan -")
    state = position(players=4, seat=seat, boat="C5", caravan="YRG", hand="YY", others=others)
    act(state, "sail C6 YY")
    for owner, spice in zip(order, "GRY", strict=True):
        assert question(state) == f"toll {owner} of {seat}"
        act(state, f"give {spice}")
        assert caravan(state, owner) == spice


def test_who_cannot_give_the_toll_may_not_end_there() -> None:
    """SS-9: the boat may pass, but not stop."""
    state = position(boat="C5", caravan="", hand="YY +2")
    act(state, "sail C6 YY")
    assert "stop" not in legal(state)
    assert goals(state) == {"B5", "C5", "D5"}


@pytest.mark.parametrize(("cubes", "allowed"), [("", False), ("Y", False), ("YR", True)])
def test_every_owner_must_be_given_a_cube(cubes: str, allowed: bool) -> None:
    """SS-9: two boats there need two cubes."""
    state = position(players=3, boat="C5", caravan=cubes, hand="YY", others={3: "boat C6"})
    assert ("sail C6 YY" in legal(state)) == allowed


def test_a_boat_that_took_no_step_pays_nothing() -> None:
    """SS-9: Ruling: whoever lies beside it."""
    state = act(position(boat="C6", caravan="YR"), "build")
    assert (caravan(state, 1), caravan(state, 2), question(state)) == ("YR", "RR", "turn of 2")


def test_a_boat_that_came_back_has_moved() -> None:
    """SS-9: Ruling: it pays the toll where it began."""
    state = act(position(boat="C6", caravan="YR"), "sail C5 YY", "sail C6 +2")
    assert question(state) == "toll 2 of 1"


def test_a_boat_cannot_come_back_to_where_it_cannot_give_the_toll() -> None:
    """SS-9: Ruling: though it lay there for nothing."""
    assert "C6" not in goals(act(position(boat="C6", caravan=""), "sail C5 YY"))


@pytest.mark.parametrize("space", ["B1", "A1"])
def test_sea_tiles_and_ports_never_cost(space: str) -> None:
    """SS-9: Ruling: also with a boat there, and with no cube to give."""
    state = position(boat="B2", caravan="", hand="YY", others={2: f"boat {space}"})
    act(state, f"sail {space} YY")
    assert (boat(state), caravan(state, 2), question(state)) == (space, "RR", "turn of 2")


def test_a_step_is_offered_only_if_the_boat_can_still_end_legally() -> None:
    """SS-9: Ruling: the last step may not lead to a toll that cannot be given; a free one counts as a step."""
    assert "C6" not in goals(position(boat="C5", hand="YY"))
    assert "C6" in goals(position(boat="C5", hand="YY +2"))
    assert "C6" not in goals(position(boat="C5", hand="", sail=1))
    assert "C6" in goals(position(boat="C5", hand="YY", sail=1))


def test_a_way_may_lead_through_several_tolls_that_cannot_be_given() -> None:
    """SS-9: Ruling: as long as enough steps are left to leave them; every way on is looked at."""
    others = {2: "boat B3", 3: "boat B2", 4: "boat C2"}
    state = position(players=4, boat="A2", caravan="", hand="YY +2", others=others)
    act(state, "sail B2 YY")
    assert goals(state) == {"A1", "A2", "B1", "C3"}
    state = act(position(players=4, boat="A2", caravan="", hand="YY +2 G", others=others), "sail B2 YY")
    assert goals(state) == {"A1", "A2", "B1", "C3", "B3", "C2"}


@entry
def can_end_within(values: Values, space: int, steps: int, closed: np.uint64) -> bool:
    """Lets Python ask whether a boat can end legally."""
    return can_end(values, space, steps, closed)


@pytest.mark.parametrize(("steps", "possible"), [(0, False), (1, False), (2, True), (3, True)])
def test_every_way_out_is_looked_for_as_far_as_the_steps_go(steps: int, possible: bool) -> None:
    """SS-9: Ruling: with C3 and all around it closed, as a map of one's own may have it, two steps lead out."""
    here = MAP.names.index("C3")
    assert can_end_within(spec.values("sand_to_sea"), here, steps, set_of([here, *MAP.neighbours[here]])) == possible


def test_a_boat_hemmed_in_by_tolls_can_be_left_without_a_step() -> None:
    """SS-9: Ruling: with one card and no cube, neighbours with boats are out of reach."""
    others = {2: "boat D4", 3: "boat E3"}
    assert goals(position(players=3, boat="E4", caravan="", hand="YY", others=others)) == {"D5"}


def test_sea_tiles_may_be_crossed() -> None:
    """SS-9: Ruling: they are tiles like others to sail over."""
    state = act(position(boat="B2"), "sail B1 YY", "sail C1 +2")
    assert (boat(state), question(state)) == ("C1", "act of 1")


def test_sea_tiles_may_be_stopped_on_and_nothing_can_be_done_there() -> None:
    """SS-9: Ruling: the turn ends with the sailing; a boat at sea can only sail on."""
    state = act(position(boat="B2", caravan="YYGGG"), "sail B1 YY", "stop")
    assert (boat(state), question(state)) == ("B1", "turn of 2")
    assert not {"build", "trade", "deliver", "stop"} & legal(position(boat="B1", caravan="YYGGG"))


def test_after_a_step_doing_nothing_more_is_allowed() -> None:
    """SS-9: Ruling: on an island and in a port."""
    for space, caravan_ in ("C2", "RR"), ("A1", "YYGGG"):
        state = act(position(boat="B2", hand="YY", caravan=caravan_), f"sail {space} YY")
        assert "stop" in legal(state)
        assert (question(act(state, "stop")), caravan(state)) == ("turn of 2", caravan_)


def test_a_boat_that_has_not_moved_must_build_trade_or_deliver() -> None:
    """SS-9: Ruling: where it could do none of these, the boat action is not offered without a step."""
    none = position(boat="C3", outposts="C3", caravan="Y", hand="")
    assert legal(none) == {"acquire G", "acquire YR", "rest"}
    assert "build" in legal(position(boat="C3", caravan="Y", hand=""))
    assert "trade" in legal(position(boat="C3", outposts="C3", caravan="YR", hand=""))
    assert "deliver" in legal(position(boat="A1", caravan="YYGGG", hand=""))
    assert "stop" not in legal(position(boat="C3", caravan="YR"))


def test_the_boat_acts_once() -> None:
    """SS-9: building, trading or delivering ends with the turn."""
    for state, decision in (
        (position(boat="C3"), "build"),
        (position(boat="C3", outposts="C3", caravan="YR"), "trade"),
        (position(boat="A1", caravan="YYGGG"), "deliver"),
    ):
        assert question(act(state, decision)) == "turn of 2"


def test_on_a_tile_where_nothing_can_be_done_nothing_is_asked() -> None:
    """SS-9, C-12: an own outpost whose trade cannot be paid."""
    assert question(act(position(outposts="C4", hand="YY"), "sail C4 YY")) == "turn of 2"
