"""Markets and refreshing them (EW-12, EW-13, EW-14, C-4)."""

import pytest

from tests.east_to_west.positions import at, deck, markets, position, question, route, settlers, spent
from tests.positions import act, caravan, legal, offers

MARKETS = "YYY +3 YY>G GG>BB"
FULL = "G YR B RR YG"


def test_a_market_asks_whether_to_use_or_to_keep_its_merchant() -> None:
    """EW-12: either do the effect, or take the card unused into the trade route."""
    state = act(position(markets=MARKETS), "work market 1")
    assert (question(state), legal(state)) == ("seat 1 market at market 1", {"use", "keep"})


def test_a_used_spice_merchant_adds_its_cubes_and_goes_to_the_discard_pile() -> None:
    """EW-12, C-2: its effect, then face down on one's own pile."""
    state = act(position(markets=MARKETS), "work market 1", "use")
    assert (caravan(state), spent(state), route(state)) == ("YYY", "YYY", "")
    assert question(state) == "seat 2 turn"


def test_a_used_upgrade_merchant_raises_cubes_and_goes_to_the_discard_pile() -> None:
    """EW-12, C-2: up to three times, then the row refills."""
    state = act(position(caravan="YY", markets=MARKETS), "work market 2", "use", "upgrade Y")
    assert (question(state), spent(state), markets(state)) == ("seat 1 upgrade 2 at market 2", "", MARKETS)
    act(state, "stop")
    assert (caravan(state), spent(state), question(state)) == ("YR", "+3", "seat 2 turn")


def test_a_merchants_upgrades_may_end_by_themselves() -> None:
    """EW-12, C-12: with nothing to upgrade, and after the last cube."""
    assert spent(act(position(caravan="B", markets=MARKETS), "work market 2", "use")) == "+3"
    state = act(position(caravan="G", markets=MARKETS), "work market 2", "use", "upgrade G")
    assert (caravan(state), spent(state), question(state)) == ("B", "+3", "seat 2 turn")


def test_a_used_trade_merchant_trades_as_often_as_wanted_at_least_once() -> None:
    """EW-12, C-2: the trade may be repeated."""
    state = act(position(caravan="YYYYYYY", markets=MARKETS), "work market 3", "use")
    assert (caravan(state), question(state)) == ("YYYYYG", "seat 1 trade YY>G at market 3")
    assert legal(state) == {"trade", "stop"}
    act(state, "trade", "stop")
    assert (caravan(state), spent(state), question(state)) == ("YYYGG", "YY>G", "seat 2 turn")


def test_a_merchants_trade_ends_by_itself_when_it_cannot_be_paid_again() -> None:
    """EW-12, C-12: the card is put away then."""
    state = act(position(caravan="YYYY", markets=MARKETS), "work market 3", "use", "trade")
    assert (caravan(state), spent(state), question(state)) == ("GG", "YY>G", "seat 2 turn")


def test_a_trade_that_cannot_be_paid_can_only_be_kept() -> None:
    """EW-12, C-2: the market itself can be worked."""
    state = act(position(caravan="Y", markets=MARKETS), "work market 3")
    assert legal(state) == {"keep"}


def test_a_kept_merchant_goes_unused_to_the_right_end_of_the_route() -> None:
    """EW-12, EW-13: nothing of its effect happens."""
    state = act(position(caravan="YY", route="G*1 B", markets=MARKETS), "work market 1", "keep")
    assert (route(state), spent(state), caravan(state)) == ("G*1 B YYY", "", "YY")
    assert question(state) == "seat 2 turn"


@pytest.mark.parametrize("way", [["use"], ["keep"]])
def test_the_merchants_slide_left_and_the_deck_fills_the_last_market(way: list[str]) -> None:
    """EW-12, C-4: whether the card was used or kept."""
    state = act(position(markets=MARKETS, merchant_deck="RRR>BB B"), "work market 1", *way)
    assert markets(state) == "+3 YY>G GG>BB RRR>BB"
    assert deck(state, "merchants") == ["B"]


def test_with_an_empty_merchant_deck_the_row_stays_shorter() -> None:
    """EW-12, C-4: filled from the left."""
    assert markets(act(position(markets=MARKETS, merchant_deck=""), "work market 2", "keep")) == "YYY YY>G GG>BB -"


def test_a_market_without_a_card_cannot_be_worked() -> None:
    """EW-12: the rightmost markets, once the deck is empty."""
    state = position(markets="YYY +3", merchant_deck="")
    assert {text for text in offers(state, "work") if "market" in text} == {"market 1", "market 2"}


def test_each_market_has_settlers_and_a_merchant_of_its_own() -> None:
    """EW-12, EW-7: markets 1 and 2 print one settler, 3 and 4 two."""
    for number, (card, printed) in enumerate(zip(MARKETS.split(), [1, 1, 2, 2], strict=True), 1):
        state = act(position(markets=MARKETS), f"work market {number}", "keep")
        assert (route(state), at(state)) == (card, f"market {number}*{printed}")


@pytest.mark.parametrize("way", [["use"], ["keep"]])
def test_a_merchant_used_or_kept_at_a_market_brings_no_extra(way: list[str]) -> None:
    """EW-10, EW-12: the ruling that merchant cards are not locations."""
    state = act(position(claimed="RRR YRB GGG", markets=MARKETS), "work market 1", *way)
    assert caravan(state) == ("YYY" if way == ["use"] else "")


def test_the_limit_holds_after_using_a_merchant() -> None:
    """EW-12, EW-18: the row is refilled before the cubes are returned."""
    state = act(position(caravan="RRRRRRRRR", markets=MARKETS, merchant_deck="B"), "work market 1", "use")
    assert (question(state), markets(state)) == ("seat 1 discard", "+3 YY>G GG>BB B")


def test_a_sixth_card_takes_the_place_of_one_of_the_players_choice() -> None:
    """EW-13: the replaced card goes to the discard pile."""
    state = act(position(route=FULL, markets=MARKETS), "work market 2", "keep")
    assert question(state) == "seat 1 replace at market 2"
    assert legal(state) == {f"replace {place}" for place in range(1, 6)}
    act(state, "replace 2")
    assert (route(state), spent(state)) == ("G +3 B RR YG", "YR")
    assert (markets(state).split()[:3], question(state)) == (["YYY", "YY>G", "GG>BB"], "seat 2 turn")


@pytest.mark.parametrize("place", range(1, 6))
def test_settlers_on_a_replaced_card_stand_on_the_new_one_whose_action_is_not_used(place: int) -> None:
    """EW-13: the settlers stay at their place of the route."""
    state = position(route="G*1 YR*1 B*1 RR*1 YG*1", markets=MARKETS)
    act(state, "work market 1", "keep", f"replace {place}")
    cards = FULL.split()
    cards[place - 1] = "YYY"
    assert (route(state), caravan(state)) == (" ".join(f"{card}*1" for card in cards), "")


def test_five_cards_can_be_kept_without_replacing() -> None:
    """EW-13: the trade route holds at most five."""
    state = act(position(route="G YR B RR", markets=MARKETS), "work market 1", "keep")
    assert (route(state), question(state)) == ("G YR B RR YYY", "seat 2 turn")


def test_with_a_full_route_a_merchant_may_still_be_used() -> None:
    """EW-12, EW-13: using needs no place in the route."""
    state = act(position(route=FULL, markets=MARKETS), "work market 1", "use")
    assert (route(state), spent(state)) == (FULL, "YYY")


def test_a_refresh_puts_all_merchants_under_the_deck_and_lays_out_new_ones() -> None:
    """EW-14: four new ones from the left; the ruling that of the old ones the leftmost will be drawn first."""
    state = act(position(markets=MARKETS, merchant_deck="G YR B RR YG"), "work refresh")
    assert markets(state) == "G YR B RR"
    assert deck(state, "merchants") == ["YG", *MARKETS.split()]


def test_the_merchants_put_under_the_deck_are_known_from_then_on() -> None:
    """EW-14, C-11: the ruling that their places stay known, also after a second refresh."""
    state = act(position(markets=MARKETS, merchant_deck="G YR B RR YG"), "work refresh")
    assert state.known == 4
    state = act(position(markets=MARKETS, merchant_deck="G YR B RR YG YYY>B", known=1), "work refresh")
    assert (deck(state, "merchants"), state.known) == (["YG", "YYY>B", *MARKETS.split()], 5)


def test_known_merchants_that_are_drawn_are_no_longer_counted() -> None:
    """EW-14, C-11: no more are known than lie in the deck."""
    state = position(markets=MARKETS, merchant_deck="G YR B", known=3)
    act(state, "work market 1", "keep")
    assert (deck(state, "merchants"), state.known) == (["YR", "B"], 2)


@pytest.mark.parametrize(
    ("pile", "shown", "left"),
    [("G", "G YYY +3 YY>G", "GG>BB"), ("G YR", "G YR YYY +3", "YY>G GG>BB"), ("G YR B", "G YR B YYY", "+3 YY>G GG>BB")],
)
def test_a_refresh_with_a_short_deck_brings_some_of_the_old_merchants_back(pile: str, shown: str, left: str) -> None:
    """EW-14: what is drawn of the four put away is face up again, and all that is left in the deck is known."""
    state = act(position(markets=MARKETS, merchant_deck=pile), "work refresh")
    assert (markets(state), deck(state, "merchants")) == (shown, left.split())
    assert state.known == len(left.split())


@pytest.mark.parametrize(("pile", "shown"), [("G YR", "G YR YYY -"), ("G YR B RR", "G YR B RR")])
def test_a_refresh_of_a_short_row_lays_out_as_many_as_there_are_up_to_four(pile: str, shown: str) -> None:
    """EW-14: from the left."""
    state = act(position(markets="YYY", merchant_deck=pile), "work refresh")
    assert markets(state) == shown
    assert deck(state, "merchants") == ([] if "-" in shown else ["YYY"])


def test_a_refresh_gives_another_turn_at_once() -> None:
    """EW-14: to the same player; after that turn the next seat follows."""
    state = act(position(markets=MARKETS), "work refresh")
    assert (question(state), at(state), settlers(state)) == ("seat 1 turn", "refresh*1", (6, 5))
    assert "refresh" not in offers(state, "work")
    assert question(act(state, "work YYY")) == "seat 2 turn"


def test_an_extra_turn_is_a_turn_like_any_other_and_no_more_follow() -> None:
    """EW-14: resting is possible in it; one refresh, one turn; the next player may refresh again."""
    state = act(position(markets=MARKETS), "work refresh", "rest")
    assert (question(state), settlers(state)) == ("seat 2 turn", (7, 5))
    assert question(act(state, "work refresh")) == "seat 2 turn"


@pytest.mark.parametrize("pile", ["", "G"])
def test_a_refresh_needs_a_card_in_the_deck(pile: str) -> None:
    """EW-14: the ruling; with face-up merchants alone it is not offered."""
    assert ("refresh" in offers(position(markets=MARKETS, merchant_deck=pile), "work")) == bool(pile)


def test_the_limit_applies_before_the_extra_turn() -> None:
    """EW-14, EW-18: the ruling; cubes above ten are returned first, and the turn after that is still there."""
    state = position(question="discard, then again", at="refresh*1", caravan="R" * 12, markets=MARKETS)
    assert question(act(state, "discard R")) == "seat 1 discard, then again"
    assert question(act(state, "discard R")) == "seat 1 turn"
    assert question(act(state, "work YYY", "discard R", "discard R", "discard R")) == "seat 2 turn"
