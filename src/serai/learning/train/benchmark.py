"""Measures a network during training: games against the bots of the ladder, in processes of their own."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from serai.bots import ask, make
from serai.bots.base import Bot
from serai.bots.network import NetworkBot
from serai.core.component_set import ComponentSet
from serai.game import Game
from serai.networks.inference import Network
from serai.networks.weights import load

SEED = 1 << 40
MOST_JOBS = 13


def spare_jobs() -> int:
    """Returns how many processes may measure: all cores but two, at least one, at most 13."""
    return max(1, min(MOST_JOBS, (os.cpu_count() or 1) - 2))


def duel(pieces: ComponentSet, players: int, file: str, bot: str, number: int) -> bool:
    """Plays one game of a network against copies of a bot; each deal is played from every seat in turn."""
    deal, seat = divmod(number, players)
    learned: Bot = NetworkBot("network", Network(pieces, load(Path(file)), most=1))
    bots = [learned if place == seat else make(bot) for place in range(players)]
    names = [f"seat {place}" for place in range(players)]
    played = Game.new(pieces.game, players, SEED + deal, names, "given", 100, components=pieces)
    while not played.over:
        played.play(ask(bots[played.seat], played, SEED + len(played.steps())))
    return played.ranking()[0] == seat


@dataclass
class Ladder:
    """Starts games and collects finished results; without processes there are never any.

    When a process is killed, what is being measured is lost, and the next is measured by other processes.
    """

    pieces: ComponentSet
    bots: tuple[str, ...]
    games: int
    jobs: int
    players: int = 2
    asked: list[tuple[float, str, list["Future[bool]"]]] = field(default_factory=list)
    pool: ProcessPoolExecutor | None = None

    @property
    def idle(self) -> bool:
        """Whether a process is idle."""
        return min(self.jobs, self.games) > 0 and not self.asked

    def ask(self, when: float, file: Path) -> None:
        """Starts games of a network file against each bot."""
        if min(self.jobs, self.games) <= 0:
            return
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"))
        try:
            with _deaf():
                for bot in self.bots:
                    terms = [(self.pieces, self.players, str(file), bot, number) for number in range(self.games)]
                    self.asked.append((when, bot, [self.pool.submit(duel, *each) for each in terms]))
        except BrokenProcessPool:
            self.close()

    def results(self) -> list[dict[str, Any]]:
        """Returns the results since the last call."""
        done = [each for each in self.asked if all(result.done() for result in each[2])]
        self.asked = [each for each in self.asked if each not in done]
        found = []
        for when, bot, results in done:
            try:
                won = sum(result.result() for result in results)
            except BrokenProcessPool:
                self.close()
            except Exception as error:
                print(f"  at {when:.0f} s: games against {bot} failed ({type(error).__name__}: {error})", flush=True)
            else:
                found.append({"seconds": when, "bot": bot, "games": len(results), "won": won})
        return found

    def close(self) -> None:
        """Ends the processes, even in the middle of a game."""
        if self.pool is not None:
            # `shutdown` alone waits for these games and the next ones, which a second Ctrl-C could not end.
            for process in list((self.pool._processes or {}).values()):
                process.kill()
            self.pool.shutdown(cancel_futures=True)
            self.pool = None


@contextmanager
def _deaf() -> Iterator[None]:
    """Makes processes started inside `with` ignore Ctrl-C; their parent ends them."""
    resource_tracker.ensure_running()  # it is started with the first process otherwise, and lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
