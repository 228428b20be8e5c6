"""Processes that play games: each is fed a few numbers ahead, and one that dies is replaced."""

import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from threading import Thread, current_thread, main_thread
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from serai.arena.match import warm_up
from serai.arena.plan import ArenaSettings

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

AHEAD = 2
MOST_DEATHS = 3


class Numbered(Protocol):
    """A result with the number of its game."""

    @property
    def number(self) -> int:
        """The number of the game in its plan."""


Found = TypeVar("Found", bound=Numbered)
Playing = Callable[[ArenaSettings, int], Found]


class ArenaFailed(RuntimeError):
    """A game that cannot be played; says which and why."""


@dataclass(frozen=True)
class Failure:
    """A game in which a bot or Serai itself failed."""

    number: int
    story: str


@dataclass(frozen=True)
class ArenaWorker(Generic[Found]):
    """A process, the pipe to it, and the numbers of the games assigned to it and not finished."""

    process: SpawnProcess
    pipe: "Connection[int, Found | Failure]"
    games: deque[int] = field(default_factory=deque)


class Crew(Generic[Found]):
    """The workers of an arena; leaving the context ends them at once."""

    def __init__(self, plan: ArenaSettings, jobs: int, playing: Playing[Found], warn: Callable[[str], None]) -> None:
        """Stores the settings; `playing` plays one game in a worker, `warn` is called when a worker dies."""
        self._plan, self._jobs, self._playing, self._warn = plan, jobs, playing, warn
        self._workers: list[ArenaWorker[Found]] = []
        self._deaths: dict[int, int] = {}

    def __enter__(self) -> "Crew[Found]":
        """Starts no workers; they start with the first game."""
        # Otherwise Python starts the tracker with the first worker and undoes `deaf` in doing so.
        if os.name == "posix":
            resource_tracker.ensure_running()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Ends all workers, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    def play(self, numbers: Iterable[int]) -> Iterator[list[Found]]:
        """Plays games by number; yields batches of results as they arrive."""
        waiting = deque(numbers)
        while waiting or any(worker.games for worker in self._workers):
            self._feed(waiting)
            pipes = {worker.pipe: worker for worker in self._workers}
            ready = cast("list[Connection[int, Found | Failure]]", wait(list(pipes)))
            found = [self._receive(pipes[pipe], waiting) for pipe in ready]
            if results := [result for result in found if result is not None]:
                yield results

    def _feed(self, waiting: deque[int]) -> None:
        """Keeps every worker busy as long as games are waiting."""
        while len(self._workers) < min(self._jobs, len(waiting)):
            with deaf():
                self._workers.append(_start(self._plan, self._playing))
        for _ in range(AHEAD):
            for worker in self._workers:
                if waiting and len(worker.games) < AHEAD:
                    _give(worker, waiting.popleft())

    def _receive(self, worker: ArenaWorker[Found], waiting: deque[int]) -> Found | None:
        """Takes a result from a worker; the games of one that died go to others."""
        try:
            found = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker, waiting)
            return None
        if isinstance(found, Failure):
            raise ArenaFailed(f"{self._described(found.number)} failed:\n{found.story}")
        worker.games.remove(found.number)
        return found

    def _bury(self, worker: ArenaWorker[Found], waiting: deque[int]) -> None:
        """Takes back the games of a dead worker; fails if the one it was playing has killed too many workers."""
        worker.process.join()
        self._workers.remove(worker)
        worker.pipe.close()
        waiting.extendleft(reversed(worker.games))
        code = worker.process.exitcode
        if not worker.games:
            self._warn(f"a worker died (exit code {code}); it had nothing to do")
            return
        number = worker.games[0]
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] == MOST_DEATHS:
            raise ArenaFailed(
                f"{self._described(number)} has ended {MOST_DEATHS} workers, the last with exit code {code}"
            )
        self._warn(f"a worker died (exit code {code}); {self._described(number)} is played again by another")

    def _described(self, number: int) -> str:
        """Describes a game for messages."""
        match = self._plan.match(number)
        return f"game {number} (deal {match.deal}, {', '.join(match.bots)})"


def _start(plan: ArenaSettings, playing: Playing[Found]) -> ArenaWorker[Found]:
    """Starts a worker, with Ctrl-C held back since the parent ends its workers itself."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_work, args=(theirs, plan, playing), daemon=True)
    process.start()
    theirs.close()
    return ArenaWorker(process, ours)


@contextmanager
def deaf() -> Iterator[None]:
    """Defers Ctrl-C until the block ends; a process started inside never receives it."""
    if current_thread() is not main_thread():
        yield
        return
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    masks = hasattr(signal, "pthread_sigmask")  # Windows has none: Ctrl-C then reaches a new process as well
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if heard:
        raise KeyboardInterrupt


def _give(worker: ArenaWorker[Found], number: int) -> None:
    """Sends a worker a game; a dead worker is noticed when its pipe is read."""
    worker.games.append(number)
    try:
        worker.pipe.send(number)
    except OSError:
        return


def _work(pipe: "Connection[Found | Failure, int]", plan: ArenaSettings, playing: Playing[Found]) -> None:
    """Plays the games whose numbers arrive through the pipe, as long as the parent lives."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    warm = False
    while True:
        number = pipe.recv()
        try:
            warm = warm or warm_up(plan)
            result = playing(plan, number)
        except Exception:
            pipe.send(Failure(number, traceback.format_exc()))
        else:
            pipe.send(result)


def _end_with_parent() -> None:
    """Waits until the parent is gone, then ends this process immediately."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
