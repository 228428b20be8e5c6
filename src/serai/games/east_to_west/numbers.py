"""From East to West in numbers: its decisions, its questions and parts of the score; no NumPy here."""

from enum import IntEnum

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

SETTLERS = 12
ROUTE_CARDS = 5
BONUS_TILES = 3
POINT_CARDS_TO_END = 8
PARTS = ("cards", "bonus", "explored", "cubes")  # the parts that score_parts counts


class West(IntEnum):
    """The questions that only this game asks."""

    MARKET = 16
    REPLACE = 17
    EXPLORE = 18
    BONUS = 19
    SWAP = 20
    BARTER = 21


class Continuation(IntEnum):
    """What continues once the player has answered the question."""

    NOTHING = 0
    PLACE = 1
    MARKET = 2
    FORT = 3


class LocationKind(IntEnum):
    """Kinds of locations that do more than gain, upgrade and trade."""

    PLAIN = 0
    FORT = 1
    MARKET = 2
    REFRESH = 3
    ADJUST = 4


class Hindrance(IntEnum):
    """Why a player cannot work at a location (EW-7)."""

    NOTHING = 0
    YOURS = 1  # the player has settlers there
    COVERED = 2  # an exploration tile covers it
    NO_CARD = 3  # no point card above the fort, no merchant below the market
    NO_DECK = 4  # no merchants to refresh the market with
    NEEDS = 5  # more settlers than the player has available
    LACKS = 6  # cubes for the point card
    UNPAID = 7  # cubes for the trade
