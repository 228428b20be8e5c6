"""Checks that shared code names no game: `python -m tools.names`.

Shared code is every Python file, template, style sheet and script under `src/serai` outside `games/`, except
`core/registry.py`. A game is named by its name (`spice_road`), its title (`Spice Road`) or its name without underscores
(`SpiceRoad`), ignoring case. Comments count, docstrings do not. Translations are not checked.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from serai.core.registry import BUILT_IN, description

SOURCE = Path(__file__).parents[1] / "src" / "serai"
KINDS = (".py", ".html", ".css", ".js")
REGISTRY = "core/registry.py"


def pattern() -> re.Pattern[str]:
    """Matches the names of the games."""
    specs = [description(package) for package in BUILT_IN]
    words = {word for spec in specs for word in (spec.name, spec.title, spec.name.replace("_", ""))}
    words |= {spec.name.replace("_", " ") for spec in specs}
    return re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)), re.IGNORECASE)


def shared_files(source: Path) -> Iterator[Path]:
    """Yields the files that must not name a game."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        if path.suffix in KINDS and not name.startswith("games/") and name != REGISTRY:
            yield path


def docstring_lines(text: str) -> set[int]:
    """Returns the numbers of the lines of docstrings."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            first = node.body[0]
            lines.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines


def faults(source: Path = SOURCE) -> list[str]:
    """Lists the lines of shared code that name a game."""
    found, names = [], pattern()
    for path in shared_files(source):
        text = path.read_text(encoding="utf-8")
        skipped = docstring_lines(text) if path.suffix == ".py" else set()
        for number, line in enumerate(text.splitlines(), 1):
            if number not in skipped and (match := names.search(line)):
                found.append(f"{path}:{number}: names {match[0]}")
    return found


if __name__ == "__main__":
    problems = faults()
    print("\n".join(problems) or "names: no shared file names a game")
    sys.exit(bool(problems))
