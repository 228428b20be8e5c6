"""Actions that have something in common, so that what is learned of one is learned of all."""

import numpy as np

from serai.core import spec
from serai.core.bits import WORD
from serai.learning.train.values import TRAINING
from serai.networks.layers import Matrix


def kin(game: str) -> Matrix:
    """Returns a row for everything that actions of a game have in common, with 1 at each of them."""
    actions = np.arange(WORD * spec.GAMES[game].WORDS)
    groups = TRAINING[game].kin(actions) if game in TRAINING else []
    return np.array(groups, np.float32).reshape(len(groups), len(actions))
