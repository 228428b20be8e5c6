"""What each game brings to the search: how good a position is, and what need not be looked at."""

from types import ModuleType
from typing import Any

from serai.bots.evaluations import east_to_west, sand_to_sea, spice_road
from serai.bots.evaluations.shared import Weights
from serai.rules.bits import Words, bit, total
from serai.rules.compiled import compiled
from serai.rules.games import by_game, legal, rules_of
from serai.rules.records import NONE, State, Values

EVALUATIONS: dict[str, ModuleType] = {
    "spice_road": spice_road,
    "sand_to_sea": sand_to_sea,
    "east_to_west": east_to_west,
}


def evaluation_of(state: Any) -> ModuleType:
    """Returns the evaluation of the game that a state belongs to."""
    return EVALUATIONS[rules_of(state).NAME]


@by_game(evaluation_of)
def forget(state: State) -> None:
    """Takes everything out of a state that no seat can know, so that no plan builds on it."""
    evaluation_of(state).forget(state)


@by_game(evaluation_of)
def skip_to(state: State, seat: int) -> None:
    """Begins the next turn of a seat as if nobody else had moved."""
    evaluation_of(state).skip_to(state, seat)


@by_game(evaluation_of)
def empty_rest(state: State) -> int:
    """Returns the action of a rest that would take nothing back, NONE when it would, or when no turn begins (C-9)."""
    return int(evaluation_of(state).empty_rest(state))


@compiled
def sensible(values: Values, state: State, mask: Words) -> None:
    """Marks what is legal without an empty rest, unless nothing else is: no bot but `random` considers one (C-9)."""
    legal(values, state, mask)
    action = empty_rest(state)
    if action != NONE and total(mask) > 1:
        mask[action >> 6] &= ~bit(action & 63)


@by_game(evaluation_of)
def narrow(values: Values, state: State, mask: Words, last: int) -> None:
    """Leaves out of the legal actions what is hardly ever better than another one; `last` is the action before."""
    evaluation_of(state).narrow(values, state, mask, last)


@by_game(evaluation_of)
def promise(values: Values, state: State, seat: int, weights: Weights) -> float:
    """Values what a seat has besides points: cubes, cards, tools, in points."""
    return float(evaluation_of(state).promise(values, state, seat, weights))


@by_game(evaluation_of)
def same_way(state: State) -> int:
    """Numbers positions inside a turn of which only the first reached is looked at; -1 looks at all."""
    return int(evaluation_of(state).same_way(state))
