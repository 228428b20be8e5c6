"""From East to West laid out: action numbers, questions, records and printed values."""

from enum import IntEnum
from typing import Any

import numpy as np

from serai.rules import caravans, merchants, questions, west_components
from serai.rules.bits import DIGITS, digits_of, set_of
from serai.rules.caravans import costs_of
from serai.rules.components import CARDS
from serai.rules.records import NONE, SPICES, Values, filled, record, row_fields

SEATS = (2, 4)

WORK = 0
EXPLORE = 64
REST = 128
ROUTE = 144
REPLACE = 152
USE = 160
KEEP = 161
BONUS = 162
NO_BONUS = 163
NO_SWAP = 164
SWAP = 192  # place * 8 + other place
WORDS = 4
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

SETTLERS = 12
ROUTE_CARDS = 5
BONUS_TILES = 3
POINT_CARDS_TO_END = 8


class West(IntEnum):
    """The questions that only this game asks."""

    MARKET = 16
    REPLACE = 17
    EXPLORE = 18
    BONUS = 19
    SWAP = 20
    BARTER = 21


class Work(IntEnum):
    """What goes on when the question before a player is answered."""

    NOTHING = 0
    PLACE = 1
    MARKET = 2
    FORT = 3


class Kind(IntEnum):
    """Kinds of locations that do more than gain, upgrade and trade."""

    PLAIN = 0
    FORT = 1
    MARKET = 2
    REFRESH = 3
    ADJUST = 4


PLAYER = record(
    ("claimed", np.uint64),  # set of point cards
    ("explored", np.uint64),  # set of exploration tiles
    ("spent", np.uint64),  # set of merchant cards on the discard pile
    ("placed", np.uint64),  # set of locations with settlers of the player's
    ("caravan", np.int16, SPICES),  # cubes by spice
    ("board", np.int32),  # settlers on the player board
    ("reserve", np.int16),  # settlers in reserve
    ("on_route", np.int16, ROUTE_CARDS),  # settlers on each card of the route
    ("route", np.int8, ROUTE_CARDS),  # merchant cards, filled from the left, else NONE
    ("bonus", np.int8, BONUS_TILES),  # kinds of bonus tiles, lowest first, else NONE
)
STATE = record(
    ("players", PLAYER, SEATS[1]),  # by seat; those beyond the number of seats stay empty
    ("beside", np.uint64),  # set of exploration tiles beside the board
    ("owed", np.int16),  # cubes still to raise (UPGRADE), else 0
    ("slot", np.int16),  # the fort or market being worked, else NONE
    ("card", np.int16),  # the merchant's trade in use (TRADE), else NONE
    ("place", np.int16),  # the location being worked, else NONE
    ("work", np.int16),  # a Work
    ("known", np.int16),  # cards at the bottom of the merchant deck whose order is known
    ("phase", np.int8),  # a Phase or West
    ("seat", np.int8),  # who decides
    ("seats", np.int8),  # number of players
    ("again", np.int8),  # 1 when another turn of the same player follows
    ("cover", np.int8, 2),  # exploration tiles on the two locations that can be covered, else NONE
    ("settlers", np.int8, west_components.MOST_LOCATIONS),  # settlers at each location
    ("stacks", np.int8, (west_components.FORTS, west_components.MOST_STACK)),  # kinds of bonus tiles, top last
    ("heights", np.int8, west_components.FORTS),  # tiles in each stack
    ("spares", np.int8, west_components.MOST_SPARES),  # kinds of bonus tiles back in the box
    ("merchants", record(*row_fields(west_components.MARKETS))),
    ("points", record(*row_fields(west_components.FORTS))),
)

PLACES = west_components.locations()
LINKS = sorted({place.link for place in PLACES if place.link})
NO_LINK = west_components.MOST_LOCATIONS
KINDS = {"fort": Kind.FORT, "market": Kind.MARKET, "refresh": Kind.REFRESH, "adjust": Kind.ADJUST}


def link_of(name: str) -> int:
    """Returns the number of a link; one that no location has is NO_LINK."""
    return LINKS.index(name) if name in LINKS else NO_LINK


def slots_of(kind: str) -> list[int]:
    """Lists the locations of a kind from left to right."""
    return [number for number, place in enumerate(PLACES) if place.kind == kind]


FORT_AT = np.array(slots_of("fort"), np.int8)
MARKET_AT = np.array(slots_of("market"), np.int8)
COVERED = np.array([number for number, place in enumerate(PLACES) if place.covered], np.int8)
NO_CUBES = (0, 0, 0, 0)

LOCATION = record(
    ("give", np.int16, SPICES),
    ("get", np.int16, SPICES),
    ("settlers", np.int16),
    ("upgrades", np.int16),
    ("kind", np.int8),
    ("link", np.int8),
    ("slot", np.int8),  # which fort or market, from the left
    ("trades", np.int8),  # 1 when cubes are given for others
)


def location_row(number: int) -> tuple[object, ...]:
    """Returns the table row of a location; refresh and adjust do nothing with `give` and `upgrades`."""
    place, special = PLACES[number], PLACES[number].kind in KINDS
    slots = slots_of(place.kind)
    return (
        NO_CUBES if special else place.give,
        NO_CUBES if special and place.kind != "adjust" else place.get,
        place.settlers,
        0 if special else place.upgrades,
        KINDS.get(place.kind, Kind.PLAIN),
        link_of(place.link),
        slots.index(number) if place.kind in ("fort", "market") else NONE,
        0 if special else any(place.give),
    )


LOCATIONS = np.array([location_row(number) for number in range(len(PLACES))], LOCATION)


class Benefit(IntEnum):
    """What a point card brings (EW-10)."""

    SETTLERS = 0
    DISCOUNT = 1
    EXTRA = 2
    EXPLORE = 3


CARDS_IN_FILE = west_components.point_cards()
POINT_CARD = record(
    ("cost", np.int16, SPICES),
    ("extra", np.int16, SPICES),
    ("points", np.int16),
    ("settlers", np.int8),
    ("benefit", np.int8),
)
POINT_CARDS = np.array(
    [(c.cost, c.cubes, c.points, c.settlers, Benefit[c.benefit.upper()]) for c in CARDS_IN_FILE], POINT_CARD
)


def cards_with(benefit: str, link: int) -> np.uint64:
    """Returns the set of point cards with a benefit for a link."""
    return set_of([n for n, c in enumerate(CARDS_IN_FILE) if c.benefit == benefit and link_of(c.link) == link])


DECKS = np.full((SEATS[1] + 1, CARDS), NONE, np.int8)  # point cards by number of players
for _players in range(SEATS[0], SEATS[1] + 1):
    _used = [number for number, card in enumerate(CARDS_IN_FILE) if card.least <= _players and not card.black]
    DECKS[_players, : len(_used)] = _used
DECK_SIZES = (DECKS != NONE).sum(axis=1)


class Scoring(IntEnum):
    """How a bonus tile counts (EW-21)."""

    PAIR = 0
    SETTLERS = 1
    MERCHANTS = 2


BONUS_TILE = record(("points", np.int16), ("scoring", np.int16), ("first", np.int8), ("second", np.int8))
TILES_IN_FILE = west_components.bonus_tiles()
BONUS_KINDS = np.array(
    [(t.points, Scoring[t.score.upper()], *(t.symbols or (NONE, NONE))) for t in TILES_IN_FILE], BONUS_TILE
)
BONUS_BAG = np.array([n for n, t in enumerate(TILES_IN_FILE) if t.icon != "III" for _ in range(t.copies)], np.int8)
STACK_HEIGHTS = np.array([PLACES[number].bonus_stack for number in FORT_AT], np.int8)

TILE = record(("gain", np.int16, SPICES), ("upgrades", np.int16), ("settlers", np.int16), ("points", np.int16))
EXPLORATION = np.array(list(west_components.exploration_tiles()), TILE)

PRINTED = record(
    ("location_costs", np.uint64, caravans.COSTS),  # which locations can be paid
    ("point_costs", np.uint64, caravans.COSTS),  # which point cards can be paid
    ("point_digits", np.uint64, DIGITS),  # what sets of point cards are worth
    ("tile_digits", np.uint64, DIGITS),  # likewise of exploration tiles
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


def printed_locations() -> dict[str, Any]:
    """Returns the fields of PRINTED that tell the locations."""
    special = {*slots_of("fort"), *slots_of("market")}
    return {
        "location_costs": costs_of([row["give"].tolist() for row in LOCATIONS]),
        "plain": set_of([number for number in range(len(PLACES)) if number not in special]),
        "refreshes": set_of(slots_of("refresh")),
        "locations": LOCATIONS,
        "locations_size": len(PLACES),
        "stack_heights": STACK_HEIGHTS,
        "fort_at": FORT_AT,
        "market_at": MARKET_AT,
        "covered": COVERED,
    }


def printed_cards() -> dict[str, Any]:
    """Returns the fields of PRINTED that tell the point cards."""
    symbols = range(len(west_components.SYMBOLS))
    return {
        "point_costs": costs_of([card.cost for card in CARDS_IN_FILE]),
        "point_digits": digits_of([card.points for card in CARDS_IN_FILE]),
        "discounts": [cards_with("discount", link) for link in range(len(LINKS))],
        "extras": [cards_with("extra", link) for link in range(len(LINKS))],
        "symbols": [set_of([n for n, card in enumerate(CARDS_IN_FILE) if card.symbol == s]) for s in symbols],
        "point_cards": POINT_CARDS,
        "points_size": len(POINT_CARDS),
        "point_deck_sizes": DECK_SIZES,
        "point_decks": DECKS,
    }


def printed(version: int) -> Values:
    """Returns the printed values in use, for a version of the rules."""
    return filled(
        PRINTED,
        **merchants.printed_merchants(),
        **printed_locations(),
        **printed_cards(),
        rules=version,
        bonus_kinds=BONUS_KINDS,
        kinds_size=len(BONUS_KINDS),
        bag=BONUS_BAG,
        bag_size=len(BONUS_BAG),
        exploration=EXPLORATION,
        exploration_size=len(EXPLORATION),
        tile_digits=digits_of([tile.points for tile in west_components.exploration_tiles()]),
        tile_deck=np.arange(len(EXPLORATION)),
    )
