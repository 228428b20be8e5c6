"""Weights as plain arrays in a NumPy file, without pickle."""

from pathlib import Path
from typing import Any

import numpy as np

from serai.core.registry import SPECS

FOLDER: Path | None = None  # tests put small networks here
Weights = dict[str, np.ndarray[Any, np.dtype[Any]]]


def weights_file(game: str) -> Path:
    """Returns the file of a game's network."""
    return SPECS[game].folder / "network.npz" if FOLDER is None else FOLDER / f"{game}.npz"


def save(file: Path, weights: Weights) -> None:
    """Writes weights in half precision."""
    with file.open("wb") as stream:
        np.savez(stream, allow_pickle=False, **{name: values.astype(np.float16) for name, values in weights.items()})


def load(file: Path) -> Weights:
    """Reads weights in single precision."""
    if not file.is_file():
        raise FileNotFoundError(f"there is no network at {file}; `python -m serai.learning.train` makes one")
    with np.load(file, allow_pickle=False) as arrays:
        return {name: np.ascontiguousarray(arrays[name], np.float32) for name in arrays.files}
