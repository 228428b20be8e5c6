"""Outposts, markets and bonus tiles (SS-10 to SS-12)."""

import pytest

from tests.positions import act, caravan, hand, legal, offers, on_row, row, score
from tests.sand_to_sea.positions import bonus, deck, outposts, position, question

ROWS = {"Y": "A2 B4 C4 D3", "R": "A3 C1 C5 D4", "G": "B2 C2 C6 E2", "B": "B3 D2 E3 C3"}
EMPTY_PILES = {2: "hold 4, sail 4, points 6 5 4 3"}


def before_column(column: int) -> str:
    """Returns outposts with which building at C3, of the row B, empties a column counted from 1."""
    return " ".join(space for symbol, spaces in ROWS.items() for space in spaces.split()[: column - (symbol == "B")])


def test_a_market_needs_ones_own_outpost() -> None:
    """SS-10: without one, or with another's, there is no trade."""
    assert "trade" in legal(position(caravan="YR", outposts="C3"))
    assert "trade" not in legal(position(caravan="YR"))
    assert "trade" not in legal(position(caravan="YR", others={2: "outposts C3"}))


def test_there_is_at_most_one_outpost_of_a_player_on_a_tile() -> None:
    """SS-10: a second one is not offered."""
    assert "build" not in legal(position(outposts="C3", caravan="YYYY"))


def test_outposts_stand_on_islands_only() -> None:
    """SS-10: neither at sea nor in a port."""
    for space in "B1", "A1":
        assert "build" not in legal(position(boat=space, caravan="YYYY"))


def test_the_first_outpost_of_a_tile_is_free() -> None:
    """SS-10: also with an empty caravan."""
    state = act(position(caravan=""), "build")
    assert (outposts(state), caravan(state), question(state)) == ("C3", "", "turn of 2")


def test_an_outpost_costs_a_cube_for_each_one_there() -> None:
    """SS-10: cubes of choice, to the supply."""
    state = position(players=4, caravan="YYRG", others={2: "outposts C3", 4: "outposts C3"})
    act(state, "build")
    assert (question(state), legal(state)) == ("build 2 of 1", {"pay Y", "pay R", "pay G"})
    assert question(act(state, "pay G")) == "build 1 of 1"
    act(state, "pay Y")
    assert (caravan(state), outposts(state)) == ("YR", "C3")
    assert [caravan(state, seat) for seat in (2, 3, 4)] == ["RR", "RR", "RR"]


def test_with_two_players_it_costs_two_cubes() -> None:
    """SS-10: for the one outpost that may be there."""
    state = act(position(caravan="RRR", others={2: "outposts C3"}), "build")
    assert question(state) == "build 2 of 1"
    assert caravan(act(state, "pay R", "pay R")) == "R"


@pytest.mark.parametrize(
    ("players", "cubes", "offered"), [(2, "Y", False), (2, "YY", True), (3, "Y", False), (3, "YR", True)]
)
def test_building_is_offered_only_to_those_who_can_pay(players: int, cubes: str, offered: bool) -> None:
    """SS-10: one outpost with two players, two outposts with three."""
    others = dict.fromkeys(range(2, players + 1), "outposts C3")
    assert ("build" in legal(position(players=players, caravan=cubes, others=others))) == offered


@pytest.mark.parametrize(("cubes", "then"), [("YRG", "act of 1"), ("YR", "turn of 2")])
def test_the_price_is_paid_after_the_toll(cubes: str, then: str) -> None:
    """SS-10, SS-9: who has too little left after the toll cannot build."""
    state = position(boat="C4", hand="YY", caravan=cubes, others={2: "boat C3, outposts C3"})
    act(state, "sail C3 YY", "give Y")
    assert question(state) == then


def test_the_leftmost_outpost_of_the_row_is_built() -> None:
    """SS-10, SS-17: values are uncovered from the left, row by row."""
    values = []
    for owned in "", "B3", "B3 D2", "B3 D2 E3":
        before = position(outposts=owned)
        values.append(score(act(before, "build")) - score(position(outposts=owned)))
    assert values == [1, 1, 2, 3]
    assert score(act(position(outposts="A2 B4 C4"), "build")) == 1 + 1 + 2 + 1


def test_the_trade_of_the_tile_is_done_as_often_as_one_likes_and_can() -> None:
    """SS-10: one, two or three times, until it cannot be paid."""
    state = act(position(caravan="YYYRRR", outposts="C3"), "trade")
    assert (legal(state), question(state)) == ({"trade", "stop"}, "market of 1")
    assert (caravan(act(state, "trade")), question(state)) == ("YRBB", "market of 1")
    assert (caravan(act(state, "trade")), question(state)) == ("BBB", "turn of 2")


def test_cubes_just_taken_can_be_traded_again() -> None:
    """SS-10: the trade is checked against the caravan of the moment."""
    state = act(position(boat="B2", caravan="YYY", outposts="B2"), "trade")
    assert (caravan(state), question(state)) == ("YG", "turn of 2")
    state = act(position(boat="D3", caravan="BB", outposts="D3"), "trade", "trade")
    assert caravan(state) == "YYYYYYGG"


def test_one_may_trade_right_after_building() -> None:
    """SS-10: building comes first."""
    state = act(position(caravan="YYRR"), "build")
    assert (question(state), legal(state)) == ("market of 1", {"trade", "stop"})
    assert caravan(act(state, "trade", "stop")) == "YRB"


def test_who_built_or_moved_need_not_trade() -> None:
    """SS-10: none included."""
    state = act(position(caravan="YR"), "build", "stop")
    assert (caravan(state), question(state)) == ("YR", "turn of 2")
    state = act(position(boat="C4", caravan="YR", outposts="C3", hand="YY"), "sail C3 YY")
    assert legal(state) == {"trade", "stop"}
    assert caravan(act(state, "stop")) == "YR"


def test_emptying_the_first_column_gives_a_merchant_card() -> None:
    """SS-11: any card of the row, for nothing, to the hand; the row refills; then comes the trade."""
    state = act(position(outposts="A2 A3 B2", caravan="YR", row="G B YG RR", merchant_deck="YYR"), "build")
    assert (question(state), legal(state)) == ("bonus 1 of 1", {"take G", "take B", "take YG", "take RR"})
    act(state, "take YG")
    assert (hand(state), caravan(state), row(state), deck(state)) == ("YY +2 YG", "YR", "G B RR YYR", [])
    assert (on_row(state), question(state)) == ([""] * 4, "market of 1")


@pytest.mark.parametrize(
    ("owned", "emptied"),
    [
        ("", False),
        ("A2 A3", False),
        ("A2 B4 A3 C1", False),
        ("A2 A3 B2", True),
        ("A2 B4 C4 A3 C1 B2", True),
        ("A2 A3 B2 B3", False),
        ("A2 B4 A3 C1 B2 B3", False),
        ("A2 B4 A3 C1 B2 C2 B3", True),
    ],
)
def test_a_column_is_empty_when_no_row_has_its_outpost(owned: str, emptied: bool) -> None:
    """SS-11: only the outpost that empties a column brings a bonus."""
    assert question(act(position(outposts=owned), "build")).startswith("bonus") == emptied


@pytest.mark.parametrize("column", [2, 3, 4])
def test_emptying_a_later_column_gives_a_bonus_tile_or_a_merchant_card(column: int) -> None:
    """SS-11: the top tile of one of the three piles, or again a card of the row."""
    state = act(position(outposts=before_column(column), row="G YR B YG"), "build")
    assert question(state) == f"bonus {column} of 1"
    assert legal(state) == {"choose hold", "choose sail", "choose points", *(f"take {c}" for c in row(state).split())}
    assert hand(act(state, "take B")) == "YY +2 B"


@pytest.mark.parametrize(
    ("pile", "own", "left"),
    [
        ("hold", (1, 0, ""), (3, 4, "6 5 4 3")),
        ("sail", (0, 1, ""), (4, 3, "6 5 4 3")),
        ("points", (0, 0, "6"), (4, 4, "5 4 3")),
    ],
)
def test_a_bonus_tile_is_the_top_one_of_its_pile(
    pile: str, own: tuple[int, int, str], left: tuple[int, int, str]
) -> None:
    """SS-11, SS-12: it goes to the player; then comes the trade."""
    state = act(position(outposts=before_column(2), caravan="YR"), "build", f"choose {pile}")
    assert (bonus(state, 1), bonus(state), question(state)) == (own, left, "market of 1")


def test_points_tiles_are_taken_from_the_highest_down() -> None:
    """SS-11, SS-4: after 6 and 5, the next one is 4, whoever has them."""
    state = act(position(outposts=before_column(2), points="5", others={2: "points 6"}), "build", "choose points")
    assert (bonus(state, 1), bonus(state)) == ((0, 0, "5 4"), (4, 4, "3"))


def test_the_cubes_on_a_card_taken_for_free_come_with_it() -> None:
    """SS-11: Ruling: they can even pay the trade that follows."""
    state = act(position(outposts="A2 A3 B2", row="G YR", on_row=["Y", "YRB"]), "build", "take YR")
    assert (caravan(state), on_row(state), question(state)) == ("YRB", ["Y", "", "", ""], "market of 1")


def test_an_empty_pile_cannot_be_chosen() -> None:
    """SS-11: Ruling: the others can."""
    for pile, gone in ("hold", "hold 4"), ("sail", "sail 4"), ("points", "points 6 5 4 3"):
        state = act(position(outposts=before_column(2), others={2: gone}), "build")
        assert offers(state, "choose") == {"hold", "sail", "points"} - {pile}


def test_an_empty_row_cannot_be_chosen() -> None:
    """SS-11: Ruling: the piles can."""
    state = act(position(outposts=before_column(3), row="", merchant_deck=""), "build")
    assert legal(state) == {"choose hold", "choose sail", "choose points"}


def test_with_every_pile_empty_a_card_is_left_to_choose() -> None:
    """SS-11: Ruling: one thing to choose is asked for."""
    state = act(position(outposts=before_column(4), row="G", others=EMPTY_PILES), "build")
    assert legal(state) == {"take G", *(f"take {card}" for card in row(state).split())}


def test_with_nothing_to_choose_nothing_is_taken() -> None:
    """SS-11: Ruling: the trade comes at once."""
    first = act(position(outposts="A2 A3 B2", caravan="YR", row="", merchant_deck=""), "build")
    later = position(outposts=before_column(2), caravan="YR", row="", merchant_deck="", others=EMPTY_PILES)
    assert question(first) == question(act(later, "build")) == "market of 1"


@pytest.mark.parametrize(("hold", "limit"), [(0, 10), (1, 13), (2, 16), (3, 19)])
def test_each_hold_tile_raises_the_limit_by_three(hold: int, limit: int) -> None:
    """SS-12: one may have several."""
    assert question(act(position(hold=hold, caravan="R" * (limit - 2)), "play YY")) == "turn of 2"
    assert question(act(position(hold=hold, caravan="R" * (limit - 1)), "play YY")) == "discard of 1"


def test_a_hold_tile_just_chosen_counts_at_the_end_of_the_same_turn() -> None:
    """SS-12, SS-11: the limit is that of the moment."""
    state = act(position(outposts=before_column(2), caravan="BBBBBBBBBBBB", hold=0), "build", "choose hold")
    assert question(state) == "turn of 2"


def test_a_sail_tile_gives_a_free_step_in_every_boat_action() -> None:
    """SS-12, SS-9: from the next action on."""
    state = act(position(outposts=before_column(2)), "build", "choose sail", "play YY")
    assert "sail C4" in legal(state)


def test_points_tiles_count_at_the_end() -> None:
    """SS-12, SS-17: the printed points, several add up; hold and sail tiles count nothing."""
    assert score(position(points="6 5")) == 11
    assert score(position(hold=2, sail=2)) == 0


def test_one_may_have_several_tiles_of_one_kind() -> None:
    """SS-12: a second sail tile, a second hold tile."""
    state = act(position(outposts=before_column(3), sail=1, hold=1), "build", "choose sail")
    assert bonus(state, 1) == (1, 2, "")
    state = act(position(outposts=before_column(3), sail=1, hold=1), "build", "choose hold")
    assert bonus(state, 1) == (2, 1, "")
