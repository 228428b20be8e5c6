"""What is asked and what is not (C-12), and one action a turn."""

import pytest

from serai.core.phases import Phase
from tests.positions import act, caravan, legal
from tests.spice_road.positions import hasty_game, position, question


def test_a_payment_is_asked_also_with_one_answer() -> None:
    """C-12: each cube of a payment is a decision of its own."""
    state = act(position(caravan="YY", row="YYY RR G"), "acquire G")
    assert legal(state) == {"pay Y"}
    assert legal(act(state, "pay Y")) == {"pay Y"}
    assert question(state) == "seat 1 pay 1 for place 3"


def test_a_discard_is_asked_also_with_one_answer() -> None:
    """C-12: eleven yellow cubes still ask which one goes."""
    state = act(position(caravan="YYYYYYYYY"), "play YY")
    assert (legal(state), question(state)) == ({"discard Y"}, "seat 1 discard")


def test_the_action_of_a_turn_is_asked_also_with_one_answer() -> None:
    """C-12, C-9: even when resting is all there is."""
    state = position(hand="", played="YY", row="", merchant_deck="")
    assert (legal(state), question(state)) == ({"rest"}, "seat 1 turn")


@pytest.mark.parametrize(("cubes", "upgraded"), [("G", ["G"]), ("BG", ["G"]), ("R", ["R", "G"])])
def test_upgrading_ends_by_itself_when_nothing_more_can_be_upgraded(cubes: str, upgraded: list[str]) -> None:
    """C-12: `stop` is not asked alone, though an upgrade is left."""
    state = act(position(caravan=cubes, hand="+3"), "play +3", *[f"upgrade {spice}" for spice in upgraded])
    assert question(state) == "seat 2 turn"
    assert set(caravan(state)) == {"B"}


def test_upgrading_with_no_cube_to_upgrade_asks_nothing() -> None:
    """C-12: the card is played and the turn is over."""
    assert question(act(position(caravan="BBB"), "play +2")) == "seat 2 turn"


def test_trading_ends_by_itself_when_it_cannot_be_paid_again() -> None:
    """C-12: after the last trade that can be paid nothing is asked."""
    state = act(position(caravan="YYYYY", hand="YY>G"), "play YY>G")
    assert question(state) == "seat 1 trade YY>G"
    assert question(act(state, "trade")) == "seat 2 turn"


def test_a_may_is_asked_whenever_there_is_something_to_accept() -> None:
    """C-12: every further upgrade and every further trade that is possible."""
    assert legal(act(position(caravan="G"), "play +2")) == {"upgrade G", "stop"}
    assert legal(act(position(caravan="YYYY", hand="YY>G"), "play YY>G")) == {"trade", "stop"}


def test_a_turn_is_exactly_one_action() -> None:
    """SR-6, SR-7, SR-8, SR-9: each of them passes the turn on."""
    for decision in "play YY", "acquire YYY", "rest", "claim YYRR":
        state = position(caravan="YYRR", played="G", points="YYRR", row="YYY")
        assert question(act(state, decision)) == "seat 2 turn"


def test_all_actions_that_are_possible_are_offered_together() -> None:
    """SR-6, SR-7, SR-8, SR-9: a turn offers every Play, Acquire, Rest and Claim."""
    state = position(caravan="YYRR", hand="YY +2 GG>BB", played="G", points="YYRR RRRR YYGG", row="YYY RR")
    assert legal(state) == {"play YY", "play +2", "acquire YYY", "acquire RR", "rest", "claim YYRR"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_stop_is_never_the_only_answer_and_there_is_always_one(players: int) -> None:
    """C-12, C-9: through whole games, until they are over."""
    for state in hasty_game(players, seed=players, most=400):
        choices = legal(state)
        assert choices != {"stop"}
        assert bool(choices) == (state.phase != Phase.OVER)
