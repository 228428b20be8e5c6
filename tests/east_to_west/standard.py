"""The oldest set of From East to West, and its notation with that set."""

from functools import partial
from typing import Any

import numpy as np

from serai.core.component_folders import original
from serai.games.east_to_west import notation
from serai.games.east_to_west.notation_writing import phase_name, places
from serai.games.east_to_west.rules import state as west_table

PIECES: Any = original("east_to_west")
VALUES = PIECES.values()
MERCHANTS = PIECES.merchant_names
LOCATIONS, POINTS = PIECES.location_names, PIECES.point_names
TILES, BONUS_NAMES = PIECES.tile_names, PIECES.bonus_names
PLACES, CARDS_IN_FILE, TILES_IN_FILE = PIECES.locations, PIECES.points, PIECES.bonus
COVERED, FORT_AT, MARKET_AT = VALUES.covered, VALUES.fort_at, VALUES.market_at
DECKS, DECK_SIZES, STACK_HEIGHTS = VALUES.point_decks, VALUES.point_deck_sizes, VALUES.stack_heights
LOCATION_ROWS = VALUES.locations[: VALUES.locations_size]
POINT_CARDS = VALUES.point_cards[: VALUES.points_size]
BONUS_KINDS = VALUES.bonus_kinds[: VALUES.kinds_size]
BONUS_BAG = np.array(west_table.bonus_bag(PIECES), np.int8)
EXPLORATION = VALUES.exploration[: VALUES.exploration_size]
LINKS = west_table.links(PIECES)
DECISIONS = notation.all_decisions(PIECES)
NUMBERS = notation.numbers(PIECES)

slots_of = PIECES.slots_of
deal = partial(notation.deal, PIECES)
decision = partial(notation.decision, PIECES)
parse = partial(notation.parse, PIECES)
parse_position = partial(notation.parse_position, PIECES)
position = partial(notation.position, PIECES)
question = partial(notation.question, PIECES)
reveals = partial(notation.reveals, PIECES)
covered = partial(notation.covered, PIECES)
stacks = partial(notation.stacks, PIECES)
__all__ = ["phase_name", "places"]
