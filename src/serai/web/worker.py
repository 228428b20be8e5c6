"""A process that thinks: one question a line on standard input, one answer a line on what was standard output."""

import base64
import json
import os
import signal
import sys
from functools import cache
from io import TextIOWrapper
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from serai.bots import BOTS, Bot, Budget, Question, ask, make
from serai.game import Game
from serai.networks import Network, network
from serai.programs import Bench, Program
from serai.rules import games
from serai.rules.phases import Phase
from serai.rules.records import States, empty_states

BENCH = Bench()
LEARNED = ("network", "grandmaster")
UNLEARNED = "planner"
WARM = Budget(nodes=64)


def read_states(game: str, data: str) -> States:
    """Reads positions from their bytes."""
    read = np.frombuffer(base64.b64decode(data), games.GAMES[game].STATE)
    states = empty_states(read.dtype, len(read))
    states[:] = read
    return states


@cache
def trained(game: str) -> Network | None:
    """Returns the network of a game, None if there is none, or only for other component values."""
    try:
        return network(game)
    except (FileNotFoundError, ValueError):
        return None


def player(name: str, game: str) -> Bot:
    """Makes a bot; where nothing was learned of a game, another takes the place of those that learn."""
    return make(UNLEARNED if name.partition(":")[0] in LEARNED and trained(game) is None else name)


def chances(game: str, states: States) -> list[list[float]] | None:
    """Returns every seat's chance to win in each position, None if nothing was learned of the game."""
    found = trained(game)
    return None if found is None else found.chances(games.values(game), states).tolist()


def answer_by_program(job: dict[str, Any]) -> dict[str, Any]:
    """Asks a program of the operator; several tables share it, so that every question begins a game for it."""
    player = BENCH.player(Program.of(job["program"]))
    player.begin(job["new_game"])
    return {"number": job["number"], "decision": player.choose(job["position"])}


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """Answers one question; a running game is sent dealt anew, so that nothing hidden is ever in this process."""
    if job["mode"] == "program":
        return answer_by_program(job)
    if job["mode"] == "judge":
        return {"number": job["number"], "chances": chances(job["game"], read_states(job["game"], job["states"]))}
    budget = None if job["budget"] is None else Budget(**job["budget"])
    states = read_states(job["game"], job["state"])
    values = games.values(job["game"])
    question = Question(values, states[0], job["seat"], job["actions"], job["texts"], job["seed"], budget)
    bot = player(job["bot"], job["game"])
    if job["mode"] == "explain":
        return {"number": job["number"], **explained(bot, question, chances(job["game"], states))}
    return {"number": job["number"], "action": int(bot.decide(question))}


def explained(bot: Bot, question: Question, likely: list[list[float]] | None) -> dict[str, Any]:
    """Tells what a bot would do, and the chance of the seat that asks."""
    told = bot.explain(question)
    chance = None if likely is None else likely[0][question.seat]
    return {"turns": told.turns, "points": float(told.points), "bot": bot.name.partition(":")[0], "chance": chance}


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
    """Loads what is compiled, or compiles it: every bot begins one turn of every game, without thinking for long."""
    for name in games.GAMES:
        game = Game.new(name, seed=0)
        while game.state.phase != Phase.TURN:
            game.play(game.actions()[0])
        for bot in BOTS:
            ask(player(bot, name), game, 0, WARM)


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
