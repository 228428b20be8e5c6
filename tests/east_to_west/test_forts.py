"""Forts, point cards, exploration and bonus tiles (EW-9 to EW-11, C-4)."""

import pytest

from tests.east_to_west.positions import (
    beside,
    bonus,
    claimed,
    covered,
    deck,
    explored,
    forts,
    position,
    question,
    settlers,
    stacks,
)
from tests.positions import act, caravan, legal, offers

FORTS = "YRR YYG RRR GGG"
TILES = "merchants settlers / saddlebag+hammer / hammer+hammer / -"
TWO = "saddlebag+hammer compass+compass"


def test_working_at_a_fort_returns_the_cubes_and_takes_the_point_card() -> None:
    """EW-9: the base rule of forts; the cubes go back to the supply, the card to its player."""
    state = act(position(caravan="YYYRRG", forts=FORTS), "work fort 2")
    assert (caravan(state), claimed(state), question(state)) == ("YRR", "YYG", "seat 2 turn")


def test_only_forts_whose_point_card_can_be_paid_are_offered() -> None:
    """EW-9, EW-7: the ruling that one may only work where the point card can be paid."""
    assert {text for text in offers(position(caravan="YYRRG", forts=FORTS), "work") if "fort" in text} == {
        "fort 1",
        "fort 2",
    }
    assert not any("fort" in text for text in offers(position(caravan="BBBBBBBBBB", forts=FORTS), "work"))


def test_a_fort_without_a_point_card_cannot_be_worked() -> None:
    """EW-9, EW-7: with an empty deck the rightmost forts stay empty."""
    state = position(caravan="YYYRRRGGGB", forts="YRR YYG", point_deck="")
    assert {text for text in offers(state, "work") if "fort" in text} == {"fort 1", "fort 2"}


def test_the_point_cards_slide_left_and_the_deck_fills_the_rightmost_fort() -> None:
    """EW-9, C-4: cards right of the gap slide left, the top card of the deck comes to fort 4."""
    state = act(position(caravan="YYG", forts=FORTS, point_deck="RGB YBB"), "work fort 2")
    assert forts(state) == "YRR RRR GGG RGB"
    assert deck(state, "points") == ["YBB"]


def test_with_an_empty_point_deck_the_row_stays_shorter() -> None:
    """EW-9, C-4: filled from the left, with the free place at the right end."""
    assert forts(act(position(caravan="YRR", forts=FORTS, point_deck=""), "work fort 1")) == "YYG RRR GGG -"


def test_bonus_stacks_stay_where_they_are() -> None:
    """EW-9: point cards slide, the stacks do not; the next card at a fort comes with the next tile of that fort."""
    state = position(caravan="YYYRRG", forts=FORTS, stacks=TILES, others={2: "caravan YYG"})
    act(state, "work fort 1", "bonus", "work fort 1", "bonus")
    assert (claimed(state, 1), bonus(state, 1)) == ("YRR", "merchants")
    assert (claimed(state, 2), bonus(state, 2)) == ("YYG", "settlers")
    assert stacks(state) == ["", "saddlebag+hammer", "hammer+hammer", ""]


def test_a_bonus_tile_may_be_taken_or_left() -> None:
    """EW-9: `may`; the top tile of the stack at this fort."""
    state = act(position(caravan="YRR", forts=FORTS, stacks=TILES), "work fort 1")
    assert (question(state), legal(state)) == ("seat 1 bonus at fort 1", {"bonus", "no bonus"})
    act(state, "no bonus")
    assert (bonus(state), stacks(state)[0], question(state)) == ("", "merchants settlers", "seat 2 turn")


def test_only_the_top_bonus_tile_can_be_taken() -> None:
    """EW-3, EW-9: the ruling on face-up stacks."""
    state = act(position(caravan="YRR", forts=FORTS, stacks=TILES), "work fort 1", "bonus")
    assert (bonus(state), stacks(state)[0]) == ("merchants", "settlers")


def test_without_a_tile_at_the_fort_no_bonus_is_asked() -> None:
    """EW-9: if the stack at this fort is not empty."""
    state = act(position(caravan="GGG", forts=FORTS, stacks=TILES), "work fort 4")
    assert (question(state), claimed(state)) == ("seat 2 turn", "GGG")


@pytest.mark.parametrize(("have", "asked"), [("", True), (TWO, True), (f"{TWO} merchants", False)])
def test_who_has_three_bonus_tiles_is_not_asked(have: str, asked: bool) -> None:
    """EW-9: only with fewer than three."""
    state = act(position(caravan="YYG", forts=FORTS, bonus=have, stacks=TILES), "work fort 2")
    assert (question(state) == "seat 1 bonus at fort 2") == asked
    if not asked:
        assert (forts(state).split()[0], claimed(state), question(state)) == ("YRR", "YYG", "seat 2 turn")


def test_no_bonus_tile_comes_without_claiming() -> None:
    """EW-9: the ruling; a fort whose card cannot be paid is not worked, though a tile lies there."""
    assert not any("fort" in text for text in offers(position(caravan="Y", forts=FORTS, stacks=TILES), "work"))


@pytest.mark.parametrize("have", ["", "merchants", "saddlebag+hammer", "saddlebag+hammer merchants", "merchants " * 2])
def test_bonus_tiles_lie_in_one_order_whichever_came_first(have: str) -> None:
    """EW-9, C-5: positions that differ in nothing are equal."""
    state = position(caravan="YYG", forts=FORTS, bonus=have, stacks="- / settlers / - / -")
    order = ["saddlebag+hammer", "settlers", "merchants"]
    assert bonus(act(state, "work fort 2", "bonus")).split() == sorted([*have.split(), "settlers"], key=order.index)


def test_the_row_of_forts_is_not_refilled_before_the_bonus_is_settled() -> None:
    """EW-9: in this order: cubes, card, benefit, bonus tile, then the cards slide."""
    state = act(position(caravan="YRR", forts=FORTS, point_deck="RGB", stacks=TILES), "work fort 1")
    assert (claimed(state), forts(state), deck(state, "points")) == ("YRR", "- YYG RRR GGG", ["RGB"])
    assert forts(act(state, "bonus")) == "YYG RRR GGG RGB"


def test_the_benefit_comes_before_the_bonus_tile() -> None:
    """EW-9: settlers and exploration first, then the question for the bonus tile, then the cards slide."""
    state = act(position(caravan="YRG", forts="YRG", point_deck="", stacks=TILES), "work fort 1")
    assert question(state) == "seat 1 explore at fort 1"
    assert question(act(state, "explore RR")) == "seat 1 bonus at fort 1"
    assert (caravan(state), forts(state)) == ("RR", "- - - -")
    state = act(position(caravan="YRR", forts=FORTS, stacks=TILES), "work fort 1")
    assert settlers(state) == (7, 4)


@pytest.mark.parametrize(("card", "cost", "moved"), [("YRR", "YRR", 1), ("YYRG", "YYRG", 2)])
def test_a_settlers_card_moves_settlers_from_the_reserve(card: str, cost: str, moved: int) -> None:
    """EW-10: the base rule of settlers n."""
    state = act(position(caravan=cost, forts=card), "work fort 1")
    assert settlers(state) == (6 + moved, 5 - moved)


@pytest.mark.parametrize(("reserve", "left"), [(0, (11, 0)), (1, (11, 0)), (2, (11, 0)), (3, (10, 1))])
def test_a_settlers_card_moves_as_many_as_are_left(reserve: int, left: tuple[int, int]) -> None:
    """EW-10: a reserve of one or none gives what it has; one settler stands on the fort."""
    assert settlers(act(position(caravan="YYRG", reserve=reserve, forts="YYRG"), "work fort 1")) == left


def test_a_claimed_card_with_a_discount_helps_from_the_next_turn() -> None:
    """EW-10: discount, once claimed."""
    state = act(position(caravan="YYG", forts=FORTS), "work fort 2", "work YYY", "work RB")
    assert settlers(state) == (7 - 1 - 2, 5)


def test_a_claimed_card_with_an_extra_helps_from_the_next_turn() -> None:
    """EW-10: extra, once claimed."""
    state = act(position(caravan="RRR", forts=FORTS), "work fort 3", "work YYY", "work RB")
    assert caravan(state) == "YRB"


def test_an_explore_card_takes_one_tile_of_choice_from_beside_the_board() -> None:
    """EW-10, EW-11: any of the tiles that are left."""
    state = act(position(caravan="YRG", forts="YRG", beside="RR B 4p"), "work fort 1")
    assert legal(state) == {"explore RR", "explore B", "explore 4p"}
    act(state, "explore B")
    assert (explored(state), beside(state), caravan(state)) == ("B", "RR 4p", "B")


@pytest.mark.parametrize("players", [2, 3])
def test_a_tile_on_a_location_may_be_taken_and_opens_it_to_all(players: int) -> None:
    """EW-11: with 2 or 3 players; the other covered location stays closed."""
    state = position(players=players, caravan="YRG", forts="YRG", beside="RR", covered="YY>G = B, +5 = 4p")
    act(state, "work fort 1")
    assert legal(state) == {"explore RR", "explore B", "explore 4p"}
    act(state, "explore 4p")
    assert (covered(state), explored(state)) == ({"YY>G": "B"}, "4p")
    assert "+5" in offers(state, "work")
    assert "YY>G" not in offers(state, "work")


@pytest.mark.parametrize(("tile", "cubes"), [("YYY", "YYY"), ("RR", "RR"), ("YG", "YG"), ("YY", "YY"), ("3p", "")])
def test_an_exploration_tile_gives_its_cubes_at_once(tile: str, cubes: str) -> None:
    """EW-11: gain; a tile of points gives nothing now."""
    state = act(position(caravan="YRG", forts="YRG"), "work fort 1", f"explore {tile}")
    assert (caravan(state), question(state)) == (cubes, "seat 2 turn")


def test_an_exploration_tile_may_raise_cubes() -> None:
    """EW-11, C-2: upgrades at once, before the bonus tile is asked for."""
    state = position(caravan="YRGYY", forts="YRG", stacks=TILES)
    act(state, "work fort 1", "explore +3", "upgrade Y", "upgrade R")
    assert question(state) == "seat 1 upgrade 1 at fort 1"
    act(state, "stop")
    assert (caravan(state), question(state)) == ("YG", "seat 1 bonus at fort 1")


def test_upgrades_of_an_exploration_tile_end_by_themselves_and_lead_on_to_the_bonus() -> None:
    """EW-11, EW-9, C-12: with nothing to upgrade none is asked; after the last one the bonus tile is."""
    state = act(position(caravan="YRGB", forts="YRG", stacks=TILES), "work fort 1", "explore +3")
    assert question(state) == "seat 1 bonus at fort 1"
    state = act(position(caravan="YRGG", forts="YRG"), "work fort 1", "explore +3", "upgrade G")
    assert (caravan(state), question(state)) == ("B", "seat 2 turn")


@pytest.mark.parametrize(("reserve", "after"), [(5, (7, 4)), (1, (11, 0)), (0, (11, 0))])
def test_an_exploration_tile_brings_a_settler_if_one_is_in_reserve(reserve: int, after: tuple[int, int]) -> None:
    """EW-11: with none left it brings none."""
    state = act(position(caravan="YRG", reserve=reserve, forts="YRG"), "work fort 1", "explore settler")
    assert (settlers(state), explored(state)) == (after, "settler")


def test_with_no_exploration_tile_left_an_explore_card_brings_nothing() -> None:
    """EW-11: nothing is asked; with a bonus tile at the fort the next question is for that."""
    state = act(position(caravan="YRG", forts="YRG", beside=""), "work fort 1")
    assert (question(state), claimed(state), explored(state)) == ("seat 2 turn", "YRG", "")
    state = act(position(caravan="YRG", forts="YRG", beside="", stacks=TILES), "work fort 1")
    assert question(state) == "seat 1 bonus at fort 1"


def test_the_last_exploration_tile_can_lie_on_a_location() -> None:
    """EW-11: also when none is left beside the board; it is asked though there is one answer (C-12)."""
    state = act(position(caravan="YRG", forts="YRG", beside="", covered="+5 = B"), "work fort 1")
    assert legal(state) == {"explore B"}
    assert covered(act(state, "explore B")) == {}


@pytest.mark.parametrize("card", ["YRR", "YYG", "RRR"])
def test_other_cards_explore_nothing(card: str) -> None:
    """EW-10: settlers, discount and extra cards take no exploration tile."""
    state = act(position(caravan=card, forts=card), "work fort 1")
    assert (explored(state), question(state)) == ("", "seat 2 turn")


def test_cubes_of_an_exploration_tile_are_there_for_the_limit_of_the_turn() -> None:
    """EW-11, EW-18: the limit waits for the end of the whole turn."""
    claiming = {"at": "fort 1*1", "claimed": "YRG", "forts": "-", "stacks": TILES}
    state = position(question="explore at fort 1", caravan="R" * 9, **claiming)  # type: ignore[arg-type]
    act(state, "explore YYY", "bonus")
    assert question(state) == "seat 1 discard"
    act(state, "discard Y", "discard Y")
    assert (caravan(state), question(state)) == ("YRRRRRRRRR", "seat 2 turn")
