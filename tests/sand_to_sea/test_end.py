"""The end of the game, scores and ties (SS-16, SS-17, C-6, C-7, C-8)."""

import numpy as np
import pytest

from serai.core import spec
from serai.core.records import State
from serai.core.rounds import best
from tests.positions import act, legal, score
from tests.sand_to_sea.positions import hasty_game, position, question, victory
from tests.standard import values_of

HAVE = "GGBB RRRBB YYBBB"
SEATS = [(players, seat) for players in (2, 3, 4) for seat in range(1, players + 1)]


def winner(state: State) -> int:
    """Returns the number of the seat that has won."""
    scores = np.array([spec.score(values_of(state), state, seat) for seat in range(state.seats)], np.int16)
    return best(scores, int(state.seats)) + 1


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_the_round_is_finished_whoever_triggers_the_end(players: int, seat: int) -> None:
    """SS-16, C-6: the fourth victory tile ends the game after the last player's turn of the round."""
    state = act(position(players=players, seat=seat, boat="A1", caravan="YYGGG", victory=HAVE), "deliver")
    for later in range(seat + 1, players + 1):
        assert question(state) == f"turn of {later}"
        act(state, "play YY")
    assert (question(state), legal(state)) == ("over", set())


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_three_tiles_do_not_end_the_game(players: int, seat: int) -> None:
    """SS-16: nor do three tiles of each player."""
    state = position(players=players, seat=seat, boat="A1", caravan="YYGGG", victory="GGBB RRRBB")
    act(state, "deliver", *["play YY"] * (players - seat))
    assert question(state) == "turn of 1"


def test_others_still_take_any_action_in_the_last_round() -> None:
    """SS-16, C-6: two players may have four tiles, or one player five."""
    other = "boat E1, caravan GGGG, victory RRGB RRRGG YRGB"
    state = position(boat="A1", caravan="YYGGG", victory=HAVE, others={2: other}, stack="RRGGG closed")
    act(state, "deliver", "deliver")
    assert (question(state), len(victory(state, 1).split()), len(victory(state, 2).split())) == ("over", 4, 4)


def test_victory_tiles_count_their_points() -> None:
    """SS-17: whatever they cost."""
    assert score(position(victory="YYGGG BBBBB", ports={"A1": "YRGB"})) == 11 + 20


def test_points_tiles_count_their_points() -> None:
    """SS-17: those of the player, not those on the pile."""
    assert score(position(points="6 5")) == 11


@pytest.mark.parametrize(("owned", "points"), [("A2", 1), ("A2 B4 C4 D3", 7), ("A2 A3 B2 B3", 4), ("A2 B4 C4 E2", 5)])
def test_values_uncovered_on_the_own_board_count(owned: str, points: int) -> None:
    """SS-17: 1, 1, 2 and 3 in each row, from the left."""
    assert score(position(outposts=owned)) == points


@pytest.mark.parametrize(("cubes", "points"), [("", 0), ("YYYYYY", 0), ("R", 1), ("G", 1), ("B", 1), ("YYRGGB", 4)])
def test_every_cube_left_counts_one_but_yellow_nothing(cubes: str, points: int) -> None:
    """C-8, SS-17: red, green and brown count the same."""
    assert score(position(caravan=cubes)) == points


def test_all_parts_of_a_score_add_up_for_each_seat() -> None:
    """SS-17: cards, cubes on the row and what others have count nothing."""
    state = position(
        victory="BBBBB", points="6", outposts="A2 A3", caravan="YRB", on_row=["GB"], others={2: "caravan GY, points 5"}
    )
    assert (score(state, 1), score(state, 2)) == (20 + 6 + 2 + 2, 5 + 1)


def test_of_tied_players_the_latest_in_turn_order_wins() -> None:
    """C-7, SS-17: between two, and among four of whom three are tied."""
    state = position(boat="A1", caravan="YYGGG", victory=HAVE, others={2: "caravan RR, victory RRGGBB YRGBBB RRGB"})
    act(state, "deliver", "play YY")
    assert (question(state), score(state, 1), score(state, 2), winner(state)) == ("over", 53, 53, 2)
    tied = position(players=4, caravan="RRR", others={2: "caravan RRR", 3: "caravan RRR", 4: "caravan RR"})
    assert winner(tied) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_ends_after_a_whole_round_with_somebodys_fourth_tile(players: int) -> None:
    """SS-16, C-6: every seat has had as many turns."""
    turns, last = [0] * players, None
    for state in hasty_game(players, seed=players):
        if question(state).startswith("turn"):
            turns[state.turn] += last is None or last != (state.turn, turns[state.turn])
            last = (int(state.turn), turns[state.turn])
    assert question(state) == "over"
    assert len(set(turns)) == 1
    assert max(len(victory(state, seat).split()) for seat in range(1, players + 1)) >= 4
