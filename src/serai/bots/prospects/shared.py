"""Traits that all games share: cubes, merchant cards by name, and the point cards that are nearest."""

import numpy as np

from serai.bots.evaluations.shared import Weights
from serai.notation.cards import merchant
from serai.rules import components
from serai.rules.bits import NOTHING, first, rest_of
from serai.rules.caravans import size
from serai.rules.compiled import compiled
from serai.rules.merchants import levels_of
from serai.rules.records import SPICES, Cubes

MOST_TRAITS = 24
CUBES, PILED, CRAMPED, CUBE_TRAITS = 1, 5, 6, 7


def card_worths(known: dict[str, float]) -> Weights:
    """Looks up what each merchant card is worth with 20 turns to come; one that nobody knows by what it brings."""
    return np.array([known.get(merchant(card), levels_of(card)) for card in components.merchant_cards()], np.float64)


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
    """Tells which share of a price, by levels, the caravan covers, squared."""
    needed, there = 0.0, 0.0
    for spice in range(SPICES):
        needed += (spice + 1) * cost[spice]
        there += (spice + 1) * min(caravan[spice], cost[spice])
    return (there / needed) ** 2


@compiled
def worth_of(cards: np.uint64, worths: Weights) -> float:
    """Adds up what a set of merchant cards is worth."""
    worth = 0.0
    while cards != NOTHING:
        worth += worths[first(cards)]
        cards = rest_of(cards)
    return worth
