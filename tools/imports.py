"""Checks who imports whom, against the map in docs/architecture.md: `python tools/imports.py`."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "serai"

# Each part of the package, with the parts that it may import besides itself.
MAY_IMPORT: dict[str, set[str]] = {
    "version": set(),
    "rules": set(),
    "notation": {"rules"},
    "views": {"notation", "rules"},
    "setups": {"notation", "rules"},
    "game": {"notation", "rules", "setups", "views", "record"},
    "strict_json": {"notation"},
    "component_sets": {"notation", "rules", "strict_json"},
    "annotations": {"game", "notation", "strict_json"},
    "record": {"annotations", "component_sets", "game", "notation", "rules", "setups", "strict_json"},
    "statistics": set(),
    "cluster": set(),
    "observations": {"notation", "rules"},
    "networks": {"notation", "observations", "rules"},
    "gpu": {"observations", "rules"},
    "warm": {"bots", "game", "learning", "observations", "rules"},
    "bots": {"game", "networks", "notation", "observations", "rules"},
    "learning": {"bots", "game", "gpu", "networks", "notation", "observations", "rules", "setups", "views"},
    "studies": {"arena", "bots", "game", "notation", "record", "rules", "statistics"},
    "programs": {"bots", "game", "record", "version"},
    "terminal": {"bots", "cluster", "game", "notation", "programs", "record", "rules", "setups", "statistics", "views"},
    "arena": {"bots", "cluster", "game", "notation", "programs", "record", "rules", "statistics", "version"},
    "web": {"bots", "game", "networks", "notation", "programs", "record", "rules", "setups", "version", "views"},
    "mcp": {"bots", "game", "notation", "rules", "terminal", "version", "views"},
    "cli": {
        "arena",
        "bots",
        "cluster",
        "game",
        "mcp",
        "notation",
        "programs",
        "record",
        "rules",
        "studies",
        "terminal",
        "version",
        "views",
        "web",
    },
    "__init__": {"game", "notation", "record", "rules", "version"},
    "__main__": {"cli"},
}


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Yields the parts of serai that a file imports, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "serai" else [f"serai.{alias.name}" for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name.split(".")[1]) for name in names if name.startswith("serai."))


def faults(source: Path = SOURCE) -> list[str]:
    """Lists the imports that the map does not allow."""
    found = []
    for path in sorted(source.rglob("*.py")):
        own = path.relative_to(source).parts[0].removesuffix(".py")
        if own not in MAY_IMPORT:
            found.append(f"{path}: the part {own!r} is not on the map")
            continue
        for line, other in imported(path):
            if other != own and other not in MAY_IMPORT[own]:
                found.append(f"{path}:{line}: {own} may not import {other}")
    return found


if __name__ == "__main__":
    problems = faults()
    print("\n".join(problems) or f"imports: {len(MAY_IMPORT)} parts, all as the map says")
    sys.exit(bool(problems))
