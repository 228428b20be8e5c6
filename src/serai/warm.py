"""Compiles everything once, so that the next start is quick: `python -m serai.warm`."""

import time

import numpy as np

from serai.rules import chance, games, playouts
from serai.rules.bits import nth, offered, total
from serai.rules.records import empty_states
from serai.rules.rounds import best, rank

SEED = np.uint64(0)


def warm_game(name: str) -> None:
    """Calls every function of a game that Python calls."""
    rules = games.GAMES[name]
    states = empty_states(rules.STATE, 2)
    masks = np.zeros((2, rules.WORDS), np.uint64)
    results = np.zeros(1, playouts.RESULT)
    seats = rules.SEATS[0]
    playouts.simulate(states, masks[0], seats, SEED, 0, 1, results)
    games.setup(states[0], seats, SEED, SEED)
    games.legal(states[0], masks[0])
    action = nth(masks[0], total(masks[0]) - 1)
    playouts.perft(states, masks, 1)
    games.redeal(states[0], games.mover(states[0]), SEED, SEED)
    if offered(masks[0], action):
        games.apply(states[0], action)
    games.score(states[0], 0)
    best(results[0].scores, seats)
    rank(results[0].scores, seats, 0)
    chance.below(chance.seeded(SEED, SEED), seats)


def main() -> None:
    """Compiles all games, telling how long each took."""
    for name in games.GAMES:
        begun = time.perf_counter()
        warm_game(name)
        print(f"{name}: {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
