"""The trade route, adjusting it, and resting (EW-15 to EW-17, C-9)."""

import pytest

from tests.east_to_west.positions import at, position, question, route, settlers, spent
from tests.positions import act, caravan, legal, offers

ROUTE = "YYY +3 YY>G G B"


def test_adjusting_takes_one_yellow_cube() -> None:
    """EW-15: with fewer than two cards in the route that is all."""
    for cards in "", "G":
        state = act(position(route=cards), "work adjust")
        assert (caravan(state), at(state), question(state)) == ("Y", "adjust*1", "seat 2 turn")


def test_adjusting_may_swap_any_two_cards_of_the_route() -> None:
    """EW-15: every pair is offered, or no swap; the cube is there already."""
    state = act(position(route="YYY G B"), "work adjust")
    assert (question(state), caravan(state)) == ("seat 1 swap at adjust", "Y")
    assert legal(state) == {"swap 1 2", "swap 1 3", "swap 2 3", "no swap"}
    assert route(act(state, "swap 1 3")) == "B G YYY"
    assert question(state) == "seat 2 turn"


def test_all_ten_pairs_of_a_full_route_are_offered() -> None:
    """EW-15: five cards."""
    pairs = {f"{one} {other}" for one in range(1, 6) for other in range(one + 1, 6)}
    assert offers(act(position(route=ROUTE), "work adjust"), "swap") == pairs
    state = act(position(route=ROUTE), "work adjust", "swap 2 5")
    assert route(state) == "YYY B YY>G G +3"


def test_adjusting_may_leave_the_route_as_it_is() -> None:
    """EW-15: `may`."""
    state = act(position(route="YYY G"), "work adjust", "no swap")
    assert (route(state), question(state)) == ("YYY G", "seat 2 turn")


def test_settlers_stay_with_their_card_when_it_is_swapped() -> None:
    """EW-15: the ruling on settlers."""
    state = act(position(route="YYY*2 G B*1"), "work adjust", "swap 1 2")
    assert (route(state), settlers(state)) == ("G YYY*2 B*1", (3, 5))


@pytest.mark.parametrize(("place", "card"), [(1, "YYY"), (4, "G"), (5, "B")])
def test_a_card_of_the_route_costs_a_settler_and_one_for_each_empty_card_to_its_left(place: int, card: str) -> None:
    """EW-16: from the player board; then its effect."""
    state = act(position(route=ROUTE), f"route {place}")
    assert f"{card}*{place}" in route(state)
    assert (settlers(state), caravan(state), question(state)) == ((7 - place, 5), card, "seat 2 turn")


def test_cards_with_settlers_to_the_left_cost_nothing_and_cannot_be_used_again() -> None:
    """EW-16: only cards without settlers count and can be used."""
    state = position(caravan="YY", route="YYY*1 +3 YY>G*2 G B")
    assert offers(state, "route") == {"2", "4", "5"}
    assert route(act(state, "route 5")) == "YYY*1 +3 YY>G*2 G B*3"


@pytest.mark.parametrize("board", range(8))
def test_a_card_of_the_route_is_offered_only_with_enough_settlers_on_the_board(board: int) -> None:
    """EW-16: place k needs k settlers in an empty route."""
    state = position(caravan="YY", route=ROUTE, reserve=12 - board)
    assert offers(state, "route") == {str(place) for place in range(1, min(board, 5) + 1)}


def test_an_upgrade_card_of_the_route_raises_cubes() -> None:
    """EW-16, C-2: asked as anywhere; the card stays in the route."""
    state = act(position(caravan="YY", route="+3"), "route 1", "upgrade Y")
    assert question(state) == "seat 1 upgrade 2 on route"
    act(state, "stop")
    assert (caravan(state), route(state), spent(state), question(state)) == ("YR", "+3*1", "", "seat 2 turn")


def test_an_upgrade_card_of_the_route_may_be_used_without_upgrading() -> None:
    """EW-16, C-2: with nothing to upgrade nothing is asked."""
    assert question(act(position(caravan="B", route="+3"), "route 1")) == "seat 2 turn"


def test_a_trade_card_of_the_route_trades_as_often_as_wanted() -> None:
    """EW-16, C-2: at least once."""
    state = act(position(caravan="YYYYYYY", route="YY>G"), "route 1", "trade")
    assert (question(state), caravan(state)) == ("seat 1 trade YY>G on route", "YYYGG")
    act(state, "trade")
    assert (caravan(state), route(state), question(state)) == ("YGGG", "YY>G*1", "seat 2 turn")
    state = act(position(caravan="YYYYYYY", route="YY>G"), "route 1", "stop")
    assert (caravan(state), question(state)) == ("YYYYYG", "seat 2 turn")


def test_a_trade_card_of_the_route_is_offered_only_if_it_can_be_paid_once() -> None:
    """EW-16, C-2: other cards are offered as before, and it still counts as empty."""
    state = position(caravan="Y", route="YY>G G")
    assert offers(state, "route") == {"2"}
    assert route(act(state, "route 2")) == "YY>G G*2"


def test_the_route_brings_no_extra_and_no_discount() -> None:
    """EW-10, EW-16: the ruling that merchant cards are not locations."""
    state = act(position(claimed="YYG RRR RGG YRB YYRRR GGG", route="+3 YYY"), "route 2")
    assert (caravan(state), route(state)) == ("YYY", "+3 YYY*2")


def test_the_route_is_ones_own() -> None:
    """EW-16: others' cards cannot be used."""
    assert offers(position(others={2: "route YYY"}), "route") == set()


def test_the_limit_holds_after_using_the_route() -> None:
    """EW-16, EW-18: eleven cubes are one too many."""
    state = act(position(caravan="R" * 8, route="YYY"), "route 1")
    assert question(act(state, "discard Y")) == "seat 2 turn"


def test_resting_takes_all_settlers_back_from_the_board_and_the_route() -> None:
    """EW-17: to the player board; the reserve and everything else stays as it is."""
    state = act(position(caravan="Y", at="YYY*1; fort 2*2", route="G*1 B YR*2"), "rest")
    assert (at(state), route(state), settlers(state), caravan(state)) == ("", "G B YR", (7, 5), "Y")
    assert not state.settlers.any()
    assert question(state) == "seat 2 turn"


def test_resting_takes_back_ones_own_settlers_only() -> None:
    """EW-17: those of others stay where they are, also on their routes."""
    state = act(position(at="YYY*1", others={2: "at YR*1; RB*3, route YYY*2"}), "rest")
    assert (at(state, 2), route(state, 2), settlers(state, 2)) == ("YR*1; RB*3", "YYY*2", (1, 5))


def test_locations_are_open_again_after_resting() -> None:
    """EW-17, EW-7: at the printed number."""
    state = act(position(at="RB*5"), "rest", "work RB")
    assert (at(state, 1), at(state, 2)) == ("", "RB*3")


@pytest.mark.parametrize("standing", [{"at": "YYY*1"}, {"route": "G*1"}, {"route": "G B*2"}])
def test_resting_is_offered_with_settlers_on_the_board_or_the_route(standing: dict[str, str]) -> None:
    """EW-17, C-9: always; in version 1 of the rules when there is something to take back."""
    assert "rest" in legal(position(**standing), version=1)  # type: ignore[arg-type]
    nothing = position(route="G B", others={2: "at YYY*1"})
    assert "rest" not in legal(nothing, version=1)
    assert question(act(nothing, "rest")) == "seat 2 turn"


def test_resting_is_offered_when_no_other_action_is_possible() -> None:
    """C-9, EW-17: a player without settlers on the board and none to take back rests for nothing."""
    state = position(reserve=12)
    assert legal(state) == {"rest"}
    assert question(act(state, "rest")) == "seat 2 turn"
