"""Runs an arena: plays what is not in the journal yet, and stores each result before reporting it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from serai.arena.journal import Journal
from serai.arena.machine import machine
from serai.arena.match import Playing, Result
from serai.arena.plan import ArenaSettings
from serai.arena.ray_crew import FarCrew
from serai.arena.workers import Crew, deaf


class Watcher(Protocol):
    """Receives the progress of an arena."""

    def stored(self, results: Sequence[Result]) -> None:
        """Called with games that are finished and stored."""

    def warn(self, text: str) -> None:
        """Called with problems that the arena recovered from."""


def run(
    plan: ArenaSettings,
    jobs: int,
    watcher: Watcher,
    journal: Journal | None = None,
    records: Path | None = None,
    ray: str | None = None,
) -> list[Result]:
    """Plays all games of a plan that are not in the journal; returns all results, ordered by number."""
    results = {} if journal is None else {result.number: result for result in journal.results}
    watcher.stored(list(results.values()))
    missing = [number for number in range(plan.total) if number not in results]
    with Crew(plan, jobs, Playing(records), watcher.warn) if ray is None else FarCrew(plan, ray, records) as crew:
        if journal is not None and missing:
            with deaf():
                journal.note(machine(jobs, ray))
        for found in crew.play(missing):
            with deaf():
                if journal is not None:
                    journal.store(found)
                results |= {result.number: result for result in found}
                watcher.stored(found)
    return [results[number] for number in range(plan.total)]
