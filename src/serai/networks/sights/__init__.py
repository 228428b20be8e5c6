"""What a network sees: the observation of the deciding seat, then what a game's own sight adds to it.

A sight tells nothing new: it says once more, and nearer to what is to be decided, what the observation tells already.
"""

from types import ModuleType
from typing import Any

import numpy as np

from serai.networks.sights import plain, sand_to_sea
from serai.observations import LAYOUTS, observe
from serai.observations.layouts import Entries, Field, Floats, Where
from serai.rules.compiled import unchecked
from serai.rules.games import by_game, rules_of
from serai.rules.records import State, Values

SIGHTS: dict[str, ModuleType] = {"spice_road": plain, "sand_to_sea": sand_to_sea, "east_to_west": plain}


def sight_of(state: Any) -> ModuleType:
    """Returns the sight of the game that a state belongs to."""
    return SIGHTS[rules_of(state).NAME]


@by_game(sight_of)
def look_around(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a sight adds behind an observation, into entries that are all 0."""
    sight_of(state).look_around(values, where, state, seat, out)


@unchecked
def look(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a network sees of a position into entries that are all 0.

    The rounds are not told: no rule depends on them, and a position is then judged alike wherever it comes from.
    """
    observe(values, where, state, seat, out)
    look_around(values, where, state, seat, out)


def added(game: str) -> tuple[Field, ...]:
    """Returns the fields that a sight adds to the observation."""
    fields: tuple[Field, ...] = SIGHTS[game].FIELDS
    return fields


def size(game: str) -> int:
    """Counts the entries that a network of a game sees."""
    return LAYOUTS[game].size + sum(len(field.of) for field in added(game))


def labels(game: str) -> list[str]:
    """Names every entry that a network of a game sees."""
    return [*LAYOUTS[game].labels(), *(label for field in added(game) for label in field.labels)]


def scales(game: str) -> Floats:
    """Returns what each entry is divided by."""
    more = [field.scale for field in added(game) for _ in field.of]
    return np.concatenate([LAYOUTS[game].scales(), np.array(more, np.float32)])
