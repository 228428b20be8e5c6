"""Determinizations: which possible turn is good however the hidden cards lie."""

from collections.abc import Sequence
from typing import NamedTuple

Turn = tuple[int, ...]
DROPPED = 0.5


class Branch(NamedTuple):
    """What a beam says about a turn: how many levels before its end it dropped the turn, and the best value there."""

    missed: int
    value: float


World = dict[Turn, Branch]


def shortfall(turn: Turn, world: World, depth: int) -> float:
    """Returns how much worse a turn is than the best one in a world; more if it was dropped sooner."""
    kept = [branch.value for branch in world.values() if branch.missed == 0]
    branch = world.get(turn, Branch(depth, 0.0))
    value = branch.value if branch.missed == 0 else min(kept) - DROPPED * branch.missed
    return max(kept) - value


def shortfalls(turns: Sequence[Turn], worlds: Sequence[World], weights: Sequence[float], depth: int) -> list[float]:
    """Returns how much worse each turn is than the best one, summed over all worlds."""
    return [
        sum(weight * shortfall(turn, world, depth) for world, weight in zip(worlds, weights, strict=True))
        for turn in turns
    ]
