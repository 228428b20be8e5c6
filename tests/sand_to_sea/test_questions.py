"""What is asked and what is not (C-12), and one action a turn."""

import pytest

from serai.core.phases import Phase
from serai.core.records import State
from tests.positions import act, hand, legal
from tests.sand_to_sea.positions import boat, hasty_game, position, question


@pytest.mark.parametrize(
    ("state", "decisions", "asked", "answers"),
    [
        (position(caravan="Y"), ["acquire YR"], "pay 1 for place 2 of 1", {"pay Y"}),
        (position(boat="C5", hand="YY", caravan="Y"), ["sail C6 YY"], "toll 2 of 1", {"give Y"}),
        (position(caravan="YY", others={2: "outposts C3"}), ["build"], "build 2 of 1", {"pay Y"}),
        (position(outposts="A2 A3 B2", row="G", merchant_deck=""), ["build"], "bonus 1 of 1", {"take G"}),
        (position(hand="YY", caravan="Y" * 9), ["play YY"], "discard of 1", {"discard Y"}),
        (position(hand="", row="", merchant_deck="", boat="B1", spent="YY"), [], "turn of 1", {"rest"}),
    ],
    ids=["payment", "toll", "price of an outpost", "bonus", "discard", "action of a turn"],
)
def test_it_is_asked_also_with_one_answer(state: State, decisions: list[str], asked: str, answers: set[str]) -> None:
    """C-12: Ruling: actions, payments, tolls, choices and discards are always asked."""
    act(state, *decisions)
    assert (question(state), legal(state)) == (asked, answers)


def test_a_place_to_begin_and_a_last_group_are_asked() -> None:
    """C-12, SS-6: Ruling: the start player chooses also when one group is left."""
    state = position(players=4, question="start", groups="YG", boat="-", seat=1)
    assert legal(state) == {"start YG"}


def test_sailing_ends_by_itself_when_no_step_is_left() -> None:
    """C-12, SS-9: Ruling: `stop` is not asked alone."""
    assert question(act(position(hand="YY"), "sail C4 YY")) == "act of 1"
    assert question(act(position(hand="YY +2"), "sail C4 YY")) == "sail 0 of 1"


def test_sailing_ends_by_itself_when_every_further_step_is_forbidden() -> None:
    """C-12, SS-9: Ruling: with a card left but no legal end within reach."""
    others = {2: "boat D4", 3: "boat E3", 4: "boat D5"}
    islands = {"C6": "sea", "D5": "G:B>GG"}
    state = position(players=4, boat="D3", caravan="", hand="YY +2 G", tiles=islands, others=others)
    act(state, "sail D4 YY", "sail E4 +2")
    assert (hand(state), boat(state), question(state)) == ("G", "E4", "turn of 2")


def test_acting_is_not_asked_where_nothing_can_be_done() -> None:
    """C-12, SS-9: Ruling: at sea, in a port that cannot be paid, at a market that cannot be paid."""
    assert question(act(position(boat="B2", hand="YY"), "sail B1 YY")) == "turn of 2"
    assert question(act(position(boat="B2", hand="YY"), "sail A1 YY")) == "turn of 2"
    assert question(act(position(boat="B2", hand="YY", outposts="C3"), "sail C3 YY")) == "turn of 2"


def test_a_market_is_not_asked_after_building_when_it_cannot_be_paid() -> None:
    """C-12, SS-10: Ruling: `stop` is not asked alone."""
    assert question(act(position(caravan="Y"), "build")) == "turn of 2"
    assert question(act(position(caravan="YR"), "build")) == "market of 1"


def test_a_may_is_asked_whenever_there_is_something_to_accept() -> None:
    """C-12, SS-9: Ruling: a boat that moved may build, trade or deliver."""
    for state, decision in (
        (position(boat="C4", hand="YY"), "build"),
        (position(boat="C4", hand="YY", caravan="YR", outposts="C3"), "trade"),
    ):
        assert legal(act(state, "sail C3 YY")) == {decision, "stop"}
    assert legal(act(position(boat="B2", hand="YY", caravan="YYGGG"), "sail A1 YY")) == {"deliver", "stop"}


def test_a_turn_is_exactly_one_action() -> None:
    """SS-7, SS-8, SS-9, SS-14: each of them passes the turn on."""
    for decisions in ["acquire G"], ["play YY"], ["build"], ["rest"], ["sail C4 YY", "stop", "stop"]:
        assert question(act(position(hand="YY +2", played="YYY"), *decisions)) == "turn of 2"


def test_all_actions_that_are_possible_are_offered_together() -> None:
    """SS-7, SS-8, SS-9, SS-14: Acquire, Play, Boat and Rest."""
    state = position(boat="E4", caravan="RRBB", hand="YY GG>BB", played="+2", row="G YR")
    steps = {f"sail {space} {card}" for space in ("D4", "D5", "E3") for card in ("YY", "GG>BB", "+2")}
    assert legal(state) == {"acquire G", "acquire YR", "play YY", "deliver", "rest"} | steps


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stop_is_never_the_only_answer_and_there_is_always_one(players: int) -> None:
    """C-12, C-9: Ruling: through whole games, until they are over."""
    for state in hasty_game(players, seed=10 + players, most=500):
        choices = legal(state)
        assert choices != {"stop"}
        assert bool(choices) == (state.phase != Phase.OVER)
