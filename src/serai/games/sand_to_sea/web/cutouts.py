"""What is drawn away from the table: parts of the map, and outpost boards; for the rulebook and the form of values."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from markupsafe import Markup

from serai.core.notation.cards import SPICES, cubes
from serai.games.sand_to_sea.component_set import SeaSet, island_text
from serai.games.sand_to_sea.web import map as sea_map
from serai.games.sand_to_sea.web.board import ROWS, Cell, Column, cells, column
from serai.web.drawing.examples import apart
from serai.web.drawing.words import Words

View = dict[str, Any]


@dataclass(frozen=True)
class Victory:
    """A victory tile."""

    cost: str
    points: int


@dataclass(frozen=True)
class Cut:
    """A part of the map: its frame, the drawing below the boats, the boats, and the marks above them."""

    box: str
    ground: Markup
    boats: tuple[tuple[int, float, float, float], ...]
    marks: Markup


@dataclass(frozen=True)
class Board:
    """An outpost board."""

    rows: list[tuple[str, str, list[Cell]]]
    columns: list[Column]


def victories(pieces: SeaSet) -> list[Victory]:
    """Lists all victory tiles."""
    return [Victory(cubes(tile.cost), tile.points) for tile in pieces.victory]


def open_spaces(pieces: SeaSet) -> list[str]:
    """Lists the spaces without a port."""
    return [name for number, name in enumerate(pieces.map.names) if number not in pieces.map.ports]


def ports(pieces: SeaSet) -> list[str]:
    """Lists the ports."""
    return [pieces.map.names[number] for number in pieces.map.ports]


def table(
    pieces: SeaSet, boats: Sequence[str | None] = (), outposts: Sequence[Sequence[str]] = (), shut: int | None = None
) -> View:
    """Lays out a map: islands with alternating symbols, a sea tile on every fifth space, boats and outposts."""
    by_symbol = [[tile for tile in pieces.islands if tile.symbol == symbol] for symbol in range(len(SPICES))]
    coming = (tile for turn in zip(*by_symbol, strict=True) for tile in turn)
    tiles = {
        space: "sea" if place % 5 == 2 else island_text(next(coming)) for place, space in enumerate(open_spaces(pieces))
    }
    lying = apart(victories(pieces), len(ports(pieces)) + 1)
    seats = zip_longest(boats, outposts, fillvalue=None)
    return {
        "tiles": tiles,
        "ports": {
            port: {
                "closed": place == shut,
                "tile": None if place == shut else lying[place].cost,
                "points": lying[place].points,
            }
            for place, port in enumerate(ports(pieces))
        },
        "players": [{"boat": boat, "outposts": tuple(built or ())} for boat, built in seats],
    }


def cut(pieces: SeaSet, view: View, spaces: Sequence[str], closed: str, marks: sea_map.MapMarks | None = None) -> Cut:
    """Cuts some spaces out of the map."""
    chart = sea_map.draw(pieces, view, marks or sea_map.MapMarks(), 0, closed, around(pieces, spaces))
    xs, ys = zip(*(sea_map.centre(pieces, space) for space in spaces), strict=True)
    left, top = min(xs) - 106, min(ys) - sea_map.HIGH - 8
    width, height = max(xs) - min(xs) + 212, max(ys) - min(ys) + 2 * sea_map.HIGH + 16
    return Cut(f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}", chart.ground, boats(pieces, chart), chart.marks)


def around(pieces: SeaSet, spaces: Sequence[str]) -> list[str]:
    """Returns the spaces to show and, if there are several, their surroundings."""
    beside = {other for space in spaces for other in sea_map.sheet(pieces).near[space]} if len(spaces) > 1 else set()
    return [name for name in pieces.map.names if name in spaces or name in beside]


def boats(pieces: SeaSet, chart: sea_map.DrawnMap) -> tuple[tuple[int, float, float, float], ...]:
    """Returns the boats of a chart as seat, left, top and size in the units of the drawing."""
    sheet = sea_map.sheet(pieces)
    return tuple(
        (
            boat.seat,
            sea_map.LEFT + boat.left * sheet.width / 100,
            sea_map.TOP + boat.top * sheet.height / 100,
            boat.size * sheet.width / 100,
        )
        for boat in chart.boats
    )


def board(pieces: SeaSet, say: Words, built: dict[str, int], fresh: str = "", emptied: int = 0) -> Board:
    """Draws an outpost board on which some outposts of each row are built; the last of the emptied columns is new."""
    rows = [
        (letter, say.names[letter], cells(pieces, say.translations, letter, built[letter], letter == fresh))
        for letter in ROWS
    ]
    return Board(rows, [column(say.translations, place, place < emptied, place == emptied - 1) for place in range(4)])
