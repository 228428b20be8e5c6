"""What the evaluations of several games share: the worth of cubes and cards, covered prices, the cheapest cube."""

from typing import Any

import numpy as np

from serai.core.bits import NOTHING, ONE, Bitset, first, rest_of
from serai.core.compiled import compiled
from serai.core.questions import STOP, UPGRADE
from serai.core.records import SPICES, Cubes, Values

Weights = np.ndarray[Any, np.dtype[np.float64]]

SPICE_BITS = np.uint64(15)


@compiled
def keep_cheapest(mask: Bitset, block: int) -> None:
    """Keeps only the cheapest of the four spices of a block (paying, giving and discarding)."""
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
def card_worth(values: Values, cards: np.uint64, weight: float) -> float:
    """Values a set of merchant cards."""
    worth = 0.0
    while cards != NOTHING:
        worth += weight * (0.5 + 0.25 * values.levels[first(cards)])
        cards = rest_of(cards)
    return worth


@compiled
def share_covered(caravan: Cubes, cost: Cubes) -> float:
    """Returns the share of a price, by levels, that the caravan covers."""
    needed, there = 0.0, 0.0
    for spice in range(SPICES):
        needed += (spice + 1) * cost[spice]
        there += (spice + 1) * min(caravan[spice], cost[spice])
    return there / needed


@compiled
def upgrade_in_order(mask: Bitset, base: int, last: int) -> None:
    """Removes stopping early, and upgrading a cheaper cube after a dearer one: both orders lead to the same result."""
    word = base >> 6
    mask[word] &= ~(ONE << np.uint64((base + STOP) & 63))
    upgraded = last - base - UPGRADE
    if 0 <= upgraded < SPICES:
        for spice in range(upgraded):
            mask[word] &= ~(ONE << np.uint64((base + UPGRADE + spice) & 63))
