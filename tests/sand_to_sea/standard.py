"""The standard set of Sand to Sea, and its notation with that set."""

from functools import partial
from typing import Any

import numpy as np

from serai.core.component_folders import standard
from serai.games.sand_to_sea import notation
from serai.games.sand_to_sea import notation_writing as sea_writing
from serai.games.sand_to_sea.notation import phase_name

PIECES: Any = standard("sand_to_sea")
VALUES = PIECES.values()
MERCHANTS = PIECES.merchant_names
SPACES, ISLAND_NAMES, VICTORY = PIECES.space_names, PIECES.island_names, PIECES.victory_names
GROUPS, POINTS_TILES, PORTS, OPEN = PIECES.group_names, PIECES.points_names, PIECES.ports, PIECES.open_spaces
MAP = PIECES.map
ISLANDS, WAYS, STEPS, PORT_AT, OPEN_SPACES = (
    VALUES.islands,
    VALUES.ways,
    VALUES.steps,
    VALUES.port_at,
    VALUES.open_spaces,
)
VICTORY_TILES = VALUES.victory_tiles[: VALUES.victory_size]
STACK = np.arange(len(VICTORY_TILES), dtype=np.int8)
HOLD_TILES, SAIL_TILES, POINTS_COUNT = PIECES.bonus.hold, PIECES.bonus.sail, len(PIECES.bonus.points)
BONUS_POINTS = np.array(PIECES.bonus.points, np.int16)
BOARD = np.array(PIECES.board, np.int16)
GROUP_ROWS = np.array(PIECES.groups, np.int16)
DECISIONS = notation.all_decisions(PIECES)
NUMBERS = notation.numbers(PIECES)

deal = partial(notation.deal, PIECES)
decision = partial(notation.decision, PIECES)
parse = partial(notation.parse, PIECES)
parse_position = partial(notation.parse_position, PIECES)
position = partial(notation.position, PIECES)
question = partial(notation.question, PIECES)
reveals = partial(notation.reveals, PIECES)
port_tile = partial(sea_writing.port_tile, PIECES)
tiles = partial(sea_writing.tiles, PIECES)
details = partial(sea_writing.details, PIECES)
__all__ = ["phase_name"]
