"""Reads component files: what is printed on the pieces, checked line by line. No NumPy here."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import PurePath, PurePosixPath
from typing import Any, NamedTuple, TypeVar

from serai.core.messages import brief
from serai.core.registry import MERCHANT_FILE

SPICES = "YRGB"
CARDS = 64
CUBES_ON_A_CARD = 10
MOST_DIGITS = 9
# The words of a note, least certain first: a note that confirms one thing and infers another counts as inferred.
CERTAINTIES = (
    ("house values", "house"),
    ("reconstructed", "reconstructed"),
    ("one source", "single"),
    ("inferred", "inferred"),
    ("assumed", "inferred"),
    ("from this box", "box"),
    ("confirmed", "confirmed"),
)

# A note about some lines only; the other notes are about the rest.
SOME_FROM_BOX = re.compile(r"From this box: ids? (\d{1,3}(?:, \d{1,3})*)\.")

Value = TypeVar("Value")


class BadComponents(ValueError):
    """Faults of component files; the message is the first one."""

    def __init__(self, *faults: "str | Fault") -> None:
        """Takes one fault or several; a plain text belongs to no file."""
        self.faults = tuple(Fault(fault) if isinstance(fault, str) else fault for fault in faults)
        super().__init__(self.faults[0].text)


@dataclass(frozen=True)
class Fault:
    """A fault, as a message and in parts, for pages that show it beside its line: what, file, line (0: all of it)."""

    text: str
    what: str = ""
    path: PurePath | None = None
    line: int = 0

    def __str__(self) -> str:
        """Returns the message."""
        return self.text

    @classmethod
    def at(cls, path: PurePath, what: str, line: int = 0) -> "Fault":
        """Returns a fault of a file or of one of its lines."""
        where = f"{path.name}, line {line}" if line else path.name
        return cls(f"{where}: {what} ({path})", what, path, line)


@dataclass
class Faults:
    """Collects faults: each `with` block may raise BadComponents; `report` raises it for all of them at once."""

    found: dict[Fault, None] = field(default_factory=dict)  # in order, each once

    def __enter__(self) -> None:
        """Begins a block."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Keeps the faults of a block; other errors pass."""
        if isinstance(error, BadComponents):
            self.found |= dict.fromkeys(error.faults)
        return isinstance(error, BadComponents)

    def report(self) -> None:
        """Raises BadComponents if there were any faults."""
        if self.found:
            raise BadComponents(*self.found)


@dataclass(frozen=True)
class FileLine:
    """One line of a component file, with its location."""

    path: PurePath
    number: int
    cells: dict[str, str]
    fault: str = ""  # of the line as a whole

    def wrong(self, what: str) -> BadComponents:
        """Returns an error that names the file and the line."""
        return BadComponents(Fault.at(self.path, what, self.number))

    def read(self, column: str, reader: Callable[[str], Value]) -> Value:
        """Reads one cell; an error of the reader is reported with file, line and column."""
        try:
            return reader(self.cells[column])
        except ValueError as error:
            raise self.wrong(f"column '{column}': {error}") from None


@dataclass(frozen=True)
class File:
    """A component file: its notes (the leading `# ` lines) and its lines, to be read by `each`."""

    path: PurePath
    notes: tuple[str, ...]
    lines: tuple[FileLine, ...]

    def wrong(self, *what: str) -> BadComponents:
        """Returns an error that names the file, for one fault or several."""
        return BadComponents(*(Fault.at(self.path, each) for each in what))

    def each(self, reader: Callable[[FileLine], Value]) -> tuple[Value, ...]:
        """Reads every line; raises BadComponents for all faulty lines."""
        faults, values = Faults(), list[Value]()
        for line in self.lines:
            with faults:
                if line.fault:
                    raise line.wrong(line.fault)
                values.append(reader(line))
        faults.report()
        return tuple(values)

    def check(self, what: Iterable[str]) -> None:
        """Raises BadComponents if the file as a whole has faults."""
        if found := list(what):
            raise self.wrong(*found)


@dataclass(frozen=True)
class Files:
    """Component files by path, such as `spice_road/point_cards.csv`: their texts and locations."""

    texts: Mapping[str, str]
    found: Mapping[str, PurePath] = field(default_factory=dict)

    def where(self, path: str) -> PurePath:
        """Returns the location of a file, for messages."""
        return self.found.get(path, PurePosixPath(path))

    def text(self, path: str) -> str:
        """Returns the text of a file."""
        if path not in self.texts:
            raise BadComponents(Fault.at(self.where(path), "the file is missing"))
        return self.texts[path]

    def read(self, path: str, columns: Sequence[str]) -> File:
        """Reads a file of comma-separated values; every column must be present, in order."""
        where, texts = self.where(path), self.text(path).splitlines()
        notes = notes_of(texts)
        head = len(notes)
        if head == len(texts) or texts[head].split(",") != list(columns):
            raise BadComponents(Fault.at(where, f"the columns must be {','.join(columns)}", head + 1))
        return File(where, notes, tuple(_lines(where, texts, head, columns)))


def _lines(path: PurePath, texts: list[str], head: int, columns: Sequence[str]) -> Iterator[FileLine]:
    """Yields the lines below the header, checking the number of cells and the ids; only the first wrong id counts."""
    checked = "id" in columns
    for number, text in enumerate(texts[head + 1 :], head + 2):
        cells, fault = [cell.strip() for cell in text.split(",")], ""
        if len(cells) != len(columns):
            fault = f"{len(cells)} cells instead of {len(columns)}"
        elif checked and cells[0] != str(number - head - 2):
            fault, checked = f"id {brief(cells[0])} where {number - head - 2} belongs (ids count from 0)", False
        yield FileLine(path, number, dict(zip(columns, cells, strict=False)), fault)


def cubes(text: str) -> tuple[int, ...]:
    """Reads `YYR` as (2, 1, 0, 0)."""
    if any(letter not in SPICES for letter in text):
        raise ValueError(f"{brief(text)} is not made of {', '.join(SPICES)}")
    if len(text) > CUBES_ON_A_CARD:
        raise ValueError(f"{brief(text)} has more than {CUBES_ON_A_CARD} cubes")
    return tuple(text.count(letter) for letter in SPICES)


def some_cubes(text: str) -> tuple[int, ...]:
    """Reads cubes where there must be at least one."""
    if not text:
        raise ValueError("no cubes where some belong")
    return cubes(text)


def number(least: int, most: int) -> Callable[[str], int]:
    """Returns a reader of whole numbers in a range."""

    def reader(text: str) -> int:
        if not text.isdecimal() or len(text) > MOST_DIGITS or not least <= int(text) <= most:
            raise ValueError(f"{brief(text)} is not a whole number from {least} to {most}")
        return int(text)

    return reader


def digest(values: Any) -> str:
    """Identifies parsed values: the same values spelled differently have the same digest."""
    return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()[:16]


class Merchant(NamedTuple):
    """A merchant card: `group` is starting or deck, `kind` spice, upgrade or trade."""

    group: str
    kind: str
    give: tuple[int, ...]
    get: tuple[int, ...]
    upgrades: int


class PointCard(NamedTuple):
    """A card or tile that gives points for cubes."""

    cost: tuple[int, ...]
    points: int


def point_card(line: FileLine) -> PointCard:
    """Reads a card or tile that gives points for cubes."""
    return PointCard(line.read("cost", some_cubes), line.read("points", number(0, 99)))


def merchant_cards(files: Files) -> tuple[Merchant, ...]:
    """Reads the merchant cards."""
    file = files.read(MERCHANT_FILE, ("id", "set", "kind", "give", "get", "upgrades"))
    cards = file.each(_merchant)
    file.check(_merchant_faults(cards))
    return cards


def _merchant_faults(cards: Sequence[Merchant]) -> Iterator[str]:
    """Yields what is wrong with the merchant cards as a whole."""
    starting = sum(card.group == "starting" for card in cards)
    if len(cards) > CARDS:
        yield f"{len(cards)} cards; there is room for {CARDS}"
    if starting == 0 or len(cards) - starting < 6:
        yield "there must be at least one starting card and six deck cards"


def _merchant(line: FileLine) -> Merchant:
    """Reads one merchant card; a trade must not give back what it takes (it could repeat forever)."""
    kind, group = line.cells["kind"], line.cells["set"]
    if group not in ("starting", "deck"):
        raise line.wrong(f"set {brief(group)} is neither 'starting' nor 'deck'")
    if kind not in ("spice", "upgrade", "trade"):
        raise line.wrong(f"kind {brief(kind)} is none of 'spice', 'upgrade', 'trade'")
    give = line.read("give", some_cubes if kind == "trade" else nothing)
    get = line.read("get", nothing if kind == "upgrade" else some_cubes)
    upgrades = line.read("upgrades", number(1, 9)) if kind == "upgrade" else line.read("upgrades", nothing)[0]
    if kind == "trade" and can_repeat_for_ever(give, get):
        raise line.wrong("the trade gives back all that it takes, so it could be repeated for ever")
    return Merchant(group, kind, give, get, upgrades)


def can_repeat_for_ever(give: tuple[int, ...], get: tuple[int, ...]) -> bool:
    """Returns whether a trade gives back everything it takes."""
    return all(gain >= cost for gain, cost in zip(get, give, strict=True))


def nothing(text: str) -> tuple[int, ...]:
    """Reads a cell that must be empty."""
    if text:
        raise ValueError(f"{brief(text)} where nothing belongs")
    return (0, 0, 0, 0)


def certainty(notes: Sequence[str]) -> str:
    """Reads from a file's notes how certain its values are; values without a note are the user's own."""
    told = " ".join(note for note in notes if not SOME_FROM_BOX.match(note)).lower()
    return next((kind for word, kind in CERTAINTIES if word in told), "own")


def ids_from_box(notes: Sequence[str]) -> frozenset[int]:
    """Reads which lines of a file come from a box while its other notes are about the rest."""
    found = [said for note in notes if (said := SOME_FROM_BOX.match(note))]
    return frozenset(int(number) for said in found for number in said[1].split(", "))


def notes_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Returns the leading `# ` lines of a file."""
    return tuple(text.lstrip("# ") for text in takewhile(lambda text: text.startswith("#"), texts))
