"""Compiles everything once, so that the next start is fast: `python -m serai.warm` (`--rules`: the rules alone)."""

import sys
import time
from contextlib import suppress

import numpy as np

from serai.bots import BOTS, Budget, ask
from serai.core import chance, playouts, spec
from serai.core.bits import has, nth, offered, total
from serai.core.observation import observed
from serai.core.phases import Phase
from serai.core.records import empty_states
from serai.core.rounds import best, rank, ranking
from serai.game import Game
from serai.learning.rewards import Reward, worth
from serai.learning.vector_env import VectorGames

SEED = np.uint64(0)
LITTLE = Budget(nodes=64)


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


def warm_bots(name: str) -> None:
    """Lets every bot start a turn on a small budget; some have learned nothing about custom printed values."""
    game = Game.new(name, seed=0)
    while game.state.phase != Phase.TURN:
        game.play(game.actions()[0])
    for bot in BOTS.values():
        with suppress(FileNotFoundError, ValueError):
            ask(bot(), game, 0, LITTLE)


def warm_learning(name: str) -> None:
    """Steps arrays of games once, with and without observations."""
    for observe in (False, True):
        tables = VectorGames(name, 2, 1, observe=observe)
        tables.step(tables.random_actions())
    tables.mask_array()
    observed(tables.components, tables.values, tables.states[0], 0, 1, None)
    worth(tables.scores[0], 2, 0, Reward.WIN)


def main() -> None:
    """Compiles all games and prints how long each took."""
    parts = (warm_rules,) if "--rules" in sys.argv else (warm_rules, warm_playouts, warm_bots, warm_learning)
    for name in spec.GAMES:
        begun = time.perf_counter()
        for part in parts:
            part(name)
        print(f"{name}: {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
