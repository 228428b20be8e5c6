"""The arena: fair seating, known intervals and ratings, and every game exactly once whatever is killed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import asdict, replace
from io import StringIO
from multiprocessing import Pipe, active_children
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest
from typer.testing import CliRunner
from typer.testing import Result as Done

from serai import Game
from serai.arena import tally
from serai.arena.command import Outputs, Stopped, conduct
from serai.arena.journal import Journal, seed_of
from serai.arena.plan import Plan, make_bot, read_bots
from serai.arena.playing import Result, play
from serai.arena.ratings import elo, skills
from serai.arena.report import as_csv, report, table
from serai.arena.running import run
from serai.arena.seating import circle, seat_names, seatings, tables
from serai.arena.watching import Standings, watching
from serai.arena.workers import ArenaFailed, Crew, Worker, deaf
from serai.cli import app
from serai.statistics import share, share_of_groups, trials, wilson

SHORT = Plan("spice_road", 2, ("random", "novice"), 24, 5, 3)
SOON = 300.0


def serai(*arguments: str) -> Done:
    """Runs a command in this process."""
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def arguments(plan: Plan, *more: str) -> list[str]:
    """The command line of a plan."""
    line = f"arena {plan.game} --bots {','.join(plan.bots)} --players {plan.players} --games {plan.games}"
    return [*line.split(), "--seed", str(plan.seed), "--rounds", str(plan.rounds), *more]


def process(plan: Plan, *more: str) -> subprocess.Popen[str]:
    """Starts the command as a process in a group of its own."""
    command = [sys.executable, "-m", "serai", *arguments(plan, *more)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=hear_interrupts
    )


def hear_interrupts() -> None:
    """Lets a process hear Ctrl-C even if the tests were started in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def lines(journal: Path) -> int:
    """How many lines a journal has so far."""
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def until(journal: Path, count: int, running: subprocess.Popen[str]) -> None:
    """Waits until a journal has so many lines, or its arena has ended."""
    latest = time.monotonic() + SOON
    while lines(journal) < count and running.poll() is None:
        assert time.monotonic() < latest
        time.sleep(0.005)


def result(number: int, bots: str, scores: Sequence[int], deal: int | None = None) -> Result:
    """A result with the given scores, one seat a word; of tied seats the later one is ranked first."""
    seats = bots.split()
    ranking = sorted(range(len(seats)), key=lambda seat: (-scores[seat], -seat))
    deal = number if deal is None else deal
    return Result(number, 0, deal, 0, seats, list(scores), ranking, [10] * len(seats), [5.0] * len(seats), False)


def timeless(results: Sequence[Result]) -> list[Result]:
    """Results without the times, which are never the same."""
    return [replace(found, ms=[]) for found in results]


def alone(plan: Plan) -> list[Result]:
    """All results of a plan, played one after another in this process."""
    return timeless([play(plan, plan.match(number))[1] for number in range(plan.total)])


def stored(journal: Path) -> list[Result]:
    """The results in a journal, in the order of their numbers."""
    found = [Result(**json.loads(line)) for line in journal.read_text().splitlines()[1:]]
    return sorted(found, key=lambda game: game.number)


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
    plan = Plan("spice_road", players, tuple(bots), 9, 1, 100)
    matches = [plan.match(number) for number in range(plan.total)]
    assert len(matches) == total
    assert len({(match.table, match.deal, match.rotation) for match in matches}) == total
    for name in bots:
        taken = Counter(seat for match in matches for seat, other in enumerate(match.bots) if other == name)
        assert len(set(taken.values())) == 1
    assert [match.deal for match in matches] == sorted(match.deal for match in matches)


def test_games_of_a_deal_share_its_seed_and_nothing_else() -> None:
    plan = Plan("spice_road", 2, ("a", "b"), 20, 1, 100)
    matches = [plan.match(number) for number in range(20)]
    assert len({plan.deal_seed(match) for match in matches}) == 10
    assert plan.deal_seed(matches[0]) == plan.deal_seed(matches[1])
    assert len({plan.bot_seed(match, turn) for match in matches for turn in range(9)}) == 180
    assert replace(plan, seed=2).deal_seed(matches[0]) != plan.deal_seed(matches[0])


def test_a_pair_plays_the_same_games_whoever_else_is_there() -> None:
    two = Plan("spice_road", 2, ("a", "b"), 20, 1, 100)
    three = replace(two, bots=("a", "b", "c"))
    match = next(three.match(number) for number in range(60) if three.match(number).deal == 3)
    same = two.match(6)
    assert (match.bots, match.rotation) == (same.bots, same.rotation)
    assert three.bot_seed(match, 4) == two.bot_seed(same, 4)


def test_bots_are_read_by_name() -> None:
    assert read_bots(" novice, random,") == ("novice", "random")
    assert make_bot("novice").name == "novice"


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
    plan = Plan("spice_road", 2, ("a", "b"), 4, 1, 100)
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
    plan = Plan("spice_road", 3, ("a", "b"), 6, 1, 100)
    matches = [plan.match(number) for number in range(6)]
    games = [result(number, " ".join(match.bots), [9, 5, 1], 0) for number, match in enumerate(matches)]
    found = tally.figures(plan, games)["bots"]
    assert [found[name]["win_share"] for name in "ab"] == [0.5, 0.5]
    for name in "ab":
        assert found[name]["single"]["win_share"] == pytest.approx(found[name]["single"]["expected"]) == 1 / 3
        assert found[name]["rating"]["elo"] is None


def test_a_bot_that_always_wins_has_all_of_a_larger_table() -> None:
    plan = Plan("spice_road", 3, ("a", "b"), 6, 1, 100)
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
        Plan("spice_road", 2, ("a",), 2, 1, 100), [result(0, "a a", [9, 4]), result(1, "a a", [5, 8])]
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


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_a_game_is_the_same_whenever_it_is_played(game: str) -> None:
    plan = Plan(game, 3, ("random", "novice"), 6, 1, 4)
    for number in (1, 4):
        (first, found), (_, again) = play(plan, plan.match(number)), play(plan, plan.match(number))
        assert timeless([found]) == timeless([again])
        assert (sum(found.turns), found.stopped) == (first.turn, first.stopped)
        assert found.winner == plan.match(number).bots[first.winner or 0]
        assert first.names == seat_names(plan.match(number).bots)


def test_the_report_as_a_table() -> None:
    plan = Plan("spice_road", 3, ("a", "b"), 6, 1, 100)
    games = [result(number, " ".join(plan.match(number).bots), [9, 5, 1], 0) for number in range(6)]
    text = "\n".join(table(report(plan, games, 1)))
    assert "6 games of spice_road, 3 players, 1 deals, at most 100 rounds; stopped by that: 0" in text
    assert "\na       50.00%" in text
    assert "alone among others (equals: 33.33%)\na       33.33%" in text
    assert "winner's score 9.00, turns per player 10.00" in text
    three = Plan("spice_road", 2, ("a", "b", "c"), 2, 1, 100)
    games = [result(number, " ".join(three.match(number).bots), [9, 5], 0) for number in range(6)]
    assert "the first placed before the second\na v b     50.00%" in "\n".join(table(report(three, games, 1)))


def test_rows_of_the_csv() -> None:
    rows = as_csv([result(7, "a b", [3, 4])]).splitlines()
    assert rows[0].startswith("game,table,deal,rotation,seat,bot,score,rank")
    assert rows[1:] == ["7,0,7,0,0,a,3,1,10,5.0,0", "7,0,7,0,1,b,4,0,10,5.0,0"]


def test_the_live_table_is_on_standard_error_and_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    plan = Plan("spice_road", 2, ("a", "b"), 4, 1, 100)
    for stream, words in ((StringIO(), ["serai: oh"]), (Terminal(), ["serai: oh", "75.0%", "1 of 4", "━", "4/4"])):
        monkeypatch.setattr(sys, "stderr", stream)
        with watching(plan) as standings:
            standings.stored([result(number, "a b", [number, 0]) for number in range(4)])
            standings.warn("oh")
        assert all(word in stream.getvalue() for word in words)
    assert standings.rows() == [("a", "3 of 4", "75.0%"), ("b", "1 of 4", "25.0%")]


@pytest.mark.compiled
def test_novice_beats_random_and_everything_is_written(tmp_path: Path) -> None:
    plan = Plan("spice_road", 2, ("novice", "random"), 20, 1, 100)
    files = {name: tmp_path / name for name in ("json", "csv", "records", "resume")}
    more = [text for name, file in files.items() for text in (f"--{name}", str(file))]
    done = serai(*arguments(plan, "--jobs", "2", *more))
    assert (done.exit_code, done.stderr) == (0, "")
    told = json.loads(files["json"].read_text())
    novice, other = told["bots"]["novice"], told["bots"]["random"]
    assert novice["low"] > 0.5 > other["high"]
    assert (told["games"], novice["games"], told["pairs"]["novice v random"]["share"]) == (20, 20, novice["win_share"])
    assert told["command"] == f"serai {' '.join(arguments(plan))}".replace("--seed", "--jobs 2 --seed")
    assert {"version", "components", "machine", "stopped", "mean_winner_score"} <= told.keys()
    assert len(files["csv"].read_text().splitlines()) == 41
    games = [Game.from_json(file.read_text()) for file in sorted(files["records"].iterdir())]
    kept = stored(files["resume"])
    assert [game.scores() for game in games] == [found.scores for found in kept]
    assert timeless(kept) == alone(plan)
    again = serai(*arguments(plan, "--jobs", "1", *more))
    assert (again.exit_code, again.stdout, lines(files["resume"])) == (0, done.stdout, 21)
    files["records"].joinpath("000003.json").unlink()
    assert "000003.json is missing" in serai(*arguments(plan, *more)).stderr


def test_json_on_standard_output_stands_alone() -> None:
    done = serai(*arguments(replace(SHORT, players=3, games=1), "--json", "-"))
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert (told["games"], told["stopped"], told["seed"]) == (6, 6, 5)
    assert told["bots"]["novice"]["win_share"] + told["bots"]["random"]["win_share"] == pytest.approx(1)


BAD = {
    "no game 'chess'": "arena chess --bots random",
    "is for 2 to 5 players, not 6": "arena spice_road --bots random --players 6",
    "there is no bot 'zed'": "arena spice_road --bots random,zed",
    "random is there twice": "arena spice_road --bots random,random",
    "--bots names no bot": "arena spice_road --bots ,",
    "--games is 0": "arena spice_road --bots random --games 0",
    "--jobs is 0": "arena spice_road --bots random --jobs 0",
    "--seed is -1": "arena spice_road --bots random --seed -1",
    "--rounds is 0": "arena spice_road --bots random --rounds 0",
    "there is no folder /nowhere": "arena spice_road --bots random --json /nowhere/a.json",
    "/ is a folder": "arena spice_road --bots random --csv /",
    "/nowhere/j cannot be written": "arena spice_road --bots random --resume /nowhere/j",
    "only --json can be": "arena spice_road --bots random --csv -",
    "Missing option '--bots'": "arena spice_road",
    "Missing argument 'GAME'": "arena --bots random",
}


@pytest.mark.parametrize(("why", "line"), BAD.items())
def test_bad_arguments(why: str, line: str) -> None:
    done = serai(*line.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_for_records_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    done = serai(*arguments(SHORT, "--records", str(file)))
    assert (done.exit_code, done.stderr) == (2, f"serai: {file}: File exists\n")


def journal_of(path: Path, results: Sequence[Result] = (), plan: Plan = SHORT) -> Path:
    """A journal with some results."""
    journal = Journal(path, plan, False)
    journal.store(list(results))
    journal.close()
    return path


def test_a_journal_gives_back_what_was_stored(tmp_path: Path) -> None:
    played = [play(SHORT, SHORT.match(number))[1] for number in (3, 1)]
    path = journal_of(tmp_path / "journal", played)
    journal = Journal(path, SHORT, False)
    journal.close()
    assert journal.results == played
    assert seed_of(path) == SHORT.seed
    assert seed_of(tmp_path / "none") is None


@pytest.mark.parametrize("kept", [1, 20, -1])
def test_a_torn_line_is_cut_off(tmp_path: Path, kept: int) -> None:
    played = [play(SHORT, SHORT.match(number))[1] for number in (0, 1)]
    path = journal_of(tmp_path / "journal", played[:1])
    whole = path.read_bytes()
    path.write_bytes(whole + played[1].line().encode()[:kept])
    journal = Journal(path, SHORT, False)
    assert (journal.results, path.read_bytes()) == (played[:1], whole)
    journal.store(played[1:])
    journal.close()
    assert path.read_bytes() == whole + played[1].line().encode()


@pytest.mark.parametrize("torn", [b"", b"{", b'{"journal": 1, "game": "spi'])
def test_a_torn_header_is_written_anew(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "journal"
    path.write_bytes(torn)
    assert seed_of(path) is None
    assert lines(journal_of(path)) == 1
    assert seed_of(path) == SHORT.seed


def test_other_settings_are_refused(tmp_path: Path) -> None:
    path = journal_of(tmp_path / "journal")
    for why, line in {
        "--seed 5, not 6": arguments(replace(SHORT, seed=6)),
        "--bots random,novice, not novice,random": arguments(replace(SHORT, bots=("novice", "random"))),
        "--games 24, not 25": arguments(replace(SHORT, games=25)),
        "begun without --records": arguments(SHORT, "--records", str(tmp_path / "records")),
    }.items():
        done = serai(*line, "--resume", str(path))
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"{path} was " in done.stderr
        assert why in done.stderr
    assert lines(path) == 1


@pytest.mark.parametrize("text", ["my notes", "my notes\n", "[]\n", "{}\n", '{"journal": 9}\n', "\xff\n"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes"
    path.write_text(text)
    done = serai(*arguments(SHORT, "--resume", str(path)))
    assert done.exit_code == 2
    assert f"{path} is " in done.stderr
    assert path.read_text() == text


def test_results_that_are_not_of_this_arena_are_refused(tmp_path: Path) -> None:
    found = play(SHORT, SHORT.match(2))[1]
    for wrong in (replace(found, number=99), replace(found, deal=0), replace(found, bots=["a", "b"]), found):
        path = journal_of(tmp_path / "journal", [found, wrong])
        with pytest.raises(ValueError, match=r"line 3: not the result|holds a game twice"):
            Journal(path, SHORT, False)
        path.unlink()


def test_a_journal_is_written_by_one_arena_at_a_time(tmp_path: Path) -> None:
    first = Journal(tmp_path / "journal", SHORT, False)
    with pytest.raises(ValueError, match="being written by another arena"):
        Journal(tmp_path / "journal", SHORT, False)
    first.close()


def test_killed_at_random_moments_every_game_is_there_once(tmp_path: Path) -> None:
    path, chance = tmp_path / "journal", random.Random(os.urandom(8))
    plan, more = replace(SHORT, games=80), ("--resume", str(path), "--json", str(tmp_path / "json"))
    for jobs in "12121":
        running = process(plan, *more, "--jobs", jobs)
        until(path, lines(path) + chance.randrange(12), running)
        time.sleep(chance.random() / 20)
        running.kill()
        running.communicate()
        assert ended(running.pid)
    last = process(plan, *more, "--jobs", "2")
    assert last.communicate()[1] == ""
    assert last.returncode == 0
    assert timeless(stored(path)) == alone(plan)
    assert json.loads((tmp_path / "json").read_text()) == report(plan, stored(path), 2)


def test_ctrl_c_stops_at_once_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    running = process(replace(SHORT, games=100_000), "--jobs", "2", "--resume", str(path))
    until(path, 3, running)
    os.killpg(running.pid, signal.SIGINT)
    began = time.monotonic()
    out, err = running.communicate()
    assert time.monotonic() - began < 5
    assert (running.returncode, out) == (130, "")
    done = lines(path) - 1
    assert err == (
        f"serai: stopped after {done:,} of 100,000 games; the same command with --resume {path} plays the rest\n"
    )
    assert ended(running.pid)


def ended(group: int) -> bool:
    """Waits until no process of a group is left."""
    latest = time.monotonic() + SOON
    while time.monotonic() < latest:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


class Killer(Standings):
    """Kills a worker when the first games are done."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.warnings: list[str] = []

    def stored(self, results: Sequence[Result]) -> None:
        super().stored(results)
        if results and not self.warnings:
            active_children()[0].kill()

    def warn(self, text: str) -> None:
        self.warnings.append(text)


def test_the_games_of_a_worker_that_died_are_played_by_others() -> None:
    killer = Killer(SHORT)
    assert timeless(run(SHORT, 2, killer)) == alone(SHORT)
    assert killer.warnings
    assert "a worker died (exit code -9); " in killer.warnings[0]
    assert killer.done == SHORT.total


def test_a_game_that_ends_every_worker_ends_the_arena() -> None:
    class Dead:
        exitcode = -11

        def join(self) -> None:
            pass

    warnings: list[str] = []
    crew, waiting = Crew(SHORT, 1, None, warnings.append), deque([8])
    for _ in range(3):
        ours, theirs = Pipe()
        theirs.close()
        worker = Worker(cast(Any, Dead()), cast(Any, ours))
        worker.games.extend([7] if 7 not in waiting else [waiting.popleft()])
        crew._workers.append(worker)
        if len(warnings) < 2:
            assert crew._receive(worker, waiting) is None
            assert list(waiting) == [7, 8]
        else:
            with pytest.raises(ArenaFailed, match=r"game 7 \(deal 3, novice, random\) has ended 3 workers.*-11"):
                crew._receive(worker, waiting)
    assert warnings[0] == "a worker died (exit code -11); game 7 (deal 3, novice, random) is played again by another"


def test_what_goes_wrong_in_a_game_is_told() -> None:
    plan = replace(SHORT, bots=("nobody", "random"))
    with pytest.raises(
        Stopped, match=r"(?s)failed:.*no bot 'nobody'.*stopped after 0 of 24 games; they are lost"
    ) as told:
        conduct(plan, 1, Outputs())
    assert told.value.code == 1


def test_results_are_lines_of_json() -> None:
    found = result(3, "a b", [1, 2])
    assert Result(**json.loads(found.line())) == found
    assert asdict(found)["ranking"] == [1, 0]


def test_ctrl_c_is_heard_when_the_work_is_done() -> None:
    done = []

    def work() -> None:
        with deaf():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("stored")
        done.append("not reached")

    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["stored"]
    assert signal.getsignal(signal.SIGINT) == handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    other = Thread(target=lambda: done.extend(name for name in ("elsewhere",) if deaf().__enter__() is None))
    other.start()
    other.join()
    assert done == ["stored", "elsewhere"]
