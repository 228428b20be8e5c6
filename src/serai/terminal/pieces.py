"""The pieces of a component set as lines of text: what is printed on each, and where its values come from."""

from collections.abc import Iterator, Sequence

from serai.core.component_set import ComponentSet
from serai.core.components import CERTAINTIES, certainty, ids_from_box, notes_of

BOX = "box"
WORDS = {"own": "your own values", **{kind: word for word, kind in reversed(CERTAINTIES)}}


def shown(pieces: ComponentSet) -> Iterator[str]:
    """Yields all files of a set; a table is aligned, and a line from a box says so."""
    for path, text in pieces.files.items():
        lines = text.splitlines()
        notes = notes_of(lines)
        body = lines[len(notes) :]
        yield f"{path}: {WORDS[certainty(notes)]}"
        yield from (f"  {line}" for line in (_aligned(body, ids_from_box(notes)) if path.endswith(".csv") else body))
        yield ""


def _aligned(lines: Sequence[str], boxed: frozenset[int]) -> Iterator[str]:
    """Yields the lines of a table with its columns below each other."""
    rows = [line.split(",") for line in lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows, -1):  # the first is the header
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{cells}  {WORDS[BOX]}" if number in boxed else cells.rstrip()
