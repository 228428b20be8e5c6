"""What pieces and actions of Spice Road have in common, so that learning about one is learning about all."""

from typing import Any

from serai.core.observation import layout as layout_of
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.rules import ACQUIRE, CLAIM, PLAY
from serai.learning.train.values import Pieces, in_seats, merchant_values, price_values, printed_cards, rows, spread


def kinds(pieces: RoadSet) -> list[Pieces]:
    """Returns the kinds of pieces."""
    return [merchant_pieces(pieces), point_pieces(pieces)]


def kin(actions: Any) -> list[Any]:
    """Returns nothing: actions share only what their pieces show."""
    return []


def merchant_pieces(pieces: RoadSet) -> Pieces:
    """Merchant cards: in use, in the row, in hands and played; to be played and acquired."""
    layout, values = layout_of(pieces), pieces.values()
    count = int(values.merchants_size)
    at = [layout.at("trading"), *rows(layout.at("merchants"), 6, count)]
    at += in_seats(layout, "hand") + in_seats(layout, "played")
    return Pieces(merchant_values(values), spread(at, count), spread([PLAY, ACQUIRE], count))


def point_pieces(pieces: RoadSet) -> Pieces:
    """Point cards: in the row and claimed; to be claimed."""
    layout, cards = layout_of(pieces), printed_cards(pieces.values(), "point_cards", "points_size")
    at = rows(layout.at("points"), 5, len(cards)) + in_seats(layout, "claimed")
    return Pieces(price_values(cards), spread(at, len(cards)), spread([CLAIM], len(cards)))
