"""Acquiring, playing and resting (SS-7, SS-8, SS-14, C-9)."""

from typing import Any

import pytest

from serai import Game
from tests.positions import act, caravan, hand, legal, offers, on_row, pile, row
from tests.sand_to_sea.positions import deck, position, question

ROW = "G YR B YG"
CARDS = ROW.split()


@pytest.mark.parametrize("place", range(4))
def test_each_place_costs_as_many_cubes_as_cards_lie_left_of_it(place: int) -> None:
    """SS-7: a cube on each card further left; place 0 is free."""
    state = act(position(caravan="YYYY", row=ROW), f"acquire {CARDS[place]}")
    for owed in range(place, 0, -1):
        assert question(state) == f"pay {owed} for place {place + 1} of 1"
        act(state, "pay Y")
    assert question(state) == "turn of 2"
    assert set(hand(state).split()) == {"YY", "+2", CARDS[place]}
    assert on_row(state) == ["Y"] * place + [""] * (4 - place)


def test_the_row_of_four_slides_left_and_refills() -> None:
    """SS-7, C-4: cubes slide with their cards, and those on the chosen card come with it."""
    state = act(position(caravan="R", row=ROW, on_row=["", "GB", "Y"], merchant_deck="RR"), "acquire YR", "pay R")
    assert (row(state), on_row(state), deck(state)) == ("G B YG RR", ["R", "Y", "", ""], [])
    assert caravan(state) == "GB"


def test_a_card_is_offered_only_with_enough_cubes_to_pay() -> None:
    """SS-7: k cubes reach place k, and the cubes to be collected do not count."""
    for number in range(6):
        assert offers(position(caravan="Y" * number, row=ROW, on_row=["", "YYYY"]), "acquire") == set(
            CARDS[: number + 1]
        )


def test_with_an_empty_deck_the_row_stays_shorter() -> None:
    """SS-7, C-4: filled from the left, until none is left to acquire."""
    state = act(position(row="G YR", merchant_deck=""), "acquire G")
    assert row(state) == "YR"
    act(state, "acquire YR")
    assert (row(state), offers(state, "acquire")) == ("", set())


def test_a_played_card_goes_to_the_open_pile() -> None:
    """SS-8: its effect is done and the turn is over."""
    state = act(position(caravan="R"), "play YY")
    assert (hand(state), pile(state, "played"), pile(state, "spent")) == ("+2", "YY", "")
    assert (caravan(state), question(state)) == ("YYR", "turn of 2")


def test_upgrades_and_trades_work_as_in_spice_road() -> None:
    """SS-8, C-2: up to the printed number, and as often as can be paid."""
    state = act(position(caravan="YY"), "play +2", "upgrade Y", "upgrade R")
    assert (caravan(state), question(state)) == ("YG", "turn of 2")
    state = act(position(caravan="YYYYYY", hand="YY>RR"), "play YY>RR", "trade", "stop")
    assert (caravan(state), pile(state, "played")) == ("YYRRRR", "YY>RR")


def test_a_trade_that_cannot_be_paid_is_not_offered() -> None:
    """SS-8, C-2: nor are cards of the two piles."""
    assert offers(position(hand="YY GG>BB", played="+2", spent="G"), "play") == {"YY"}


def test_resting_takes_the_cards_of_both_piles_back() -> None:
    """SS-14: open and discard pile, one's own only."""
    state = act(position(hand="B", played="YY G", spent="+2 YR", others={2: "hand YY, played +2"}), "rest")
    assert (hand(state), pile(state, "played"), pile(state, "spent")) == ("YY +2 G YR B", "", "")
    assert (hand(state, 2), pile(state, "played", 2), question(state)) == ("YY", "+2", "turn of 2")


@pytest.mark.parametrize("cards", [{"played": "+2"}, {"spent": "+2"}])
def test_either_pile_alone_is_worth_a_rest(cards: dict[str, Any]) -> None:
    """SS-14, C-9: there is something to take back."""
    assert "rest" in legal(position(hand="YY", **cards))
    assert hand(act(position(hand="YY", **cards), "rest")) == "YY +2"


def test_resting_is_always_one_of_the_actions_of_a_turn() -> None:
    """SS-14, C-9: also with nothing to take back; not in set-up, not within an action."""
    assert question(act(position(caravan="YYY"), "rest")) == "turn of 2"
    assert "rest" not in legal(act(position(caravan="YYY"), "play +2"))
    assert "rest" not in Game.new("sand_to_sea", 2, seed=1).legal()


def test_in_version_1_resting_is_offered_only_with_something_to_take_back() -> None:
    """SS-14, C-9: Ruling: not while another action is possible."""
    assert "rest" not in legal(position(caravan="YYY"), version=1)


def test_resting_is_offered_when_no_other_action_is_possible() -> None:
    """SS-14, C-9: Ruling: a player who can do nothing else rests for nothing."""
    state = position(hand="", row="", merchant_deck="", boat="B1")
    assert legal(state) == {"rest"}
    assert question(act(state, "rest")) == "turn of 2"


@pytest.mark.parametrize(
    ("only", "decision"),
    [
        ({"row": "G"}, "acquire G"),
        ({"hand": "YY"}, "play YY"),
        ({"sail": 1}, "sail B1"),
        ({"boat": "C2"}, "build"),
        ({"boat": "C3", "outposts": "C3", "caravan": "YR"}, "trade"),
        ({"boat": "A1", "caravan": "YYGGG"}, "deliver"),
    ],
)
def test_in_version_1_each_other_action_keeps_an_empty_rest_away(only: dict[str, Any], decision: str) -> None:
    """C-9, SS-14: Ruling: to acquire, play, sail, build, trade or deliver is enough."""
    given = {"hand": "", "row": "", "boat": "C1", "outposts": "C1", **only}
    state = position(merchant_deck="", **given)
    assert decision in legal(state, version=1)
    assert "rest" not in legal(state, version=1)


def test_an_upgrade_card_can_be_played_with_nothing_to_upgrade() -> None:
    """C-9, SS-8: Ruling: playing always changes something, if only where the card lies."""
    state = act(position(caravan="BB"), "play +2")
    assert (pile(state, "played"), question(state)) == ("+2", "turn of 2")
