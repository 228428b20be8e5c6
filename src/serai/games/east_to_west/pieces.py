"""The printed values of From East to West: locations, point cards, bonus and exploration tiles."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from serai.core.components import CARDS, Faults, FileLine, Files, can_repeat_for_ever, cubes, number, some_cubes
from serai.core.messages import brief

GAME = "east_to_west"
FILES = ("bonus_tiles.csv", "exploration_tiles.csv", "locations.csv", "point_cards.csv")
KINDS = ("fort", "market", "refresh", "adjust", "gain", "upgrade", "trade")
IGNORED = {
    "fort": ("give", "get", "upgrades"),
    "market": ("give", "get", "upgrades", "bonus_stack"),
    "refresh": ("give", "get", "upgrades", "bonus_stack"),
    "adjust": ("give", "upgrades", "bonus_stack"),
    "gain": ("bonus_stack",),
    "upgrade": ("bonus_stack",),
    "trade": ("bonus_stack",),
}
ICONS = ("", "I", "II", "III")
SYMBOLS = ("saddlebag", "hammer", "dreamcatcher", "compass")
MOST_PLAYERS = 4
FORTS = 4
MARKETS = 4
MOST_STACK = 8
LONGEST_LINK = 40
MOST_LOCATIONS = 32
MOST_SPARES = 32
MOST_BONUS_KINDS = 64

Value = TypeVar("Value")


class Location(NamedTuple):
    """A location: its cost, what it does, and the link that cards refer to."""

    kind: str
    settlers: int
    give: tuple[int, ...]
    get: tuple[int, ...]
    upgrades: int
    link: str
    bonus_stack: int
    covered: bool


class WestCard(NamedTuple):
    """A point card: `benefit` is settlers, discount, extra or explore; `least` the fewest players it is for."""

    cost: tuple[int, ...]
    points: int
    symbol: int
    benefit: str
    settlers: int
    link: str
    cubes: tuple[int, ...]
    least: int
    black: bool


class BonusTile(NamedTuple):
    """A kind of bonus tile: `score` is pair, settlers or merchants."""

    icon: str
    copies: int
    score: str
    symbols: tuple[int, ...]
    points: int


class ExplorationTile(NamedTuple):
    """An exploration tile."""

    gain: tuple[int, ...]
    upgrades: int
    settlers: int
    points: int


def or_else(reader: Callable[[str], Value], empty: Value) -> Callable[[str], Value]:
    """Returns a reader that reads an empty cell as a default."""
    return lambda text: reader(text) if text else empty


def one_of(*choices: str) -> Callable[[str], str]:
    """Returns a reader of one of several words."""

    def reader(text: str) -> str:
        if text not in choices:
            raise ValueError(f"{brief(text)} is none of {', '.join(map(repr, choices))}")
        return text

    return reader


def link(text: str) -> str:
    """Reads the link of a location: any short word."""
    if len(text) > LONGEST_LINK or not text.isprintable():
        raise ValueError(f"{brief(text)} is not a word of up to {LONGEST_LINK} characters")
    return text


def locations(files: Files) -> tuple[Location, ...]:
    """Reads the locations: four forts, four markets, two covered with 2 or 3 players (EW-1, EW-4)."""
    columns = ("id", "board", "kind", "settlers", "give", "get", "upgrades", "link", "bonus_stack", "covered_2_3")
    file = files.read(f"{GAME}/locations.csv", columns)
    found = file.each(_location)
    file.check(_location_faults(found))
    return found


def _location_faults(found: Sequence[Location]) -> Iterator[str]:
    """Yields what is wrong with the locations as a whole."""
    if len(found) > MOST_LOCATIONS:
        yield f"{len(found)} locations; there is room for {MOST_LOCATIONS}"
    for kind, wanted in ("fort", FORTS), ("market", MARKETS):
        if sum(location.kind == kind for location in found) != wanted:
            yield f"there must be exactly {wanted} locations of the kind '{kind}'"
    if sum(location.covered for location in found) != 2:
        yield "exactly two locations must have 'yes' in the column 'covered_2_3'"


def _location(line: FileLine) -> Location:
    """Reads one location; every cell must count, it must do something, and a trade must not repeat forever."""
    kind = line.read("kind", one_of(*KINDS))
    location = Location(
        kind,
        line.read("settlers", number(1, 9)),
        line.read("give", cubes),
        line.read("get", cubes),
        line.read("upgrades", or_else(number(1, 9), 0)),
        line.read("link", link),
        line.read("bonus_stack", or_else(number(0, MOST_STACK), 0)),
        line.read("covered_2_3", one_of("", "yes")) == "yes",
    )
    for column in IGNORED[kind]:
        if line.cells[column] not in ("", "0"):
            raise line.wrong(
                f"column '{column}': {brief(line.cells[column])} does not count for a '{kind}'; leave it empty"
            )
    if kind in ("gain", "upgrade", "trade") and not (any(location.get) or location.upgrades):
        raise line.wrong("the location does nothing: fill in 'get' or 'upgrades'")
    if any(location.give) and not any(location.get):
        raise line.wrong("the trade brings nothing: fill in 'get' beside 'give'")
    if any(location.give) and can_repeat_for_ever(location.give, location.get):
        raise line.wrong("the trade gives back all that it takes, so it could be repeated for ever")
    if location.covered and kind == "fort":
        raise line.wrong("a fort cannot be covered by an exploration tile")
    return location


def point_cards(files: Files, places: Sequence[Location] | None) -> tuple[WestCard, ...]:
    """Reads the point cards; there must be enough for each number of players (EW-2).

    Their links must be those of locations; without locations, whose file has faults, they are not checked.
    """
    file = files.read(f"{GAME}/point_cards.csv", ("id", "cost", "points", "symbol", "benefit", "players", "star"))
    cards, faults = file.each(_card), Faults()
    with faults:
        file.check(_card_faults(cards))
    for line, card in zip(file.lines, cards, strict=True):
        with faults:
            _check_link(line, card, places)
    faults.report()
    return cards


def _card_faults(cards: Sequence[WestCard]) -> Iterator[str]:
    """Yields what is wrong with the point cards as a whole."""
    if len(cards) > CARDS:
        yield f"{len(cards)} cards; there is room for {CARDS}"
    for players in range(2, MOST_PLAYERS + 1):
        used = sum(card.least <= players and not card.black for card in cards)
        if used < 8 * players + 4:
            yield f"{used} cards for {players} players; there must be at least {8 * players + 4}"


def _check_link(line: FileLine, card: WestCard, places: Sequence[Location] | None) -> None:
    """Checks that some location has the link of a discount or extra in use (EW-7, EW-10)."""
    if places is None:
        return
    links = sorted({location.link for location in places if location.link})
    if card.benefit in ("discount", "extra") and not card.black and card.link not in links:
        raise line.wrong(f"no location has the link {brief(card.link)}; locations.csv has {', '.join(links) or 'none'}")


def _card(line: FileLine) -> WestCard:
    """Reads one point card."""
    words = line.cells["benefit"].split(":")
    known = {"settlers": 2, "discount": 2, "extra": 3, "explore": 1}
    if words[0] not in known or len(words) != known[words[0]]:
        forms = "settlers:N, discount:LINK, extra:LINK:CUBES, explore"
        raise line.wrong(f"benefit {brief(line.cells['benefit'])} is none of {forms}")
    settlers = _part(line, words[1], number(1, 12)) if words[0] == "settlers" else 0
    extra = _part(line, words[2], some_cubes) if words[0] == "extra" else (0, 0, 0, 0)
    return WestCard(
        line.read("cost", some_cubes),
        line.read("points", number(0, 99)),
        SYMBOLS.index(line.read("symbol", one_of(*SYMBOLS))),
        words[0],
        settlers,
        words[1] if words[0] in ("discount", "extra") else "",
        extra,
        {"": 2, "3+": 3, "4": 4}[line.read("players", one_of("", "3+", "4"))],
        line.read("star", one_of("", "black", "white")) == "black",
    )


def _part(line: FileLine, text: str, reader: Callable[[str], Value]) -> Value:
    """Reads a part of the benefit."""
    try:
        return reader(text)
    except ValueError as error:
        raise line.wrong(f"column 'benefit': {error}") from None


def bonus_tiles(files: Files, places: Sequence[Location] | None) -> tuple[BonusTile, ...]:
    """Reads the kinds of bonus tiles; those without icon III must fill the stacks, if these are known (EW-3)."""
    file = files.read(f"{GAME}/bonus_tiles.csv", ("id", "icon", "copies", "score", "symbols", "points"))
    tiles = file.each(_bonus)
    file.check(_bonus_faults(tiles, places))
    return tiles


def _bonus_faults(tiles: Sequence[BonusTile], places: Sequence[Location] | None) -> Iterator[str]:
    """Yields what is wrong with the bonus tiles as a whole."""
    if len(tiles) > MOST_BONUS_KINDS:
        yield f"{len(tiles)} kinds of tiles; there is room for {MOST_BONUS_KINDS}"
    if places is None:
        return
    used = sum(tile.copies for tile in tiles if tile.icon != "III")
    stacked = sum(location.bonus_stack for location in places if location.kind == "fort")
    if not stacked <= used <= stacked + MOST_SPARES:
        yield f"{used} tiles for stacks of {stacked} in all; there must be {stacked} to {stacked + MOST_SPARES}"


def _bonus(line: FileLine) -> BonusTile:
    """Reads one kind of bonus tile."""
    score = line.read("score", one_of("pair", "settlers", "merchants"))
    symbols = tuple(line.cells["symbols"].split("+")) if line.cells["symbols"] else ()
    if len(symbols) != (2 if score == "pair" else 0) or any(symbol not in SYMBOLS for symbol in symbols):
        raise line.wrong(
            f"symbols {brief(line.cells['symbols'])}: a pair has two of {', '.join(SYMBOLS)}, others have none"
        )
    return BonusTile(
        line.read("icon", one_of(*ICONS)),
        line.read("copies", number(1, 20)),
        score,
        tuple(SYMBOLS.index(symbol) for symbol in symbols),
        line.read("points", number(0, 99)),
    )


def exploration_tiles(files: Files) -> tuple[ExplorationTile, ...]:
    """Reads the exploration tiles; at least two, since two may start on locations (EW-4)."""
    file = files.read(f"{GAME}/exploration_tiles.csv", ("id", "gain", "upgrades", "settlers", "points"))
    tiles = file.each(_tile)
    if not 2 <= len(tiles) <= CARDS:
        raise file.wrong(f"{len(tiles)} tiles; there must be 2 to {CARDS}")
    return tiles


def _tile(line: FileLine) -> ExplorationTile:
    """Reads one exploration tile."""
    return ExplorationTile(
        line.read("gain", cubes),
        line.read("upgrades", or_else(number(1, 9), 0)),
        line.read("settlers", or_else(number(1, 12), 0)),
        line.read("points", number(0, 99)),
    )
