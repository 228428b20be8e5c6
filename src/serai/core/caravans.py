"""Cubes: adding, paying, upgrading and counting them (C-1, C-3, C-8)."""

from typing import Any

import numpy as np

from serai.core.bits import Bitset, offer
from serai.core.compiled import compiled
from serai.core.components import CUBES_ON_A_CARD
from serai.core.numbers import BROWN as BROWN
from serai.core.numbers import LIMIT as LIMIT
from serai.core.records import SPICES, Cubes

STARTING_CUBES = np.array([(3, 0), (4, 0), (4, 0), (3, 1), (3, 1)], np.int16)
COSTS = (SPICES, CUBES_ON_A_CARD + 1)  # spices, and cubes held of each

Costs = np.ndarray[Any, np.dtype[np.uint64]]


def costs_of(prices: list[tuple[int, ...]]) -> Costs:
    """Returns, for each spice and number of cubes held, the set of cards that cost no more of it."""
    payable = np.zeros(COSTS, np.uint64)
    for card, price in enumerate(prices):
        for spice in range(SPICES):
            payable[spice, price[spice] :] |= np.uint64(1 << card)
    return payable


@compiled
def load(caravan: Cubes, seat: int, taken: bool) -> None:
    """Gives a seat its starting cubes, or none if the seat is empty (SR-5, EW-5)."""
    for spice in range(SPICES):
        caravan[spice] = STARTING_CUBES[seat, spice] if taken and spice < STARTING_CUBES.shape[1] else 0


@compiled
def payable(costs: Costs, caravan: Cubes) -> np.uint64:
    """Returns the set of cards that a caravan can pay for."""
    most = costs.shape[1] - 1
    cards = costs[0, min(caravan[0], most)]
    for spice in range(1, SPICES):
        cards &= costs[spice, min(caravan[spice], most)]
    return cards


@compiled
def add(caravan: Cubes, cubes: Cubes) -> None:
    """Takes cubes from the supply, which has no limit (C-1)."""
    for spice in range(SPICES):
        caravan[spice] += cubes[spice]


@compiled
def remove(caravan: Cubes, cubes: Cubes) -> None:
    """Returns cubes to the supply."""
    for spice in range(SPICES):
        caravan[spice] -= cubes[spice]


@compiled
def covers(caravan: Cubes, cubes: Cubes) -> bool:
    """Returns whether a caravan holds all of these cubes."""
    for spice in range(SPICES):
        if caravan[spice] < cubes[spice]:
            return False
    return True


@compiled
def size(caravan: Cubes) -> int:
    """Counts the cubes of a caravan."""
    return caravan[0] + caravan[1] + caravan[2] + caravan[3]


@compiled
def can_upgrade(caravan: Cubes) -> bool:
    """Returns whether a caravan holds a cube below brown (C-2)."""
    return size(caravan) > caravan[BROWN]


@compiled
def upgrade_cube(caravan: Cubes, spice: int) -> None:
    """Upgrades a cube one level (C-2)."""
    caravan[spice] -= 1
    caravan[spice + 1] += 1


@compiled
def cube_points(caravan: Cubes) -> int:
    """Counts one point for each cube that is not yellow (C-8)."""
    return size(caravan) - caravan[0]


@compiled
def offer_cubes(caravan: Cubes, block: int, spices: int, mask: Bitset) -> None:
    """Offers each of the lowest spices that the caravan holds."""
    for spice in range(spices):
        if caravan[spice] > 0:
            offer(mask, block + spice)
