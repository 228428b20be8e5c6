"""Compiles what a player needs, so that the next start is fast: `python -m serai.warm`; all of it with `--all`.

A player needs the rules, the views and the bots that give hints. `--all` adds the other bots, whole games in compiled
code, and the arrays for learning.
"""

import argparse
import os
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from serai.bots.preparation import NEEDED, prepare, steps
from serai.core import chance, playouts, spec
from serai.core.bits import has, nth, offered, total
from serai.core.compiled import TOLD
from serai.core.observation import observed
from serai.core.records import empty_states
from serai.core.registry import SPECS
from serai.core.rounds import best, rank, ranking
from serai.learning.episodes import EVERY_SEAT
from serai.learning.learner_games import LearnerGames
from serai.learning.rewards import Reward, worth
from serai.learning.vector_env import VectorGames

SEED = np.uint64(0)


def warm_rules(name: str) -> None:
    """Calls the rules of a game: set-up, legal decisions, applying one, scoring, redealing."""
    rules = spec.GAMES[name]
    state = empty_states(rules.STATE, 1)[0]
    mask, values = np.zeros(rules.WORDS, np.uint64), spec.values(name)
    spec.setup(values, state, rules.SEATS[0], SEED, SEED)
    spec.legal(values, state, mask)
    action = nth(mask, total(mask) - 1)
    spec.redeal(values, state, spec.mover(state), SEED, SEED)
    if offered(mask, action) and has(mask[action // 64], action % 64):
        spec.apply(values, state, action)
    spec.score(values, state, 0)
    spec.score_parts(values, state, 0)
    spec.answers(name, values, state, 0)


def warm_playouts(name: str) -> None:
    """Calls the functions that play whole games."""
    rules = spec.GAMES[name]
    states = empty_states(rules.STATE, 2)
    masks = np.zeros((2, rules.WORDS), np.uint64)
    results = np.zeros(1, playouts.RESULT)
    seats, values = rules.SEATS[0], spec.values(name)
    playouts.simulate(values, states, masks[0], seats, SEED, 0, 1, results)
    playouts.perft(values, states, masks, 1)
    best(results[0].scores, seats)
    rank(results[0].scores, seats, 0)
    ranking(results[0].scores, seats)
    chance.below(chance.seeded(SEED, SEED), seats)


def warm_learning(name: str) -> None:
    """Steps arrays of games once, with and without observations, and a game of a learner."""
    for observe in (False, True):
        tables = VectorGames(name, 2, 1, observe=observe)
        tables.step(tables.random_actions())
    tables.mask_array()
    games = LearnerGames(name, 2, learner=EVERY_SEAT)
    games.deal(0, 0, np.random.default_rng(0))
    games.decide_one(int(games.marks[0].argmax()), np.random.default_rng(0))
    observed(tables.components, tables.values, tables.states[0], 0, 1, None)
    worth(tables.scores[0], 2, 0, Reward.WIN)


def plan(everything: bool) -> list[tuple[str, Callable[[], None]]]:
    """Lists what is compiled, the most needed first, each with its name."""
    titles = {name: SPECS[name].title for name in spec.GAMES}
    rules: list[tuple[str, Callable[[], None]]] = [
        (f"the rules of {title}", partial(warm_rules, name)) for name, title in titles.items()
    ]
    bots = [
        (f"{bot} for {titles[game]}", partial(prepare, (bot, game)))
        for bot, game in steps()
        if everything or bot in NEEDED
    ]
    rest = [
        (f"{what} of {title}", partial(warm, name))
        for what, warm in (("whole games", warm_playouts), ("arrays", warm_learning))
        for name, title in titles.items()
        if everything
    ]
    return [*rules, *bots, *rest]


def main() -> None:
    """Compiles step by step, and says what it is doing."""
    parser = argparse.ArgumentParser(prog="python -m serai.warm", description=__doc__)
    parser.add_argument("--all", action="store_true", help="every bot, whole games, and arrays for learning")
    os.environ[TOLD] = "1"
    begun, todo = time.perf_counter(), plan(parser.parse_args().all)
    for number, (what, work) in enumerate(todo, 1):
        print(f"{number} of {len(todo)}: compiling {what}", flush=True)
        work()
    spent, passed = time.process_time(), time.perf_counter() - begun
    print(f"ready after {passed:.1f} s, {spent:.1f} s of processor time")


if __name__ == "__main__":
    main()
