"""Checkpoints: plain arrays in files of at most 16 MiB, without pickle.

Parts carry the number of their checkpoint, `GAME.json` tells which one counts. It is written after the parts, and
those of older checkpoints are deleted after that, so that a whole checkpoint lies there whenever a command is killed.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from serai.core.component_folders import DIGESTS, built_in, original
from serai.core.component_set import ComponentSet
from serai.learning.train.first_layout import converted
from serai.learning.train.league import Snapshot, spread
from serai.learning.train.model import Model
from serai.learning.train.ppo import Improver

MOST_BYTES = 15 << 20
MOST_PAST = 4

Arrays = dict[str, np.ndarray[Any, Any]]


class CannotGoOn(Exception):
    """A training that cannot be resumed; says why and what to do."""


@dataclass(frozen=True)
class Checkpoint:
    """A stored training: its story and its arrays."""

    file: Path
    story: dict[str, Any]
    arrays: Arrays

    def restore(self, improver: Improver, pieces: ComponentSet) -> None:
        """Reads the training into a network and its optimiser."""
        self.check_components(pieces)
        self.check(improver.model)
        improver.model.load_state_dict(self._tensors("model."))
        memory: dict[int, dict[str, Tensor]] = {}
        for name, values in self._tensors("optimiser.").items():
            place, _, field = name.partition(".")
            memory.setdefault(int(place), {})[field] = values
        improver.optimiser.load_state_dict({**improver.optimiser.state_dict(), "state": memory})

    def snapshots(self, device: str) -> list[Snapshot]:
        """Returns the stored snapshots in single precision; old checkpoints have none."""
        return [
            Snapshot(seconds, {name: values.float().to(device) for name, values in self._tensors(f"past.{n}.").items()})
            for n, seconds in enumerate(self.story.get("past", []))
        ]

    def check_components(self, pieces: ComponentSet) -> None:
        """Refuses a training with another component set; one that names none, as v0.1.0 wrote it, may be of any."""
        used = self.story.get("components", pieces.named)
        if used["digest"] != pieces.digest:
            raise CannotGoOn(
                f"{self.file} tells of a training with component set {used['set']} ({used['digest']}), not "
                f"{pieces.name} ({pieces.digest}). Go on with that, or begin another training with --out FOLDER."
            )

    def check(self, model: Model) -> None:
        """Refuses a training of a network of another size."""
        own = {name: values.shape for name, values in self._tensors("model.").items()}
        if own == {name: values.shape for name, values in model.state_dict().items()}:
            return
        has, asked = self.size, (model.width, len(model.blocks))
        if has == asked:
            raise CannotGoOn(
                f"{self.file} tells of a network that sees or decides other things, with other components, in "
                "another version of serai, or with --values where there were none. Go on with those, or begin another "
                "training with --out FOLDER."
            )
        raise CannotGoOn(
            f"{self.file} tells of a network of --width {has[0]} --blocks {has[1]}; asked for is one of --width "
            f"{asked[0]} --blocks {asked[1]}, and a network keeps its size. Go on with --width {has[0]} --blocks "
            f"{has[1]}, or begin another training with --out FOLDER."
        )

    @property
    def size(self) -> tuple[int, int]:
        """The width of the network and its number of blocks, taken from the arrays."""
        names = self._tensors("model.blocks.")
        return len(self.arrays["model.first.weight"]), len({name.partition(".")[0] for name in names})

    def _tensors(self, kind: str) -> dict[str, Tensor]:
        """Returns the arrays with a prefix, without the prefix."""
        found = {name.removeprefix(kind): values for name, values in self.arrays.items() if name.startswith(kind)}
        return {name: torch.from_numpy(values) for name, values in found.items()}


def write(folder: Path, game: str, improver: Improver, snapshots: Sequence[Snapshot], story: dict[str, Any]) -> None:
    """Writes the network, the optimiser's state, some snapshots in half precision, and the story so far."""
    past = spread(snapshots, MOST_PAST)
    parts = _parts(_arrays(improver, past))
    number = 1 + max(_files(folder, game).values(), default=0)
    for place, part in enumerate(parts):
        with whole(_part(folder, game, number, place)) as new, new.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **part)
    told = {**story, "past": [each.seconds for each in past], "checkpoint": number, "parts": len(parts)}
    with whole(folder / f"{game}.json") as new:
        new.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    for file in [file for file, other in _files(folder, game).items() if other != number]:
        file.unlink(missing_ok=True)


def read(folder: Path, game: str) -> Checkpoint | None:
    """Reads a training; None when there is none."""
    about = folder / f"{game}.json"
    if not about.is_file():
        return None
    story: dict[str, Any] = json.loads(about.read_text(encoding="utf-8"))
    files = [_part(folder, game, story.get("checkpoint", 0), place) for place in range(story["parts"])]
    if missing := [file.name for file in files if not file.is_file()]:
        raise CannotGoOn(
            f"{about} tells of a training, but of its parts there is no {', no '.join(missing)}. "
            "Put them there, or begin another training with --out FOLDER."
        )
    arrays: Arrays = {}
    for file in files:
        with np.load(file, allow_pickle=False) as part:
            arrays |= {name: part[name] for name in part.files}
    return Checkpoint(about, story, converted(game, arrays))


def kept_components(folder: Path, game: str) -> ComponentSet | None:
    """Returns the built-in set of the training in a folder: the oldest if it names none; None for other sets."""
    about = folder / f"{game}.json"
    if not about.is_file():
        return None
    used = json.loads(about.read_text(encoding="utf-8")).get("components", original(game).named)
    return built_in(game, used["set"]) if DIGESTS[game].get(used["set"]) == used["digest"] else None


@contextmanager
def whole(file: Path) -> Iterator[Path]:
    """Yields a temporary path; the file is renamed once all of it is on the disk."""
    new = file.with_name(f"{file.name}.new")
    yield new
    with new.open("rb+") as stream:
        os.fsync(stream.fileno())
    new.replace(file)


def _arrays(improver: Improver, past: Sequence[Snapshot]) -> Arrays:
    """Names all arrays of a checkpoint."""
    arrays = {f"model.{name}": values.cpu().numpy() for name, values in improver.model.state_dict().items()}
    for number, memory in improver.optimiser.state_dict()["state"].items():
        arrays |= {f"optimiser.{number}.{name}": _plain(values) for name, values in memory.items()}
    for number, each in enumerate(past):
        arrays |= {f"past.{number}.{name}": values.half().cpu().numpy() for name, values in each.weights.items()}
    return arrays


def _plain(values: Any) -> np.ndarray[Any, Any]:
    """Returns the optimiser's state as an array."""
    return values.cpu().numpy() if isinstance(values, torch.Tensor) else np.array(values)


def _parts(arrays: Arrays) -> list[Arrays]:
    """Packs arrays into few files below the size limit, largest first."""
    parts: list[Arrays] = []
    for name in sorted(arrays, key=lambda name: -arrays[name].nbytes):
        part = next((part for part in parts if _size(part) + arrays[name].nbytes <= MOST_BYTES), None)
        if part is None:
            parts.append(part := {})
        part[name] = arrays[name]
    return parts


def _size(part: Arrays) -> int:
    """Returns the total size of arrays in bytes."""
    return sum(values.nbytes for values in part.values())


def _part(folder: Path, game: str, number: int, place: int) -> Path:
    """Names a part of a checkpoint; number 0 means the old, unnumbered form."""
    return folder / (f"{game}.{number}.part{place}.npz" if number else f"{game}.part{place}.npz")


def _files(folder: Path, game: str) -> dict[Path, int]:
    """Finds the parts in a folder, unfinished ones too, each with the number of its checkpoint."""
    name = re.compile(rf"{re.escape(game)}(?:\.(\d+))?\.part\d+\.npz(?:\.new)?")
    return {file: int(found[1] or 0) for file in folder.iterdir() if (found := name.fullmatch(file.name))}
