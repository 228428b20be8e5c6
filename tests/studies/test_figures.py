"""Figures of a few logs that can be counted on one's fingers."""

import pytest

from serai.intervals import lift, share, share_of_groups
from serai.studies.figures import figures, together
from serai.studies.game_log import GameLog
from serai.studies.pieces import watched_part
from tests.spice_road.standard import PIECES
from tests.studies.game_logs import log

ROAD = watched_part("spice_road")
YYY, RR = 4, 6


def piece(found: dict[str, object], kind: str, number: int) -> dict[str, object]:
    """The figures of a piece."""
    pieces = found["pieces"]
    assert isinstance(pieces, dict)
    told = pieces[kind][number]
    assert isinstance(told, dict)
    return told


def test_seats_win_as_often_as_they_do_and_ties_are_told() -> None:
    found = figures(ROAD, PIECES, [log(0, [10, 20]), log(1, [30, 20]), log(2, [20, 20]), log(3, [5, 6])])
    assert [seat["count"] for seat in found["seats"]] == [1, 3]
    assert found["seats"][1] == share(3, 4)
    assert (found["ties"]["count"], found["ties"]["shared"]) == (1, [0.375, 0.625])


def test_scores_and_leads_are_spread_as_they_are() -> None:
    found = figures(ROAD, PIECES, [log(0, [10, 20]), log(1, [30, 20])])
    assert found["scores"]["winners"]["counts"] == {"20": 1, "30": 1}
    assert found["scores"]["all"]["counts"] == {"10": 1, "20": 2, "30": 1}
    assert (found["margin"]["counts"], found["margin"]["mean"]) == ({"10": 2}, 10.0)


def test_who_ends_games_is_told_apart_from_those_that_nobody_ended() -> None:
    found = figures(ROAD, PIECES, [log(0, [1, 2], ender=0), log(1, [1, 2], ender=1), log(2, [1, 2])])
    assert found["ends"]["games"] == 2
    assert (found["ends"]["wins"]["count"], found["ends"]["wins"]["share"]) == (1, 0.5)
    assert [seat["count"] for seat in found["ends"]["seats"]] == [1, 1]


def test_where_nobody_ended_a_game_nothing_is_said_of_it() -> None:
    assert figures(ROAD, PIECES, [log(0, [1, 2])])["ends"] == {"games": 0, "wins": None, "seats": [None, None]}


def test_a_piece_is_counted_in_games_that_showed_it_and_in_all() -> None:
    games = [
        log(0, [1, 2], shown=[YYY, RR], takings=[("merchants", YYY, 1, 3, 2, 2, "")]),
        log(1, [1, 2], shown=[YYY], takings=[("merchants", YYY, 0, 5, 0, 0, "")]),
        log(2, [1, 2], shown=[YYY]),
        log(3, [1, 2]),
    ]
    told = piece(figures(ROAD, PIECES, games), "merchants", YYY)
    assert (told["shown"], told["taken"], told["per_game"]) == (3, 2, 0.5)
    assert told["per_shown"] == share(2, 3)
    assert (told["round"], told["place"], told["paid"]) == (4.0, 2.0, 1.0)
    assert told["lift"] == lift([1.0, 0.0], [0.5, 0.5])
    untaken = piece(figures(ROAD, PIECES, games), "merchants", RR)
    assert (untaken["shown"], untaken["taken"], untaken["lift"], untaken["round"]) == (1, 0, None, None)


def test_an_owner_who_wins_as_often_as_anybody_has_a_lift_of_one() -> None:
    assert lift([1.0, 0.0, 0.0, 0.0], [0.25] * 4)["lift"] == 1.0
    assert lift([1.0, 1.0], [0.5, 0.25])["lift"] == pytest.approx(1 / 0.375)


def test_a_lift_has_the_interval_of_its_share() -> None:
    found, plain = lift([1.0, 0.0, 1.0], [0.5] * 3), share_of_groups([1.0, 0.0, 1.0])
    assert [found["low"], found["high"]] == [2 * (plain["low"] or 0), 2 * (plain["high"] or 0)]


def test_where_several_take_a_piece_the_winners_share_of_it_counts() -> None:
    takings = [("merchants", YYY, seat, 1, 0, 0, "") for seat in (0, 1, 1, 1)]
    told = piece(figures(ROAD, PIECES, [log(0, [1, 2], takings=takings)]), "merchants", YYY)
    assert (told["taken"], told["times"], told["lift"]) == (1, 4, lift([0.75], [0.5]))


def test_uses_are_counted_for_each_owner_and_trades_for_each_use() -> None:
    trade = next(number for number, name in enumerate(ROAD.kinds(PIECES)[1].names) if name == "YY>RR")
    takings = [("merchants", trade, 0, 1, 0, 0, "")]
    games = [log(n, [1, 2], takings=takings, uses=[["merchants", trade, 0, 2, 5]]) for n in range(2)]
    told = piece(figures(ROAD, PIECES, games), "merchants", trade)
    assert (told["uses_per_owner"], told["trades_per_use"]) == (2.0, 2.5)


def test_starting_cards_belong_to_everybody() -> None:
    told = piece(figures(ROAD, PIECES, [log(0, [1, 2], uses=[["merchants", 0, 0, 3, 0]])]), "merchants", 0)
    assert (told["uses_per_owner"], told["shown"], told["trades_per_use"]) == (1.5, 0, None)


def test_coins_and_points_are_those_of_winners_and_of_all() -> None:
    one = GameLog(**{**vars(log(0, [10, 20])), "parts": [[4, 6, 0, 0], [14, 3, 2, 1]]})
    found = figures(ROAD, PIECES, [one])
    assert found["held"]["gold coins"] == {"winners": 1.0, "all": 1.5}
    assert found["parts"]["cubes"]["all"]["mean"] == 0.5


def test_all_numbers_of_players_together_hold_each_owner_against_its_own_chance() -> None:
    takings = [("merchants", YYY, 1, 1, 0, 0, "")]
    games = [log(0, [1, 2], takings=takings), log(0, [1, 2, 0, 0], takings=takings)]
    assert piece(together(ROAD, PIECES, games), "merchants", YYY)["lift"] == lift([1.0, 1.0], [0.5, 0.25])
