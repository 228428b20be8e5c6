"""The games under one name each: a call finds the rules of the game that its state belongs to."""

import inspect
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
from numba.extending import overload

from serai.rules import east_to_west, sand_to_sea, spice_road
from serai.rules.bits import Words
from serai.rules.records import State, Values

GAMES: dict[str, ModuleType] = {rules.NAME: rules for rules in (spice_road, sand_to_sea, east_to_west)}

Rule = TypeVar("Rule", bound=Callable[..., Any])


def rules_of(state: Any) -> ModuleType:
    """Returns the rules that a state (or, while compiling, the type of a state) belongs to."""
    return next(rules for rules in GAMES.values() if state.dtype == rules.STATE)


@cache
def values(game: str, version: int | None = None) -> Values:
    """Returns the printed values of a game that this process plays with, for a version of the rules (the newest)."""
    rules = GAMES[game]
    printed: Values = rules.printed(rules.VERSION if version is None else version)
    return printed


def values_of(state: State) -> Values:
    """Returns the printed values that this process plays a state's game with."""
    return values(rules_of(state).NAME)


def by_game(module_of: Callable[[Any], ModuleType]) -> Callable[[Rule], Rule]:
    """Lets compiled code call a function by one name for all games; plain code runs the stub's own body."""

    def decorate(stub: Rule) -> Rule:
        names = list(inspect.signature(stub).parameters)
        place = names.index("state")

        @overload(stub, strict=False)
        def choose(*arguments: Any) -> Any:  # pragma: no cover – the compiler alone calls it
            rule = getattr(module_of(arguments[place]), stub.__name__)
            calls = {
                1: lambda a: rule(a),
                2: lambda a, b: rule(a, b),
                3: lambda a, b, c: rule(a, b, c),
                4: lambda a, b, c, d: rule(a, b, c, d),
                5: lambda a, b, c, d, e: rule(a, b, c, d, e),
            }
            return calls[len(names)]

        return stub

    return decorate


@by_game(rules_of)
def setup(values: Values, state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from 128 bits of seed."""
    rules_of(state).setup(values, state, seats, high, low)


@by_game(rules_of)
def legal(values: Values, state: State, mask: Words) -> None:
    """Marks every decision that the deciding seat may take."""
    rules_of(state).legal(values, state, mask)


@by_game(rules_of)
def apply(values: Values, state: State, action: int) -> None:
    """Carries out one legal decision."""
    rules_of(state).apply(values, state, action)


@by_game(rules_of)
def score(values: Values, state: State, seat: int) -> int:
    """Counts the points of a seat as they would be now."""
    return rules_of(state).score(values, state, seat)


@by_game(rules_of)
def mover(state: State) -> int:
    """Returns whose turn it is."""
    return rules_of(state).mover(state)


@by_game(rules_of)
def redeal(values: Values, state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Replaces what a seat cannot know by something equally likely (C-11)."""
    rules_of(state).redeal(values, state, seat, high, low)


@by_game(rules_of)
def ending(state: State) -> bool:
    """Tells whether the end of the game has been triggered (C-6)."""
    return rules_of(state).ending(state)
