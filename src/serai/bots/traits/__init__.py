"""What each game provides to `master`: a seat's traits, and what each is worth now and per remaining turn.

`tools/fit.py` fits the weights to the final margins of games that `planner` plays against itself.
"""

from serai.bots.evaluation.cubes import Weights
from serai.bots.traits.shared import MOST_TRAITS, card_worths
from serai.core.compiled import compiled
from serai.core.component_set import ComponentSet, once_per_set
from serai.core.records import State, Values
from serai.core.registry import Parts
from serai.core.spec import by_game

TRAITS = Parts("traits")
traits_of = TRAITS.of


@once_per_set
def worths(pieces: ComponentSet) -> Weights:
    """Returns what each merchant card of a set is worth."""
    return card_worths(pieces.merchants, TRAITS[pieces.game].WORTHS)


@by_game(traits_of)
def traits(values: Values, state: State, seat: int, worths: Weights, row: Weights) -> None:
    """Writes a seat's traits, which describe its standing besides points; the first is what it lacks to end the game.

    `worths` is what each merchant card is worth.
    """
    traits_of(state).traits(values, state, seat, worths, row)


@compiled
def worth(values: Values, state: State, seat: int, worths: Weights, row: Weights, weights: Weights) -> float:
    """Values what a seat has besides points; `row` is scratch space for its traits."""
    traits(values, state, seat, worths, row)
    value = 0.0
    for trait in range(len(weights)):
        value += weights[trait] * row[trait]
    return value


__all__ = ["MOST_TRAITS", "TRAITS", "traits", "worth", "worths"]
