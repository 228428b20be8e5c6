"""What results tell: known intervals, shares of equals, ratings."""

import random

import pytest

from serai.arena import tally
from serai.arena.plan import ArenaSettings
from serai.arena.ratings import elo, skills
from serai.intervals import share, share_of_groups, trials, wilson
from tests.arena.games import result


def test_deals_that_all_agree_tell_as_much_as_single_trials() -> None:
    for count in (1, 5, 500):
        lost, won = share_of_groups([0.0] * count), share_of_groups([1.0] * count)
        assert won == {key: share(count, count)[key] for key in ("share", "low", "high")}
        assert lost["high"] == pytest.approx(1 - (won["low"] or 0))


def test_games_that_agree_within_their_deal_count_as_one() -> None:
    found, known = share_of_groups([1.0] * 700 + [0.0] * 300), share(700, 1000)
    assert [found[key] for key in ("low", "high")] == pytest.approx([known[key] for key in ("low", "high")])


def test_independent_games_count_one_by_one() -> None:
    deals = [1.0] * 4900 + [0.5] * 4200 + [0.0] * 900
    assert trials(deals) == pytest.approx(20_000, rel=0.01)
    assert share_of_groups(deals)["low"] == pytest.approx(wilson(0.7, 20_000)[0], abs=1e-4)


def test_seats_that_decide_alone_leave_little_doubt_but_some() -> None:
    found = share_of_groups([0.5] * 500)
    assert 0.49 < (found["low"] or 0) < 0.5 < (found["high"] or 0) < 0.51


def test_one_more_win_never_lowers_an_interval() -> None:
    lows = [share_of_groups([1.0] * won + [0.5] * (100 - won))["low"] or 0 for won in range(101)]
    assert lows == sorted(lows)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance, held = random.Random(1), 0
    for _ in range(400):
        luck = [min(1.0, max(0.0, chance.gauss(0.8, 0.15))) for _ in range(60)]
        found = share_of_groups([((chance.random() < part) + (chance.random() < part)) / 2 for part in luck])
        held += (found["low"] or 0) <= 0.789 <= (found["high"] or 0)
    assert 0.92 <= held / 400 <= 0.98


def test_equals_share_duels_by_halves() -> None:
    plan = ArenaSettings("spice_road", 2, ("a", "b"), 4, 1, 100)
    games = [
        result(0, "a b", [9, 3], 0),
        result(1, "b a", [8, 2], 0),
        result(2, "a b", [7, 6], 1),
        result(3, "b a", [5, 1], 1),
    ]
    found = tally.figures(plan, games)
    assert {name: bot["win_share"] for name, bot in found["bots"].items()} == {"a": 0.5, "b": 0.5}
    assert found["bots"]["a"]["mean_margin"] == -found["bots"]["b"]["mean_margin"] == (6 - 6 + 1 - 4) / 4
    assert found["bots"]["a"]["mean_score"] == (9 + 2 + 7 + 1) / 4
    assert (found["bots"]["a"]["turns_per_player"], found["bots"]["a"]["ms_per_turn"]) == (10, 0.5)
    assert found["pairs"]["a v b"]["share"] == 0.5
    assert [seat["share"] for seat in found["seats"]] == [1, 0]
    assert (found["mean_winner_score"], found["mean_turns_per_player"], found["games"]) == (7.25, 10, 4)
    assert found["bots"]["a"]["rating"]["elo"] == pytest.approx(1500)


def test_equals_share_a_larger_table_by_halves_too() -> None:
    plan = ArenaSettings("spice_road", 3, ("a", "b"), 6, 1, 100)
    matches = [plan.match(number) for number in range(6)]
    games = [result(number, " ".join(match.bots), [9, 5, 1], 0) for number, match in enumerate(matches)]
    found = tally.figures(plan, games)["bots"]
    assert [found[name]["win_share"] for name in "ab"] == [0.5, 0.5]
    for name in "ab":
        assert found[name]["single"]["win_share"] == pytest.approx(found[name]["single"]["expected"]) == 1 / 3
        assert found[name]["rating"]["elo"] is None


def test_a_bot_that_always_wins_has_all_of_a_larger_table() -> None:
    plan = ArenaSettings("spice_road", 3, ("a", "b"), 6, 1, 100)
    matches = [plan.match(number) for number in range(6)]
    games = [
        result(number, " ".join(match.bots), [9 if name == "a" else 2 for name in match.bots], 0)
        for number, match in enumerate(matches)
    ]
    found = tally.figures(plan, games)["bots"]
    assert [found[name]["win_share"] for name in "ab"] == [1, 0]
    assert [found[name]["single"]["win_share"] for name in "ab"] == [1, 0]
    assert [found[name]["mean_margin"] for name in "ab"] == [7, -7]
    assert found["a"]["mean_score"] == 9


def test_pairs_at_a_mixed_table_are_by_place() -> None:
    games = [result(0, "a b c", [9, 5, 7]), result(1, "b c a", [8, 1, 2])]
    assert tally.pair("a", "c", games)["share"] == 1
    assert tally.pair("a", "b", games)["share"] == 0.5
    assert tally.margin("c", games[0]) == -2


def test_a_bot_against_itself_has_a_margin_and_no_interval() -> None:
    found = tally.figures(
        ArenaSettings("spice_road", 2, ("a",), 2, 1, 100), [result(0, "a a", [9, 4]), result(1, "a a", [5, 8])]
    )
    assert found["bots"]["a"]["win_share"] == 0.5
    assert found["bots"]["a"]["low"] is None
    assert found["bots"]["a"]["mean_margin"] == 4
    assert (found["bots"]["a"]["wins"], found["pairs"], found["mean_winner_score"]) == (2, {}, 8.5)


def test_elo_of_three_wins_in_four() -> None:
    games = [result(number, "a b", [number % 4, 0]) for number in range(4000)]
    rated = elo(["a", "b"], games)
    assert rated["a"] - rated["b"] == pytest.approx(190.8, abs=0.5)
    assert rated["a"] + rated["b"] == pytest.approx(3000)


def test_elo_adds_up_over_pairs_and_stays_finite() -> None:
    beats = [("a", "b"), ("a", "c"), ("b", "c")]
    games = [result(number, " ".join(beats[number % 3]), [1, 0]) for number in range(3000)]
    rated = elo(["a", "b", "c"], games)
    assert rated["a"] > rated["b"] > rated["c"]
    two = elo(["a", "b"], [result(number, "a b", [1, 0]) for number in range(100)])
    assert two["a"] - two["b"] == pytest.approx(400 * 2.3032, abs=1)


def test_skill_follows_the_ranking_and_copies_share_it() -> None:
    games = [result(number, "a b b c", [9, 5, 4, 1]) for number in range(30)]
    rated = skills(["a", "b", "c"], games)
    assert rated["a"]["mu"] > rated["b"]["mu"] > rated["c"]["mu"]
    assert rated["a"]["sigma"] < 25 / 3
    assert skills(["a"], [result(0, "a a", [2, 1])])["a"]["mu"] == 25
