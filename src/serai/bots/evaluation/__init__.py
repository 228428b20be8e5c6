"""What each game provides to the search: how good a position is, and what can be pruned."""

from serai.bots.evaluation.cubes import Weights
from serai.core.bits import Bitset, bit, total
from serai.core.compiled import compiled
from serai.core.records import NONE, State, Values
from serai.core.registry import Parts
from serai.core.spec import by_game, legal

EVALUATIONS = Parts("evaluation")
evaluation_of = EVALUATIONS.of


@by_game(evaluation_of)
def forget(state: State) -> None:
    """Removes everything that no seat can know from a state, so that no plan relies on it."""
    evaluation_of(state).forget(state)


@by_game(evaluation_of)
def skip_to(state: State, seat: int) -> None:
    """Begins a seat's next turn as if nobody else had moved."""
    evaluation_of(state).skip_to(state, seat)


@by_game(evaluation_of)
def empty_rest(state: State) -> int:
    """Returns the action of a rest that takes nothing back, NONE if it takes something or no turn begins (C-9)."""
    return int(evaluation_of(state).empty_rest(state))


@compiled
def sensible(values: Values, state: State, mask: Bitset) -> None:
    """Marks the legal actions except an empty rest, unless it is the only one: only `random` considers it (C-9)."""
    legal(values, state, mask)
    action = empty_rest(state)
    if action != NONE and total(mask) > 1:
        mask[action >> 6] &= ~bit(action & 63)


@by_game(evaluation_of)
def narrow(values: Values, state: State, mask: Bitset, last: int) -> None:
    """Removes legal actions that are hardly ever better than another; `last` is the previous action."""
    evaluation_of(state).narrow(values, state, mask, last)


@by_game(evaluation_of)
def promise(values: Values, state: State, seat: int, weights: Weights) -> float:
    """Values, in points, what a seat has besides points: cubes, cards, tools."""
    return float(evaluation_of(state).promise(values, state, seat, weights))


@by_game(evaluation_of)
def same_way(state: State) -> int:
    """Returns a key for positions inside a turn; of equal keys only the first is searched, with -1 all are."""
    return int(evaluation_of(state).same_way(state))
