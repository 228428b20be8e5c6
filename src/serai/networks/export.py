"""Weights as safetensors, for other frameworks."""

from pathlib import Path

import numpy as np

from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.spec import GAMES
from serai.extras import explained
from serai.networks.weights import weights_digest, weights_file


def export(game: str, file: Path, components: ComponentSet | None = None) -> dict[str, str]:
    """Writes the weights of a game's network as they are stored, in half precision; returns what describes them."""
    with explained():
        from safetensors.numpy import save_file

    pieces = components or standard(game)
    stored = weights_file(game, pieces.name)
    described = {
        "game": game,
        "rules": str(GAMES[game].VERSION),
        "components": pieces.digest,
        "weights": weights_digest(stored),
        "licence": "MIT",
    }
    with np.load(stored, allow_pickle=False) as arrays:
        save_file({name: np.ascontiguousarray(arrays[name]) for name in arrays.files}, file, metadata=described)
    return described
