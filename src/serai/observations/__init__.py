"""What a seat may know as a row of small numbers: seat-relative, of one size for all numbers of players."""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from serai.observations import east_to_west, sand_to_sea, spice_road
from serai.observations.layouts import Entries, Layout, Where
from serai.observations.shared import where_of, write_clock
from serai.rules.compiled import entry, unchecked
from serai.rules.games import by_game, rules_of, values_of
from serai.rules.records import State, Values

OBSERVATIONS: dict[str, ModuleType] = {
    "spice_road": spice_road,
    "sand_to_sea": sand_to_sea,
    "east_to_west": east_to_west,
}
LAYOUTS: dict[str, Layout] = {game: module.LAYOUT for game, module in OBSERVATIONS.items()}


@cache
def where(game: str) -> Where:
    """Returns where the fields of a game's observation lie, for compiled code."""
    return where_of(LAYOUTS[game])


def observation_of(state: Any) -> ModuleType:
    """Returns the observation of the game that a state belongs to."""
    return OBSERVATIONS[rules_of(state).NAME]


@by_game(observation_of)
def observe(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a seat may know into entries that are all 0."""
    observation_of(state).observe(values, where, state, seat, out)


@unchecked
def write(values: Values, where: Where, state: State, seat: int, begun: int, cap: int, out: Entries) -> None:
    """Writes a whole observation: rounds begun, their limit (0 is none), and what the seat may know."""
    out[:] = 0
    write_clock(begun, cap, out)
    observe(values, where, state, seat, out)


@entry
def write_one(values: Values, where: Where, state: State, seat: int, begun: int, cap: int, out: Entries) -> None:
    """Writes one observation, called from Python."""
    write(values, where, state, seat, begun, cap, out)


def observed(state: State, seat: int, begun: int, cap: int | None) -> Entries:
    """Returns the observation of a seat."""
    if not 0 <= seat < state.seats:
        raise ValueError(f"there is no seat {seat} in a game of {state.seats}")
    game = rules_of(state).NAME
    out = np.zeros(LAYOUTS[game].size, np.uint8)
    write_one(values_of(state), where(game), state, seat, begun, cap or 0, out)
    return out
