"""The standard set of Spice Road, and its notation with that set."""

from functools import partial
from typing import Any

import numpy as np

from serai.core.component_folders import standard
from serai.games.spice_road import notation

PIECES: Any = standard("spice_road")
VALUES = PIECES.values()
MERCHANTS = PIECES.merchant_names
POINTS = PIECES.point_names
DECK = np.array(PIECES.merchant_deck, np.int8)
MERCHANT_ROWS = VALUES.merchants[: VALUES.merchants_size]
POINT_CARDS = VALUES.point_cards[: VALUES.points_size]
DECISIONS = notation.all_decisions(PIECES)
NUMBERS = notation.numbers(PIECES)

deal = partial(notation.deal, PIECES)
decision = partial(notation.decision, PIECES)
parse = partial(notation.parse, PIECES)
parse_position = partial(notation.parse_position, PIECES)
position = partial(notation.position, PIECES)
question = partial(notation.question, PIECES)
reveals = partial(notation.reveals, PIECES)
