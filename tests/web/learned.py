"""Small networks with random weights, and a house whose questions are answered in this process."""

from pathlib import Path
from typing import Any

import numpy as np

from serai.core.bits import WORD
from serai.core.component_folders import standard
from serai.core.observation import LAYOUTS
from serai.core.spec import GAMES
from serai.networks import features
from serai.networks.weights import Weights, save
from serai.web.tables import bot_worker
from serai.web.tables.bot_pool import BotPool, Job

WIDTH = 24


def save_small(game: str, folder: Path, seed: int = 1) -> None:
    """Writes a network of one block with random weights, the same each time, whose chances differ visibly."""
    layout, chance = LAYOUTS[game], np.random.default_rng(seed)
    shapes = {
        "first": (features.size(standard(game)), WIDTH),
        "0.one": (WIDTH, WIDTH),
        "0.two": (WIDTH, WIDTH),
        "policy": (WIDTH, WORD * GAMES[game].WORDS),
        "chances": (WIDTH, layout.seats),
        "points": (WIDTH, layout.seats),
    }
    weights: Weights = {}
    for name, (rows, columns) in shapes.items():
        weights[f"{name}.weight"] = chance.normal(0, 1 / np.sqrt(WIDTH), (rows, columns))
        weights[f"{name}.bias"] = np.zeros(columns)
    for name in ("0.norm", "norm"):
        weights[f"{name}.weight"], weights[f"{name}.bias"] = np.ones(WIDTH), np.zeros(WIDTH)
    save(folder / f"{game}.npz", weights)


class Here(BotPool):
    """Answers questions in this process, as a worker would; counts them."""

    def __init__(self) -> None:
        super().__init__(1)
        self.ready, self.asked = 1, 0

    async def _answer(self, job: Job, first: bool = False) -> dict[str, Any]:
        self.asked += 1
        return bot_worker.answer(self._body(job))
