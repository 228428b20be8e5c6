"""What a network sees: the observation of the deciding seat, then the features that a game adds.

The features hold no new information: they restate the observation in a form closer to the decisions.
"""

import numpy as np

from serai.core.compiled import unchecked
from serai.core.component_set import ComponentSet
from serai.core.observation import layout, observe
from serai.core.observation.layouts import Entries, Field, Floats, Where
from serai.core.records import State, Values
from serai.core.registry import Parts
from serai.core.spec import by_game
from serai.networks.features import plain

FEATURES = Parts("features", otherwise=plain)
features_of = FEATURES.of


@by_game(features_of)
def encode_more(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes a game's features after the observation, into entries that are all 0."""
    features_of(state).encode_more(values, where, state, seat, out)


@unchecked
def encode(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes a network's input for a position into entries that are all 0.

    The rounds are left out: no rule depends on them, and a position is then judged the same however it arose.
    """
    observe(values, where, state, seat, out)
    encode_more(values, where, state, seat, out)


def added(pieces: ComponentSet) -> tuple[Field, ...]:
    """Returns the fields that a game adds to the observation."""
    fields: tuple[Field, ...] = FEATURES[pieces.game].fields(pieces)
    return fields


def size(pieces: ComponentSet) -> int:
    """Counts the inputs of a game's network."""
    return layout(pieces).size + sum(len(field.of) for field in added(pieces))


def labels(pieces: ComponentSet) -> list[str]:
    """Names every input of a game's network."""
    return [*layout(pieces).labels(), *(label for field in added(pieces) for label in field.labels)]


def scales(pieces: ComponentSet) -> Floats:
    """Returns the divisor of each input."""
    more = [field.scale for field in added(pieces) for _ in field.of]
    return np.concatenate([layout(pieces).scales(), np.array(more, np.float32)])
