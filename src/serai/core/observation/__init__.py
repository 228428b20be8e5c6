"""What a seat may know as a row of small numbers: seat-relative, the same size for any number of players."""

from collections.abc import Mapping

import numpy as np

from serai.core.compiled import entry, unchecked
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet, once_per_set
from serai.core.observation.entries import where_of, write_clock
from serai.core.observation.layouts import Entries, Layout, Where
from serai.core.records import State, Values
from serai.core.registry import OfGames, Parts
from serai.core.spec import by_game

OBSERVATIONS = Parts("observation")
observation_of = OBSERVATIONS.of


@once_per_set
def layout(pieces: ComponentSet) -> Layout:
    """Returns the meaning of the entries of an observation, for a component set."""
    found: Layout = OBSERVATIONS[pieces.game].layout(pieces)
    return found


@once_per_set
def where(pieces: ComponentSet) -> Where:
    """Returns the offsets of the fields of an observation, for compiled code."""
    return where_of(layout(pieces))


LAYOUTS: Mapping[str, Layout] = OfGames(lambda spec: layout(standard(spec.name)), "observation")  # of standard sets


@by_game(observation_of)
def observe(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a seat may know into entries that are all 0."""
    observation_of(state).observe(values, where, state, seat, out)


@unchecked
def write(values: Values, where: Where, state: State, seat: int, begun: int, cap: int, out: Entries) -> None:
    """Writes a whole observation: rounds begun, their limit (0 for none), and what the seat may know."""
    out[:] = 0
    write_clock(begun, cap, out)
    observe(values, where, state, seat, out)


@entry
def write_one(values: Values, where: Where, state: State, seat: int, begun: int, cap: int, out: Entries) -> None:
    """Writes one observation; callable from Python."""
    write(values, where, state, seat, begun, cap, out)


def observed(pieces: ComponentSet, values: Values, state: State, seat: int, begun: int, cap: int | None) -> Entries:
    """Returns the observation of a seat."""
    if not 0 <= seat < state.seats:
        raise ValueError(f"there is no seat {seat} in a game of {state.seats}")
    out = np.zeros(layout(pieces).size, np.uint8)
    write_one(values, where(pieces), state, seat, begun, cap or 0, out)
    return out
