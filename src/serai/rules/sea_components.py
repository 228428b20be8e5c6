"""The printed values of Sand to Sea: islands, map, victory and bonus tiles, board, starting cubes."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from serai.rules.components import (
    CARDS,
    SPICES,
    BadComponents,
    Line,
    PointCard,
    can_repeat_for_ever,
    find,
    nothing,
    number,
    read,
    some_cubes,
    text_of,
)

GAME = "sand_to_sea"
MOST_WAYS = 6
SPACES = 24
PORTS = 4
SYMBOL_TILES = 6
COLUMNS = 4
MOST_GROUPS = 8
MOST_POINTS_TILES = 16


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
        raise ValueError(f"{text!r} is none of {', '.join(SPICES)}")
    return SPICES.index(text)


@cache
def island_tiles() -> tuple[Island, ...]:
    """Reads the island tiles; there are six of each symbol (SS-2)."""
    file = read(GAME, "island_tiles.csv", ("id", "symbol", "give", "get"))
    islands = tuple(_island(line) for line in file.lines)
    for spice, letter in enumerate(SPICES):
        if sum(island.symbol == spice for island in islands) != SYMBOL_TILES:
            raise file.wrong(f"there must be six islands with the symbol {letter}")
    return islands


def _island(line: Line) -> Island:
    """Reads one island."""
    island = Island(line.read("symbol", symbol), line.read("give", some_cubes), line.read("get", some_cubes))
    if can_repeat_for_ever(island.give, island.get):
        raise line.wrong("the trade gives back all that it takes, so it could be repeated for ever")
    return island


@cache
def victory_tiles() -> tuple[PointCard, ...]:
    """Reads the victory tiles; with 13 somebody can always get a fourth (SS-16)."""
    file = read(GAME, "victory_tiles.csv", ("id", "cost", "points"))
    tiles = tuple(PointCard(line.read("cost", some_cubes), line.read("points", number(0, 99))) for line in file.lines)
    if not 13 <= len(tiles) < CARDS:
        raise file.wrong(f"{len(tiles)} tiles; there must be 13 to {CARDS - 1}")
    return tiles


@cache
def bonus_tiles() -> BonusTiles:
    """Reads the three piles of bonus tiles; points lie highest on top (SS-4)."""
    file = read(GAME, "bonus_tiles.csv", ("id", "kind", "copies", "points"))
    piles: dict[str, list[int]] = {"hold": [], "sail": [], "points": []}
    for line in file.lines:
        kind = line.cells["kind"]
        if kind not in piles:
            raise line.wrong(f"kind {kind!r} is none of {', '.join(piles)}")
        points = line.read("points", number(0, 99)) if kind == "points" else line.read("points", nothing)[0]
        piles[kind] += [points] * line.read("copies", number(1, 16))
    if len(piles["points"]) > MOST_POINTS_TILES:
        raise file.wrong("there is room for 16 points tiles")
    return BonusTiles(len(piles["hold"]), len(piles["sail"]), tuple(sorted(piles["points"], reverse=True)))


@cache
def player_board() -> tuple[tuple[int, ...], ...]:
    """Reads the values under the outposts, by symbol (Y first) and column (SS-5)."""
    columns = tuple(f"column_{column}" for column in range(1, COLUMNS + 1))
    file = read(GAME, "player_board.csv", ("symbol", *columns))
    rows = {line.read("symbol", symbol): tuple(line.read(c, number(0, 99)) for c in columns) for line in file.lines}
    if sorted(rows) != [0, 1, 2, 3] or len(file.lines) != 4:
        raise file.wrong(f"there must be one row for each of {', '.join(SPICES)}")
    return tuple(rows[spice] for spice in range(4))


@cache
def starting_spices() -> tuple[tuple[int, ...], ...]:
    """Reads the groups of starting cubes; at least as many as players (SS-6)."""
    file = read(GAME, "starting_spices.csv", ("id", "spices"))
    groups = tuple(line.read("spices", some_cubes) for line in file.lines)
    if not 4 <= len(groups) <= MOST_GROUPS:
        raise file.wrong(f"{len(groups)} groups; there must be 4 to 8, as many as players at least")
    return groups


@cache
def sea_map() -> Map:
    """Reads the map: a line `B2: A1 A2 B1` for each space; `*B2` in the drawing marks a port (SS-2)."""
    path = find(GAME, "map.txt")
    text = text_of(path)
    ways = _ways(path, text)
    for name in ways:
        _check_ways(name, ways)
    names = tuple(sorted(ways))
    ports = tuple(sorted({names.index(port) for port in re.findall(r"\*([A-Z]\d)", text) if port in names}))
    if len(names) != SPACES or len(ports) != PORTS:
        raise BadComponents(f"map.txt: {len(names)} spaces and {len(ports)} ports; there must be 24 and 4 ({path})")
    return Map(names, ports, tuple(tuple(names.index(other) for other in ways[name][1]) for name in names))


def _ways(path: Path, text: str) -> dict[str, tuple[Line, tuple[str, ...]]]:
    """Reads the neighbours of each space and where they are listed; a space has one line."""
    ways: dict[str, tuple[Line, tuple[str, ...]]] = {}
    for at, content in enumerate(text.splitlines(), 1):
        if found := re.fullmatch(r"([A-Z]\d):(.*)", content.strip()):
            line = Line(path, at, {})
            if found[1] in ways:
                raise line.wrong(f"{found[1]} has a line already; write all its neighbours into one line")
            ways[found[1]] = line, tuple(found[2].split())
    return ways


def _check_ways(name: str, ways: dict[str, tuple[Line, tuple[str, ...]]]) -> None:
    """Sees that every neighbour of a space is a space, is listed once and has it as a neighbour."""
    line, others = ways[name]
    if not 1 <= len(others) <= MOST_WAYS:
        raise line.wrong(f"{name} has {len(others)} neighbours; there must be 1 to {MOST_WAYS}")
    for other in others:
        if other not in ways or name not in ways[other][1] or other == name:
            raise line.wrong(f"{name} has the neighbour {other}, which does not have {name}")
        if others.count(other) > 1:
            raise line.wrong(f"{name} has the neighbour {other} twice")
