"""Caravan Race for the beam search."""

import numpy as np

from caravan_race.numbers import PAY, STAGES
from serai.bots.evaluation.cubes import Weights, keep_cheapest
from serai.core.bits import Bitset
from serai.core.compiled import compiled
from serai.core.phases import Phase
from serai.core.records import NONE, SPICES, State, Values

WEIGHTS = np.array([0.8, 1.7, 2.6, 3.5])  # of a cube by spice: nearly as many points as it goes stages
TRADER = WEIGHTS
NOVICE = np.array([1.0, 1.0, 1.0, 1.0])
DISCOUNT = 0.98
DEPTH = 8
ANSWERS = 0


@compiled
def forget(state: State) -> None:
    """Empties the deck."""
    for place in range(state.market.left):
        state.market.deck[place] = NONE
    state.market.left = 0


@compiled
def skip_to(state: State, seat: int) -> None:
    """Begins the next turn of a seat."""
    if state.phase != Phase.OVER:
        state.seat = seat
        state.phase = Phase.TURN


@compiled
def empty_rest(state: State) -> int:
    """No rest takes nothing (CR-4)."""
    return NONE


@compiled
def narrow(values: Values, state: State, mask: Bitset, last: int) -> None:
    """Pays the cheapest cube."""
    if state.phase == Phase.PAY:
        keep_cheapest(mask, PAY)


@compiled
def same_way(state: State) -> int:
    """Looks at every position."""
    return -1


@compiled
def promise(values: Values, state: State, seat: int, weights: Weights) -> float:
    """Values cubes by how far they go."""
    worth = 0.0
    for spice in range(SPICES):
        worth += weights[spice] * state.players[seat].caravan[spice]
    return worth


def horizon(state: State, seat: int) -> int:
    """Returns how many turns to plan: fewer, the nearer another caravan is to the goal (CR-6)."""
    others = [int(state.players[other].stage) for other in range(state.seats) if other != seat]
    return min(DEPTH, (STAGES - max(others)) // 2 + 1)
