"""Runs the long versions of the tests and writes the results: `make soak`, or `python -m tools.soak PART …`.

The parts are the three games, compared with their naive implementations; power cuts over each database, rounds in which
a server, and sometimes a worker, is killed during play; memory, sampled while people and bots play for a long time; and
the tests of `long_tests.PARTS`; trainings by `frameworks.PARTS`, each in an environment of its own; a first
installation, timed; and the whole suite, again and again on a busy machine.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from serai.core import spec
from tests.test_naive import SOAK
from tests.web.postgres import cluster
from tests.web.power_cuts import Report, power_cuts
from tools import busy, frameworks, fresh, long_tests
from tools.growth import grown

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "docs" / "soak.json"
PICTURE = ROOT / "docs" / "memory.svg"
MODES = {"compiled": {}, "plain": {"NUMBA_DISABLE_JIT": "1"}}
MEMORY, DRAWN, BUSY, FRESH = "memory", "drawn", "busy runs", "a first installation"

Json = dict[str, Any]
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Cuts:
    """How power is cut: servers per database, and the default number of rounds."""

    servers: int
    rounds: int


CUTS = {"power cuts, sqlite": Cuts(1, 500), "power cuts, postgresql": Cuts(2, 150)}


def cut(part: str, rounds: int, jobs: int, told: Tell) -> Json:
    """Cuts the power during play, in several parallel loops, each with its own database."""
    begun, counts = time.perf_counter(), [len(range(job, rounds, jobs)) for job in range(jobs)]
    whole, done, loops = Report(), [0] * jobs, list[Future[Report]]()

    def tell(job: int) -> None:
        if any(loop.done() and loop.exception() is not None for loop in loops):
            raise RuntimeError("another loop has failed")
        done[job] += 1
        told(sum(done))

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(cluster()) if part.endswith("postgresql") else None
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        for job, count in enumerate(counts):
            (own := folder / str(job)).mkdir()
            database = postgres.new_database() if postgres is not None else None
            work = partial(power_cuts, own, count, CUTS[part].servers, database, 7 + job, partial(tell, job))
            loops.append(pool.submit(work))
        for loop in as_completed(loops):
            whole.add(loop.result())
    return {"passed": True, **figures(whole), "servers": CUTS[part].servers, "loops": jobs, **spent(begun)}


def figures(report: Report) -> Json:
    """Returns the results of power cuts."""
    return {
        "rounds": report.rounds,
        "servers killed": report.servers_killed,
        "workers killed": report.workers_killed,
        "answered as stored": dict(sorted(report.answered.items())),
        "stored though the answer was lost": report.caught,
        "tables": report.tables,
        "events stored": report.events,
        "longest until the bots went on, seconds": round(max(report.pauses, default=0.0), 1),
    }


def spent(begun: float) -> Json:
    """Returns how long a run took, and on which machine."""
    return {"seconds": round(time.perf_counter() - begun), "python": platform.python_version()}


def grow(minutes: float, told: Tell) -> Json:
    """Plays for some minutes and samples the memory; draws it too."""
    begun = time.perf_counter()
    found, drawn = grown(minutes, told)
    return {**found, **spent(begun), DRAWN: drawn}


def run(game: str, mode: str, told: Tell) -> Json:
    """Runs the long comparison of a game with its naive implementation; returns its outcome and how long it took."""
    wanted = [*long_tests.PATIENT, "tests/test_naive.py", "-k", game]
    amount = SOAK[game][list(MODES).index(mode)]
    return {"games": amount, **long_tests.pytest(wanted, {"SERAI_SOAK": "1", **MODES[mode]})}


def works(part: str, asked: argparse.Namespace) -> dict[str, tuple[Callable[[Tell], Json], float | None]]:
    """Returns the work of a part, by name, with its amount if that can be counted."""
    if part in CUTS:
        rounds = asked.rounds or CUTS[part].rounds
        return {part: (partial(cut, part, rounds, min(asked.jobs, rounds)), rounds)}
    if part in long_tests.PARTS:
        return {part: (lambda told: long_tests.run(part), None)}
    if part in frameworks.PARTS:
        return {part: (lambda told: frameworks.run(part), None)}
    if part == MEMORY:
        return {part: (partial(grow, asked.minutes), asked.minutes)}
    if part == BUSY:
        return {part: (busy.run, busy.RUNS)}
    if part == FRESH:
        return {part: (fresh.run, 1)}
    return {f"{part}, {mode}": (partial(run, part, mode), None) for mode in MODES}


def tried(work: Callable[[Tell], Json], told: Tell, console: Console) -> Json:
    """Runs a piece of work; a failure is a result too, and is shown in full."""
    try:
        return work(told)
    except Exception as error:
        console.print(traceback.format_exc(), markup=False)
        return {"passed": False, "said": f"{type(error).__name__}: {error}"}


def wishes(words: list[str]) -> argparse.Namespace:
    """Reads the command line."""
    known = [*spec.GAMES, *CUTS, MEMORY, *long_tests.PARTS, *frameworks.PARTS, FRESH, BUSY]
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{'; '.join(known)}: all of them if none is named")
    parser.add_argument("--rounds", type=int, help="power cuts; default: 500 over SQLite and 150 over PostgreSQL")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="parallel loops of power cuts")
    parser.add_argument("--trial", action="store_true", help="print the results without writing to docs/")
    parser.add_argument("--minutes", type=float, default=20, help="how long memory is sampled")
    found = parser.parse_args(words)
    if wrong := [part for part in found.parts if part not in known]:
        parser.error(f"there is no part {wrong[0]!r}; there are: {'; '.join(known)}")
    if found.jobs < 1 or found.minutes <= 0 or (found.rounds is not None and found.rounds < 1):
        parser.error("--rounds and --jobs are at least 1, --minutes is more than 0")
    found.parts = found.parts or known
    return found


def write(name: str, result: Json, drawn: str | None) -> None:
    """Writes a result into docs/, with its date and command, and its picture if there is one."""
    words = [json.dumps(word) if " " in word else word for word in sys.argv[1:]]
    dated = {"date": datetime.now(UTC).date().isoformat(), "command": " ".join(["python -m tools.soak", *words])}
    results = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    RESULT.write_text(json.dumps({**results, name: {**dated, **result}}, indent=1) + "\n", encoding="utf-8")
    if drawn is not None:
        PICTURE.write_text(drawn, encoding="utf-8")


def main() -> None:
    """Runs the named parts, or all, and writes each result into docs/soak.json as it arrives."""
    asked, console, passed = wishes(sys.argv[1:]), Console(), True
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    named = {name: work for part in asked.parts for name, work in works(part, asked).items()}
    for name, (work, total) in named.items():
        with Progress(*columns, console=console) as progress:
            told = partial(shown, progress, progress.add_task(name, total=total))
            result = tried(work, told, console)
        drawn = result.pop(DRAWN, None)
        console.print(name, result)
        passed = passed and result["passed"]
        if not asked.trial:
            write(name, result, drawn)
    sys.exit(not passed)


def shown(progress: Progress, task: TaskID, count: float) -> None:
    """Shows the progress."""
    progress.update(task, completed=count)


if __name__ == "__main__":
    main()
