"""Folders with a user's own component values."""

from pathlib import Path

from serai.core.component_folders import sets_folder

NEWEST = sets_folder("spice_road") / "1"
MERCHANTS = "merchant_cards.csv"
POINTS = "point_cards.csv"


def lines(name: str) -> list[str]:
    """Returns the lines of a built-in file."""
    return (NEWEST / name).read_text(encoding="utf-8").splitlines()


def folder(at: Path, **files: str) -> Path:
    """Writes a user's folder with `merchants` or `points` or both."""
    own = at / "spice_road"
    own.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (own / {"merchants": MERCHANTS, "points": POINTS}[name]).write_text(text, encoding="utf-8")
    return at
