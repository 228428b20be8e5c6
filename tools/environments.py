"""Measures the environments for learning: decisions per second of processor time, without choosing them.

Each environment is played once with random decisions, which are kept; the same decisions are then played again from the
same seeds, which deals the same games, and only that is timed. `python -m tools.environments` measures environments of
others as well.
"""

import platform
import random
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import chain
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import serai.learning
from serai.core import spec
from serai.learning.gymnasium_env import id_of
from serai.learning.openspiel_game import short_name
from tools import elsewhere
from tools.replays import SEED, STEPS, Script, agents_rate, best, solo_rate

TABLES, VECTOR_STEPS = 256, 100
VERSIONS = ("serai", "gymnasium", "pettingzoo", "open_spiel", "numba", "numpy")


def pettingzoo_rate(game: str) -> float:
    """Plays PettingZoo's environment as its documentation does: `last`, then `step`."""
    return agents_rate(serai.learning.env(game, 2))


def gymnasium_rate(game: str) -> float:
    """Plays Gymnasium's environment, with the wrappers of `make`, against `random`; the learner's decisions count."""
    table = gymnasium.make(id_of(game), opponents=["random"])
    return solo_rate(table, lambda info: np.flatnonzero(info["action_mask"]).tolist())


def vector_rate(game: str) -> float:
    """Plays Gymnasium's vector environment against `random`; the learner's decisions count."""
    table, chooser = gymnasium.make_vec(id_of(game), num_envs=TABLES, copy=False), np.random.default_rng(SEED)
    script: Script = []
    _, infos = table.reset(seed=SEED)
    for _ in range(VECTOR_STEPS):
        script.append(np.argmax(infos["action_mask"] * chooser.random(infos["action_mask"].shape), axis=1).tolist())
        *_, infos = table.step(script[-1])

    def replay(script: Script) -> None:
        table.reset(seed=SEED)
        for actions in script:
            table.step(actions)

    return best(replay, script, TABLES * VECTOR_STEPS)


def openspiel_rate(game: str) -> float:
    """Plays OpenSpiel's game: asks what is legal or likely at every node, then applies; decisions count, chance not."""
    return spiel_rate(pyspiel.load_game(short_name(game)))


def spiel_rate(spiel: Any) -> float:
    """Plays a game of OpenSpiel."""
    chooser = random.Random(SEED)
    script: Script = []
    decisions = 0
    while decisions < STEPS:
        state = spiel.new_initial_state()
        script.append([])
        while not state.is_terminal():
            if state.is_chance_node():
                cards, odds = zip(*state.chance_outcomes(), strict=True)
                script[-1].append(chooser.choices(cards, odds)[0])
            else:
                script[-1].append(chooser.choice(state.legal_actions()))
                decisions += 1
            state.apply_action(script[-1][-1])

    def replay(script: Script) -> None:
        for actions in script:
            state = spiel.new_initial_state()
            for action in actions:
                if state.is_chance_node():
                    state.chance_outcomes()
                else:
                    state.legal_actions()
                state.apply_action(action)

    return best(replay, script, decisions)


RATES: dict[str, Callable[[str], float]] = {
    "pettingzoo": pettingzoo_rate,
    "gymnasium": gymnasium_rate,
    "gymnasium_vector": vector_rate,
    "openspiel": openspiel_rate,
}


def figures() -> Iterator[tuple[str, float]]:
    """Yields every figure by name."""
    for game in spec.GAMES:
        for framework, rate in RATES.items():
            yield f"{game}.2p.{framework}.decisions_per_s", rate(game)


def others() -> Iterator[tuple[str, float]]:
    """Yields the speed of well-known environments, measured the same way."""
    for name in ("connect_four", "backgammon", "gin_rummy"):
        yield f"OpenSpiel {version('open_spiel')} {name}, in C++", spiel_rate(pyspiel.load_game(name))
    for package in elsewhere.INSTALLED:
        yield from elsewhere.measured(package)


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, {', '.join(f'{name} {version(name)}' for name in VERSIONS)}")
    for name, value in chain(figures(), others()):
        print(f"{name}: {value:,.0f}", flush=True)
