"""Plans, results and arenas for the tests."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from typer.testing import CliRunner
from typer.testing import Result as Done

from serai.arena.match import Result, play
from serai.arena.plan import ArenaSettings
from serai.cli import app

SHORT = ArenaSettings("spice_road", 2, ("random", "novice"), 24, 5, 3)
SOON = 300.0


def serai(*arguments: str) -> Done:
    """Runs a command in this process."""
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def arguments(plan: ArenaSettings, *more: str) -> list[str]:
    """The command line of a plan."""
    line = f"arena {plan.game} --bots {','.join(plan.bots)} --players {plan.players} --games {plan.games}"
    return [*line.split(), "--seed", str(plan.seed), "--rounds", str(plan.rounds), *more]


def process(plan: ArenaSettings, *more: str) -> subprocess.Popen[str]:
    """Starts the command as a process in a group of its own."""
    command = [sys.executable, "-m", "serai", *arguments(plan, *more)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=hear_interrupts
    )


def hear_interrupts() -> None:
    """Lets a process receive Ctrl-C even if the tests were started in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def lines(journal: Path) -> int:
    """How many lines a journal has so far."""
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def until(journal: Path, count: int, running: subprocess.Popen[str]) -> None:
    """Waits until a journal has this many lines, or its arena has ended."""
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


def alone(plan: ArenaSettings) -> list[Result]:
    """All results of a plan, played one after another in this process."""
    return timeless([play(plan, plan.match(number))[1] for number in range(plan.total)])


def stored(journal: Path) -> list[Result]:
    """The results in a journal, in the order of their numbers."""
    told = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    found = [Result(**line) for line in told if "machine" not in line]
    return sorted(found, key=lambda game: game.number)
