"""The printed values of Sand to Sea: islands, map, victory and bonus tiles, board, starting cubes."""

import re
from collections import Counter
from pathlib import PurePath
from typing import NamedTuple

from serai.core.components import (
    CARDS,
    SPICES,
    BadComponents,
    Faults,
    FileLine,
    Files,
    PointCard,
    can_repeat_for_ever,
    nothing,
    number,
    point_card,
    some_cubes,
)
from serai.core.messages import brief

GAME = "sand_to_sea"
MAP_FILE = f"{GAME}/map.txt"
FILES = (
    "bonus_tiles.csv",
    "island_tiles.csv",
    "map.txt",
    "player_board.csv",
    "starting_spices.csv",
    "victory_tiles.csv",
)
CLOSED = 63  # the closed port, among the victory tiles
MOST_WAYS = 6
SPACES = 24
PORTS = 4
SYMBOL_TILES = 6
COLUMNS = 4
MOST_GROUPS = 8
MOST_POINTS_TILES = 16
PILES = ("hold", "sail", "points")


class Island(NamedTuple):
    """An island tile: its symbol (a spice) and the trade of its market."""

    symbol: int
    give: tuple[int, ...]
    get: tuple[int, ...]


class Map(NamedTuple):
    """The spaces by name, which of them are ports, and the neighbours of each."""

    names: tuple[str, ...]
    ports: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]


class BonusTiles(NamedTuple):
    """How many hold and sail tiles there are, and the points tiles from top to bottom."""

    hold: int
    sail: int
    points: tuple[int, ...]


def symbol(text: str) -> int:
    """Reads a symbol, which is a spice."""
    if len(text) != 1 or text not in SPICES:
        raise ValueError(f"{brief(text)} is none of {', '.join(SPICES)}")
    return SPICES.index(text)


def island_tiles(files: Files) -> tuple[Island, ...]:
    """Reads the island tiles; there are six of each symbol (SS-2)."""
    file = files.read(f"{GAME}/island_tiles.csv", ("id", "symbol", "give", "get"))
    islands = file.each(_island)
    counts = Counter(SPICES[island.symbol] for island in islands)
    wrong = [letter for letter in SPICES if counts[letter] != SYMBOL_TILES]
    file.check(f"there must be six islands with the symbol {letter}" for letter in wrong)
    return islands


def _island(line: FileLine) -> Island:
    """Reads one island."""
    island = Island(line.read("symbol", symbol), line.read("give", some_cubes), line.read("get", some_cubes))
    if can_repeat_for_ever(island.give, island.get):
        raise line.wrong("the trade gives back all that it takes, so it could be repeated for ever")
    return island


def victory_tiles(files: Files) -> tuple[PointCard, ...]:
    """Reads the victory tiles; with 13, a player can always get a fourth (SS-16)."""
    file = files.read(f"{GAME}/victory_tiles.csv", ("id", "cost", "points"))
    tiles = file.each(point_card)
    if not 13 <= len(tiles) < CARDS:
        raise file.wrong(f"{len(tiles)} tiles; there must be 13 to {CARDS - 1}")
    return tiles


def bonus_tiles(files: Files) -> BonusTiles:
    """Reads the three piles of bonus tiles; points tiles have the highest on top (SS-4)."""
    file = files.read(f"{GAME}/bonus_tiles.csv", ("id", "kind", "copies", "points"))
    tiles = file.each(_bonus)
    hold, sail, points = (
        [worth for found, worth, copies in tiles if found == kind for _ in range(copies)] for kind in PILES
    )
    if len(points) > MOST_POINTS_TILES:
        raise file.wrong("there is room for 16 points tiles")
    return BonusTiles(len(hold), len(sail), tuple(sorted(points, reverse=True)))


def _bonus(line: FileLine) -> tuple[str, int, int]:
    """Reads one kind of bonus tile: its pile, its points and how many there are."""
    kind = line.cells["kind"]
    if kind not in PILES:
        raise line.wrong(f"kind {brief(kind)} is none of {', '.join(PILES)}")
    points = line.read("points", number(0, 99)) if kind == "points" else line.read("points", nothing)[0]
    return kind, points, line.read("copies", number(1, 16))


def player_board(files: Files) -> tuple[tuple[int, ...], ...]:
    """Reads the values under the outposts, by symbol (Y first) and column (SS-5)."""
    columns = tuple(f"column_{column}" for column in range(1, COLUMNS + 1))
    file = files.read(f"{GAME}/player_board.csv", ("symbol", *columns))
    cells = file.each(lambda line: (line.read("symbol", symbol), tuple(line.read(c, number(0, 99)) for c in columns)))
    rows = dict(cells)
    if sorted(rows) != [0, 1, 2, 3] or len(file.lines) != 4:
        raise file.wrong(f"there must be one row for each of {', '.join(SPICES)}")
    return tuple(rows[spice] for spice in range(4))


def starting_spices(files: Files) -> tuple[tuple[int, ...], ...]:
    """Reads the groups of starting cubes; at least as many as players (SS-6)."""
    file = files.read(f"{GAME}/starting_spices.csv", ("id", "spices"))
    groups = file.each(lambda line: line.read("spices", some_cubes))
    if not 4 <= len(groups) <= MOST_GROUPS:
        raise file.wrong(f"{len(groups)} groups; there must be 4 to 8, as many as players at least")
    return groups


def sea_map(files: Files) -> Map:
    """Reads the map: a line `B2: A1 A2 B1` for each space; `*B2` in the drawing marks a port (SS-2)."""
    path, text = files.where(MAP_FILE), files.text(MAP_FILE)
    ways, faults = _ways(path, text), Faults()
    for name in ways:
        with faults:
            _check_ways(name, ways)
    faults.report()
    names = tuple(sorted(ways))
    ports = tuple(sorted({names.index(port) for port in re.findall(r"\*([A-Z]\d)", text) if port in names}))
    if len(names) != SPACES or len(ports) != PORTS:
        raise BadComponents(f"map.txt: {len(names)} spaces and {len(ports)} ports; there must be 24 and 4 ({path})")
    return Map(names, ports, tuple(tuple(names.index(other) for other in ways[name][1]) for name in names))


def _ways(path: PurePath, text: str) -> dict[str, tuple[FileLine, tuple[str, ...]]]:
    """Reads the neighbours of each space and where they are listed; a space has one line."""
    ways: dict[str, tuple[FileLine, tuple[str, ...]]] = {}
    for at, content in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r"([A-Z]\d):(.*)", content.strip()):
            line = FileLine(path, at, {})
            if found[1] in ways:
                raise line.wrong(f"{found[1]} has a line already; write all its neighbours into one line")
            ways[found[1]] = line, tuple(found[2].split())
    return ways


def _check_ways(name: str, ways: dict[str, tuple[FileLine, tuple[str, ...]]]) -> None:
    """Checks that every neighbour of a space exists, is listed once and lists the space in turn."""
    line, others = ways[name]
    if not 1 <= len(others) <= MOST_WAYS:
        raise line.wrong(f"{name} has {len(others)} neighbours; there must be 1 to {MOST_WAYS}")
    for other in others:
        if other not in ways or name not in ways[other][1] or other == name:
            raise line.wrong(f"{name} has the neighbour {other:.80}, which does not have {name}")
        if others.count(other) > 1:
            raise line.wrong(f"{name} has the neighbour {other} twice")
