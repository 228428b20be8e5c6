"""Runs an arena: plays what the journal does not hold yet, and stores a result before anybody hears of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from serai.arena.far import FarCrew
from serai.arena.journal import Journal
from serai.arena.machine import machine
from serai.arena.plan import Plan
from serai.arena.playing import Playing, Result
from serai.arena.workers import Crew, deaf


class Watcher(Protocol):
    """Somebody who hears what happens."""

    def stored(self, results: Sequence[Result]) -> None:
        """Hears of games that are finished and stored."""

    def warn(self, text: str) -> None:
        """Hears of trouble that the arena got over."""


def run(
    plan: Plan,
    jobs: int,
    watcher: Watcher,
    journal: Journal | None = None,
    records: Path | None = None,
    ray: str | None = None,
) -> list[Result]:
    """Plays all games of a plan that are not in the journal; returns all results in the order of their numbers."""
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
