"""The features of games whose observation is enough."""

from serai.core.compiled import unchecked
from serai.core.component_set import ComponentSet
from serai.core.observation.layouts import Entries, Field, Where
from serai.core.records import State, Values


def fields(pieces: ComponentSet) -> tuple[Field, ...]:
    """Adds no field to the observation."""
    return ()


@unchecked
def encode_more(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Adds nothing."""
