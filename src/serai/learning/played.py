"""What the environments that play one game at a time share: the numbers that a learner is given."""

from typing import Any

import numpy as np
from gymnasium import spaces

from serai.game import Game
from serai.learning.rewards import Reward, worth
from serai.notation.errors import brief
from serai.observations import LAYOUTS, observed
from serai.observations.layouts import MOST, Floats
from serai.rules import games
from serai.rules.bits import WORD

Mask = np.ndarray[Any, np.dtype[np.int8]]

RENDER_MODES = ["human", "ansi", "rgb_array"]
ROUNDS = 100
SCALES = {game: layout.scales() for game, layout in LAYOUTS.items()}


def features(game: Game, seat: int) -> Floats:
    """Returns what a seat observes, each entry divided by its scale."""
    entries = observed(game.state, seat, game.round, game.setup.rounds)
    return np.divide(entries, SCALES[game.name], dtype=np.float32)


def feature_space(game: str) -> spaces.Box:
    """Returns the space that features lie in."""
    return spaces.Box(np.float32(0), MOST / SCALES[game], dtype=np.float32)


def action_space(game: str) -> spaces.Discrete[Any]:
    """Returns the space of action numbers, docs/actions."""
    return spaces.Discrete(WORD * games.GAMES[game].WORDS)


def legal_mask(game: Game, seat: int) -> Mask:
    """Returns 1 for each action that a seat may take; nothing when another seat decides."""
    mask = game.mask() if seat == game.seat else np.zeros(game.rules.WORDS, np.uint64)
    return np.unpackbits(mask.astype("<u8").view(np.uint8), bitorder="little").view(np.int8)


def worths(game: Game, reward: Reward) -> list[float]:
    """Returns what the game would be worth to each seat if it ended now."""
    scores = np.array(game.scores(), np.int16)
    return [float(worth(scores, game.players, seat, reward)) for seat in range(game.players)]


def deal_seed(random: np.random.Generator) -> int:
    """Draws the seed of a deal, 128 bits."""
    return int.from_bytes(random.bytes(16))


def drawn(game: Game, render_mode: str | None) -> Any:
    """Draws a game: as text, as a picture, or onto the terminal."""
    if render_mode == "rgb_array":
        from serai.learning.pictures import picture

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
