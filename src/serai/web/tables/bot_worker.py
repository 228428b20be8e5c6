"""A bot worker: one question per line on standard input, one answer per line on the original standard output."""

import base64
import json
import os
import signal
import sys
from functools import lru_cache
from io import TextIOWrapper
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from serai.bots import Bot, Budget, Question, make, stand_in
from serai.bots.preparation import prepare, prepared
from serai.core import spec
from serai.core.component_folders import built_in, with_files
from serai.core.component_set import ComponentSet
from serai.core.records import States, empty_states
from serai.networks import Network, network
from serai.programs import Program, ProgramPool

BENCH = ProgramPool()
LEARNED = ("network", "grandmaster")
UNLEARNED = "planner"
PREPARING = "--prepare"
LOW = 3


def read_states(game: str, data: str) -> States:
    """Reads positions from their bytes."""
    read = np.frombuffer(base64.b64decode(data), spec.GAMES[game].STATE)
    states = empty_states(read.dtype, len(read))
    states[:] = read
    return states


@lru_cache(maxsize=16)
def custom(game: str, files: tuple[tuple[str, str], ...]) -> ComponentSet:
    """Returns a custom component set; the latest are cached, with everything derived from them."""
    return with_files(game, dict(files))


def pieces_of(job: dict[str, Any]) -> ComponentSet:
    """Returns the component set that a question is about."""
    told = job["components"]
    files = told.get("files")
    return built_in(job["game"], told["set"]) if files is None else custom(job["game"], tuple(sorted(files.items())))


def trained(pieces: ComponentSet) -> Network | None:
    """Returns the network of a game, None if there is none, or only for other component values."""
    try:
        return network(pieces)
    except (FileNotFoundError, ValueError):
        return None


def player(name: str, pieces: ComponentSet) -> Bot:
    """Makes a bot; without a network for the game, or where the game lacks what it needs, a weaker one stands in."""
    wanted = UNLEARNED if name.partition(":")[0] in LEARNED and trained(pieces) is None else name
    return make(stand_in(wanted, pieces.game))


def chances(pieces: ComponentSet, states: States) -> list[list[float]] | None:
    """Returns every seat's chance to win in each position, None without a network for the game."""
    found = trained(pieces)
    return None if found is None else found.chances(pieces.values(), states).tolist()


def answer_by_program(job: dict[str, Any]) -> dict[str, Any]:
    """Asks a program of the operator; several tables share it, so every question starts a new game for it."""
    player = BENCH.player(Program.of(job["program"]))
    player.begin(job["new_game"])
    return {"number": job["number"], "decision": player.choose(job["position"])}


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """Answers one question; a running game arrives redealt, so nothing hidden is ever in this process."""
    if job["mode"] == "program":
        return answer_by_program(job)
    if job["mode"] == "prepare":
        prepare((job["bot"], job["game"]))
        return {"number": job["number"]}
    pieces = pieces_of(job)
    if job["mode"] == "judge":
        return {"number": job["number"], "chances": chances(pieces, read_states(job["game"], job["states"]))}
    budget = None if job["budget"] is None else Budget(**job["budget"])
    states = read_states(job["game"], job["state"])
    asked = job["seat"], job["actions"], job["texts"], job["seed"]
    question = Question(pieces, pieces.values(job["rules"]), states[0], *asked, budget)
    bot = player(job["bot"], pieces)
    if job["mode"] == "explain":
        likely = chances(pieces, states) if job.get("judged", True) else None
        return {"number": job["number"], **explained(bot, question, likely)}
    return {"number": job["number"], "action": int(bot.decide(question))}


def explained(bot: Bot, question: Question, likely: list[list[float]] | None) -> dict[str, Any]:
    """Returns what a bot would do, and the asking seat's chance to win."""
    told = bot.explain(question)
    chance = None if likely is None else likely[0][question.seat]
    return {"turns": told.turns, "points": float(told.points), "bot": bot.name.partition(":")[0], "chance": chance}


def private_output() -> TextIOWrapper:
    """Reserves standard output for answers: anything else printed goes to standard error."""
    kept = os.dup(1)
    os.dup2(2, 1)
    return open(kept, "w", encoding="utf-8", newline="\n")  # noqa: PTH123


def read_jobs(jobs: "SimpleQueue[dict[str, Any]]") -> None:
    """Reads questions until the server is gone, then exits at once, whatever the process is doing."""
    for line in sys.stdin:
        jobs.put(json.loads(line))
    os._exit(0)


def warm_up() -> None:
    """Loads the code of every bot that is compiled by now."""
    for step in prepared():
        prepare(step)


def main() -> None:
    """Answers questions as long as the server lives; signals to the process group are left to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    output = private_output()
    jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
    Thread(target=read_jobs, args=(jobs,), daemon=True).start()
    if PREPARING in sys.argv:
        if hasattr(os, "nice"):
            os.nice(LOW)
    else:
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
