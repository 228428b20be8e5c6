"""Shared by the environments that play one game at a time: observations, masks, rewards and rendering."""

from typing import Any

import numpy as np
from gymnasium import spaces

from serai.core import spec
from serai.core.bits import WORD
from serai.core.component_folders import WITH, built_in_sets, standard_name
from serai.core.component_set import ComponentSet, once_per_set
from serai.core.notation.errors import brief
from serai.core.observation import layout
from serai.core.observation.layouts import MOST, Floats
from serai.game import Game
from serai.learning.episodes import DECISIONS
from serai.learning.learner_games import LearnerGames
from serai.setup import halves

RENDER_MODES = ["human", "ansi", "rgb_array"]
ROUNDS = 100
FEATURES, WITH_MASK = OBSERVATIONS = ("features", "dict")


def version_of(game: str, name: str | None = None) -> int:
    """Returns the version of an environment: 1 with the oldest component set, by default that of the standard set."""
    numbers = built_in_sets(game)
    number = (name or "").partition(WITH)[0]
    return 1 + numbers.index(number if number in numbers else standard_name(game))


@once_per_set
def scales(pieces: ComponentSet) -> Floats:
    """Returns the divisor of each entry of an observation."""
    return layout(pieces).scales()


def feature_space(pieces: ComponentSet) -> spaces.Box:
    """Returns the space of features."""
    return spaces.Box(np.float32(0), MOST / scales(pieces), dtype=np.float32)


def action_space(game: str) -> spaces.Discrete[Any]:
    """Returns the space of action numbers (docs/actions)."""
    return spaces.Discrete(WORD * spec.GAMES[game].WORDS)


def seen_space(pieces: ComponentSet, observation: str) -> spaces.Space[Any]:
    """Returns the space of observations: features, or a dictionary of features and mask."""
    if observation == FEATURES:
        return feature_space(pieces)
    mask = spaces.MultiBinary(int(action_space(pieces.game).n))
    return spaces.Dict({"observation": feature_space(pieces), "action_mask": mask})


def check_observation(name: str) -> str:
    """Checks the name of a kind of observation."""
    if not isinstance(name, str) or name not in OBSERVATIONS:
        raise ValueError(f"observation is {brief(name)}; there are: {', '.join(OBSERVATIONS)}")
    return name


class Replay:
    """An environment's current game as a `Game`, rebuilt from its log on access."""

    def __init__(self, games: LearnerGames, rounds: int | None) -> None:
        """Follows the only game."""
        self._games, self._rounds = games, rounds
        self._seed: int | None = None
        self._game: Game | None = None

    @property
    def dealt(self) -> bool:
        """Whether a game has been dealt."""
        return self._seed is not None

    def deal(self, seed: int, random: np.random.Generator) -> None:
        """Deals the next game."""
        self._seed, self._game = seed, None
        high, low = halves(seed)
        self._games.deal(int(high), int(low), random)

    def game(self) -> Game:
        """Returns the game, up to the last decision."""
        tables = self._games.tables
        if self._game is None:
            self._game = Game.new(
                tables.game, tables.players, self._seed, rounds=self._rounds, components=tables.components
            )
        for action in self._games.log[len(self._game.steps()) : self._games.facts[0, DECISIONS]].tolist():
            self._game.play(action)
        return self._game


def deal_seed(random: np.random.Generator) -> int:
    """Draws the seed of a deal, 128 bits."""
    return int.from_bytes(random.bytes(16))


def rendered(game: Game, render_mode: str | None) -> Any:
    """Draws a game: as text, as a picture, or onto the terminal."""
    if render_mode == "rgb_array":
        from serai.learning.image import picture

        return picture(str(game))
    if render_mode == "human":
        print(game)
        return None
    return str(game) if render_mode == "ansi" else None


def check_render_mode(render_mode: str | None) -> str | None:
    """Checks that the render mode exists."""
    if render_mode is not None and (not isinstance(render_mode, str) or render_mode not in RENDER_MODES):
        raise ValueError(f"there is no render mode {brief(render_mode)}; there are: {', '.join(RENDER_MODES)}")
    return render_mode
