"""What each game brings to `master`: the traits of a seat, and what each is worth now and with more turns to come.

`tools/fit.py` fits the weights to the final margins of games that `planner` plays against itself.
"""

from types import ModuleType
from typing import Any

from serai.bots.evaluations.shared import Weights
from serai.bots.prospects import east_to_west, sand_to_sea, spice_road
from serai.bots.prospects.shared import MOST_TRAITS
from serai.rules.compiled import compiled
from serai.rules.games import by_game, rules_of
from serai.rules.records import State, Values

PROSPECTS: dict[str, ModuleType] = {
    "spice_road": spice_road,
    "sand_to_sea": sand_to_sea,
    "east_to_west": east_to_west,
}


def prospects_of(state: Any) -> ModuleType:
    """Returns the prospects of the game that a state belongs to."""
    return PROSPECTS[rules_of(state).NAME]


@by_game(prospects_of)
def traits(values: Values, state: State, seat: int, worths: Weights, row: Weights) -> None:
    """Writes what tells how a seat stands besides its points; the first is what it lacks to end the game.

    `worths` is what each merchant card is worth.
    """
    prospects_of(state).traits(values, state, seat, worths, row)


@compiled
def worth(values: Values, state: State, seat: int, worths: Weights, row: Weights, weights: Weights) -> float:
    """Values what a seat has besides points; the row is room for its traits."""
    traits(values, state, seat, worths, row)
    value = 0.0
    for trait in range(len(weights)):
        value += weights[trait] * row[trait]
    return value


__all__ = ["MOST_TRAITS", "PROSPECTS", "traits", "worth"]
