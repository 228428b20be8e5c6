"""Claiming point cards and coins (SR-9 to SR-11, C-4)."""

import pytest

from tests.positions import act, caravan, offers
from tests.spice_road.positions import claimed, coins, deck, point_row, position, question

POINTS = "YYRR YYYRR RRRR YYGG YYRRR"
CARDS = POINTS.split()
RICH = "YYYRRRRGG"


def test_claiming_returns_the_printed_cubes_and_takes_the_card() -> None:
    """SR-9: the cubes go back to the supply, the card to its player; that is the turn."""
    state = act(position(caravan="YYYYGGB", points=POINTS), "claim YYGG")
    assert (caravan(state), claimed(state)) == ("YYB", "YYGG")
    assert question(state) == "seat 2 turn"


def test_only_point_cards_that_can_be_paid_are_offered() -> None:
    """SR-9: all printed cubes must be there; more valuable ones do not stand in."""
    assert offers(position(caravan="YYRRR", points=POINTS), "claim") == {"YYRR", "YYRRR"}
    assert offers(position(caravan="BBBBBBBBBB", points=POINTS), "claim") == set()


def test_a_claim_at_any_place_needs_no_payment_to_the_left() -> None:
    """SR-9: every place of the row costs only what its card prints."""
    assert offers(position(caravan=RICH, points=POINTS), "claim") == set(CARDS)


def test_the_row_of_point_cards_slides_left_and_refills() -> None:
    """SR-9, C-4: the top card of the deck comes to the rightmost place."""
    state = act(position(caravan=RICH, points=POINTS, point_deck="YYBB YYRB"), "claim YYYRR")
    assert point_row(state) == "YYRR RRRR YYGG YYRRR YYBB"
    assert deck(state, "points") == ["YYRB"]


def test_with_an_empty_point_deck_the_row_stays_shorter() -> None:
    """C-4, SR-9: filled from the left."""
    state = act(position(caravan=RICH, points=POINTS, point_deck=""), "claim YYRR")
    assert point_row(state) == "YYYRR RRRR YYGG YYRRR"


@pytest.mark.parametrize(("place", "won"), [(0, (1, 0)), (1, (0, 1)), (2, (0, 0)), (3, (0, 0)), (4, (0, 0))])
def test_the_first_place_gives_gold_and_the_second_silver(place: int, won: tuple[int, int]) -> None:
    """SR-10: one coin, taken from the table; other places give none."""
    state = act(position(caravan=RICH, points=POINTS), f"claim {CARDS[place]}")
    assert coins(state, seat=1) == won
    assert coins(state) == (4 - won[0], 4 - won[1])


def test_coins_stay_at_their_places_when_cards_slide() -> None:
    """SR-10: the next card to come to place 0 gives gold too."""
    state = position(caravan=RICH, points=POINTS, others={2: f"caravan {RICH}"})
    act(state, "claim YYRR", "claim YYYRR")
    assert (coins(state, 1), coins(state, 2)) == ((1, 0), (1, 0))
    assert coins(state) == (2, 4)


def test_the_second_place_gives_nothing_without_silver() -> None:
    """SR-10: coins are given while there are any."""
    state = act(position(caravan=RICH, points=POINTS, coins=(2, 0)), "claim YYYRR")
    assert (coins(state, 1), coins(state)) == ((0, 0), (2, 0))


def test_without_silver_gold_stays_at_the_first_place() -> None:
    """SR-10: running out of silver changes nothing above place 0."""
    state = act(position(caravan=RICH, points=POINTS, coins=(2, 0)), "claim YYRR")
    assert (coins(state, 1), coins(state)) == ((1, 0), (1, 0))


def test_after_the_last_gold_coin_the_first_place_gives_silver() -> None:
    """SR-11: the silver coins move above place 0 (sheets 000, 001 and 003)."""
    state = position(caravan=RICH, points=POINTS, coins=(1, 3), others={2: f"caravan {RICH}"})
    act(state, "claim YYRR")
    assert (coins(state, 1), coins(state)) == ((1, 0), (0, 3))
    act(state, "claim YYYRR")
    assert (coins(state, 2), coins(state)) == ((0, 1), (0, 2))


def test_after_the_last_gold_coin_the_second_place_gives_nothing() -> None:
    """SR-11: from then on place 1 gives no coin."""
    state = act(position(caravan=RICH, points=POINTS, coins=(0, 3)), "claim YYYRR")
    assert (coins(state, 1), coins(state)) == ((0, 0), (0, 3))


def test_the_last_gold_coin_comes_without_silver() -> None:
    """SR-11: who takes the last gold coin gets that coin only."""
    state = act(position(caravan=RICH, points=POINTS, coins=(1, 1)), "claim YYRR")
    assert coins(state, 1) == (1, 0)


def test_when_all_coins_are_gone_no_place_gives_any() -> None:
    """SR-10, SR-11: claiming goes on without coins."""
    for card in CARDS[:2]:
        state = act(position(caravan=RICH, points=POINTS, coins=(0, 0)), f"claim {card}")
        assert (coins(state, 1), coins(state), claimed(state)) == ((0, 0), (0, 0), card)
