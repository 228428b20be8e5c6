"""States as bytes, alike in all games: no padding, no hidden names, nothing that the notation does not write."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import serai.core
import serai.games
from serai.core.notation import NOTATIONS
from tests.hasty import HASTY
from tests.positions import TABLES
from tests.standard import pieces


def modules() -> Iterator[ModuleType]:
    """Yields every module of the rules."""
    found = [*pkgutil.iter_modules(serai.core.__path__, "serai.core.")]
    found += pkgutil.walk_packages(serai.games.__path__, "serai.games.")
    names = [module.name for module in found if "core" in module.name or ".rules" in module.name]
    yield from map(importlib.import_module, names)


def inside(dtype: Any) -> Iterator[Any]:
    """Yields a record type and those of its fields."""
    base = dtype.subdtype[0] if dtype.subdtype else dtype
    if base.names:
        yield base
        for name in base.names:
            yield from inside(base[name])


def record_types() -> dict[str, Any]:
    """Returns every record type of the rules by where it is named."""
    return {
        f"{module.__name__}.{name}": value
        for module in modules()
        for name, value in vars(module).items()
        if isinstance(value, np.dtype) and value.names
    }


TYPES = record_types()
PRINTED = {
    "sand_to_sea": ("ISLAND", "VICTORY_TILE"),
    "east_to_west": ("LOCATION", "POINT_CARD", "BONUS_TILE", "TILE"),
}


def test_the_record_types_are_found() -> None:
    """C-5: the states of all games and everything printed are among them."""
    assert {"serai.games.spice_road.rules.STATE", "serai.core.merchants.MERCHANT"} <= set(TYPES)
    for game, names in PRINTED.items():
        assert {f"serai.games.{game}.rules.state.{name}" for name in ("STATE", "PLAYER", "PRINTED", *names)} <= set(
            TYPES
        )


@pytest.mark.parametrize("name", TYPES)
def test_records_have_no_padding(name: str) -> None:
    """C-5: equality is bytes, so every byte belongs to a field."""
    for dtype in inside(TYPES[name]):
        assert dtype.itemsize == sum(dtype[field].itemsize for field in dtype.names)


@pytest.mark.parametrize("name", TYPES)
def test_no_field_is_named_like_an_attribute_of_a_record(name: str) -> None:
    """C-5: such a field would be hidden in plain Python."""
    for dtype in inside(TYPES[name]):
        assert not set(dtype.names) & set(dir(np.record))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_state_is_what_its_text_says_and_nothing_else(name: str, players: int) -> None:
    """C-5, C-12: through a game, no field keeps what the text does not show."""
    notation, used = NOTATIONS[name], pieces(name)
    for state in HASTY[name].hasty_game(players, seed=20 + players, most=400):
        assert notation.parse_position(used, notation.position(used, state)).tobytes() == state.tobytes()
