"""The printed values of the pieces: versioned sets in the package, or a folder of the user's own."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

BUILT_IN = Path(__file__).parents[1] / "components"
VARIABLE = "SERAI_COMPONENTS"
SPICES = "YRGB"
STANDARD = {"east_to_west": "1"}  # set 2 is a proposal: docs/component-sets.md
CUSTOM = "custom"
# What the values of each built-in set are called in records (`digest`); a set never changes.
DIGESTS = {
    "spice_road": {"1": "860b37e0935a78e3"},
    "sand_to_sea": {"1": "ece1d6a7acac53c6"},
    "east_to_west": {"1": "cd6fad42c892f9de", "2": "aed3e699dc2da1d8"},
}
CARDS = 64
CUBES_ON_A_CARD = 10
MOST_DIGITS = 9
# What a note says, the least sure first: a note that confirms one thing and infers another counts as inferred.
SURENESS = (
    ("house values", "house"),
    ("reconstructed", "reconstructed"),
    ("one source", "single"),
    ("inferred", "inferred"),
    ("assumed", "inferred"),
    ("confirmed", "confirmed"),
)

Value = TypeVar("Value")


class BadComponents(ValueError):
    """Says which file, which line and what is wrong with it."""


@dataclass(frozen=True)
class Line:
    """One line of a component file, with where it stands."""

    path: Path
    number: int
    cells: dict[str, str]

    def wrong(self, what: str) -> BadComponents:
        """Returns an error that names the file and the line."""
        return BadComponents(f"{self.path.name}, line {self.number}: {what} ({self.path})")

    def read(self, column: str, reader: Callable[[str], Value]) -> Value:
        """Reads one cell; what the reader objects to is told with file, line and column."""
        try:
            return reader(self.cells[column])
        except ValueError as error:
            raise self.wrong(f"column '{column}': {error}") from None


@dataclass(frozen=True)
class File:
    """A component file: its notes (the leading `# ` lines) and its lines."""

    path: Path
    notes: tuple[str, ...]
    lines: tuple[Line, ...]

    def wrong(self, what: str) -> BadComponents:
        """Returns an error that names the file."""
        return BadComponents(f"{self.path.name}: {what} ({self.path})")


def chosen() -> str:
    """Returns what the user chose: a folder, the number of a built-in set, or nothing."""
    return os.environ.get(VARIABLE, "").strip()


def built_in_sets(game: str) -> list[str]:
    """Lists the numbers of the sets of a game that the package brings, oldest first."""
    return sorted((path.name for path in (BUILT_IN / game).iterdir() if path.name.isdigit()), key=int)


def standard_set(game: str) -> str:
    """Returns the set that a game is played with unless the user chooses: the newest that is not only a proposal."""
    return STANDARD.get(game) or built_in_sets(game)[-1]


@cache
def folder(game: str) -> Path:
    """Returns the folder with the values of a game that this process plays with."""
    choice = chosen()
    if choice and not choice.isdigit():
        return _users_folder(Path(choice), game)
    sets = built_in_sets(game)
    if choice and not any((other / choice).is_dir() for other in BUILT_IN.iterdir()):
        raise BadComponents(f"there is no component set {choice} of {game}; there are: {', '.join(sets)}")
    return BUILT_IN / game / (choice if choice in sets else standard_set(game))


def _users_folder(own: Path, game: str) -> Path:
    """Returns the user's folder for a game, or the standard set where the user has none."""
    if not own.is_dir():
        raise BadComponents(f"{VARIABLE} names {own}, which is not a folder; give a folder with {game}/*.csv in it")
    return own / game if (own / game).is_dir() else BUILT_IN / game / standard_set(game)


def set_name(game: str) -> str:
    """Returns the name of the set in use: its number, or `custom`; every game has the merchant cards of Spice Road."""
    own, merchants = folder(game), find("spice_road", "merchant_cards.csv")
    built_in = own.parent.parent == BUILT_IN and merchants.is_relative_to(BUILT_IN)
    return own.name if built_in else CUSTOM


def find(game: str, name: str) -> Path:
    """Returns a file of a game; one that the user's folder lacks is that of the standard set."""
    own = folder(game) / name
    return own if own.exists() or own.is_symlink() else BUILT_IN / game / standard_set(game) / name


def files() -> list[Path]:
    """Lists every file whose values this process uses."""
    games = sorted(path.name for path in BUILT_IN.iterdir() if path.is_dir())
    return [find(game, path.name) for game in games for path in _names(game)]


def _names(game: str) -> list[Path]:
    """Lists the files of the standard set of a game."""
    return sorted(path for path in (BUILT_IN / game / standard_set(game)).iterdir() if path.is_file())


def bytes_of(path: Path) -> bytes:
    """Reads a file as it is."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadComponents(f"{path.name}: it cannot be read: {error.strerror} ({path})") from None


def text_of(path: Path) -> str:
    """Reads a file of text."""
    try:
        return bytes_of(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadComponents(f"{path.name}: byte {error.start + 1} is not UTF-8 text ({path})") from None


def read(game: str, name: str, columns: Sequence[str]) -> File:
    """Reads a component file; every column must be there, in order."""
    path = find(game, name)
    texts = text_of(path).splitlines()
    notes = _notes(texts)
    head = len(notes)
    if head == len(texts) or texts[head].split(",") != list(columns):
        raise BadComponents(f"{path.name}, line {head + 1}: the columns must be {','.join(columns)} ({path})")
    return File(path, notes, tuple(_lines(path, texts, head, columns)))


def _lines(path: Path, texts: list[str], head: int, columns: Sequence[str]) -> Iterator[Line]:
    """Yields the lines below the head, each checked for its number of cells and its id."""
    for number, text in enumerate(texts[head + 1 :], head + 2):
        cells = [cell.strip() for cell in text.split(",")]
        line = Line(path, number, dict(zip(columns, cells, strict=False)))
        if len(cells) != len(columns):
            raise line.wrong(f"{len(cells)} cells where {len(columns)} belong")
        if "id" in columns and cells[0] != str(number - head - 2):
            raise line.wrong(f"id {cells[0]!r} where {number - head - 2} belongs (ids count from 0)")
        yield line


def cubes(text: str) -> tuple[int, ...]:
    """Reads `YYR` as (2, 1, 0, 0)."""
    if any(letter not in SPICES for letter in text):
        raise ValueError(f"{text!r} is not made of {', '.join(SPICES)}")
    if len(text) > CUBES_ON_A_CARD:
        raise ValueError(f"{text!r} has more than {CUBES_ON_A_CARD} cubes")
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
            raise ValueError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return reader


def digest(values: Any) -> str:
    """Names parsed values: the same values in another spelling have the same digest."""
    return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()[:16]


class Merchant(NamedTuple):
    """A merchant card: `group` is starting or deck, `kind` spice, upgrade or trade."""

    group: str
    kind: str
    give: tuple[int, ...]
    get: tuple[int, ...]
    upgrades: int


class PointCard(NamedTuple):
    """A point card of Spice Road."""

    cost: tuple[int, ...]
    points: int


@cache
def merchant_cards() -> tuple[Merchant, ...]:
    """Reads the merchant cards."""
    file = read("spice_road", "merchant_cards.csv", ("id", "set", "kind", "give", "get", "upgrades"))
    cards = tuple(_merchant(line) for line in file.lines)
    starting = sum(card.group == "starting" for card in cards)
    if len(cards) > CARDS:
        raise file.wrong(f"{len(cards)} cards; there is room for {CARDS}")
    if starting == 0 or len(cards) - starting < 6:
        raise file.wrong("there must be at least one starting card and six deck cards")
    return cards


def _merchant(line: Line) -> Merchant:
    """Reads one merchant card; a trade must not give back what it takes (it would repeat for ever)."""
    kind, group = line.cells["kind"], line.cells["set"]
    if group not in ("starting", "deck"):
        raise line.wrong(f"set {group!r} is neither 'starting' nor 'deck'")
    if kind not in ("spice", "upgrade", "trade"):
        raise line.wrong(f"kind {kind!r} is none of 'spice', 'upgrade', 'trade'")
    give = line.read("give", some_cubes if kind == "trade" else nothing)
    get = line.read("get", nothing if kind == "upgrade" else some_cubes)
    upgrades = line.read("upgrades", number(1, 9)) if kind == "upgrade" else line.read("upgrades", nothing)[0]
    if kind == "trade" and can_repeat_for_ever(give, get):
        raise line.wrong("the trade gives back all that it takes, so it could be repeated for ever")
    return Merchant(group, kind, give, get, upgrades)


def can_repeat_for_ever(give: tuple[int, ...], get: tuple[int, ...]) -> bool:
    """Tells whether a trade gives back all that it takes."""
    return all(gain >= cost for gain, cost in zip(get, give, strict=True))


def nothing(text: str) -> tuple[int, ...]:
    """Reads a cell that must be empty."""
    if text:
        raise ValueError(f"{text!r} where nothing belongs")
    return (0, 0, 0, 0)


@cache
def point_cards() -> tuple[PointCard, ...]:
    """Reads the Spice Road point cards; 21 of them always let somebody end the game (SR-13)."""
    file = read("spice_road", "point_cards.csv", ("id", "cost", "points"))
    cards = tuple(PointCard(line.read("cost", some_cubes), line.read("points", number(0, 99))) for line in file.lines)
    if not 21 <= len(cards) <= CARDS:
        raise file.wrong(f"{len(cards)} cards; there must be 21 to {CARDS}")
    return cards


def notes(game: str) -> dict[str, tuple[str, ...]]:
    """Returns what the files of a game say about how sure their values are."""
    return {path.name: _notes(text_of(find(game, path.name)).splitlines()) for path in _names(game)}


def sureness(notes: Sequence[str]) -> str:
    """Reads from the notes of a file how sure its values are; values without a note are somebody's own."""
    told = " ".join(notes).lower()
    return next((kind for word, kind in SURENESS if word in told), "own")


def _notes(texts: Sequence[str]) -> tuple[str, ...]:
    """Returns the leading `# ` lines of a file."""
    return tuple(text.lstrip("# ") for text in takewhile(lambda text: text.startswith("#"), texts))
