"""The limit, the end of the game, scores and ties (EW-18 to EW-21, C-3, C-6 to C-8)."""

import numpy as np
import pytest

from serai.core.rounds import best
from serai.games.east_to_west.pieces import SYMBOLS
from tests.east_to_west.positions import claimed, position, question
from tests.east_to_west.standard import BONUS_NAMES, CARDS_IN_FILE, EXPLORATION, POINTS, TILES
from tests.positions import act, caravan, legal, score

SEATS = [(players, seat) for players in (2, 3, 4) for seat in range(1, players + 1)]
SEVEN = "YYRG RGG YYRB YYRRR GGG RGB YBB"


def cards_of(**symbols: int) -> str:
    """Returns point cards with this many of each symbol."""
    found = []
    for symbol, number in symbols.items():
        texts = [POINTS[n] for n, card in enumerate(CARDS_IN_FILE) if SYMBOLS[card.symbol] == symbol]
        found += texts[:number]
    return " ".join(found)


def card_points(cards: str) -> int:
    """Adds up the printed points of cards."""
    return sum(CARDS_IN_FILE[POINTS.number(text)].points for text in cards.split())


def bonus_score(tile: str, cards: str = "") -> int:
    """Returns what a bonus tile counts beside the cards."""
    return score(position(players=4, claimed=cards, bonus=tile)) - card_points(cards)


def test_ten_cubes_are_within_the_limit() -> None:
    """EW-18, C-3: nothing is asked at the limit."""
    state = act(position(caravan="RRRRRRR"), "work YYY")
    assert (caravan(state), question(state)) == ("YYYRRRRRRR", "seat 2 turn")


def test_above_the_limit_cubes_of_choice_are_returned() -> None:
    """EW-18, C-3: one at a time until ten are left."""
    state = act(position(caravan="RRRRGGGBB"), "work YYY")
    assert (question(state), legal(state)) == ("seat 1 discard", {f"discard {spice}" for spice in "YRGB"})
    assert question(act(state, "discard B")) == "seat 1 discard"
    assert question(act(state, "discard Y")) == "seat 2 turn"
    assert caravan(state) == "YYRRRRGGGB"


def test_during_a_turn_any_number_of_cubes_may_be_held() -> None:
    """C-3, EW-18: the limit waits for the end of the turn."""
    state = act(position(caravan="G" * 10), "work G>YRR", "trade", "trade")
    assert (caravan(state), question(state)) == ("YYYRRRRRRGGGGGGG", "seat 1 barter at G>YRR")


def test_resting_with_ten_cubes_asks_nothing() -> None:
    """EW-18: the limit applies to every turn alike."""
    assert question(act(position(caravan="R" * 10, at="YYY*1"), "rest")) == "seat 2 turn"


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_the_round_is_finished_whoever_triggers_the_end(players: int, seat: int) -> None:
    """EW-19, C-6: the 8th point card ends the game after the last player's turn of the round."""
    state = position(players=players, seat=seat, caravan="RRR", claimed=SEVEN, forts="RRR")
    act(state, "work fort 1")
    for later, location in zip(range(seat + 1, players + 1), ["YYY", "YR", "YYG"], strict=False):
        assert question(state) == f"seat {later} turn"
        act(state, f"work {location}")
    assert question(state) == "over"
    assert legal(state) == set()


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_seven_point_cards_do_not_end_the_game(players: int, seat: int) -> None:
    """EW-19: whoever has them."""
    state = position(players=players, seat=seat, caravan="RRR", claimed=SEVEN[5:], forts="RRR")
    act(state, "work fort 1", *[f"work {location}" for location in ("YYY", "YR", "YYG")[: players - seat]])
    assert (len(claimed(state, seat).split()), question(state)) == (7, "seat 1 turn")


def test_an_extra_turn_is_taken_also_after_the_end_is_triggered() -> None:
    """C-6, EW-14: it belongs to its player's place in the last round."""
    state = position(caravan="RRR", claimed=SEVEN, forts="RRR")
    act(state, "work fort 1", "work refresh")
    assert question(state) == "seat 2 turn"
    assert question(act(state, "work YYY")) == "over"


def test_the_end_may_be_triggered_in_an_extra_turn() -> None:
    """C-6, EW-14, EW-19: the last player refreshes, then takes the 8th card; the game is over at once."""
    state = position(seat=2, caravan="RRR", claimed=SEVEN, forts="RRR")
    assert question(act(state, "work refresh")) == "seat 2 turn"
    assert question(act(state, "work fort 1")) == "over"


def test_the_last_turn_includes_its_questions_and_its_limit() -> None:
    """C-6, C-3, EW-18: the round ends with the whole turn of the last player."""
    cards = "RRR YYRG RGG YYRB YYRRR GGG RGB YRG"
    exploring = "explore at fort 1"
    state = position(seat=2, question=exploring, at="fort 1*1", caravan="R" * 9, claimed=cards, forts="-")
    assert question(act(state, "explore YYY")) == "seat 2 discard"
    assert question(act(state, "discard Y", "discard Y")) == "over"


def test_two_players_may_reach_the_number_in_one_round() -> None:
    """EW-19, C-6: the game ends once, after that round."""
    rich = "caravan YYG, claimed YRB YRRR YRGG YRRB YYGB YYBB YYRGG"
    state = position(caravan="RRR", claimed=SEVEN, forts="RRR YYG", others={2: rich})
    assert question(act(state, "work fort 1", "work fort 1")) == "over"
    assert (len(claimed(state, 1).split()), len(claimed(state, 2).split())) == (8, 8)


def test_point_cards_count_their_points() -> None:
    """EW-20: the printed points of every claimed card."""
    assert score(position(claimed="YRR RRRGB")) == 3 + 12


@pytest.mark.parametrize("tile", TILES.texts)
def test_exploration_tiles_count_their_points(tile: str) -> None:
    """EW-20, EW-11: one of each tile."""
    points = int(EXPLORATION[TILES.number(tile)].points)
    assert score(position(explored=tile)) == points > 0


def test_exploration_tiles_add_up() -> None:
    """EW-20: 1 and 2 and 4."""
    assert score(position(explored="YYY YY 4p")) == 7


@pytest.mark.parametrize(("cubes", "points"), [("", 0), ("YYYYYYYYYY", 0), ("R", 1), ("G", 1), ("B", 1), ("YYRGGB", 4)])
def test_every_cube_left_counts_one_but_yellow_nothing(cubes: str, points: int) -> None:
    """C-8, EW-20: red, green and brown count the same."""
    assert score(position(caravan=cubes)) == points


def test_merchants_and_settlers_count_nothing_by_themselves() -> None:
    """EW-20: only point cards, bonus tiles, exploration tiles and cubes of one's own count."""
    state = position(at="YYY*2", route="G B", spent="YR", others={2: "claimed YRR, caravan BB, explored 4p"})
    assert (score(state, 1), score(state, 2)) == (0, 3 + 2 + 4)


def test_everything_adds_up() -> None:
    """EW-20: cards, bonus tiles, exploration tiles and cubes."""
    state = position(caravan="YRB", claimed="YRR YYG", explored="RR", bonus="saddlebag+hammer settlers", reserve=2)
    assert score(state) == (3 + 3) + 3 + 5 + 1 + 2


@pytest.mark.parametrize(("one", "other", "pairs"), [(0, 0, 0), (1, 0, 0), (0, 3, 0), (1, 1, 1), (3, 1, 1), (2, 3, 2)])
def test_a_pair_counts_the_smaller_number_of_its_two_symbols(one: int, other: int, pairs: int) -> None:
    """EW-21: the base rule of pairs, for all pairs of different symbols that there are."""
    for left in SYMBOLS:
        for right in SYMBOLS:
            if f"{left}+{right}" in BONUS_NAMES.texts and left != right:
                cards = cards_of(**{left: one, right: other})
                assert bonus_score(f"{left}+{right}", cards) == 3 * pairs


@pytest.mark.parametrize(("cards", "pairs"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_pair_of_one_symbol_counts_half_of_them_rounded_down(cards: int, pairs: int) -> None:
    """EW-21: the base rule for a = b."""
    for symbol in SYMBOLS:
        assert bonus_score(f"{symbol}+{symbol}", cards_of(**{symbol: cards})) == 4 * pairs


def test_a_card_counts_for_every_tile() -> None:
    """EW-21: the base rule; three tiles, one of them twice, look at the same two cards."""
    assert bonus_score("saddlebag+hammer saddlebag+hammer", cards_of(saddlebag=1, hammer=1)) == 6
    cards = cards_of(saddlebag=2, hammer=2)
    assert bonus_score("saddlebag+hammer saddlebag+saddlebag hammer+hammer", cards) == 6 + 4 + 4


@pytest.mark.parametrize(("reserve", "points"), [(0, 6), (1, 5), (2, 5), (5, 3), (6, 3), (11, 0), (12, 0)])
def test_the_settlers_tile_counts_every_two_settlers_outside_the_reserve(reserve: int, points: int) -> None:
    """EW-21: the base rule; half of them rounded down."""
    assert score(position(reserve=reserve, bonus="settlers")) == points


def test_the_settlers_tile_counts_them_wherever_they_stand() -> None:
    """EW-21: on the player board, on locations and on the route."""
    assert score(position(reserve=4, at="YYY*2", route="G*1 B*2", bonus="settlers")) == 4


@pytest.mark.parametrize(
    ("route", "spent", "points"),
    [
        ("", "", 0),
        ("G", "", 0),
        ("G B", "", 2),
        ("G", "B", 2),
        ("G*1 B", "YR", 2),
        ("G B", "YR RR", 4),
        ("", "YR RR", 2),
    ],
)
def test_the_merchants_tile_counts_two_for_every_two_merchants(route: str, spent: str, points: int) -> None:
    """EW-21: in the route and on the discard pile together, rounded down."""
    assert score(position(route=route, spent=spent, bonus="merchants")) == points


def test_several_merchants_tiles_each_count_all_merchants() -> None:
    """EW-21: three tiles of one kind."""
    assert score(position(route="G B", spent="YR RR", bonus="merchants merchants merchants")) == 12


def test_a_tie_of_scores_from_different_pieces_goes_to_the_latest() -> None:
    """C-7, EW-20: a card of 3 against a tile of 3 against three cubes."""
    state = position(players=3, claimed="YRR", others={2: "explored 3p", 3: "caravan RGB"})
    scores = [score(state, seat) for seat in (1, 2, 3)]
    assert scores == [3, 3, 3]
    assert best(np.array(scores, np.int16), 3) == 2
