"""Runs the long versions of the tests and writes what they showed: `make soak`, or `python -m tools.soak PART`.

The parts are the three games, compared with their naive readings, power cuts over each database: so many rounds in
which a worker and a server are killed under play, and the tests of `long_tests.PARTS`.
"""

import datetime
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.status import Status

from serai.rules import games
from tests.test_naive import SOAK
from tests.web.postgres import cluster
from tests.web.power_cuts import Report, power_cuts
from tools import long_tests

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "docs" / "soak.json"
TODAY = datetime.datetime.now(datetime.UTC).date().isoformat()
MODES = {"compiled": {}, "plain": {"NUMBA_DISABLE_JIT": "1"}}


CUTS = {"power cuts, sqlite": 1, "power cuts, postgresql": 2}
ROUNDS = 50


def cut(part: str, told: Callable[[Report], None]) -> dict[str, Any]:
    """Cuts the power under play, with so many servers over one database; returns what came of it."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        if part.endswith("sqlite"):
            report = power_cuts(Path(folder), ROUNDS, CUTS[part], told=told)
        else:
            with cluster() as postgres:
                shared = ("--database", postgres.new_database())
                report = power_cuts(Path(folder), ROUNDS, CUTS[part], *shared, told=told)
    return {
        "command": f'python -m tools.soak "{part}"',
        "passed": True,
        "rounds": report.rounds,
        "servers": CUTS[part],
        "servers killed": report.servers_killed,
        "workers killed": report.workers_killed,
        "decisions answered": report.answered,
        "events stored": report.events,
        "longest until the bots went on, seconds": round(report.longest_pause, 1),
        "seconds": round(time.perf_counter() - begun),
        "python": platform.python_version(),
    }


def run(game: str, mode: str, told: Callable[[Report], None]) -> dict[str, Any]:
    """Compares a game with its naive reading in the long version; returns how that ended and how long it took."""
    wanted = [*long_tests.PATIENT, "tests/test_naive.py", "-k", game]
    amount = SOAK[game][list(MODES).index(mode)]
    return {"games": amount, **long_tests.pytest(wanted, {"SERAI_SOAK": "1", **MODES[mode]})}


def main() -> None:
    """Runs the parts named, or all, and writes each result into docs/soak.json as it comes."""
    console = Console()
    results = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    for part in sys.argv[1:] or [*games.GAMES, *CUTS, *long_tests.PARTS]:
        for name, work in works(part).items():
            with console.status(name) as status:
                results[name] = {"date": TODAY, **work(partial(show, status, name))}
            console.print(name, results[name])
            RESULT.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    sys.exit(not all(result["passed"] for result in results.values()))


def works(part: str) -> dict[str, Callable[[Callable[[Report], None]], dict[str, Any]]]:
    """Returns what is done for a part, by name."""
    if part in long_tests.PARTS:
        return {part: lambda told: long_tests.run(part)}
    if part in CUTS:
        return {part: partial(cut, part)}
    return {f"{part}, {mode}": partial(run, part, mode) for mode in MODES}


def show(status: Status, name: str, report: Report) -> None:
    """Shows how far it is."""
    status.update(f"{name}: {report.rounds} of {ROUNDS} rounds, {sum(report.pauses):.0f} s until the bots went on")


if __name__ == "__main__":
    main()
