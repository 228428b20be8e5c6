"""What the evaluations of all games share: the worth of cubes, and the cheapest cube to part with."""

from typing import Any

import numpy as np

from serai.rules.bits import NOTHING, ONE, Words, first
from serai.rules.compiled import compiled
from serai.rules.questions import STOP, UPGRADE
from serai.rules.records import SPICES, Cubes

Weights = np.ndarray[Any, np.dtype[np.float64]]

SPICE_BITS = np.uint64(15)


@compiled
def keep_cheapest(mask: Words, block: int) -> None:
    """Leaves only the cheapest of the four spices of a block (paying, giving and discarding)."""
    word = block >> 6
    offered = (mask[word] >> np.uint64(block & 63)) & SPICE_BITS
    if offered != NOTHING:
        mask[word] = np.uint64(1) << np.uint64((block & 63) + first(offered))


@compiled
def cube_worth(caravan: Cubes, limit: int, weights: Weights) -> float:
    """Values cubes by level; the fifth and further cubes of a colour count less."""
    worth = 0.0
    for spice in range(SPICES):
        few = min(int(caravan[spice]), 4)
        worth += weights[spice] * (few + 0.6 * (caravan[spice] - few))
    return worth


@compiled
def upgrade_in_order(mask: Words, base: int, last: int) -> None:
    """Leaves out stopping early, and raising a cheaper cube after a dearer one: both orders end the same."""
    word = base >> 6
    mask[word] &= ~(ONE << np.uint64((base + STOP) & 63))
    raised = last - base - UPGRADE
    if 0 <= raised < SPICES:
        for spice in range(raised):
            mask[word] &= ~(ONE << np.uint64((base + UPGRADE + spice) & 63))
