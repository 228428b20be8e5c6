"""Compiles everything once, so that the next start is quick: `python -m serai.warm` (`--rules`: the rules alone)."""

import sys
import time
from contextlib import suppress

import numpy as np

from serai.bots import BOTS, Budget, ask
from serai.game import Game
from serai.learning.rewards import Reward, worth
from serai.learning.vector import VectorGames
from serai.observations import observed
from serai.rules import chance, games, playouts
from serai.rules.bits import has, nth, offered, total
from serai.rules.phases import Phase
from serai.rules.records import empty_states
from serai.rules.rounds import best, rank

SEED = np.uint64(0)
LITTLE = Budget(nodes=64)


def warm_rules(name: str) -> None:
    """Calls the rules of a game: setting up, what is legal, doing it, scoring, redealing."""
    rules = games.GAMES[name]
    state = empty_states(rules.STATE, 1)[0]
    mask, values = np.zeros(rules.WORDS, np.uint64), games.values(name)
    games.setup(values, state, rules.SEATS[0], SEED, SEED)
    games.legal(values, state, mask)
    action = nth(mask, total(mask) - 1)
    games.redeal(values, state, games.mover(state), SEED, SEED)
    if offered(mask, action) and has(mask[action // 64], action % 64):
        games.apply(values, state, action)
    games.score(values, state, 0)


def warm_playouts(name: str) -> None:
    """Calls what plays whole games."""
    rules = games.GAMES[name]
    states = empty_states(rules.STATE, 2)
    masks = np.zeros((2, rules.WORDS), np.uint64)
    results = np.zeros(1, playouts.RESULT)
    seats, values = rules.SEATS[0], games.values(name)
    playouts.simulate(values, states, masks[0], seats, SEED, 0, 1, results)
    playouts.perft(values, states, masks, 1)
    best(results[0].scores, seats)
    rank(results[0].scores, seats, 0)
    chance.below(chance.seeded(SEED, SEED), seats)


def warm_bots(name: str) -> None:
    """Lets every bot begin a turn, without thinking for long; some have learned nothing of one's own printed values."""
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
    observed(tables.states[0], 0, 1, None)
    worth(tables.scores[0], 2, 0, Reward.WIN)


def main() -> None:
    """Compiles all games, telling how long each took."""
    parts = (warm_rules,) if "--rules" in sys.argv else (warm_rules, warm_playouts, warm_bots, warm_learning)
    for name in games.GAMES:
        begun = time.perf_counter()
        for part in parts:
            part(name)
        print(f"{name}: {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
