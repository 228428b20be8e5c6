"""The phases that all games share; a game adds its own from 16 on, those of the set-up from 32 on."""

from enum import IntEnum


class Phase(IntEnum):
    """The question before the deciding seat."""

    TURN = 0
    PAY = 1
    UPGRADE = 2
    TRADE = 3
    DISCARD = 4
    OVER = 5


SET_UP = 32
