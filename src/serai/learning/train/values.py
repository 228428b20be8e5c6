"""What is printed on pieces, so that what is learned of one card or tile is learned of all that are like it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from serai.networks.layers import Matrix
from serai.networks.sights import sand_to_sea as sea_sight
from serai.observations import LAYOUTS, sand_to_sea
from serai.observations.layouts import Layout
from serai.rules import sea_table, spice_road
from serai.rules.bits import WORD
from serai.rules.merchants import MERCHANTS, Kind
from serai.rules.records import SPICES
from serai.rules.sea_components import MOST_WAYS

Places = np.ndarray[Any, np.dtype[np.int64]]
SPICE_SCALE, POINTS_SCALE, LEVEL_SCALE = 5.0, 20.0, 10.0


class Pieces(NamedTuple):
    """Pieces of one kind: what is printed on each, and the places of each in what a network sees and may do."""

    printed: Matrix  # a row for each piece
    entries: Places  # a row for each role (in hand, at place 1, …), a column for each piece
    actions: Places  # likewise


def pieces(game: str) -> list[Pieces]:
    """Returns the kinds of pieces of a game; none where nobody has written them down."""
    match game:
        case spice_road.NAME:
            return [_road_merchants(), _point_cards()]
        case "sand_to_sea":
            return [_sea_merchants(), _islands(), _victory_tiles()]
        case _:
            return []


def _road_merchants() -> Pieces:
    """Merchant cards of Spice Road: in use, in the row, in hands and played; to be played and acquired."""
    layout, count = LAYOUTS[spice_road.NAME], len(MERCHANTS)
    at = [layout.at("trading"), *_rows(layout.at("merchants"), 6, count)]
    at += _in_seats(layout, "hand") + _in_seats(layout, "played")
    return Pieces(merchant_values(), _spread(at, count), _spread([spice_road.PLAY, spice_road.ACQUIRE], count))


def _point_cards() -> Pieces:
    """Point cards: in the row and claimed; to be claimed."""
    layout, cards = LAYOUTS[spice_road.NAME], spice_road.POINT_CARDS
    at = _rows(layout.at("points"), 5, len(cards)) + _in_seats(layout, "claimed")
    return Pieces(price_values(cards), _spread(at, len(cards)), _spread([spice_road.CLAIM], len(cards)))


def _sea_merchants() -> Pieces:
    """Merchant cards of Sand to Sea: as in Spice Road, and spent; also to be taken as a bonus and to be sailed for."""
    layout, count = sand_to_sea.LAYOUT, len(MERCHANTS)
    at = [layout.at("trading"), *_rows(layout.at("merchants"), 4, count)]
    at += [place for name in ("hand", "played", "spent") for place in _in_seats(layout, name)]
    to = [sea_table.PLAY, sea_table.ACQUIRE, sea_table.TAKE, *_rows(sea_table.SAIL, MOST_WAYS, WORD)]
    return Pieces(merchant_values(), _spread(at, count), _spread(to, count))


def _islands() -> Pieces:
    """Islands: on spaces, and as the boat sees them."""
    layout, count, islands = sand_to_sea.LAYOUT, len(sea_table.ISLANDS), sea_table.ISLANDS
    on_map = _spread(_rows(layout.at("island"), len(sea_table.OPEN_SPACES), count), count)
    near = _spread(_rows(layout.size + sea_sight.ISLAND, sea_sight.IN_ISLAND, 1), count, sea_sight.IN_ISLAND)
    symbol = np.eye(SPICES)[islands["symbol"]]
    printed = np.hstack([trade_values(islands["give"], islands["get"]), symbol])
    return Pieces(printed.astype(np.float32), np.vstack([on_map, near]), _spread([], count))


def _victory_tiles() -> Pieces:
    """Victory tiles: in ports, as the boat sees them, and delivered to."""
    layout, count = sand_to_sea.LAYOUT, len(sea_table.VICTORY_TILES)
    at = _rows(layout.at("port"), 4, count + 1) + _in_seats(layout, "victory")
    near = _spread(_rows(layout.size + sea_sight.TILE, sea_sight.IN_TILE, 1), count, sea_sight.IN_TILE)
    return Pieces(price_values(sea_table.VICTORY_TILES), np.vstack([_spread(at, count), near]), _spread([], count))


def merchant_values() -> Matrix:
    """Returns what is printed on merchant cards: what they ask and give, their upgrades, and what they do."""
    kinds = np.eye(len(Kind))[MERCHANTS["kind"]]
    upgrades = MERCHANTS["upgrades"][:, None] / LEVEL_SCALE
    return np.hstack([trade_values(MERCHANTS["give"], MERCHANTS["get"]), upgrades, kinds]).astype(np.float32)


def trade_values(give: Any, get: Any) -> Any:
    """Returns cubes asked and given, and by how many levels together the latter are above the former."""
    levels = (get - give) @ np.arange(1, SPICES + 1)
    return np.hstack([give / SPICE_SCALE, get / SPICE_SCALE, levels[:, None] / LEVEL_SCALE])


def price_values(cards: Any) -> Matrix:
    """Returns cubes asked for and points given."""
    return np.hstack([cards["cost"] / SPICE_SCALE, cards["points"][:, None] / POINTS_SCALE]).astype(np.float32)


def _rows(begin: int, count: int, stride: int) -> list[int]:
    """Returns where each of some rows begins."""
    return [begin + stride * number for number in range(count)]


def _in_seats(layout: Layout, name: str) -> list[int]:
    """Returns where a field begins in the block of each seat."""
    return _rows(layout.begin + layout.in_seat(name), layout.seats, layout.stride)


def _spread(begins: Sequence[int], count: int, stride: int = 1) -> Places:
    """Returns the places of all pieces in each role."""
    return np.array(begins, np.int64)[:, None] + stride * np.arange(count)
