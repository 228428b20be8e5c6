"""Traits that all games share: cubes, merchant cards by name, and the nearest point cards."""

from collections.abc import Sequence

import numpy as np

from serai.bots.evaluation.cubes import Weights, share_covered
from serai.core import components
from serai.core.bits import NOTHING, first, rest_of
from serai.core.caravans import size
from serai.core.compiled import compiled
from serai.core.merchants import levels_of
from serai.core.notation.cards import merchant
from serai.core.records import SPICES, Cubes

MOST_TRAITS = 24
CUBES, PILED, CRAMPED, CUBE_TRAITS = 1, 5, 6, 7


def card_worths(cards: Sequence[components.Merchant], known: dict[str, float]) -> Weights:
    """Looks up what each merchant card is worth with 20 turns left; an unknown card is valued by what it brings."""
    return np.array([known.get(merchant(card), levels_of(card)) for card in cards], np.float64)


@compiled
def cube_traits(caravan: Cubes, limit: int, row: Weights) -> None:
    """Writes the cubes by spice, the levels of those beyond four of a spice, and how cramped the caravan is."""
    row[PILED] = 0.0
    for spice in range(SPICES):
        row[CUBES + spice] = caravan[spice]
        row[PILED] += (spice + 1) * max(0, caravan[spice] - 4)
    row[CRAMPED] = max(0, size(caravan) + 2 - limit)


@compiled
def covered(caravan: Cubes, cost: Cubes) -> float:
    """Returns the share of a price, by levels, that the caravan covers, squared."""
    return share_covered(caravan, cost) ** 2


@compiled
def worth_of(cards: np.uint64, worths: Weights) -> float:
    """Adds up what a set of merchant cards is worth."""
    worth = 0.0
    while cards != NOTHING:
        worth += worths[first(cards)]
        cards = rest_of(cards)
    return worth
