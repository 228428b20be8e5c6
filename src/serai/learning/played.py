"""Shared by the environments that play one game at a time: observations, masks, rewards and rendering."""

from typing import Any

import numpy as np
from gymnasium import spaces

from serai.core import spec
from serai.core.bits import WORD
from serai.core.component_set import ComponentSet, once_per_set
from serai.core.notation.errors import brief
from serai.core.observation import layout, observed
from serai.core.observation.layouts import MOST, Floats
from serai.game import Game
from serai.learning.rewards import Reward, worth

Mask = np.ndarray[Any, np.dtype[np.int8]]

RENDER_MODES = ["human", "ansi", "rgb_array"]
ROUNDS = 100


@once_per_set
def scales(pieces: ComponentSet) -> Floats:
    """Returns the divisor of each entry of an observation."""
    return layout(pieces).scales()


def features(game: Game, seat: int) -> Floats:
    """Returns a seat's observation, each entry divided by its scale."""
    entries = observed(game.components, game.values, game.state, seat, game.round, game.setup.rounds)
    return np.divide(entries, scales(game.components), dtype=np.float32)


def feature_space(pieces: ComponentSet) -> spaces.Box:
    """Returns the space of features."""
    return spaces.Box(np.float32(0), MOST / scales(pieces), dtype=np.float32)


def action_space(game: str) -> spaces.Discrete[Any]:
    """Returns the space of action numbers (docs/actions)."""
    return spaces.Discrete(WORD * spec.GAMES[game].WORDS)


def legal_mask(game: Game, seat: int) -> Mask:
    """Returns a mask with 1 for each action that a seat may take, all 0 while another seat decides."""
    mask = game.mask() if seat == game.seat else np.zeros(game.rules.WORDS, np.uint64)
    return np.unpackbits(mask.astype("<u8").view(np.uint8), bitorder="little").view(np.int8)


def worths(game: Game, reward: Reward) -> list[float]:
    """Returns what the game would be worth to each seat if it ended now."""
    scores = np.array(game.scores(), np.int16)
    return [float(worth(scores, game.players, seat, reward)) for seat in range(game.players)]


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
