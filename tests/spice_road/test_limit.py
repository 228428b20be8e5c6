"""The limit of the caravan (SR-12, C-3)."""

from tests.positions import act, caravan, legal
from tests.spice_road.positions import position, question


def test_ten_cubes_are_within_the_limit() -> None:
    """SR-12, C-3: nothing is asked at the limit."""
    state = act(position(caravan="YYYYYYYY"), "play YY")
    assert (caravan(state), question(state)) == ("Y" * 10, "seat 2 turn")


def test_above_the_limit_cubes_of_choice_are_returned() -> None:
    """SR-12, C-3: one at a time, until ten are left; then the next seat has its turn."""
    state = act(position(caravan="YYYYRRGGBB"), "play YY")
    assert question(state) == "seat 1 discard"
    assert legal(state) == {"discard Y", "discard R", "discard G", "discard B"}
    assert question(act(state, "discard B")) == "seat 1 discard"
    assert question(act(state, "discard Y")) == "seat 2 turn"
    assert caravan(state) == "YYYYYRRGGB"


def test_only_cubes_of_the_caravan_can_be_returned() -> None:
    """C-3: spices that are not there are not offered."""
    state = act(position(caravan="RRRRRBBBB", hand="BB>RRRGG"), "play BB>RRRGG", "stop")
    assert legal(state) == {"discard R", "discard G", "discard B"}


def test_during_a_turn_any_number_of_cubes_may_be_held() -> None:
    """C-3: the limit waits for the end of the turn."""
    state = act(position(caravan="G" * 10, hand="G>YRR"), "play G>YRR", "trade", "trade")
    assert caravan(state) == "YYYRRRRRRGGGGGGG"
    assert question(state) == "seat 1 trade G>YRR"


def test_collecting_cubes_with_a_card_can_exceed_the_limit() -> None:
    """SR-12: the limit holds after Acquire too."""
    state = act(position(caravan="RRRRRRRRR", row="YYY RR", on_row=["GB"]), "acquire YYY")
    assert question(state) == "seat 1 discard"
    assert caravan(act(state, "discard R")) == "RRRRRRRRGB"


def test_the_limit_holds_for_the_player_whose_turn_it_was() -> None:
    """C-3, SR-12: at the end of your turn you return your own cubes."""
    state = act(position(seat=2, caravan="YYYYYYYYY", others={1: "caravan RR"}), "play YY", "discard Y")
    assert (caravan(state, 1), caravan(state, 2), question(state)) == ("RR", "Y" * 10, "seat 1 turn")
