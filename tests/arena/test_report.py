"""The report as a table, as CSV and live."""

import sys
from io import StringIO

import pytest

from serai.arena.machine import UNKNOWN, machine
from serai.arena.plan import ArenaSettings
from serai.arena.progress import watching
from serai.arena.report import as_csv, command, report, table
from tests.arena.games import result


def test_the_report_as_a_table() -> None:
    plan = ArenaSettings("spice_road", 3, ("a", "b"), 6, 1, 100)
    games = [result(number, " ".join(plan.match(number).bots), [9, 5, 1], 0) for number in range(6)]
    text = "\n".join(table(report(plan, games, [UNKNOWN])))
    assert "6 games of spice_road, 3 players, 1 deals, at most 100 rounds; stopped by that: 0" in text
    assert "\na       50.00%" in text
    assert "alone among others (equals: 33.33%)\na       33.33%" in text
    assert "winner's score 9.00, turns per player 10.00" in text
    three = ArenaSettings("spice_road", 2, ("a", "b", "c"), 2, 1, 100)
    games = [result(number, " ".join(three.match(number).bots), [9, 5], 0) for number in range(6)]
    assert "the first placed before the second\na v b     50.00%" in "\n".join(table(report(three, games, [UNKNOWN])))


def test_the_command_names_jobs_or_cluster_only_if_they_are_known() -> None:
    plan = ArenaSettings("spice_road", 2, ("a", "b"), 6, 1, 100)
    begun, ended = "serai arena spice_road --bots a,b --players 2 --games 6 ", "--seed 1 --rounds 100"
    assert command(plan, machine(13)) == f"{begun}--jobs 13 {ended}"
    assert command(plan, machine(13, "10.0.0.1:6379")) == f"{begun}{ended} --ray 10.0.0.1:6379"
    assert command(plan, UNKNOWN) == f"{begun}{ended}"


def test_a_cluster_elsewhere_is_not_taken_for_this_machine() -> None:
    assert machine(1, "10.0.0.1:6379") == {"cluster": "10.0.0.1:6379", "note": "its machines are not recorded"}
    here = machine(1)
    del here["jobs"]
    assert machine(1, "local") == here | {"cluster": "local"}


def test_rows_of_the_csv() -> None:
    rows = as_csv([result(7, "a b", [3, 4])]).splitlines()
    assert rows[0].startswith("game,table,deal,rotation,seat,bot,score,rank")
    assert rows[1:] == ["7,0,7,0,0,a,3,1,10,5.0,0,0", "7,0,7,0,1,b,4,0,10,5.0,0,0"]


def test_the_live_table_is_on_standard_error_and_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    plan = ArenaSettings("spice_road", 2, ("a", "b"), 4, 1, 100)
    for stream, words in ((StringIO(), ["serai: oh"]), (Terminal(), ["serai: oh", "75.0%", "1 of 4", "━", "4/4"])):
        monkeypatch.setattr(sys, "stderr", stream)
        with watching(plan) as standings:
            standings.stored([result(number, "a b", [number, 0]) for number in range(4)])
            standings.warn("oh")
        assert all(word in stream.getvalue() for word in words)
    assert standings.rows() == [("a", "3 of 4", "75.0%"), ("b", "1 of 4", "25.0%")]
