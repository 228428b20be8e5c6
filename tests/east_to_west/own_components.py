"""Folders with a user's own values of From East to West, and the game played with them in this process."""

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from serai.core.component_folders import built_in_sets, in_folder, sets_folder
from serai.games.east_to_west import notation
from tests import positions as shared
from tests import standard
from tests.east_to_west import positions
from tests.standard import with_set

GAME = "east_to_west"
SET = sets_folder(GAME) / built_in_sets(GAME)[0]
LOCATIONS = "locations.csv"
POINTS = "point_cards.csv"
BONUS = "bonus_tiles.csv"
EXPLORATION = "exploration_tiles.csv"
FILES = (LOCATIONS, POINTS, BONUS, EXPLORATION)


def rows(name: str) -> list[str]:
    """Returns the lines of a built-in file below its notes: first the columns, then one line for each id."""
    return [line for line in (SET / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def changed(name: str, **cells: str) -> list[str]:
    """Returns a built-in file with some lines replaced, `line_3` for the one with id 3, without its id."""
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


def own_set(folder: Path) -> Any:
    """Returns the set of a user's folder."""
    return in_folder(GAME, folder)


def playing_with(folder: Path) -> SimpleNamespace:
    """Gives what tests do with positions, with the values of a folder."""
    used = own_set(folder)
    found = with_set(used, standard, shared, positions)
    read = SimpleNamespace(
        parse_position=partial(notation.parse_position, used), position=partial(notation.position, used)
    )
    return SimpleNamespace(**{**vars(found), "notation": read, "BONUS_NAMES": used.bonus_names})
