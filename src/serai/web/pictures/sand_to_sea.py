"""What the rules of Sand to Sea draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from markupsafe import Markup

from serai.notation.cards import SPICES, cubes
from serai.rules.caravans import LIMIT
from serai.rules.sea_components import bonus_tiles, island_tiles, player_board, starting_spices, victory_tiles
from serai.rules.sea_table import ISLANDS_USED, MAP
from serai.web.look import sea_map
from serai.web.look.sand_to_sea import ENOUGH, ROWS, Bonus, Cell, Column, bonus_label, cells, column
from serai.web.pictures import common
from serai.web.words import Words

ROW = 4
HOLD = 3
SEATS = range(2, 5)
OVER = "YYYYRRRGGBB"
View = dict[str, Any]


@dataclass(frozen=True)
class Island:
    """An island tile; `also` tells whether its trade is a merchant card of Spice Road too."""

    symbol: str
    trade: str
    also: bool


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


@dataclass(frozen=True)
class Score:
    """A score added up."""

    tiles: tuple[Victory, ...]
    bonus: int
    outposts: int
    cubes: str

    @property
    def parts(self) -> tuple[int, int, int, int]:
        """Returns the points of victory tiles, the bonus tile, the board and the cubes (SS-17)."""
        left = sum(letter != "Y" for letter in self.cubes)
        uncovered = sum(sum(row[: self.outposts]) for row in player_board())
        return sum(tile.points for tile in self.tiles), self.bonus, uncovered, left

    @property
    def total(self) -> int:
        """Adds it all up."""
        return sum(self.parts)


def islands() -> list[Island]:
    """Lists all islands by symbol."""
    traded = set(common.deck("trade"))
    found = []
    for tile in island_tiles():
        trade = f"{cubes(tile.give)}>{cubes(tile.get)}"
        found.append(Island(SPICES[tile.symbol], trade, trade in traded))
    return found


def victories() -> list[Victory]:
    """Lists all victory tiles."""
    return [Victory(cubes(tile.cost), tile.points) for tile in victory_tiles()]


def open_spaces() -> list[str]:
    """Lists the spaces without a port."""
    return [name for number, name in enumerate(MAP.names) if number not in MAP.ports]


def ports() -> list[str]:
    """Lists the ports."""
    return [MAP.names[number] for number in MAP.ports]


def table(boats: Sequence[str | None] = (), outposts: Sequence[Sequence[str]] = (), shut: int | None = None) -> View:
    """Lays out a map: islands with their symbols taking turns, a sea tile at every fifth space, boats and outposts."""
    by_symbol = [[tile for tile in islands() if tile.symbol == letter][:ISLANDS_USED] for letter in SPICES]
    coming = iter([tile for turn in zip(*by_symbol, strict=True) for tile in turn])
    tiles = {}
    for place, space in enumerate(open_spaces()):
        tile = None if place % 5 == 2 else next(coming)
        tiles[space] = f"{tile.symbol}:{tile.trade}" if tile else "sea"
    lying = common.apart(victories(), len(ports()) + 1)
    seats = zip_longest(boats, outposts, fillvalue=None)
    return {
        "tiles": tiles,
        "ports": {
            port: {
                "closed": place == shut,
                "tile": None if place == shut else lying[place].cost,
                "points": lying[place].points,
            }
            for place, port in enumerate(ports())
        },
        "players": [{"boat": boat, "outposts": tuple(built or ())} for boat, built in seats],
    }


def way() -> tuple[str, str, str]:
    """Finds three islands in a line of steps, as near to the middle of the map as can be."""
    land = {space for space, text in table()["tiles"].items() if text != "sea"}
    middle = (sea_map.LEFT + sea_map.WIDTH / 2, sea_map.TOP + sea_map.HEIGHT / 2)
    near = sorted(
        sorted(land), key=lambda space: sum(abs(a - b) for a, b in zip(sea_map.centre(space), middle, strict=True))
    )
    return next(
        (first, second, third)
        for second in near
        for first in sorted(set(sea_map.NEAR[second]) & land)
        for third in sorted(set(sea_map.NEAR[second]) & land, reverse=True)
        if first != third and third not in sea_map.NEAR[first]
    )


def cut(view: View, spaces: Sequence[str], closed: str, marks: sea_map.Marks | None = None) -> Cut:
    """Cuts some spaces out of the map."""
    chart = sea_map.draw(view, marks or sea_map.Marks(), 0, closed, around(spaces))
    xs, ys = zip(*(sea_map.centre(space) for space in spaces), strict=True)
    left, top = min(xs) - 106, min(ys) - sea_map.HIGH - 8
    width, height = max(xs) - min(xs) + 212, max(ys) - min(ys) + 2 * sea_map.HIGH + 16
    return Cut(f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}", chart.ground, boats(chart), chart.marks)


def around(spaces: Sequence[str]) -> list[str]:
    """Returns spaces that are to be seen and, where several are, what lies around them."""
    beside = {other for space in spaces for other in sea_map.NEAR[space]} if len(spaces) > 1 else set()
    return [name for name in MAP.names if name in spaces or name in beside]


def boats(chart: sea_map.Chart) -> tuple[tuple[int, float, float, float], ...]:
    """Returns the boats of a chart as seat, left, top and size in the units of the drawing."""
    return tuple(
        (
            boat.seat,
            sea_map.LEFT + boat.left * sea_map.WIDTH / 100,
            sea_map.TOP + boat.top * sea_map.HEIGHT / 100,
            boat.size * sea_map.WIDTH / 100,
        )
        for boat in chart.boats
    )


def board(say: Words, built: dict[str, int], fresh: str = "", now: int | None = None) -> Board:
    """Draws an outpost board on which some outposts of each row are built."""
    rows = [
        (letter, say.names[letter], cells(say.translations, letter, built[letter], letter == fresh)) for letter in ROWS
    ]
    least = min(built.values())
    return Board(rows, [column(say.translations, place, place < least, place == now) for place in range(4)])


def bonuses(say: Words) -> list[Bonus]:
    """Lists the kinds of bonus tiles with how many there are; of the points tiles, the top one."""
    found = bonus_tiles()
    kinds = [
        ("hold", 0, found.hold),
        ("sail", 0, found.sail),
        ("points", max(found.points, default=0), len(found.points)),
    ]
    return [Bonus(kind, bonus_label(say.translations, kind, points), points, left) for kind, points, left in kinds]


def maps(closed: str) -> dict[str, Any]:
    """Draws the map, its kinds of tiles and the examples on it."""
    return {
        "whole": cut(table(), MAP.names, closed),
        **tiles_of_each_kind(closed),
        **voyages(closed),
        **at_ports(closed),
    }


def tiles_of_each_kind(closed: str) -> dict[str, Cut]:
    """Draws an island, the sea, a port and a closed port."""
    view = table()
    island = next(space for space, text in view["tiles"].items() if text != "sea")
    sea = next(space for space, text in view["tiles"].items() if text == "sea")
    return {
        "island": cut(view, [island], closed),
        "sea": cut(view, [sea], closed),
        "port": cut(view, ports()[:1], closed),
        "shut": cut(table(shut=0), ports()[:1], closed),
    }


def voyages(closed: str) -> dict[str, Any]:
    """Draws a boat that sails two steps, meets others and builds an outpost (SS-9, SS-10)."""
    first, second, third = way()
    sailed = sea_map.Marks(trail=(first, second, third))
    return {
        "sail_before": cut(table([first]), way(), closed),
        "sail_after": cut(table([third]), way(), closed, sailed),
        "toll": cut(table([third, third, third]), [third], closed),
        "build_before": cut(table([third], [[], [third]]), [third], closed),
        "build_after": cut(table([third], [[third], [third]]), [third], closed),
        "built": table()["tiles"][third][0],
    }


def at_ports(closed: str) -> dict[str, Any]:
    """Draws a delivery, and what it does to the closed port (SS-13)."""
    port = ports()
    return {
        "deliver_before": cut(table([port[0]]), [port[0]], closed),
        "closed_before": [cut(table([None, port[2]], shut=1), [space], closed) for space in port],
        "closed_after": [cut(moved_on(port), [space], closed) for space in port],
        "delivered": common.apart(victories(), len(port) + 1)[0],
    }


def moved_on(port: Sequence[str]) -> View:
    """Shows the ports after a delivery at the third while the second was closed (SS-13)."""
    view = table([None, port[2]], shut=2)
    new = common.apart(victories(), len(port) + 1)[-1]
    view["ports"][port[1]] = {"closed": False, "tile": new.cost, "points": new.points}
    return view


def pictures(say: Words) -> dict[str, Any]:
    """Returns everything that the page draws."""
    drawn = maps(say.translations.gettext("closed"))
    built, row = drawn["built"], dict.fromkeys(SPICES, 1)
    before = row | {built: 0}
    tiles = victories()
    return {
        "limit": LIMIT,
        "hold": HOLD,
        "enough": ENOUGH,
        "maps": drawn,
        "gaining": common.gaining(common.everybody()),
        "upgrading": common.upgrading(common.everybody()),
        "trading": common.trading(),
        "acquiring": common.acquiring(ROW),
        "first_row": common.fresh_row(ROW),
        "starting": common.starting(),
        "groups": [cubes(group) for group in starting_spices()],
        "board_full": board(say, dict.fromkeys(SPICES, 0)),
        "board_before": board(say, before),
        "board_after": board(say, row, built, 0),
        "bonuses": bonuses(say),
        "points_tiles": [
            Bonus("points", bonus_label(say.translations, "points", points), points) for points in bonus_tiles().points
        ],
        "paying": common.mixed()[:2],
        "staying": common.starting(),
        "over": OVER,
        "returned": "Y",
        "score": Score(
            tuple(common.apart(tiles, ENOUGH)), bonus_tiles().points[0] if bonus_tiles().points else 0, 2, "YRRB"
        ),
        "merchants": common.all_merchants(),
        "islands": islands(),
        "victories": tiles,
        "counts": [(number, 2 if number == 2 else 1) for number in SEATS],
    }
