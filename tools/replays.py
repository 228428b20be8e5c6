"""Timing environments: decisions are chosen and kept once, then played again from the same seeds; only that is timed.

Needs nothing of Serai, so that environments of others are timed by it where they are installed.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

SEED = 7
STEPS = 4000
BEST_OF = 5
Script = list[list[int]]  # the actions of each game


def best(replay: Callable[[Script], None], script: Script, counted: int) -> float:
    """Returns the best rate of replaying a script, in decisions per second of processor time."""
    rates = []
    for _ in range(BEST_OF):
        begun = time.process_time()
        replay(script)
        rates.append(counted / (time.process_time() - begun))
    return max(rates)


def agents_rate(table: Any) -> float:
    """Plays an environment of PettingZoo with masks as its documentation does: `last`, then `step`."""
    chooser = random.Random(SEED)
    script: Script = []
    while sum(map(len, script)) < STEPS:
        table.reset(seed=SEED + len(script))
        script.append([])
        while True:
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                break
            script[-1].append(chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            table.step(script[-1][-1])

    def replay(script: Script) -> None:
        for number, actions in enumerate(script):
            table.reset(seed=SEED + number)
            for action in actions:
                table.last()
                table.step(action)

    return best(replay, script, sum(map(len, script)))


def solo_rate(table: Any, legal: Callable[[dict[str, Any]], list[int]]) -> float:
    """Plays an environment of Gymnasium; `legal` reads the legal actions from what a step says; own decisions count."""
    chooser = random.Random(SEED)
    script: Script = []
    while sum(map(len, script)) < STEPS:
        _, info = table.reset(seed=SEED + len(script))
        script.append([])
        over = False
        while not over:
            script[-1].append(chooser.choice(legal(info)))
            _, _, terminated, truncated, info = table.step(script[-1][-1])
            over = terminated or truncated

    def replay(script: Script) -> None:
        for number, actions in enumerate(script):
            table.reset(seed=SEED + number)
            for action in actions:
                table.step(action)

    return best(replay, script, sum(map(len, script)))
