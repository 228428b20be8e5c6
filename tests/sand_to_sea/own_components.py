"""Folders with a user's own values of Sand to Sea, read in this process as a new one would read them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from serai.rules import components, sea_components

NEWEST = components.BUILT_IN / "sand_to_sea" / "1"
READERS: dict[str, Callable[[], Any]] = {
    "island_tiles.csv": sea_components.island_tiles,
    "map.txt": sea_components.sea_map,
    "victory_tiles.csv": sea_components.victory_tiles,
    "bonus_tiles.csv": sea_components.bonus_tiles,
    "player_board.csv": sea_components.player_board,
    "starting_spices.csv": sea_components.starting_spices,
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


def forget() -> None:
    """Lets the readers forget what they have read."""
    for reader in (components.folder, *READERS.values()):
        reader.cache_clear()  # type: ignore[attr-defined]


@contextmanager
def chosen(own: Path) -> Iterator[None]:
    """Reads the values of a user's folder, as if this process had just begun, and then the built-in ones again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(components.VARIABLE, str(own))
        forget()
        try:
            yield
        finally:
            forget()


def read(at: Path, name: str, text: str) -> Any:
    """Returns what a file of the user's own says."""
    with chosen(folder(at, name, text)):
        return READERS[name]()
