"""Folders with a user's own values of Sand to Sea."""

from pathlib import Path
from typing import Any

from serai.core.component_folders import in_folder, sets_folder

NEWEST = sets_folder("sand_to_sea") / "1"
READERS = {
    "island_tiles.csv": "islands",
    "map.txt": "map",
    "victory_tiles.csv": "victory",
    "bonus_tiles.csv": "bonus",
    "player_board.csv": "board",
    "starting_spices.csv": "groups",
}


def lines(name: str) -> list[str]:
    """Returns the lines of a built-in file."""
    return (NEWEST / name).read_text(encoding="utf-8").splitlines()


def folder(at: Path, name: str, text: str) -> Path:
    """Writes a user's folder with one file."""
    own = at / "sand_to_sea"
    own.mkdir(parents=True, exist_ok=True)
    (own / name).write_text(text, encoding="utf-8")
    return at


def own_set(own: Path) -> Any:
    """Returns the set of a user's folder."""
    return in_folder("sand_to_sea", own)


def read(at: Path, name: str, text: str) -> Any:
    """Returns what a file of the user's own says."""
    return getattr(own_set(folder(at, name, text)), READERS[name])
