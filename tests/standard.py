"""The component set and values that a state is played with; the oldest set unless a test chooses another."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from serai.core import observation, spec
from serai.core.component_folders import original
from serai.core.component_set import ComponentSet
from serai.core.observation.layouts import Entries
from serai.core.records import State, Values
from serai.core.views.lazy_views import in_full
from serai.core.views.states import seen

CHOSEN: dict[str, ComponentSet] = {}


def pieces(game: str) -> Any:
    """Returns the set that positions of a game are of: the oldest one, but inside of `playing_with`."""
    return CHOSEN.get(game) or original(game)


def pieces_of(state: State) -> Any:
    """Returns the set that a state is played with."""
    return pieces(spec.rules_of(state).NAME)


def values_of(state: State, version: int | None = None) -> Values:
    """Returns the values that a state is played with."""
    values: Values = pieces_of(state).values(version)
    return values


@contextmanager
def playing_with(chosen: ComponentSet) -> Iterator[None]:
    """Lets positions of a game be those of another set."""
    before = CHOSEN.get(chosen.game)
    CHOSEN[chosen.game] = chosen
    try:
        yield
    finally:
        CHOSEN.pop(chosen.game) if before is None else CHOSEN.update({chosen.game: before})


def with_set(chosen: ComponentSet, *modules: ModuleType) -> SimpleNamespace:
    """Gives what modules do with positions, with another set."""

    def bound(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*arguments: Any, **more: Any) -> Any:
            with playing_with(chosen):
                return function(*arguments, **more)

        return call

    found = {name: thing for module in modules for name, thing in vars(module).items()}
    calls = {name: bound(thing) for name, thing in found.items() if isinstance(thing, FunctionType | partial)}
    return SimpleNamespace(**{**found, **calls})


def observed(state: State, seat: int, begun: int, cap: int | None) -> Entries:
    """Returns the observation of a seat."""
    return observation.observed(pieces_of(state), values_of(state), state, seat, begun, cap)


def viewed(state: State) -> dict[str, Any]:
    """Returns the game's part of a view."""
    found: dict[str, Any] = in_full(seen(pieces_of(state), values_of(state), state))
    return found
