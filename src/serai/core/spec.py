"""One name for each rule across all games: a call finds the rules of the game that its state belongs to."""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
from numba.extending import overload

from serai.core.bits import Bitset
from serai.core.component_folders import standard
from serai.core.records import State, Values, empty_states
from serai.core.registry import Parts

Rule = TypeVar("Rule", bound=Callable[..., Any])


GAMES = Parts("rules")
ANSWERS = Parts("answers")


def rules_of(state: Any) -> ModuleType:
    """Returns the rules that a state belongs to."""
    return GAMES.of(state)


def values(game: str, version: int | None = None) -> Values:
    """Returns the printed values of a game's standard set, for a version of the rules (default: the newest)."""
    return standard(game).values(version)


def by_game(module_of: Callable[[Any], ModuleType]) -> Callable[[Rule], Rule]:
    """Makes one function name dispatch to all games in compiled code; plain code runs the stub's body."""

    def decorate(stub: Rule) -> Rule:
        names = list(inspect.signature(stub).parameters)
        place = names.index("state")

        @overload(stub, strict=False)
        def choose(*arguments: Any) -> Any:  # pragma: no cover – only the compiler calls it
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
def legal(values: Values, state: State, mask: Bitset) -> None:
    """Marks every decision that the deciding seat may take."""
    rules_of(state).legal(values, state, mask)


@by_game(rules_of)
def apply(values: Values, state: State, action: int) -> None:
    """Carries out one legal decision."""
    rules_of(state).apply(values, state, action)


@by_game(rules_of)
def score(values: Values, state: State, seat: int) -> int:
    """Counts the current points of a seat."""
    return rules_of(state).score(values, state, seat)


@by_game(rules_of)
def score_parts(values: Values, state: State, seat: int) -> tuple[int, ...]:
    """Counts the parts of a score, in the order of the game's PARTS."""
    return rules_of(state).score_parts(values, state, seat)


def answers(game: str, values: Values, state: State, seat: int) -> State:
    """Returns the rules' answers about a position, for a seat that views it."""
    asked = ANSWERS[game]
    found: State = empty_states(asked.ANSWERS, 1)[0]
    asked.fill_answers(values, state, seat, found)
    return found


@by_game(rules_of)
def mover(state: State) -> int:
    """Returns whose turn it is."""
    return rules_of(state).mover(state)


@by_game(rules_of)
def redeal(values: Values, state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Replaces what a seat cannot know with something equally likely (C-11)."""
    rules_of(state).redeal(values, state, seat, high, low)


@by_game(rules_of)
def ending(state: State) -> bool:
    """Returns whether the end of the game has been triggered (C-6)."""
    return rules_of(state).ending(state)
