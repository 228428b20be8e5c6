"""Plays an arena where only NumPy and Numba are installed: `python -m serai.arena GAME --bots A,B --journal FILE`.

The games go into a journal; `serai arena` with the same settings and `--resume FILE` prints the figures where all of
Serai is installed.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from serai.arena.journal import Journal
from serai.arena.match import Result
from serai.arena.plan import ArenaSettings, read_bots
from serai.arena.progress import Standings
from serai.arena.run import run
from serai.component_sets import explain_old_variable, find_components


class PrintedStandings(Standings):
    """Standings printed as a line every so often."""

    seconds = 20.0
    printed = 0.0

    def stored(self, results: Sequence[Result]) -> None:
        """Counts games, and prints the standings unless it has just done so."""
        super().stored(results)
        if time.monotonic() - self.printed > self.seconds or self.done == self.plan.total:
            self.printed = time.monotonic()
            wins = ", ".join(f"{name} {won}" for name, won, _ in self.rows())
            print(f"{self.plan.game} {self.plan.players}: {self.done} of {self.plan.total} games; {wins}", flush=True)


def main(words: list[str] | None = None) -> None:
    """Plays what the journal does not hold yet."""
    parser = argparse.ArgumentParser(prog="python -m serai.arena", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--bots", required=True)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--components", metavar="NAME|FOLDER", help="another component set; default: the standard set")
    parser.add_argument("--journal", type=Path, required=True)
    asked = parser.parse_args(words)
    explain_old_variable()
    try:
        bots, pieces = read_bots(asked.bots), find_components(asked.game, asked.components)
        plan = ArenaSettings(asked.game, asked.players, bots, asked.games, asked.seed, asked.rounds, components=pieces)
        journal = Journal(asked.journal, plan, False)
    except ValueError as error:
        sys.exit(f"serai: {error}")
    try:
        run(plan, asked.jobs, PrintedStandings(plan), journal)
    finally:
        journal.close()


if __name__ == "__main__":
    main()
