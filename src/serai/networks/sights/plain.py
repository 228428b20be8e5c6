"""The sight of games whose observation is enough."""

from serai.observations.layouts import Entries, Field
from serai.rules.compiled import unchecked
from serai.rules.records import State

FIELDS: tuple[Field, ...] = ()


@unchecked
def look_around(state: State, seat: int, out: Entries) -> None:
    """Adds nothing."""
