"""Checks who imports whom, against the map in docs/architecture.md: `python tools/imports.py`."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "serai"

_PLAIN = ("games.{game}.component_set", "games.{game}.numbers", "games.{game}.pieces")
_BELOW = (*_PLAIN, "games.{game}.rules")
_LOWER = {"web.drawing", "web.guests", "web.http", "web.refusals", "web.tables"}

# Each part of the package, with the parts that it may import besides itself. A module belongs to the longest part that
# its name begins with. A part may lie deeper ("web.drawing"); {game} stands for the name of a game, which a part that
# has one may import from its own game only ("games.{game}.web" from "games.{game}.rules"), and other parts from all.
GAME = "games.{game}"
MAY_IMPORT: dict[str, set[str]] = {
    "version": set(),
    "charts": set(),
    "core": set(),
    "games": {"core"},  # the descriptions, and what has no role below
    "games.{game}.pieces": {"core"},
    "games.{game}.numbers": {"core", "games.{game}.pieces"},
    "games.{game}.component_set": {"core", "games.{game}.numbers", "games.{game}.pieces"},
    "games.{game}.rules": {"core", *_PLAIN},
    "games.{game}.answers": {"core", *_BELOW},
    "games.{game}.position_checks": {"core", *_BELOW},
    "games.{game}.notation_writing": {"core", *_PLAIN},
    "games.{game}.notation": {"core", *_BELOW, "games.{game}.notation_writing", "games.{game}.position_checks"},
    "games.{game}.view": {"core", *_PLAIN, "games.{game}.notation_writing"},
    "games.{game}.observation": {"core", *_BELOW},
    "games.{game}.features": {"core", *_BELOW},
    "games.{game}.evaluation": {"bots", "core", *_BELOW},
    "games.{game}.levels": {"bots", "core", *_BELOW, "games.{game}.evaluation"},
    "games.{game}.traits": {"bots", "core", *_BELOW, "games.{game}.evaluation"},
    "games.{game}.chance_nodes": {"core", *_BELOW, "learning"},
    "games.{game}.training": {"core", *_BELOW, "games.{game}.features", "learning"},
    "games.{game}.study": {"core", "game", *_BELOW, "studies"},
    "games.{game}.gpu": set(),
    "games.{game}.web": {
        *("charts", "core", "game", "setup", "web.drawing", *_BELOW),
        *("games.{game}.notation", "games.{game}.notation_writing", "games.{game}.view"),
    },
    "setup": {"core"},
    "component_sets": {"core"},
    "named_positions": {"component_sets", "core"},
    "strict_json": {"core"},
    "recorded_components": {"component_sets", "core", "strict_json"},
    "game": {"bots", "component_sets", "core", "named_positions", "record", "setup", "turns"},
    "turns": {"core", "game"},
    "annotations": {"core", "game", "strict_json"},
    "record": {
        *("annotations", "component_sets", "core", "game", "named_positions", "recorded_components", "setup"),
        "strict_json",
    },
    "intervals": set(),
    "locks": set(),
    "cluster": set(),
    "simulate": {"cluster", "core", "game", "intervals"},
    "networks": {"core", "extras"},
    "gpu": {"component_sets", "core"},
    "bots": {"core", "game", "networks", "setup"},
    "learning": {"bots", "charts", "component_sets", "core", "extras", "game", "gpu", "networks", "setup"},
    "benchmark": {"bots", "charts", "core", "extras", "intervals", "learning", "networks", "version"},
    "datasets": {"bots", "core", "extras", "learning", "networks", "version"},
    "warm": {"bots", "core", "game", "learning"},
    "api_client": set(),
    "programs": {"api_client", "bots", "game", "recorded_components", "version"},
    "arena": {"bots", "cluster", "component_sets", "core", "game", "intervals", "locks", "programs", "version"},
    "studies": {"arena", "bots", "charts", "component_sets", "core", "game", "intervals"},
    "terminal": {"bots", "core", "game", "programs", "record", "setup"},
    "mcp": {"api_client", "bots", "component_sets", "core", "game", "setup", "version"},
    "web": set(),
    "web.refusals": set(),
    "web.guests": set(),
    "web.drawing": {"bots", "charts", "core", "game", "setup"},
    "web.tables": {
        "bots",
        "component_sets",
        "core",
        "game",
        "locks",
        "networks",
        "programs",
        "record",
        "setup",
        "version",
        "web.drawing",
        "web.guests",
        "web.refusals",
    },
    "web.http": {"web.drawing", "web.guests", "web.refusals", "web.tables"},
    "web.pages": {"bots", "core", "game", "record", "setup", "version", *_LOWER},
    "web.api": {"bots", "core", *_LOWER},
    "web.app": {"programs", "version", "web.api", "web.pages", *_LOWER},
    "web.serve": {"bots", "component_sets", "core", "game", "programs", "web.app", *_LOWER},
    "cli": {
        "arena",
        "bots",
        "cluster",
        "component_sets",
        "core",
        "datasets",
        "game",
        "mcp",
        "networks",
        "programs",
        "record",
        "simulate",
        "studies",
        "terminal",
        "version",
        "web.serve",
    },
    "__init__": {"bots", "core", "game", "learning", "record", "simulate", "version"},
    "__main__": {"cli", "extras"},
    "extras": set(),
}


def imported(path: Path, source: Path) -> Iterator[tuple[int, str]]:
    """Yields the modules of serai that a file imports, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [_target(_base(node, path, source), alias.name, source) for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name.removeprefix("serai.")) for name in names if name.startswith("serai."))


def _base(node: ast.ImportFrom, path: Path, source: Path) -> str:
    """Returns the full name of the module imported from, with leading dots resolved."""
    package = ["serai", *path.relative_to(source).parts[:-1]]
    above = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*above, *([node.module] if node.module else [])])


def _target(base: str, name: str, source: Path) -> str:
    """Returns the module that `from base import name` imports: name if it is a module, else base."""
    place = source.joinpath(*base.split(".")[1:], name)
    return f"{base}.{name}" if base == "serai" or place.is_dir() or place.with_suffix(".py").is_file() else base


def home(module: str, parts: Iterable[str]) -> tuple[str, str]:
    """Returns the part and the game that a module belongs to; '' for none."""
    found = [(part, match) for part in parts if (match := _pattern(part).match(module))]
    part, match = max(found, key=lambda each: each[0].count("."), default=("", None))
    return part, (match.groupdict().get("game") or "") if match else ""


@cache
def _pattern(part: str) -> re.Pattern[str]:
    """Matches the modules of a part."""
    return re.compile(re.escape(part).replace(r"\{game\}", r"(?P<game>\w+)") + r"(?:\.|$)")


def faults(source: Path = SOURCE, may_import: Mapping[str, set[str]] = MAY_IMPORT) -> list[str]:
    """Lists the imports that the map does not allow."""
    found = []
    for path in sorted(source.rglob("*.py")):
        module = ".".join(path.relative_to(source).with_suffix("").parts)
        own, game = home(module, may_import)
        if not own:
            found.append(f"{path}: the part {module.split('.')[0]!r} is not on the map")
            continue
        for line, name in imported(path, source):
            other, its_game = home(name, may_import)
            known = other == own or other in may_import[own]
            if not known or (game and its_game and game != its_game):
                found.append(f"{path}:{line}: {own} may not import {name if its_game else other or name}")
    return found


def table() -> str:
    """Writes the map as in docs/architecture.md; X is the same game throughout."""
    lines = ["| part | may import |", "|---|---|"]
    for part, others in MAY_IMPORT.items():
        told = ", ".join(f"`{other}`" for other in sorted(others)) or "–"
        lines.append(f"| `{part}` | {told} |".replace("{game}", "X"))
    return "\n".join(lines)


if __name__ == "__main__":
    if "--table" in sys.argv:
        print(table())
        sys.exit()
    problems = faults()
    print("\n".join(problems) or f"imports: {len(MAY_IMPORT)} parts, all as the map says")
    sys.exit(bool(problems))
