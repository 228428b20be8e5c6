"""Folders with a user's own values of From East to West, and the game played with them in this process."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from numba.core import config as _config

from serai.rules.components import BUILT_IN, VARIABLE, standard_set

config: Any = _config

GAME = "east_to_west"
SET = BUILT_IN / GAME / standard_set(GAME)
LOCATIONS = "locations.csv"
POINTS = "point_cards.csv"
BONUS = "bonus_tiles.csv"
EXPLORATION = "exploration_tiles.csv"
FILES = (LOCATIONS, POINTS, BONUS, EXPLORATION)


def rows(name: str) -> list[str]:
    """Returns the lines of a built-in file below its notes: first the columns, then one line for each id."""
    return [line for line in (SET / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def changed(name: str, **cells: str) -> list[str]:
    """Returns a built-in file with lines given anew, `line_3` for the one with id 3, without its id."""
    lines = rows(name)
    for key, text in cells.items():
        number = int(key.removeprefix("line_"))
        lines[number + 1] = f"{number},{text}"
    return lines


def numbered(name: str, texts: list[str]) -> list[str]:
    """Returns a file of lines that are given without their ids."""
    return [rows(name)[0], *(f"{number},{text}" for number, text in enumerate(texts))]


def folder(at: Path, files: dict[str, list[str]]) -> Path:
    """Writes a user's folder with some files."""
    (at / GAME).mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        (at / GAME / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return at


def _ours(name: str) -> bool:
    """Tells whether a module holds component values."""
    return name.partition(".")[0] == "serai" or name.startswith(
        ("tests.agreement", "tests.positions", "tests.east_to_west")
    )


@contextmanager
def playing_with(own: Path) -> Iterator[SimpleNamespace]:
    """Gives what tests do with positions, all rules loaded anew, plain, with the values of a folder."""
    kept = {name: module for name, module in sys.modules.items() if _ours(name)}
    for name in kept:
        del sys.modules[name]
    try:
        with mock.patch.dict(os.environ, {VARIABLE: str(own)}), mock.patch.object(config, "DISABLE_JIT", 1):
            shared, own_game = map(importlib.import_module, ("tests.positions", "tests.east_to_west.positions"))
            yield SimpleNamespace(**{**vars(shared), **vars(own_game)})
    finally:
        for name in [name for name in sys.modules if _ours(name)]:
            del sys.modules[name]
        sys.modules.update(kept)
        for name, module in kept.items():
            parent, _, child = name.rpartition(".")
            if parent:
                setattr(sys.modules[parent], child, module)
