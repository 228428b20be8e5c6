"""Snapshots of a network in training, and which of them are kept."""

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class Snapshot:
    """A network as it was after some seconds of its training."""

    seconds: float
    weights: dict[str, Tensor]


def spread(snapshots: Sequence[Snapshot], most: int) -> list[Snapshot]:
    """Returns at most `most` snapshots spread evenly over the training, the newest among them."""
    if len(snapshots) <= most:
        return list(snapshots)
    times = [snapshots[-1].seconds * (step + 1) / most for step in range(most)]
    return [snapshots[number] for number in sorted({_nearest(snapshots, seconds) for seconds in times})]


def _nearest(snapshots: Sequence[Snapshot], seconds: float) -> int:
    """Returns the index of the snapshot nearest to a time; of equals the newest."""
    return min(range(len(snapshots)), key=lambda number: (abs(snapshots[number].seconds - seconds), -number))
