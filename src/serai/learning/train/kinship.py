"""Actions that have something in common, so that what is learned of one is learned of all."""

import numpy as np

from serai.networks.layers import Matrix
from serai.rules import games, sand_to_sea, sea_table
from serai.rules.bits import WORD
from serai.rules.sea_components import MOST_WAYS


def kin(game: str) -> Matrix:
    """Returns a row for everything that actions of a game have in common, with 1 at each of them.

    In Sand to Sea a step is one of 384 actions, since each neighbour is reached for any card; what they share is the
    neighbour, for a card or for free, and the card (SS-9).
    """
    actions = np.arange(WORD * games.GAMES[game].WORDS)
    if game != sand_to_sea.NAME:
        return np.zeros((0, len(actions)), np.float32)
    steps, free = actions - sea_table.SAIL, actions - sea_table.FREE
    for_card = (steps >= 0) & (steps < WORD * MOST_WAYS)
    by_way = [(for_card & (steps // WORD == way)) | (free == way) for way in range(MOST_WAYS)]
    by_card = [for_card & (steps % WORD == card) for card in range(WORD)]
    return np.stack(by_way + by_card).astype(np.float32)
