"""A training put down and taken up again: plain arrays in files of at most 16 MiB, without pickle."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from serai.learning.train.improving import Improver

MOST_BYTES = 15 << 20


def keep(folder: Path, game: str, improver: Improver, story: dict[str, Any]) -> list[Path]:
    """Writes the network, what the optimiser remembers, and the story so far; returns the files."""
    arrays = {f"model.{name}": values.cpu().numpy() for name, values in improver.model.state_dict().items()}
    for number, memory in improver.optimiser.state_dict()["state"].items():
        arrays |= {f"optimiser.{number}.{name}": _plain(values) for name, values in memory.items()}
    files = []
    for number, part in enumerate(_parts(arrays)):
        files.append(folder / f"{game}.part{number}.npz")
        with files[-1].open("wb") as stream:
            np.savez(stream, allow_pickle=False, **part)
    about = folder / f"{game}.json"
    about.write_text(json.dumps({**story, "parts": len(files)}, indent=1) + "\n", encoding="utf-8")
    return [*files, about]


def _plain(values: Any) -> np.ndarray[Any, Any]:
    """Returns what the optimiser remembers as an array."""
    return values.cpu().numpy() if isinstance(values, torch.Tensor) else np.array(values)


def _parts(arrays: dict[str, np.ndarray[Any, Any]]) -> list[dict[str, np.ndarray[Any, Any]]]:
    """Divides arrays among files, none too large."""
    parts: list[dict[str, np.ndarray[Any, Any]]] = [{}]
    size = 0
    for name, values in arrays.items():
        if size + values.nbytes > MOST_BYTES and parts[-1]:
            parts.append({})
            size = 0
        parts[-1][name] = values
        size += values.nbytes
    return parts


def take_up(folder: Path, game: str, improver: Improver) -> dict[str, Any] | None:
    """Reads a training into the network and the optimiser; returns its story, None when there is none."""
    about = folder / f"{game}.json"
    if not about.is_file():
        return None
    story: dict[str, Any] = json.loads(about.read_text(encoding="utf-8"))
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    for number in range(story["parts"]):
        with np.load(folder / f"{game}.part{number}.npz", allow_pickle=False) as part:
            arrays |= {name: part[name] for name in part.files}
    model = {name[6:]: torch.from_numpy(values) for name, values in arrays.items() if name.startswith("model.")}
    improver.model.load_state_dict(model)
    memory: dict[int, dict[str, Any]] = {}
    for name, values in arrays.items():
        if name.startswith("optimiser."):
            _, place, field = name.split(".", 2)
            memory.setdefault(int(place), {})[field] = torch.from_numpy(values)
    whole = improver.optimiser.state_dict()
    improver.optimiser.load_state_dict({**whole, "state": memory})
    return story
