"""Identifies the code that plays, network weights included, so that results of different code can be told apart."""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
KINDS = ("*.py", "*.npz")
WITHOUT_NETWORKS = ("bots", "core", "games", "programs", "game.py", "named_positions.py", "setup.py")
PLAYERS_CODE = (*WITHOUT_NETWORKS, "networks")


@cache
def sources(parts: tuple[str, ...] = PLAYERS_CODE) -> str:
    """Digests parts of the package on first use: reading all weights takes longer than starting a bot."""
    seen = hashlib.sha256()
    for path in sorted(file for part in parts for file in _files(PACKAGE / part)):
        seen.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:16]


def _files(part: Path) -> list[Path]:
    """Lists a file, or the code and weights in a folder."""
    if part.is_file():
        return [part]
    return [file for kind in KINDS for file in part.rglob(kind) if "web" not in file.relative_to(PACKAGE).parts]
