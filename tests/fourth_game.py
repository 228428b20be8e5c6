"""The example game of `examples/`, registered while a test runs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from serai.core.registry import SPECS, VARIABLE
from serai.game import Game

EXAMPLES = Path(__file__).parents[1] / "examples"
NAME = "caravan_race"


@contextmanager
def registered() -> Iterator[None]:
    """Registers the game by one line, here and in the processes that a test starts, until the test is over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(EXAMPLES)])
        patch.setenv("PYTHONPATH", os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")]))
        patch.setenv(VARIABLE, NAME)
        patch.setattr(SPECS, "_known", {name: SPECS[name] for name in SPECS})
        SPECS.register(NAME)
        yield


def played(players: int = 2, seed: int = 1, rounds: int | None = None) -> Game:
    """Plays a game at random to its end."""
    game, chance = Game.new(NAME, players, seed, rounds=rounds), Random(seed)
    while not game.over:
        game.play(chance.choice(game.actions()))
    return game
