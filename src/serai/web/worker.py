"""A process that thinks: one question a line on standard input, one answer a line on what was standard output."""

import base64
import json
import os
import signal
import sys
from io import TextIOWrapper
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from serai.bots import BOTS, Budget, Question, ask, make
from serai.game import Game
from serai.programs import Bench, Program
from serai.rules import games
from serai.rules.records import State, empty_states

BENCH = Bench()


def read_state(game: str, data: str) -> State:
    """Reads a position from its bytes."""
    dtype = games.GAMES[game].STATE
    states = empty_states(dtype, 1)
    states[0] = np.frombuffer(base64.b64decode(data), dtype)[0]
    state: State = states[0]
    return state


def answer_by_program(job: dict[str, Any]) -> dict[str, Any]:
    """Asks a program of the operator; several tables share it, so that every question begins a game for it."""
    player = BENCH.player(Program.of(job["program"]))
    player.begin(job["new_game"])
    return {"number": job["number"], "decision": player.choose(job["position"])}


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """Answers one question; the position in it is dealt anew, so that nothing hidden is ever in this process."""
    if job["mode"] == "program":
        return answer_by_program(job)
    budget = None if job["nodes"] is None else Budget(nodes=job["nodes"])
    state = read_state(job["game"], job["state"])
    question = Question(state, job["seat"], job["actions"], job["texts"], job["seed"], budget)
    bot = make(job["bot"])
    if job["mode"] == "explain":
        told = bot.explain(question)
        return {"number": job["number"], "turns": told.turns, "points": float(told.points)}
    return {"number": job["number"], "action": int(bot.decide(question))}


def private_output() -> TextIOWrapper:
    """Keeps standard output for answers alone: whatever else is printed goes to standard error."""
    kept = os.dup(1)
    os.dup2(2, 1)
    return open(kept, "w", encoding="utf-8", newline="\n")  # noqa: PTH123


def read_jobs(jobs: "SimpleQueue[dict[str, Any]]") -> None:
    """Reads questions until the server is gone, then ends the process in the middle of whatever it does."""
    for line in sys.stdin:
        jobs.put(json.loads(line))
    os._exit(0)


def warm_up() -> None:
    """Loads what is compiled, or compiles it: every bot decides once in every game."""
    for name in games.GAMES:
        game = Game.new(name, seed=0)
        for bot in BOTS:
            ask(make(bot), game, 0)


def main() -> None:
    """Answers questions for as long as the server lives; signals to the whole group are the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    output = private_output()
    jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
    Thread(target=read_jobs, args=(jobs,), daemon=True).start()
    warm_up()
    print(json.dumps({"ready": os.getpid()}), file=output, flush=True)
    while True:
        job = jobs.get()
        try:
            told = answer(job)
        except Exception as error:
            told = {"number": job["number"], "failed": f"{type(error).__name__}: {error}"}
        print(json.dumps(told), file=output, flush=True)


if __name__ == "__main__":
    main()
