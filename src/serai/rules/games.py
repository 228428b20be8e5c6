"""The games under one name each: a call finds the rules of the game that its state belongs to."""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
from numba.extending import overload

from serai.rules import east_to_west, sand_to_sea, spice_road
from serai.rules.bits import Words
from serai.rules.records import State

GAMES: dict[str, ModuleType] = {rules.NAME: rules for rules in (spice_road, sand_to_sea, east_to_west)}

Rule = TypeVar("Rule", bound=Callable[..., Any])


def rules_of(state: Any) -> ModuleType:
    """Returns the rules that a state (or, while compiling, the type of a state) belongs to."""
    return next(rules for rules in GAMES.values() if state.dtype == rules.STATE)


def by_game(module_of: Callable[[Any], ModuleType]) -> Callable[[Rule], Rule]:
    """Lets compiled code call a function by one name for all games; plain code runs the stub's own body."""

    def decorate(stub: Rule) -> Rule:
        arguments = len(inspect.signature(stub).parameters)

        @overload(stub, strict=False)
        def choose(state: Any, *others: Any) -> Any:  # pragma: no cover – the compiler alone calls it
            rule = getattr(module_of(state), stub.__name__)
            calls = {
                1: lambda state: rule(state),
                2: lambda state, a: rule(state, a),
                3: lambda state, a, b: rule(state, a, b),
                4: lambda state, a, b, c: rule(state, a, b, c),
            }
            return calls[arguments]

        return stub

    return decorate


@by_game(rules_of)
def setup(state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from 128 bits of seed."""
    rules_of(state).setup(state, seats, high, low)


@by_game(rules_of)
def legal(state: State, mask: Words) -> None:
    """Marks every decision that the deciding seat may take."""
    rules_of(state).legal(state, mask)


@by_game(rules_of)
def apply(state: State, action: int) -> None:
    """Carries out one legal decision."""
    rules_of(state).apply(state, action)


@by_game(rules_of)
def score(state: State, seat: int) -> int:
    """Counts the points of a seat as they would be now."""
    return rules_of(state).score(state, seat)


@by_game(rules_of)
def mover(state: State) -> int:
    """Returns whose turn it is."""
    return rules_of(state).mover(state)


@by_game(rules_of)
def redeal(state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Replaces what a seat cannot know by something equally likely (C-11)."""
    rules_of(state).redeal(state, seat, high, low)


@by_game(rules_of)
def ending(state: State) -> bool:
    """Tells whether the end of the game has been triggered (C-6)."""
    return rules_of(state).ending(state)
