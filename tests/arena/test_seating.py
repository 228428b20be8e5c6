"""Who plays where: fair seating, whole deals, games that are the same whenever they are played."""

from collections import Counter
from dataclasses import replace

import pytest

from serai.arena.match import play
from serai.arena.plan import ArenaSettings, read_bots
from serai.arena.seating import circle, seat_names, seatings, tables
from tests.arena.games import timeless


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_bots_as_seats_have_every_seat_once_a_deal(players: int) -> None:
    bots = tuple("abcde"[:players])
    assert tables(bots, players) == [bots]
    for deal in range(4):
        for seat in range(players):
            assert sorted(seating[seat] for seating in seatings(bots, players, deal)) == list(bots)


def test_the_order_around_the_table_changes_with_the_deal() -> None:
    assert [circle(("a", "b", "c"), deal) for deal in range(3)] == [("a", "b", "c"), ("a", "c", "b"), ("a", "b", "c")]
    assert len({circle(tuple("abcd"), deal) for deal in range(6)}) == 6


def test_two_bots_at_a_larger_table_are_each_alone_in_every_seat() -> None:
    found = ["".join(seating) for seating in seatings(("a", "b"), 3, 0)]
    assert found == ["abb", "bab", "bba", "baa", "aba", "aab"]


def test_more_bots_than_seats_meet_in_all_combinations() -> None:
    assert tables("abcd", 2) == [tuple(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")]
    assert tables("abcd", 3) == [tuple(three) for three in ("abc", "abd", "acd", "bcd")]


def test_fewer_bots_than_seats_meet_in_pairs_and_one_meets_itself() -> None:
    assert tables("abc", 5) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert seatings(("a",), 3, 0) == [("a", "a", "a")]
    assert seat_names(("a", "b", "a", "a")) == ["a", "b", "a 2", "a 3"]


@pytest.mark.parametrize(("bots", "players", "total"), [("ab", 2, 10), ("ab", 3, 12), ("abc", 3, 9), ("abc", 2, 30)])
def test_games_are_rounded_up_to_whole_deals(bots: str, players: int, total: int) -> None:
    plan = ArenaSettings("spice_road", players, tuple(bots), 9, 1, 100)
    matches = [plan.match(number) for number in range(plan.total)]
    assert len(matches) == total
    assert len({(match.table, match.deal, match.rotation) for match in matches}) == total
    for name in bots:
        taken = Counter(seat for match in matches for seat, other in enumerate(match.bots) if other == name)
        assert len(set(taken.values())) == 1
    assert [match.deal for match in matches] == sorted(match.deal for match in matches)


def test_games_of_a_deal_share_its_seed_and_nothing_else() -> None:
    plan = ArenaSettings("spice_road", 2, ("a", "b"), 20, 1, 100)
    matches = [plan.match(number) for number in range(20)]
    assert len({plan.deal_seed(match) for match in matches}) == 10
    assert plan.deal_seed(matches[0]) == plan.deal_seed(matches[1])
    assert len({plan.bot_seed(match, turn) for match in matches for turn in range(9)}) == 180
    assert replace(plan, seed=2).deal_seed(matches[0]) != plan.deal_seed(matches[0])


def test_a_pair_plays_the_same_games_whoever_else_is_there() -> None:
    two = ArenaSettings("spice_road", 2, ("a", "b"), 20, 1, 100)
    three = replace(two, bots=("a", "b", "c"))
    match = next(three.match(number) for number in range(60) if three.match(number).deal == 3)
    same = two.match(6)
    assert (match.bots, match.rotation) == (same.bots, same.rotation)
    assert three.bot_seed(match, 4) == two.bot_seed(same, 4)


def test_bots_are_read_by_name() -> None:
    assert read_bots(" novice, random,") == ("novice", "random")


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_a_game_is_the_same_whenever_it_is_played(game: str) -> None:
    plan = ArenaSettings(game, 3, ("random", "novice"), 6, 1, 4)
    for number in (1, 4):
        (first, found), (_, again) = play(plan, plan.match(number)), play(plan, plan.match(number))
        assert timeless([found]) == timeless([again])
        assert (sum(found.turns), found.stopped) == (first.turn, first.stopped)
        assert found.winner == plan.match(number).bots[first.winner or 0]
        assert first.names == seat_names(plan.match(number).bots)
