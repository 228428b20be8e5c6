"""Bots and hints in worker processes: restarted when they hang or die, with budgets that shrink as the queue grows."""

import asyncio
import base64
import logging
import os
import secrets
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from serai.bots import BOTS, Bot, Budget, make, position
from serai.bots.base import question
from serai.bots.levels import code_of
from serai.bots.preparation import ADVISERS, FIRST, Preparation
from serai.core.component_set import ComponentSet
from serai.core.records import States
from serai.game import Game
from serai.programs import Program, new_game
from serai.programs.player import START_SECONDS
from serai.web.drawing.scene import Hint
from serai.web.tables.bot_compilation import Preparing
from serai.web.tables.worker_process import WARM_SECONDS, BotWorker, WorkerFailed

LOG = logging.getLogger("serai.bot_pool")
JOB_SECONDS = 20.0
SPARE_SECONDS = 5.0
MOST_FAILURES = 2
LEAST_NODES = 400
LEAST_MILLISECONDS = 50.0
MOST_MILLISECONDS = 5000.0
SUBSTITUTE = "trader"
JUDGE = "network"
PREPARING = "--prepare"


class NoAnswer(RuntimeError):
    """No worker could answer a question; says why."""


def usual_workers() -> int:
    """Returns the default number of workers: one core is left to the server."""
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(eq=False)
class Job:
    """A question for a worker: what is sent, what comes back, how often it has failed, how long it may take.

    `needs` is the code without which it would take far longer.
    """

    body: dict[str, Any]
    budget: Budget | None = None
    needs: Preparation | None = None
    failures: int = 0
    seconds: float | None = None
    done: "asyncio.Future[dict[str, Any]]" = field(init=False)


def program_job(game: Game, program: Program) -> Job:
    """Makes the question for a program at the deciding seat: it gets what the seat may know, and nothing else."""
    told = position(game)
    body = {"program": program.body(), "new_game": new_game(game, game.seat), "position": told, "mode": "program"}
    return Job(body, seconds=2 * START_SECONDS + program.seconds + SPARE_SECONDS)


def job_of(game: Game, bot: str, mode: str, seed: int) -> Job:
    """Makes the question for the deciding seat; everything that it cannot know is redealt before it is sent."""
    asked = question(game, seed)
    body = {
        **pieces_body(asked.components),
        "rules": game.version,
        "state": base64.b64encode(asked.state.tobytes()).decode(),
        "seat": asked.seat,
        "actions": asked.actions,
        "texts": asked.texts,
        "bot": bot,
        "seed": seed,
        "mode": mode,
    }
    return Job(body, budget_of(make(bot)), (code_of(bot.partition(":")[0], game.name), game.name))


def budget_of(bot: Bot) -> Budget | None:
    """Returns a bot's usual budget, capped to fit a worker's time limit; None for bots that need none."""
    usual = getattr(bot, "budget", None)
    if not isinstance(usual, Budget) or usual.milliseconds is None:
        return usual
    return Budget(usual.nodes, min(usual.milliseconds, MOST_MILLISECONDS))


def pieces_body(pieces: ComponentSet) -> dict[str, Any]:
    """Returns the fields that say which component set a question is about; a custom set is sent along."""
    return {"game": pieces.game, "components": pieces.recorded}


def judging_job(pieces: ComponentSet, states: States) -> Job:
    """Makes the question for every seat's chance to win in positions of a finished game."""
    body = {**pieces_body(pieces), "states": base64.b64encode(states.tobytes()).decode(), "mode": "judge"}
    return Job(body, needs=(JUDGE, pieces.game))


class BotPool:
    """The workers and their queue of questions."""

    def __init__(
        self,
        workers: int | None = None,
        seconds: float = JOB_SECONDS,
        command: list[str] | None = None,
        programs: Mapping[str, Program] | None = None,
    ) -> None:
        """Configures the workers; none runs before `start`."""
        self.size = usual_workers() if workers is None else workers
        self.ready = 0
        self.processes: set[int] = set()
        self._seconds = seconds
        self._programs = programs or {}
        self._command = command or [sys.executable, "-m", "serai.web.tables.bot_worker"]
        self.preparing = Preparing(None if command or not self.size else [*self._command, PREPARING])
        self._waiting: deque[Job] = deque()
        self._more = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._ending: set[asyncio.Task[Any]] = set()
        self._numbers = 0
        self._warm = asyncio.Event()

    def start(self) -> None:
        """Starts the workers in the background."""
        self._tasks = [asyncio.create_task(self._keep(place)) for place in range(self.size)]
        if self.size and not self.preparing.over:
            self._tasks.append(asyncio.create_task(self.preparing.run(self._look_again)))

    async def _look_again(self) -> None:
        """Wakes the workers: questions that were kept back can be answered now."""
        async with self._more:
            self._more.notify_all()

    async def close(self) -> None:
        """Stops the workers; pending questions fail with NoAnswer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._ending, return_exceptions=True)
        for job in self._waiting:
            _fail(job, "the server stops")
        self._waiting.clear()

    async def decide(self, game: Game, bot: str) -> str:
        """Returns a bot's decision for the deciding seat, or the first legal one if no worker can answer."""
        if bot in self._programs:
            return await self._decide_by_program(game, self._programs[bot])
        if bot.partition(":")[0] not in BOTS:
            LOG.warning("this server was started without the program %s: %s decides for it", bot, SUBSTITUTE)
            bot = SUBSTITUTE
        job = job_of(game, bot, "decide", secrets.randbits(62))
        decisions = dict(zip(job.body["actions"], job.body["texts"], strict=True))
        try:
            return str(decisions[(await self._answer(job))["action"]])
        except (NoAnswer, KeyError) as error:
            LOG.warning("no answer of %s in %s (%r): the first legal decision is taken", bot, game.name, error)
            return str(job.body["texts"][0])

    async def _decide_by_program(self, game: Game, program: Program) -> str:
        """Returns a program's decision, or the first legal one if it makes none."""
        job = program_job(game, program)
        try:
            return str((await self._answer(job))["decision"])
        except (NoAnswer, KeyError) as error:
            LOG.warning("%s in %s: %s; the first legal decision is taken", program.name, game.name, error)
            return str(job.body["position"]["view"]["legal"][0])

    async def explain(self, game: Game, bot: str | None = None) -> Hint:
        """Returns what a bot would do at the deciding seat; raises NoAnswer."""
        job = job_of(game, bot or self.adviser(game.name), "explain", secrets.randbits(62))
        job.body["judged"] = self.preparing.has((JUDGE, game.name))
        told = await self._answer(job)
        turns = [[str(text) for text in turn] for turn in told["turns"]]
        return Hint(turns, float(told["points"]), str(told["bot"]), told["chance"])

    def adviser(self, game: str) -> str:
        """Returns the strongest bot that answers quickly, of those that are compiled by now."""
        known = [bot for bot in ADVISERS if bot in BOTS and self.preparing.has((bot, game))]
        return known[0] if known else FIRST

    async def judge(self, pieces: ComponentSet, states: States) -> list[list[float]] | None:
        """Returns every seat's chance to win in each position, None without a network for the game; raises NoAnswer.

        A page waits for it and it is quick, so it goes ahead of the bots' decisions.
        """
        chances: list[list[float]] | None = (await self._answer(judging_job(pieces, states), first=True))["chances"]
        return chances

    async def _answer(self, job: Job, first: bool = False) -> dict[str, Any]:
        """Queues a question, at the end unless `first`, and waits for the answer."""
        job.done = asyncio.get_running_loop().create_future()
        self.preparing.want(job.needs)
        async with self._more:
            if first:
                self._waiting.appendleft(job)
            else:
                self._waiting.append(job)
            self._more.notify()
        return await job.done

    async def _take(self, worker: BotWorker) -> Job:
        """Waits for a question whose answer is still wanted; meanwhile the worker loads what was just compiled."""
        while True:
            async with self._more:
                await self._more.wait_for(lambda: self._next() or self._has_news(worker))
                job = self._next() or self._loading(worker)
                if job in self._waiting:
                    self._waiting.remove(job)
            if not job.done.done():
                return job

    def _next(self) -> Job | None:
        """Returns the first question whose code is compiled."""
        return next((job for job in self._waiting if self.preparing.has(job.needs)), None)

    def _has_news(self, worker: BotWorker) -> bool:
        """Whether something was compiled that a worker has not loaded."""
        return worker.loaded < len(self.preparing.news)

    def _loading(self, worker: BotWorker) -> Job:
        """Makes the order to load what was compiled, so that the first question about it is answered soon."""
        bot, game = self.preparing.news[worker.loaded]
        worker.loaded += 1
        job = Job({"mode": "prepare", "bot": bot, "game": game}, seconds=WARM_SECONDS)
        job.done = asyncio.get_running_loop().create_future()
        job.done.add_done_callback(asyncio.Future.exception)
        return job

    async def _keep(self, place: int) -> None:
        """Keeps one worker alive and busy."""
        if place:
            # Where machine code is not kept, a worker compiles everything; one of them at a time.
            await self._warm.wait()
        pause = 0.1
        while True:
            starting = asyncio.create_task(BotWorker.start(self._command))
            self._until_done(starting)
            try:
                worker = await asyncio.shield(starting)
                await self._employ(worker, place)
                pause = 0.1
            except (WorkerFailed, OSError) as error:
                LOG.warning("worker %d did not start: %s", place, error)
                await asyncio.sleep(pause)
                pause = min(10.0, 2 * pause)
            finally:
                self._until_done(asyncio.create_task(_end(starting)))

    async def _employ(self, worker: BotWorker, place: int) -> None:
        """Warms a worker up and gives it questions."""
        worker.loaded = len(self.preparing.news)
        await worker.warm()
        self._warm.set()
        self.ready += 1
        self.processes.add(worker.process.pid)
        try:
            await self._feed(worker, place)
        finally:
            self.ready -= 1
            self.processes.discard(worker.process.pid)

    def _until_done(self, task: "asyncio.Task[Any]") -> None:
        """Tracks a task that must not be cancelled, so that `close` can wait for it."""
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _feed(self, worker: BotWorker, place: int) -> None:
        """Gives a worker questions until it fails; the one it failed on goes to another, up to a limit."""
        gone = asyncio.create_task(worker.process.wait())
        try:
            while (job := await self._take_unless(worker, gone)) is not None:
                try:
                    told = await worker.ask(self._body(job), job.seconds or self._seconds)
                except WorkerFailed as error:
                    LOG.warning("worker %d failed: %s", place, error)
                    await self._again(job, str(error))
                    return
                except asyncio.CancelledError:
                    _fail(job, "the server stops")
                    raise
                _finish(job, told)
            LOG.warning("worker %d died while it had nothing to do", place)
        finally:
            gone.cancel()

    async def _take_unless(self, worker: BotWorker, gone: "asyncio.Task[int]") -> Job | None:
        """Waits for a question; None if the worker dies first."""
        taking = asyncio.create_task(self._take(worker))
        try:
            await asyncio.wait({taking, gone}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if not taking.cancel():
                _fail(taking.result(), "the server stops")
            raise
        if taking.done():
            return taking.result()
        taking.cancel()
        return None

    def _body(self, job: Job) -> dict[str, Any]:
        """Returns what is sent; the longer the queue, the smaller the budget of each question."""
        self._numbers += 1
        budget = None if job.budget is None else asdict(shrunk(job.budget, len(self._waiting), self.size))
        return {**job.body, "number": self._numbers, "budget": budget}

    async def _again(self, job: Job, why: str) -> None:
        """Gives a question to another worker, unless it has failed too often."""
        job.failures += 1
        if job.failures >= MOST_FAILURES:
            _fail(job, why)
            return
        async with self._more:
            self._waiting.appendleft(job)
            self._more.notify()


async def _end(starting: "asyncio.Task[BotWorker]") -> None:
    """Kills a worker, even one that is still starting."""
    with suppress(OSError):
        await (await starting).kill()


def shrunk(usual: Budget, waiting: int, workers: int) -> Budget:
    """Returns the budget of a question when others wait: usual / (1 + waiting / workers); a floor in nodes stays."""
    less = 1 + waiting / workers
    nodes, time = usual.nodes, usual.milliseconds
    return Budget(
        nodes if nodes is None or time is not None else min(nodes, max(LEAST_NODES, int(nodes / less))),
        None if time is None else min(time, max(LEAST_MILLISECONDS, time / less)),
    )


def _finish(job: Job, told: dict[str, Any]) -> None:
    """Delivers an answer; a question that a bot cannot answer is not retried, since another worker would fail too."""
    if "failed" in told:
        _fail(job, told["failed"])
    elif not job.done.done():
        job.done.set_result(told)


def _fail(job: Job, why: str) -> None:
    """Fails a question with NoAnswer."""
    if not job.done.done():
        job.done.set_exception(NoAnswer(why))
