"""Bots in worker processes: right answers, nothing hidden sent, and no worker's death loses a question."""

import asyncio
import base64
import os
import signal
import subprocess
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import cast

import pytest

from serai.bots import BOTS, Budget, ask, make
from serai.bots.base import question
from serai.bots.preparation import ADVISERS, prepare, steps
from serai.core.spec import GAMES
from serai.game import Game
from serai.web.tables import bot_worker
from serai.web.tables.bot_pool import JOB_SECONDS, BotPool, NoAnswer, budget_of, job_of, shrunk
from serai.web.tables.worker_process import BotWorker

Test = Callable[[BotPool], Awaitable[None]]

READY = "import sys, json, time\nprint(json.dumps({'ready': 1}), flush=True)\n"


def with_thinking(test: Test, workers: int = 1, seconds: float = 20.0, script: str | None = None) -> None:
    """Runs a test with workers of our own, or with a script in their place."""

    async def run() -> None:
        bot_pool = BotPool(workers, seconds, None if script is None else [sys.executable, "-c", script])
        bot_pool.start()
        try:
            await test(bot_pool)
        finally:
            await bot_pool.close()

    asyncio.run(run())


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Waits for something to come true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.mark.compiled
def test_workers_answer_every_bot_of_every_game_and_explain() -> None:
    async def test(bot_pool: BotPool) -> None:
        for name in GAMES:
            game = Game.new(name, seed=7)
            for bot in (*BOTS, "planner:500n"):
                assert await bot_pool.decide(game, bot) in game.legal()
            told = await bot_pool.explain(game)
            assert told.bot == ADVISERS[0]
            assert told.turns[0][0] in game.legal()

    with_thinking(test)


def test_an_answer_is_what_the_bot_says_in_this_process() -> None:
    game = Game.new("spice_road", seed=3)
    job = job_of(game, "trader", "decide", seed=11)
    told = bot_worker.answer({**job.body, "number": 5, "budget": None})
    assert told == {"number": 5, "action": ask(make("trader"), game, 11)}
    budget = {"nodes": 800, "milliseconds": None}
    explained = bot_worker.answer({**job.body, "number": 6, "budget": budget, "mode": "explain", "bot": "planner"})
    assert explained["turns"][0][0] in game.legal()
    assert explained["bot"] == "planner"


@pytest.mark.parametrize("name", list(GAMES))
def test_a_question_holds_the_position_dealt_anew_and_not_the_real_decks(name: str) -> None:
    game = Game.new(name, seed=5)
    sent = base64.b64decode(job_of(game, "planner", "decide", seed=1).body["state"])
    assert sent != game.state.tobytes()
    assert sent == question(game, 1).state.tobytes()
    assert bot_worker.read_states(name, base64.b64encode(sent).decode()).tobytes() == sent


def test_budgets_shrink_with_the_queue() -> None:
    usual = Budget(nodes=16_000)
    assert shrunk(usual, waiting=0, workers=2) == usual
    assert shrunk(usual, waiting=2, workers=2) == Budget(nodes=8_000)
    assert shrunk(usual, waiting=6, workers=2) == Budget(nodes=4_000)
    assert shrunk(usual, waiting=10_000, workers=1) == Budget(nodes=400)
    assert shrunk(Budget(nodes=300), waiting=10_000, workers=1) == Budget(nodes=300)


def test_budgets_of_time_shrink_too() -> None:
    usual = Budget(milliseconds=1000)
    assert shrunk(usual, waiting=0, workers=2) == usual
    assert shrunk(usual, waiting=6, workers=2) == Budget(milliseconds=250)
    assert shrunk(usual, waiting=10_000, workers=1) == Budget(milliseconds=50)
    assert shrunk(Budget(milliseconds=20), waiting=10_000, workers=1) == Budget(milliseconds=20)


def test_no_bot_may_think_for_as_long_as_a_worker_may_take() -> None:
    assert budget_of(make("trader")) is None
    assert budget_of(make("planner:500n")) == Budget(nodes=500)
    assert budget_of(make("planner:20ms")) == Budget(milliseconds=20)
    most = budget_of(make("planner:3600000ms"))
    assert most is not None
    assert most.milliseconds is not None
    assert most.milliseconds / 1000 < JOB_SECONDS / 2
    for bot in BOTS:
        usual = budget_of(make(bot))
        assert usual is None or usual.milliseconds is None or usual.milliseconds / 1000 < JOB_SECONDS / 2


@pytest.mark.compiled
def test_all_bots_get_ready_soon_once_everything_is_compiled() -> None:
    for step in steps():
        prepare(step)
    bot_worker.warm_up()
    begun = time.perf_counter()
    bot_worker.warm_up()
    assert time.perf_counter() - begun < 10


@pytest.mark.compiled
def test_a_killed_worker_is_replaced_and_its_question_answered() -> None:
    async def test(bot_pool: BotPool) -> None:
        game = Game.new("spice_road", seed=1)
        for _ in range(2):
            await until(lambda: bot_pool.ready == 1)
            (process,) = bot_pool.processes
            os.kill(process, signal.SIGKILL)
            assert await bot_pool.decide(game, "planner") in game.legal()
            assert bot_pool.processes != {process}

    with_thinking(test)


def test_a_worker_that_hangs_is_killed_and_after_two_failures_the_first_legal_decision_is_taken() -> None:
    async def test(bot_pool: BotPool) -> None:
        game = Game.new("spice_road", seed=1)
        assert await bot_pool.decide(game, "novice") == question(game, 0).texts[0]
        with pytest.raises(NoAnswer, match=r"longer than 0\.2 s"):
            await bot_pool.explain(game)

    with_thinking(test, seconds=0.2, script=READY + "time.sleep(1000)")


@pytest.mark.parametrize(
    "script",
    ["sys.stdin.readline()", "print(sys.stdin.readline()[:9], flush=True)", "print('[]', flush=True); time.sleep(99)"],
)
def test_a_worker_that_dies_or_answers_nonsense_loses_no_question(script: str) -> None:
    async def test(bot_pool: BotPool) -> None:
        game = Game.new("spice_road", seed=1)
        assert await bot_pool.decide(game, "novice") == question(game, 0).texts[0]

    with_thinking(test, script=READY + script)


def test_an_illegal_answer_is_not_taken() -> None:
    echo = "\n".join(
        [
            "for line in sys.stdin:",
            "    print(json.dumps({'number': json.loads(line)['number'], 'action': -1}), flush=True)",
        ]
    )

    async def test(bot_pool: BotPool) -> None:
        game = Game.new("spice_road", seed=1)
        assert await bot_pool.decide(game, "novice") == question(game, 0).texts[0]

    with_thinking(test, script=READY + echo)


def test_the_event_loop_never_waits_for_a_worker() -> None:
    async def test(bot_pool: BotPool) -> None:
        game = Game.new("spice_road", seed=1)
        thought = asyncio.create_task(bot_pool.decide(game, "novice"))
        longest = 0.0
        loop = asyncio.get_running_loop()
        while not thought.done():
            before = loop.time()
            await asyncio.sleep(0.005)
            longest = max(longest, loop.time() - before)
        assert longest < 0.9

    with_thinking(test, seconds=1.0, script=READY + "time.sleep(1000)")


@pytest.mark.parametrize("later", range(6))
def test_closing_tells_those_who_wait(later: int) -> None:
    """It may come at any moment, also between the taking of a question and its asking."""

    async def run() -> None:
        bot_pool = BotPool(1, command=[sys.executable, "-c", READY + "time.sleep(1000)"])
        bot_pool.start()
        game = Game.new("spice_road", seed=1)
        asked = [asyncio.create_task(bot_pool.explain(game)) for _ in range(3)]
        while bot_pool.ready == 0:
            await asyncio.sleep(0)
        for _ in range(later):
            await asyncio.sleep(0)
        await bot_pool.close()
        for task in asked:
            with pytest.raises(NoAnswer, match="the server stops"):
                async with asyncio.timeout(60):
                    await task
        assert bot_pool.ready == 0

    asyncio.run(run())


@pytest.mark.parametrize("ticks", range(4))
def test_a_server_that_stops_just_when_an_answer_comes_does_stop(ticks: int) -> None:
    async def test() -> None:
        answers = asyncio.StreamReader()
        asked = BotWorker(cast(Process, SimpleNamespace(stdout=answers)))
        reading = asyncio.create_task(asked.warm())
        await asyncio.sleep(0.01)
        answers.feed_data(b'{"ready": 1}\n')
        for _ in range(ticks):
            await asyncio.sleep(0)
        if reading.cancel():
            with pytest.raises(asyncio.CancelledError):
                await reading

    asyncio.run(test())


def test_a_worker_ends_when_the_server_is_gone_and_keeps_stray_prints_out_of_its_answers() -> None:
    noise = "worker.warm_up = lambda: (print('stray', flush=True), os.system('echo stray'))"
    script = f"import os\nfrom serai.web.tables import bot_worker as worker\n{noise}\nworker.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        assert process.stdout.readline().startswith('{"ready": ')
        process.stdin.write('{"number": 1, "nonsense": true}\n')
        process.stdin.flush()
        assert process.stdout.readline().startswith('{"number": 1, "failed": "KeyError')
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stderr.read().split() == ["stray", "stray"]
