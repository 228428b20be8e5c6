"""Taking merchant cards (SR-7, C-4)."""

import pytest

from tests.positions import act, caravan, hand, legal, offers, on_row, row
from tests.spice_road.positions import deck, position, question

ROW = "YYY RR G B +3 YR"
CARDS = ROW.split()


def test_the_leftmost_card_is_free() -> None:
    """SR-7: place 0 costs nothing, also with an empty caravan."""
    state = act(position(caravan="", row=ROW), "acquire YYY")
    assert (hand(state), caravan(state)) == ("YY +2 YYY", "")
    assert question(state) == "seat 2 turn"


def test_acquiring_leaves_a_cube_on_each_card_to_the_left() -> None:
    """SR-7: one cube each, of the player's choice, asked card by card from the left."""
    state = act(position(caravan="YYR", row=ROW), "acquire G", "pay R", "pay Y")
    assert (caravan(state), hand(state)) == ("Y", "YY +2 G")
    assert on_row(state) == ["R", "Y", "", "", "", ""]


def test_paying_for_the_fourth_card_puts_a_cube_on_each_of_three() -> None:
    """SR-7: the example of sheets 000, 001 and 003: Tom acquires the fourth card from the left."""
    state = act(position(caravan="YYYRG", row=ROW), "acquire B", "pay G", "pay Y", "pay R")
    assert on_row(state) == ["G", "Y", "R", "", "", ""]
    assert (caravan(state), hand(state)) == ("YY", "YY +2 B")


@pytest.mark.parametrize("place", range(1, 6))
def test_each_place_costs_as_many_cubes_as_cards_lie_left_of_it(place: int) -> None:
    """SR-7: k cubes for place k, and the turn ends with the last of them."""
    state = act(position(caravan="YYYYY", row=ROW), f"acquire {CARDS[place]}")
    for owed in range(place, 0, -1):
        assert question(state) == f"seat 1 pay {owed} for place {place + 1}"
        act(state, "pay Y")
    assert question(state) == "seat 2 turn"
    assert caravan(state) == "Y" * (5 - place)
    assert on_row(state) == ["Y"] * place + [""] * (6 - place)


def test_the_cubes_lying_on_the_chosen_card_come_with_it() -> None:
    """SR-7: after paying, the cubes on the card go to the caravan."""
    state = act(position(caravan="Y", row=ROW, on_row=["G", "RB"]), "acquire RR", "pay Y")
    assert caravan(state) == "RB"
    assert on_row(state) == ["YG", "", "", "", "", ""]


def test_cubes_add_up_on_a_card_until_it_is_taken() -> None:
    """SR-7: further payments join the cubes that lie there."""
    state = position(caravan="YG", row=ROW, on_row=["YR"], others={2: "caravan B"})
    act(state, "acquire RR", "pay G", "acquire G", "pay B")
    assert on_row(state)[0] == "YRGB"
    act(state, "acquire YYY")
    assert caravan(state) == "YYRGB"


@pytest.mark.parametrize("cubes", range(7))
def test_a_card_is_offered_only_with_enough_cubes_to_pay(cubes: int) -> None:
    """SR-7: k cubes reach place k."""
    assert offers(position(caravan="Y" * cubes, row=ROW), "acquire") == set(CARDS[: cubes + 1])


def test_the_cubes_about_to_be_collected_cannot_pay() -> None:
    """SR-7: cubes on the chosen card count only after they are taken."""
    assert offers(position(caravan="", row=ROW, on_row=["", "YYYY"]), "acquire") == {"YYY"}


def test_only_cubes_of_the_caravan_are_asked_for() -> None:
    """SR-7: each payment is one of the spices still there."""
    state = act(position(caravan="RB", row=ROW), "acquire G")
    assert legal(state) == {"pay R", "pay B"}
    assert legal(act(state, "pay B")) == {"pay R"}


def test_cards_right_of_the_gap_slide_left_and_the_deck_fills_the_row() -> None:
    """C-4, SR-7: the top card of the deck comes to the rightmost place."""
    state = act(position(caravan="YY", row=ROW, merchant_deck="YG YYR"), "acquire G", "pay Y", "pay Y")
    assert row(state) == "YYY RR B +3 YR YG"
    assert deck(state, "merchants") == ["YYR"]


def test_cubes_slide_along_with_their_cards() -> None:
    """C-4: cards that slide carry the cubes that lie on them, and the new card comes without any."""
    state = position(caravan="", row=ROW, on_row=["Y", "R", "", "G", "", "BB"], merchant_deck="YG")
    act(state, "acquire YYY")
    assert row(state) == "RR G B +3 YR YG"
    assert on_row(state) == ["R", "", "G", "", "BB", ""]


def test_with_an_empty_deck_the_row_stays_shorter() -> None:
    """C-4: filled from the left, with the free place at the right end."""
    state = act(position(caravan="Y", row=ROW, on_row=["", "", "B"], merchant_deck=""), "acquire RR", "pay Y")
    assert row(state) == "YYY G B +3 YR"
    assert on_row(state) == ["Y", "B", "", "", "", ""]
    assert list(state.merchants.cards) == [*state.merchants.cards[:5], -1]


def test_an_empty_place_cannot_be_acquired() -> None:
    """SR-7, C-4: a card must lie at the place."""
    assert offers(position(caravan="YYYYY", row="YYY RR", merchant_deck=""), "acquire") == {"YYY", "RR"}
    assert offers(position(caravan="YYYYY", row="", merchant_deck=""), "acquire") == set()


def test_the_last_card_of_a_row_can_be_taken() -> None:
    """C-4: a row may run empty."""
    state = act(position(row="YYY", merchant_deck=""), "acquire YYY")
    assert (row(state), hand(state)) == ("", "YY +2 YYY")


def test_an_acquired_card_can_be_played_on_the_next_turn() -> None:
    """SR-7: the card goes to the hand."""
    state = act(position(row=ROW), "acquire YYY", "play YY", "play YYY")
    assert caravan(state) == "YYY"
