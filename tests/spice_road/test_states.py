"""States as bytes: no padding, no hidden names, nothing left behind by an earlier phase."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import serai.core
import serai.games
from serai.core.phases import Phase
from serai.core.records import NONE
from tests.positions import act
from tests.spice_road.positions import hasty_game, position
from tests.spice_road.standard import parse_position
from tests.spice_road.standard import position as written


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


def test_the_record_types_are_found() -> None:
    """C-5: the state of the game and its cards are among them."""
    assert {"serai.games.spice_road.rules.STATE", "serai.core.merchants.MERCHANT"} <= set(TYPES)


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


WAYS = {
    "stopping an upgrade": (
        ["play +2", "stop", "play YY", "play YY", "play +2", "stop"],
        ["play YY", "play YY", "play +2", "stop", "play +2", "stop"],
    ),
    "raising two cubes in either order": (
        ["play +2", "upgrade Y", "upgrade R", "play YY"],
        ["play +2", "upgrade R", "upgrade Y", "play YY"],
    ),
    "stopping a trade": (
        ["play YY>RR", "stop", "play YY", "play YY", "rest"],
        ["play YY", "play YY", "play YY>RR", "stop", "rest"],
    ),
    "paying for a card": (
        ["acquire RR", "pay Y", "play YY", "play YY", "rest"],
        ["play YY", "play YY", "acquire RR", "pay Y", "rest"],
    ),
    "returning cubes in either order": (
        ["play YYYY", "discard Y", "discard R", "play YY"],
        ["play YYYY", "discard R", "discard Y", "play YY"],
    ),
}


@pytest.mark.parametrize("what", WAYS)
def test_the_same_position_has_the_same_bytes_whatever_the_way(what: str) -> None:
    """C-5, C-12: what a phase does not use is reset."""
    caravan = "YYYYRRGB" if what.startswith("returning") else "YYYYRG"
    first, second = (
        act(position(caravan=caravan, hand="YY +2 YYYY YY>RR", row="YYY RR G B +3 YR"), *way) for way in WAYS[what]
    )
    assert written(first) == written(second)
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_state_is_what_its_text_says_and_nothing_else(players: int) -> None:
    """C-5, C-12: through a whole game, no field keeps what the text does not show."""
    for state in hasty_game(players, seed=20 + players, most=300):
        assert parse_position(written(state)).tobytes() == state.tobytes()


def test_fields_that_a_phase_does_not_use_are_reset() -> None:
    """C-5: owed belongs to paying and upgrading, slot to paying, card to trading."""
    phases = set()
    for state in hasty_game(2, seed=8, most=600):
        phases.add(Phase(state.phase))
        assert (state.owed != 0) == (state.phase in (Phase.PAY, Phase.UPGRADE))
        assert (state.slot != NONE) == (state.phase == Phase.PAY)
        assert (state.card != NONE) == (state.phase == Phase.TRADE)
    assert {Phase.TURN, Phase.PAY, Phase.UPGRADE, Phase.TRADE, Phase.DISCARD} <= phases
