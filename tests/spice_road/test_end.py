"""The end of the game, scores and ties (SR-13, SR-14, C-6, C-7, C-8)."""

from itertools import product

import numpy as np
import pytest

from serai.core.rounds import best, rank
from tests.positions import act, caravan, legal, score
from tests.spice_road.positions import claimed, position, question

ENOUGH = {2: 6, 3: 6, 4: 5, 5: 5}
CLAIMED = "RRGG RRRRR YYBB YYGGG YYYBB GGGG"
SEATS = [(players, seat) for players in ENOUGH for seat in range(1, players + 1)]


def have(cards: int) -> str:
    """Returns the texts of a number of claimed cards."""
    return " ".join(CLAIMED.split()[:cards])


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_the_round_is_finished_whoever_triggers_the_end(players: int, seat: int) -> None:
    """SR-13, C-6: the 5th card (6th with 2 or 3 players) ends the game after the last player's turn of the round."""
    state = position(players=players, seat=seat, caravan="YYRR", claimed=have(ENOUGH[players] - 1), points="YYRR")
    act(state, "claim YYRR")
    for later in range(seat + 1, players + 1):
        assert question(state) == f"seat {later} turn"
        act(state, "play YY")
    assert question(state) == "over"
    assert legal(state) == set()


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_one_card_less_does_not_end_the_game(players: int, seat: int) -> None:
    """SR-13: four cards (five with 2 or 3 players) are not enough, whoever has them."""
    state = position(players=players, seat=seat, caravan="YYRR", claimed=have(ENOUGH[players] - 2), points="YYRR")
    act(state, "claim YYRR", *["play YY"] * (players - seat))
    assert question(state) == "seat 1 turn"


def test_a_sixth_card_can_be_claimed_in_the_last_round() -> None:
    """SR-13, C-6: the others still take any action in the round that ends the game."""
    state = position(players=4, seat=3, caravan="YYRR", claimed=have(4), points="YYRR RRRR", others={4: "caravan RRRR"})
    act(state, "claim YYRR", "claim RRRR")
    assert (claimed(state, 4), question(state)) == ("RRRR", "over")


def test_two_players_may_reach_the_number_in_one_round() -> None:
    """SR-13, C-6: the game ends once, after that round."""
    rich = "caravan RRRR, claimed YYRB RRBB RRGB RRRGG YGGB"
    state = position(caravan="YYRR", claimed=have(5), points="YYRR RRRR", others={2: rich})
    assert question(act(state, "claim YYRR", "claim RRRR")) == "over"
    assert len(claimed(state, 1).split()) == len(claimed(state, 2).split()) == 6


def test_the_last_turn_includes_its_payments_upgrades_and_discards() -> None:
    """C-6, C-3, SR-13: the round ends with the whole turn of the last player, the limit included."""
    state = position(caravan="YYRR", claimed=have(5), points="YYRR", others={2: "caravan RRRRRRRRR, hand YY"})
    act(state, "claim YYRR", "play YY")
    assert question(state) == "seat 2 discard"
    act(state, "discard Y")
    assert (question(state), caravan(state, 2)) == ("over", "YRRRRRRRRR")


def test_point_cards_count_their_points() -> None:
    """SR-14: the printed points of every claimed card."""
    assert score(position(claimed="YYRR BBBBB YRGBBB")) == 6 + 20 + 20


def test_gold_counts_three_and_silver_one() -> None:
    """SR-14: coins in front of a player, not those on the table."""
    assert score(position(gold=2)) == 6
    assert score(position(silver=3)) == 3
    assert score(position(gold=1, silver=1, coins=(3, 3))) == 4


@pytest.mark.parametrize(("cubes", "points"), [("", 0), ("YYYYYYYYYY", 0), ("R", 1), ("G", 1), ("B", 1), ("YYRGGB", 4)])
def test_every_cube_left_counts_one_but_yellow_nothing(cubes: str, points: int) -> None:
    """C-8, SR-14: red, green and brown count the same."""
    assert score(position(caravan=cubes)) == points


def test_cards_in_hand_and_cubes_on_the_row_count_nothing() -> None:
    """SR-14: only point cards, coins and the own caravan count."""
    assert score(position(hand="YY +2 B", played="GGG>BBB", on_row=["BB"], others={2: "caravan BB, gold 3"})) == 0


def test_each_seat_has_its_own_score() -> None:
    """SR-14: point cards, gold, silver and cubes of one player add up."""
    state = position(claimed="RRRR", gold=1, silver=2, caravan="YR", others={2: "caravan GB, claimed YYGG, silver 1"})
    assert (score(state, 1), score(state, 2)) == (8 + 3 + 2 + 1, 8 + 1 + 2)


@pytest.mark.parametrize("players", ENOUGH)
def test_of_tied_players_the_latest_in_turn_order_wins(players: int) -> None:
    """C-7, SR-14: for every way in which some of the players can be tied at the top."""
    for scores in product((7, 9), repeat=players):
        latest = max(seat for seat in range(players) if scores[seat] == max(scores))
        assert best(np.array(scores, np.int16), players) == latest


def test_the_most_points_win() -> None:
    """SR-14: without a tie the order of the seats does not matter."""
    for winner in range(5):
        scores = np.array([40, 41, 42, 43, 44], np.int16)
        scores[winner] = 90
        assert best(scores, 5) == winner


def test_scores_beyond_the_seats_are_not_looked_at() -> None:
    """C-7: an unused seat cannot win a tie at nought."""
    assert best(np.zeros(5, np.int16), 3) == 2


@pytest.mark.parametrize("players", ENOUGH)
def test_lower_places_are_ranked_in_the_same_order(players: int) -> None:
    """C-7, SR-14: by points, and of tied players the latest in turn order first, whatever the place."""
    for scores in product((7, 8, 9), repeat=players):
        points = np.array(scores, np.int16)
        ranks = [int(rank(points, players, seat)) for seat in range(players)]
        order = sorted(range(players), key=lambda seat: (-scores[seat], -seat))
        assert [ranks.index(place) for place in range(players)] == order
        assert ranks[best(points, players)] == 0
