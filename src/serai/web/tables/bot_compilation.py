"""Compiles bots in a low-priority process while the server runs, starting with those players wait for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from serai.bots.preparation import Preparation, prepared, steps
from serai.web.tables.worker_process import WARM_SECONDS, BotWorker, WorkerFailed

LOG = logging.getLogger("serai.bot_pool")
TRIES = 3


@dataclass(frozen=True)
class Progress:
    """How many bots are compiled, and which one is next."""

    done: int
    of: int
    now: Preparation | None


class Preparing:
    """Knows which bots are compiled for which games, and compiles the others."""

    def __init__(self, command: list[str] | None) -> None:
        """Takes the command of a worker that only prepares; with None everything counts as compiled."""
        self._command = command or []
        self._steps = steps() if command else []
        self._done = set(prepared())
        self.news: list[Preparation] = []
        self.finished = asyncio.Event()
        self._wanted: list[Preparation] = []
        self._now: Preparation | None = None

    @property
    def over(self) -> bool:
        """Whether everything is compiled."""
        return all(map(self.has, self._steps))

    @property
    def progress(self) -> Progress | None:
        """The progress; None when done."""
        done = sum(map(self.has, self._steps))
        return None if done == len(self._steps) else Progress(done, len(self._steps), self._now)

    def has(self, step: Preparation | None) -> bool:
        """Whether a bot can answer about a game without compiling first; games from outside are not known here."""
        return step is None or step not in self._steps or step in self._done

    def want(self, step: Preparation | None) -> None:
        """Puts a step first, unless it is compiled."""
        if step is not None and not self.has(step) and step not in self._wanted:
            self._wanted.append(step)

    async def run(self, tell: Callable[[], Awaitable[None]]) -> None:
        """Compiles step by step and calls `tell` after each; a step that keeps failing counts as done."""
        failures = 0
        while not self.over:
            starting = asyncio.create_task(BotWorker.start(self._command))
            try:
                worker = await asyncio.shield(starting)
                await worker.warm()
                while (step := self._next()) is not None:
                    await self._prepare(worker, step)
                    await tell()
            except (WorkerFailed, OSError) as error:
                failures += 1
                LOG.warning("could not prepare %s: %s", self._now, error)
                if failures % TRIES == 0 and self._now is not None:
                    self._done.add(self._now)
                    await tell()
                await asyncio.sleep(1)
            finally:
                await _end(starting)
        self.finished.set()

    def _next(self) -> Preparation | None:
        """Returns the step to prepare: one that is waited for, else the next in order."""
        self._now = next((step for step in (*self._wanted, *self._steps) if not self.has(step)), None)
        return self._now

    async def _prepare(self, worker: BotWorker, step: Preparation) -> None:
        """Runs one step in the worker."""
        bot, game = step
        await worker.ask({"number": 0, "mode": "prepare", "bot": bot, "game": game}, WARM_SECONDS)
        self._done.add(step)
        self.news.append(step)


async def _end(starting: "asyncio.Task[BotWorker]") -> None:
    """Kills the worker, even one that is still starting."""
    try:
        worker = await asyncio.shield(starting)
    except OSError:
        return
    await worker.kill()
