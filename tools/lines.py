"""Checks that no source line is too long: `python -m tools.lines`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH = 140
FOLDERS = ("src", "tests", "tools", "examples")
KINDS = {".py", ".html", ".css", ".js", ".sh"}
OTHERS = ("Makefile", "pyproject.toml", ".ci/run")
NOT_OURS = {"vendor"}
ART = re.compile(r"data:image/svg\+xml|[MLHVCSQTAZmlhvcsqtaz\d ,.-]{100}")


def sources() -> list[Path]:
    """Lists the hand-written sources, without drawings (.svg) and data."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in KINDS]
    ours = [path for path in found if not NOT_OURS & set(path.parts)]
    return [*ours, *(ROOT / name for name in OTHERS)]


def too_long(text: str) -> list[int]:
    """Returns the numbers of the lines that are too long; lines with a path or an image may be."""
    lines = enumerate(text.split("\n"), 1)
    return [number for number, line in lines if len(line) > WIDTH and not ART.search(line)]


if __name__ == "__main__":
    checked = sources()
    faults = [f"{path}:{line}" for path in checked for line in too_long(path.read_text(encoding="utf-8"))]
    print("\n".join(faults) or f"lines: {len(checked)} sources, none over {WIDTH} characters")
    sys.exit(bool(faults))
