"""The data of From East to West: action numbers, questions, records and printed values."""

from enum import IntEnum
from typing import Any

import numpy as np

from serai.core import caravans, merchants, questions
from serai.core.bits import DIGITS, digits_of, set_of
from serai.core.caravans import costs_of
from serai.core.components import CARDS
from serai.core.records import NONE, SPICES, Values, filled, record, row_fields
from serai.games.east_to_west import pieces as west_components
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.numbers import BONUS as BONUS
from serai.games.east_to_west.numbers import BONUS_TILES as BONUS_TILES
from serai.games.east_to_west.numbers import EXPLORE as EXPLORE
from serai.games.east_to_west.numbers import KEEP as KEEP
from serai.games.east_to_west.numbers import NO_BONUS as NO_BONUS
from serai.games.east_to_west.numbers import NO_SWAP as NO_SWAP
from serai.games.east_to_west.numbers import POINT_CARDS_TO_END as POINT_CARDS_TO_END
from serai.games.east_to_west.numbers import REPLACE as REPLACE
from serai.games.east_to_west.numbers import REST as REST
from serai.games.east_to_west.numbers import ROUTE as ROUTE
from serai.games.east_to_west.numbers import ROUTE_CARDS as ROUTE_CARDS
from serai.games.east_to_west.numbers import SETTLERS as SETTLERS
from serai.games.east_to_west.numbers import SWAP as SWAP
from serai.games.east_to_west.numbers import USE as USE
from serai.games.east_to_west.numbers import WORDS as WORDS
from serai.games.east_to_west.numbers import WORK as WORK
from serai.games.east_to_west.numbers import Continuation as Continuation
from serai.games.east_to_west.numbers import LocationKind as LocationKind
from serai.games.east_to_west.numbers import West as West

SEATS = (2, 4)

BLOCKS = {
    WORK: ("work at a location", 64),
    EXPLORE: ("take an exploration tile", 64),
    **{REST + offset: block for offset, block in questions.BLOCKS.items() if offset != questions.PAY},
    ROUTE: ("use a card of the route", 8),
    REPLACE: ("replace a card of the route", 8),
    USE: ("use the merchant of a market", 1),
    KEEP: ("keep the merchant of a market", 1),
    BONUS: ("take the bonus tile", 1),
    NO_BONUS: ("leave the bonus tile", 1),
    NO_SWAP: ("swap nothing", 1),
    SWAP: ("swap two cards of the route", 64),
}

PLAYER = record(
    ("claimed", np.uint64),  # set of point cards
    ("explored", np.uint64),  # set of exploration tiles
    ("spent", np.uint64),  # set of merchant cards on the discard pile
    ("placed", np.uint64),  # set of locations with settlers of the player
    ("caravan", np.int16, SPICES),  # cubes by spice
    ("board", np.int32),  # settlers on the player board
    ("reserve", np.int16),  # settlers in reserve
    ("on_route", np.int16, ROUTE_CARDS),  # settlers on each card of the route
    ("route", np.int8, ROUTE_CARDS),  # merchant cards, filled from the left, else NONE
    ("bonus", np.int8, BONUS_TILES),  # kinds of bonus tiles, lowest first, else NONE
)
STATE = record(
    ("players", PLAYER, SEATS[1]),  # by seat; unused seats stay empty
    ("beside", np.uint64),  # set of exploration tiles beside the board
    ("owed", np.int16),  # cubes still to upgrade (UPGRADE), else 0
    ("slot", np.int16),  # the fort or market being worked, else NONE
    ("card", np.int16),  # the merchant's trade in use (TRADE), else NONE
    ("place", np.int16),  # the location being worked, else NONE
    ("work", np.int16),  # a Continuation
    ("known", np.int16),  # cards at the bottom of the merchant deck whose order is known
    ("phase", np.int8),  # a Phase or West
    ("seat", np.int8),  # who decides
    ("seats", np.int8),  # number of players
    ("again", np.int8),  # 1 if another turn of the same player follows
    ("cover", np.int8, 2),  # exploration tiles on the two locations that can be covered, else NONE
    ("settlers", np.int8, west_components.MOST_LOCATIONS),  # settlers at each location
    ("stacks", np.int8, (west_components.FORTS, west_components.MOST_STACK)),  # kinds of bonus tiles, top last
    ("heights", np.int8, west_components.FORTS),  # tiles in each stack
    ("spares", np.int8, west_components.MOST_SPARES),  # kinds of bonus tiles back in the box
    ("merchants", record(*row_fields(west_components.MARKETS))),
    ("points", record(*row_fields(west_components.FORTS))),
)

NO_LINK = west_components.MOST_LOCATIONS
KINDS = {
    "fort": LocationKind.FORT,
    "market": LocationKind.MARKET,
    "refresh": LocationKind.REFRESH,
    "adjust": LocationKind.ADJUST,
}
NO_CUBES = (0, 0, 0, 0)

LOCATION = record(
    ("give", np.int16, SPICES),
    ("get", np.int16, SPICES),
    ("settlers", np.int16),
    ("upgrades", np.int16),
    ("kind", np.int8),
    ("link", np.int8),
    ("slot", np.int8),  # which fort or market, from the left
    ("trades", np.int8),  # 1 if cubes are given for others
)


class Benefit(IntEnum):
    """What a point card brings (EW-10)."""

    SETTLERS = 0
    DISCOUNT = 1
    EXTRA = 2
    EXPLORE = 3


POINT_CARD = record(
    ("cost", np.int16, SPICES),
    ("extra", np.int16, SPICES),
    ("points", np.int16),
    ("settlers", np.int8),
    ("benefit", np.int8),
)


class Scoring(IntEnum):
    """How a bonus tile scores (EW-21)."""

    PAIR = 0
    SETTLERS = 1
    MERCHANTS = 2


BONUS_TILE = record(("points", np.int16), ("scoring", np.int16), ("first", np.int8), ("second", np.int8))
TILE = record(("gain", np.int16, SPICES), ("upgrades", np.int16), ("settlers", np.int16), ("points", np.int16))

PRINTED = record(
    ("location_costs", np.uint64, caravans.COSTS),  # which locations can be paid for
    ("point_costs", np.uint64, caravans.COSTS),  # which point cards can be paid for
    ("point_digits", np.uint64, DIGITS),  # points of sets of point cards
    ("tile_digits", np.uint64, DIGITS),  # the same for exploration tiles
    ("discounts", np.uint64, NO_LINK + 1),  # set of discount cards by link
    ("extras", np.uint64, NO_LINK + 1),  # set of extra cards by link
    ("symbols", np.uint64, len(west_components.SYMBOLS)),  # set of point cards by symbol
    ("plain", np.uint64),  # set of locations that are neither fort nor market
    ("refreshes", np.uint64),  # set of locations that refresh the market
    ("locations_size", np.int64),  # number of locations
    ("points_size", np.int64),  # number of point cards
    ("kinds_size", np.int64),  # number of kinds of bonus tiles
    ("bag_size", np.int64),  # number of bonus tiles
    ("exploration_size", np.int64),  # number of exploration tiles
    ("point_deck_sizes", np.int64, SEATS[1] + 1),  # number of point cards by number of players
    *merchants.FIELDS,
    ("locations", LOCATION, west_components.MOST_LOCATIONS),
    ("point_cards", POINT_CARD, CARDS),
    ("bonus_kinds", BONUS_TILE, west_components.MOST_BONUS_KINDS),
    ("exploration", TILE, CARDS),
    ("point_decks", np.int8, (SEATS[1] + 1, CARDS)),  # point cards by number of players
    ("bag", np.int8, CARDS),  # kinds of bonus tiles
    ("tile_deck", np.int8, CARDS),  # exploration tiles
    ("stack_heights", np.int8, west_components.FORTS),
    ("fort_at", np.int8, west_components.FORTS),  # the location of a fort
    ("market_at", np.int8, west_components.MARKETS),
    ("covered", np.int16, 2),  # the locations that start under an exploration tile
)


def links(pieces: WestSet) -> list[str]:
    """Lists the links that cards may refer to, in the order of their numbers."""
    return sorted({place.link for place in pieces.locations if place.link})


def link_of(pieces: WestSet, name: str) -> int:
    """Returns the number of a link; NO_LINK if no location has it."""
    known = links(pieces)
    return known.index(name) if name in known else NO_LINK


def location_row(pieces: WestSet, number: int) -> tuple[object, ...]:
    """Returns the table row of a location; refresh and adjust do nothing with `give` and `upgrades`."""
    place = pieces.locations[number]
    special, slots = place.kind in KINDS, pieces.slots_of(place.kind)
    return (
        NO_CUBES if special else place.give,
        NO_CUBES if special and place.kind != "adjust" else place.get,
        place.settlers,
        0 if special else place.upgrades,
        KINDS.get(place.kind, LocationKind.PLAIN),
        link_of(pieces, place.link),
        slots.index(number) if place.kind in ("fort", "market") else NONE,
        0 if special else any(place.give),
    )


def printed_locations(pieces: WestSet) -> dict[str, Any]:
    """Returns the fields of PRINTED for the locations."""
    rows = np.array([location_row(pieces, number) for number in range(len(pieces.locations))], LOCATION)
    forts, markets = pieces.slots_of("fort"), pieces.slots_of("market")
    return {
        "location_costs": costs_of([row["give"].tolist() for row in rows]),
        "plain": set_of([number for number in range(len(rows)) if number not in (*forts, *markets)]),
        "refreshes": set_of(pieces.slots_of("refresh")),
        "locations": rows,
        "locations_size": len(rows),
        "stack_heights": [pieces.locations[number].bonus_stack for number in forts],
        "fort_at": forts,
        "market_at": markets,
        "covered": pieces.covered,
    }


def cards_with(pieces: WestSet, benefit: str, link: int) -> np.uint64:
    """Returns the set of point cards with a benefit for a link."""
    cards = enumerate(pieces.points)
    return set_of([n for n, card in cards if card.benefit == benefit and link_of(pieces, card.link) == link])


def point_deck(pieces: WestSet, players: int) -> list[int]:
    """Lists the point cards in use (EW-2)."""
    return [number for number, card in enumerate(pieces.points) if card.least <= players and not card.black]


def printed_cards(pieces: WestSet) -> dict[str, Any]:
    """Returns the fields of PRINTED for the point cards."""
    cards, symbols, known = pieces.points, range(len(west_components.SYMBOLS)), range(len(links(pieces)))
    rows = [(card.cost, card.cubes, card.points, card.settlers, Benefit[card.benefit.upper()]) for card in cards]
    return {
        "point_costs": costs_of([card.cost for card in cards]),
        "point_digits": digits_of([card.points for card in cards]),
        "discounts": [cards_with(pieces, "discount", link) for link in known],
        "extras": [cards_with(pieces, "extra", link) for link in known],
        "symbols": [set_of([n for n, card in enumerate(cards) if card.symbol == s]) for s in symbols],
        "point_cards": np.array(rows, POINT_CARD),
        "points_size": len(cards),
        **printed_decks(pieces),
    }


def printed_decks(pieces: WestSet) -> dict[str, Any]:
    """Returns the decks of point cards by number of players."""
    decks = [point_deck(pieces, players) if players >= SEATS[0] else [] for players in range(SEATS[1] + 1)]
    return {
        "point_deck_sizes": [len(deck) for deck in decks],
        "point_decks": [[*deck, *[NONE] * (CARDS - len(deck))] for deck in decks],
    }


def printed_tiles(pieces: WestSet) -> dict[str, Any]:
    """Returns the fields of PRINTED for bonus and exploration tiles."""
    kinds, tiles = pieces.bonus, pieces.exploration
    rows = [(tile.points, Scoring[tile.score.upper()], *(tile.symbols or (NONE, NONE))) for tile in kinds]
    bag = bonus_bag(pieces)
    return {
        "bonus_kinds": np.array(rows, BONUS_TILE),
        "kinds_size": len(kinds),
        "bag": bag,
        "bag_size": len(bag),
        "exploration": np.array(list(tiles), TILE),
        "exploration_size": len(tiles),
        "tile_digits": digits_of([tile.points for tile in tiles]),
        "tile_deck": np.arange(len(tiles)),
    }


def bonus_bag(pieces: WestSet) -> list[int]:
    """Lists the kinds of all bonus tiles in use (EW-3)."""
    return [number for number, tile in enumerate(pieces.bonus) if tile.icon != "III" for _ in range(tile.copies)]


def printed(pieces: WestSet, version: int) -> Values:
    """Returns the values of a component set, for a version of the rules."""
    return filled(
        PRINTED,
        **merchants.printed_merchants(pieces.merchants),
        **printed_locations(pieces),
        **printed_cards(pieces),
        **printed_tiles(pieces),
        rules=version,
    )
