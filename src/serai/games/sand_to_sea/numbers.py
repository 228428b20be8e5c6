"""Sand to Sea in numbers: its decisions, its questions and parts of the score; no NumPy here."""

from enum import IntEnum

from serai.core import numbers
from serai.core.phases import SET_UP
from serai.games.sand_to_sea.pieces import CLOSED as CLOSED

HOLD = 3  # cubes that a hold tile adds to the limit (SS-12)

PLAY = 0
ACQUIRE = 64
TAKE = 128
SAIL = 192  # six blocks, one for each neighbour in the order of the map file
PLACE = 576
REST = 640
PAY = REST + numbers.PAY
BUILD = 656
DELIVER = 657
GIVE = 660
CHOOSE = 664
START = 672
FREE = 680
WORDS = 11
CLOSED_AMONG = 6
VICTORY_TILES_TO_END = 4
PARTS = ("victory", "outposts", "points", "cubes")  # the parts that score_parts counts


class Sea(IntEnum):
    """The questions that only this game asks."""

    SAIL = 16
    TOLL = 17
    ACT = 18
    BUILD = 19
    BONUS = 20
    MARKET = 21
    START = SET_UP
    PLACE = SET_UP + 1


class BonusPile(IntEnum):
    """The piles of bonus tiles (SS-4)."""

    HOLD = 0
    SAIL = 1
    POINTS = 2
