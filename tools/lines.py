"""Checks that no source line is too long: `python -m tools.lines`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH = 140
FOLDERS = ("src", "tests", "tools", "examples", "docs")
KINDS = {".py", ".html", ".css", ".js", ".sh", ".md"}
OTHERS = ("Makefile", "pyproject.toml", ".ci/run", "README.md", "CONTRIBUTING.md", "PACKAGE.md", "SECURITY.md")
NOT_OURS = {"vendor"}
GENERATED = re.compile(r"docs/(actions|arena|features|observation|playability|studies)\b")
ART = re.compile(r"data:image/svg\+xml|[MLHVCSQTAZmlhvcsqtaz\d ,.-]{100}")
TABLE_OR_LINK = re.compile(r"\||.*\]\(")
FENCE = re.compile(r"\s*```")


def sources() -> list[Path]:
    """Lists the hand-written sources and pages, without drawings (.svg) and data."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in KINDS]
    ours = [path for path in found if not NOT_OURS & set(path.parts) and not GENERATED.search(path.as_posix())]
    return [*ours, *(ROOT / name for name in OTHERS)]


def too_long(text: str) -> list[int]:
    """Returns the numbers of the lines that are too long; lines with a path or an image may be."""
    lines = enumerate(text.split("\n"), 1)
    return [number for number, line in lines if len(line) > WIDTH and not ART.search(line)]


def without_blocks(page: str) -> str:
    """Empties what may be long in a page: table rows, lines with links, and blocks of code and output."""
    lines, inside = [], False
    for line in page.split("\n"):
        inside ^= bool(FENCE.match(line))
        lines.append("" if inside or TABLE_OR_LINK.match(line) else line)
    return "\n".join(lines)


def checked_text(path: Path) -> str:
    """Reads what is checked of a file."""
    text = path.read_text(encoding="utf-8")
    return without_blocks(text) if path.suffix == ".md" else text


if __name__ == "__main__":
    checked = sources()
    faults = [f"{path}:{line}" for path in checked for line in too_long(checked_text(path))]
    print("\n".join(faults) or f"lines: {len(checked)} sources, none over {WIDTH} characters")
    sys.exit(bool(faults))
