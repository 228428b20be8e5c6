"""Names the code that plays, the weights of networks included, so that results of other code are told apart."""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
KINDS = ("*.py", "*.npz")
WITHOUT_NETWORKS = ("bots", "programs", "rules", "notation", "game.py", "setups.py")
PLAYERS_CODE = (*WITHOUT_NETWORKS, "networks", "observations")


@cache
def sources(parts: tuple[str, ...] = PLAYERS_CODE) -> str:
    """Digests parts of the package when it is first asked: reading all weights takes longer than starting a bot."""
    seen = hashlib.sha256()
    for path in sorted(file for part in parts for file in _files(PACKAGE / part)):
        seen.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:16]


def _files(part: Path) -> list[Path]:
    """Lists a file, or what a folder holds of code and weights."""
    return [part] if part.is_file() else [file for kind in KINDS for file in part.rglob(kind)]
