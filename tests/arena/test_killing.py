"""Every game exactly once, whatever is killed."""

import json
import os
import random
import signal
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import Pipe, active_children
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest

from serai.arena.command import Outputs, Stopped, conduct
from serai.arena.journal import Journal
from serai.arena.match import Playing, Result
from serai.arena.plan import ArenaSettings
from serai.arena.progress import Standings
from serai.arena.report import report
from serai.arena.run import run
from serai.arena.workers import ArenaFailed, ArenaWorker, Crew, deaf
from tests.arena.games import SHORT, SOON, alone, lines, process, stored, timeless, until
from tests.conftest import SOAK


def test_killed_at_random_moments_every_game_is_there_once(tmp_path: Path) -> None:
    path, chance = tmp_path / "journal", random.Random(os.urandom(8))
    plan, more = replace(SHORT, games=80), ("--resume", str(path), "--json", str(tmp_path / "json"))
    for jobs in "12121" if SOAK else "121":
        running = process(plan, *more, "--jobs", jobs)
        until(path, lines(path) + chance.randrange(12), running)
        time.sleep(chance.random() / 20)
        running.kill()
        running.communicate()
        assert ended(running.pid)
    last = process(plan, *more, "--jobs", "2")
    assert last.communicate()[1] == ""
    assert last.returncode == 0
    assert timeless(stored(path)) == alone(plan)
    journal = Journal(path, plan, False)
    journal.close()
    assert json.loads((tmp_path / "json").read_text()) == report(plan, stored(path), journal.machines)
    assert sum(machine.get("games", plan.total) for machine in journal.machines) == plan.total


def test_ctrl_c_stops_at_once_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    running = process(replace(SHORT, games=100_000), "--jobs", "2", "--resume", str(path))
    until(path, 4, running)
    os.killpg(running.pid, signal.SIGINT)
    began = time.monotonic()
    out, err = running.communicate()
    assert time.monotonic() - began < 5
    assert (running.returncode, out) == (130, "")
    done = len(stored(path))
    assert err == (
        f"serai: stopped after {done:,} of 100,000 games; the same command with --resume {path} plays the rest\n"
    )
    assert ended(running.pid)


def ended(group: int) -> bool:
    """Waits until no process of a group is left."""
    latest = time.monotonic() + SOON
    while time.monotonic() < latest:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


class Killer(Standings):
    """Kills a worker when the first games are done."""

    def __init__(self, plan: ArenaSettings) -> None:
        super().__init__(plan)
        self.warnings: list[str] = []

    def stored(self, results: Sequence[Result]) -> None:
        super().stored(results)
        if results and not self.warnings:
            active_children()[0].kill()

    def warn(self, text: str) -> None:
        self.warnings.append(text)


def test_the_games_of_a_worker_that_died_are_played_by_others() -> None:
    killer = Killer(SHORT)
    assert timeless(run(SHORT, 2, killer)) == alone(SHORT)
    assert killer.warnings
    assert "a worker died (exit code -9); " in killer.warnings[0]
    assert killer.done == SHORT.total


def test_a_game_that_ends_every_worker_ends_the_arena() -> None:
    class Dead:
        exitcode = -11

        def join(self) -> None:
            pass

    warnings: list[str] = []
    crew, waiting = Crew(SHORT, 1, Playing(), warnings.append), deque([8])
    for _ in range(3):
        ours, theirs = Pipe()
        theirs.close()
        worker = ArenaWorker(cast(Any, Dead()), cast(Any, ours))
        worker.games.extend([7] if 7 not in waiting else [waiting.popleft()])
        crew._workers.append(worker)
        if len(warnings) < 2:
            assert crew._receive(worker, waiting) is None
            assert list(waiting) == [7, 8]
        else:
            with pytest.raises(ArenaFailed, match=r"game 7 \(deal 3, novice, random\) has ended 3 workers.*-11"):
                crew._receive(worker, waiting)
    assert warnings[0] == "a worker died (exit code -11); game 7 (deal 3, novice, random) is played again by another"


def test_what_goes_wrong_in_a_game_is_told() -> None:
    plan = replace(SHORT, bots=("nobody", "random"))
    with pytest.raises(
        Stopped, match=r"(?s)failed:.*no bot 'nobody'.*stopped after 0 of 24 games; they are lost"
    ) as told:
        conduct(plan, 1, Outputs())
    assert told.value.code == 1


def test_ctrl_c_is_heard_when_the_work_is_done() -> None:
    done = []

    def work() -> None:
        with deaf():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            done.append("stored")
        done.append("not reached")

    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["stored"]
    assert signal.getsignal(signal.SIGINT) == handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    other = Thread(target=lambda: done.extend(name for name in ("elsewhere",) if deaf().__enter__() is None))
    other.start()
    other.join()
    assert done == ["stored", "elsewhere"]
