"""The load test: a few tables for a moment, to see that it plays without errors and writes what it found."""

from pathlib import Path

import pytest
from rich.console import Console

from tools import load
from tools.load import Plan, measured, shown, spread, write
from tools.players import Json

PLAN = Plan(tables=3, seconds=2.0, options=("--workers", "1"))


@pytest.mark.compiled
def test_a_small_crowd_plays_all_games_without_errors() -> None:
    run = measured(PLAN, Console(quiet=True))
    assert run["errors"] == {}
    assert run["people_decide_per_s"] > 0
    assert run["stored_per_s"] > 0
    assert run["stored_to_shown_ms"]["count"] > 0
    assert shown([run]).row_count == len(load.ROWS)


def test_figures_are_written_between_the_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(load, "FIGURES", tmp_path / "load.json")
    load.PAGE.write_text(f"before\n{load.BEGIN}\nold\n{load.END}\nafter\n", encoding="utf-8")
    write([figures()], "python -m tools.load")
    page = load.PAGE.read_text(encoding="utf-8")
    assert page.startswith(f"before\n{load.BEGIN}\n`python -m tools.load` (")
    assert "| decide: p50, p99 of an answer | 1.5 ms, 2 ms |" in page
    assert page.endswith(f"{load.END}\nafter\n")
    assert "old" not in page


def test_a_spread_is_median_and_99th_percentile() -> None:
    assert spread([0.001 * number for number in range(101)]) == {"p50": 50.0, "p99": 99.0, "count": 101}
    assert spread([]) == {"p50": None, "p99": None, "count": 0}


def figures() -> Json:
    """Makes figures up."""
    rates = dict.fromkeys(("stored_per_s", "people_decide_per_s", "answers_per_s"), 10.0)
    sizes = dict.fromkeys(("server_mib", "workers_mib", "server_cores", "worker_cores", "people_cores"), 1)
    answers = {"answer_ms": {"decide": {"p50": 1.5, "p99": 2.0, "count": 9}}, "stored_to_shown_ms": spread([])}
    return {"tables": 3, "seconds": 2.0, "pause_s": 0, **rates, **sizes, **answers, "games_ended": 0, "errors": {}}
