"""The printed values of Sand to Sea: islands, map, victory and bonus tiles, board, starting cubes."""

import re
from collections import Counter
from pathlib import PurePath
from typing import NamedTuple

from serai.core.components import (
    CARDS,
    SPICES,
    BadComponents,
    Fault,
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
MOST_MAP_COLUMNS = 8
MOST_MAP_ROWS = 20


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


class Spot(NamedTuple):
    """Where a space is drawn: its column from the left, and its row from the top, two rows to a tile."""

    column: int
    row: int


Ways = dict[str, tuple[FileLine, tuple[str, ...]]]  # the neighbours of a space, and the line that says so
Drawing = dict[str, tuple[FileLine, Spot]]


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
    """Reads the map: a drawing, with `*B2` for a port, and the neighbours of each space, `B2: A1 A2 B1` (SS-2).

    Without such lines, the neighbours are the spaces that touch in the drawing.
    """
    path, text = files.where(MAP_FILE), files.text(MAP_FILE)
    ways, faults = _ways(path, text) or _touching(_drawing(path, text)), Faults()
    for name in ways:
        with faults:
            _check_ways(name, ways)
    faults.report()
    names = tuple(sorted(ways))
    ports = tuple(sorted({names.index(port) for port in re.findall(r"\*([A-Z]\d)", text) if port in names}))
    if len(names) != SPACES or len(ports) != PORTS:
        raise BadComponents(Fault.at(path, f"{len(names)} spaces and {len(ports)} ports; there must be 24 and 4"))
    return Map(names, ports, tuple(tuple(names.index(other) for other in ways[name][1]) for name in names))


def _ways(path: PurePath, text: str) -> Ways:
    """Reads the neighbours of each space and where they are listed; a space has one line."""
    ways: Ways = {}
    for at, content in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r"([A-Z]\d):(.*)", content.strip()):
            line = FileLine(path, at, {})
            if found[1] in ways:
                raise line.wrong(f"{found[1]} has a line already; write all its neighbours into one line")
            ways[found[1]] = line, tuple(found[2].split())
    return ways


def _check_ways(name: str, ways: Ways) -> None:
    """Checks that every neighbour of a space exists, is listed once and lists the space in turn."""
    line, others = ways[name]
    if not 1 <= len(others) <= MOST_WAYS:
        raise line.wrong(f"{name} has {len(others)} neighbours; there must be 1 to {MOST_WAYS}")
    for other in others:
        if other not in ways or name not in ways[other][1] or other == name:
            raise line.wrong(f"{name} has the neighbour {other:.80}, which does not have {name}")
        if others.count(other) > 1:
            raise line.wrong(f"{name} has the neighbour {other} twice")


def _drawing(path: PurePath, text: str) -> Drawing:
    """Reads the drawing: the lines with nothing but names; a line is half a tile high, a letter is a column."""
    drawn: Drawing = {}
    for at, content in enumerate(text.splitlines(), 1):
        names = content.replace("*", " ").split()
        if names and all(re.fullmatch(r"[A-Z]\d", name) for name in names):
            line = FileLine(path, at, {})
            if names != sorted(names, key=lambda name: name[0]):
                raise line.wrong("the columns must be in the order of the alphabet")
            for name in names:
                _draw(drawn, line, name)
    return drawn


def _draw(drawn: Drawing, line: FileLine, name: str) -> None:
    """Adds a space to a drawing; tiles of neighbouring columns are half a tile higher or lower."""
    spot = Spot(ord(name[0]) - ord("A"), line.number)
    if name in drawn:
        raise line.wrong(f"{name} is in line {drawn[name][0].number} of the drawing already")
    first = next(iter(drawn), name)
    if first in drawn and (sum(spot) - sum(drawn[first][1])) % 2:
        raise line.wrong(
            f"{name} does not fit together with {first}: a column uses every second line, the next columns the others"
        )
    drawn[name] = line, spot


def _touching(drawn: Drawing) -> Ways:
    """Finds the spaces that touch in a drawing: next in the column, or half a tile higher or lower in the next one."""
    places = {name: spot for name, (_, spot) in drawn.items()}
    return {
        name: (line, tuple(sorted(other for other in places if _touch(spot, places[other]))))
        for name, (line, spot) in drawn.items()
    }


def _touch(one: Spot, other: Spot) -> bool:
    """Returns whether two tiles have a common side."""
    return (abs(one.column - other.column), abs(one.row - other.row)) in ((0, 2), (1, 1))


def drawn_spots(files: Files, chart: Map) -> tuple[Spot, ...]:
    """Returns where the drawing has each space; raises BadComponents if it shows another map or none (SS-2)."""
    path, text = files.where(MAP_FILE), files.text(MAP_FILE)
    drawn, ways = _drawing(path, text), _ways(path, text)
    for name in [name for name in ways if name not in drawn]:
        raise ways[name][0].wrong(f"{name} is not in the drawing")
    for name in [name for name in drawn if ways and name not in ways]:
        raise drawn[name][0].wrong(f"{name} is in the drawing, but has no line with its neighbours")
    touching = _touching(drawn)
    for name in ways:
        _check_drawn(name, *ways[name], touching[name][1])
    if lost := _out_of_reach(chart):
        raise drawn[lost][0].wrong(f"{lost} cannot be reached from {chart.names[0]}; all spaces must be connected")
    spots = [drawn[name][1] for name in chart.names]
    columns, rows = ([spot[side] - min(each[side] for each in spots) for spot in spots] for side in (0, 1))
    if max(columns) >= MOST_MAP_COLUMNS or max(rows) >= MOST_MAP_ROWS:
        size, room = f"{max(columns) + 1} columns and {max(rows) + 1} lines", f"{MOST_MAP_COLUMNS} and {MOST_MAP_ROWS}"
        raise BadComponents(Fault.at(path, f"the drawing has {size}; the page has room for {room}"))
    return tuple(Spot(column, row) for column, row in zip(columns, rows, strict=True))


def _check_drawn(name: str, line: FileLine, others: tuple[str, ...], touching: tuple[str, ...]) -> None:
    """Checks that a space has as neighbours those that it touches in the drawing."""
    for other in touching:
        if other not in others:
            raise line.wrong(f"{name} touches {other} in the drawing, but does not have it as a neighbour")
    for other in others:
        if other not in touching:
            raise line.wrong(f"{name} has the neighbour {other}, but does not touch it in the drawing")


def _out_of_reach(chart: Map) -> str | None:
    """Returns a space that no boat from the first one reaches, None if there is none."""
    reached, new = {0}, {0}
    while new:
        new = {near for space in new for near in chart.neighbours[space]} - reached
        reached |= new
    return next((name for space, name in enumerate(chart.names) if space not in reached), None)


def spots_in_columns(chart: Map) -> tuple[Spot, ...]:
    """Returns where to draw the spaces of a map without a drawing that fits: in columns around one middle line."""
    columns = [[name for name in chart.names if name[0] == letter] for letter in sorted({n[0] for n in chart.names})]
    tallest = max(map(len, columns))
    found = {
        name: Spot(number, tallest - len(column) + 2 * place)
        for number, column in enumerate(columns)
        for place, name in enumerate(column)
    }
    return tuple(found[name] for name in chart.names)
