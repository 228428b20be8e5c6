"""Games that examples of rulebooks are taken from; the rules deal and score them."""

import numpy as np

from serai.core import spec
from serai.core.component_set import ComponentSet
from serai.core.records import State, empty_states


def dealt(pieces: ComponentSet, seats: int) -> State:
    """Deals a game to build an example from."""
    state: State = empty_states(spec.GAMES[pieces.game].STATE, 1)[0]
    spec.setup(pieces.values(), state, seats, np.uint64(0), np.uint64(0))
    return state


def parts_of(pieces: ComponentSet, state: State) -> tuple[int, ...]:
    """Counts the parts of the score of the first seat."""
    return tuple(int(points) for points in spec.score_parts(pieces.values(), state, 0))
