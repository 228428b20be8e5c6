"""The sight of games whose observation is enough."""

from serai.observations.layouts import Entries, Field, Where
from serai.rules.compiled import unchecked
from serai.rules.records import State, Values

FIELDS: tuple[Field, ...] = ()


@unchecked
def look_around(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Adds nothing."""
