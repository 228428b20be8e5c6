"""The command `serai arena`, after its numbers have been checked."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.arena.journal import Journal, seed_of
from serai.arena.machine import machine
from serai.arena.match import Result, check_records
from serai.arena.plan import ArenaSettings
from serai.arena.progress import Standings, watching
from serai.arena.report import as_csv, report, table
from serai.arena.run import run
from serai.arena.sources import sources
from serai.arena.stopping import FAILED, INTERRUPTED, Stopped, check_writable, how_to_resume
from serai.arena.workers import ArenaFailed
from serai.programs.player import try_out

STDOUT = Path("-")

__all__ = ["Outputs", "Stopped", "choose_seed", "conduct"]


@dataclass(frozen=True)
class Outputs:
    """Where results go; all but the table are optional, and JSON on standard output replaces the table."""

    json: Path | None = None
    csv: Path | None = None
    records: Path | None = None
    resume: Path | None = None

    def check(self) -> None:
        """Checks before the first game that the files can be written after the last one."""
        for file in (self.json, self.csv, self.resume):
            if file is not None and file != STDOUT:
                check_writable(file)
        if STDOUT in (self.csv, self.resume, self.records):
            raise ValueError("only --json can be standard output")


def choose_seed(resume: Path | None) -> int:
    """Returns the seed of the journal to resume, or one from the operating system."""
    begun = None if resume is None else seed_of(resume)
    return int.from_bytes(os.urandom(8)) if begun is None else begun


def conduct(plan: ArenaSettings, jobs: int, outputs: Outputs, ray: str | None = None) -> list[str]:
    """Plays an arena here or on a Ray cluster, writes its files and returns the lines for standard output."""
    outputs.check()
    for program in plan.programs:
        try_out(program, plan.game)
    journal = None if outputs.resume is None else Journal(outputs.resume, plan, outputs.records is not None)
    code = sources() if journal is None else journal.sources
    try:
        if outputs.records is not None:
            check_records(outputs.records, [] if journal is None else journal.results)
        with watching(plan) as standings:
            results = _played(plan, jobs, outputs, journal, standings, ray)
    finally:
        if journal is not None:
            journal.close()
    machines = [machine(jobs, ray)] if journal is None else journal.machines
    told = report(plan, results, machines, code)
    _write(told, results, outputs)
    return [json.dumps(told)] if outputs.json == STDOUT else list(table(told))


def _played(
    plan: ArenaSettings, jobs: int, outputs: Outputs, journal: Journal | None, standings: Standings, ray: str | None
) -> list[Result]:
    """Plays all games; if stopped, says how to play the rest."""
    try:
        return run(plan, jobs, standings, journal, outputs.records, ray)
    except KeyboardInterrupt:
        raise Stopped(how_to_resume(standings.done, plan.total, outputs.resume), INTERRUPTED) from None
    except (ArenaFailed, OSError) as error:
        raise Stopped(f"{error}\n{how_to_resume(standings.done, plan.total, outputs.resume)}", FAILED) from None


def _write(told: dict[str, Any], results: list[Result], outputs: Outputs) -> None:
    """Writes the requested files."""
    if outputs.json is not None and outputs.json != STDOUT:
        outputs.json.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if outputs.csv is not None:
        outputs.csv.write_text(as_csv(results), encoding="utf-8")
