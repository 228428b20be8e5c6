"""Serai: a fan-made table for the Century board games, not affiliated with their publisher."""

from serai.game import Game
from serai.notation import BadPosition, IllegalAction
from serai.record import BadRecord
from serai.rules.components import BadComponents
from serai.rules.games import GAMES
from serai.version import VERSION

__version__ = VERSION
__all__ = ["GAMES", "BadComponents", "BadPosition", "BadRecord", "Game", "IllegalAction"]
