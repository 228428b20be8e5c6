"""What pieces and actions of Sand to Sea have in common, so that learning about one is learning about all."""

from typing import Any

import numpy as np

from serai.core.bits import WORD
from serai.core.observation import layout as layout_of
from serai.core.records import SPICES
from serai.games.sand_to_sea import features as sea_features
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.pieces import MOST_WAYS
from serai.games.sand_to_sea.rules import state as sea_table
from serai.learning.train.values import (
    Pieces,
    in_seats,
    merchant_values,
    price_values,
    printed_cards,
    rows,
    spread,
    trade_values,
)


def kinds(pieces: SeaSet) -> list[Pieces]:
    """Returns the kinds of pieces."""
    return [merchant_pieces(pieces), island_pieces(pieces), victory_pieces(pieces)]


def kin(actions: Any) -> list[Any]:
    """Returns what actions have in common, as a mark for each action.

    A step is one of 384 actions, since any card can pay for each neighbour; they share the neighbour, for a
    card or for free, and the card (SS-9).
    """
    steps, free = actions - sea_table.SAIL, actions - sea_table.FREE
    for_card = (steps >= 0) & (steps < WORD * MOST_WAYS)
    by_way = [(for_card & (steps // WORD == way)) | (free == way) for way in range(MOST_WAYS)]
    return by_way + [for_card & (steps % WORD == card) for card in range(WORD)]


def merchant_pieces(pieces: SeaSet) -> Pieces:
    """Merchant cards: in use, in the row, in hands, played and spent; to be played, acquired, taken and sailed for."""
    layout, values = layout_of(pieces), pieces.values()
    count = int(values.merchants_size)
    at = [layout.at("trading"), *rows(layout.at("merchants"), 4, count)]
    at += [place for name in ("hand", "played", "spent") for place in in_seats(layout, name)]
    to = [sea_table.PLAY, sea_table.ACQUIRE, sea_table.TAKE, *rows(sea_table.SAIL, MOST_WAYS, WORD)]
    return Pieces(merchant_values(values), spread(at, count), spread(to, count))


def island_pieces(pieces: SeaSet) -> Pieces:
    """Islands: on spaces, and as the boat sees them."""
    layout, values = layout_of(pieces), pieces.values()
    islands, count = values.islands, len(values.islands)
    on_map = spread(rows(layout.at("island"), len(values.open_spaces), count), count)
    near = spread(rows(layout.size + sea_features.ISLAND, sea_features.IN_ISLAND, 1), count, sea_features.IN_ISLAND)
    symbol = np.eye(SPICES)[islands["symbol"]]
    printed = np.hstack([trade_values(islands["give"], islands["get"]), symbol])
    return Pieces(printed.astype(np.float32), np.vstack([on_map, near]), spread([], count))


def victory_pieces(pieces: SeaSet) -> Pieces:
    """Victory tiles: in ports, as the boat sees them, and delivered to."""
    layout, tiles = layout_of(pieces), printed_cards(pieces.values(), "victory_tiles", "victory_size")
    at = rows(layout.at("port"), 4, len(tiles) + 1) + in_seats(layout, "victory")
    near = spread(rows(layout.size + sea_features.TILE, sea_features.IN_TILE, 1), len(tiles), sea_features.IN_TILE)
    return Pieces(price_values(tiles), np.vstack([spread(at, len(tiles)), near]), spread([], len(tiles)))
