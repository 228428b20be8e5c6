"""Weights as plain arrays in a NumPy file, without pickle."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from serai.core.registry import SPECS

FILE = "network.npz"
FOLDER: Path | None = None  # tests put small networks here
Weights = dict[str, np.ndarray[Any, np.dtype[Any]]]


def weights_file(game: str, name: str | None = None) -> Path:
    """Returns the file of a game's network, or that of a built-in component set that has its own."""
    if FOLDER is not None:
        return FOLDER / f"{game}.npz"
    own = SPECS[game].folder / "components" / (name or "").partition("+")[0] / FILE
    return own if name and own.is_file() else SPECS[game].folder / FILE


def save(file: Path, weights: Weights) -> None:
    """Writes weights in half precision."""
    with file.open("wb") as stream:
        np.savez(stream, allow_pickle=False, **{name: values.astype(np.float16) for name, values in weights.items()})


def weights_digest(file: Path) -> str:
    """Identifies weights by their file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:24]


def load(file: Path) -> Weights:
    """Reads weights in single precision."""
    if not file.is_file():
        raise FileNotFoundError(f"there is no network at {file}; `python -m serai.learning.train` makes one")
    with np.load(file, allow_pickle=False) as arrays:
        return {name: np.ascontiguousarray(arrays[name], np.float32) for name in arrays.files}
