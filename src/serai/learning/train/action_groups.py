"""Groups of actions that share weights."""

import numpy as np

from serai.core import spec
from serai.core.bits import WORD
from serai.learning.train.values import TRAINING
from serai.networks.layers import Matrix


def kin(game: str) -> Matrix:
    """Returns a row per group with 1 at each of its actions."""
    actions = np.arange(WORD * spec.GAMES[game].WORDS)
    groups = TRAINING[game].kin(actions) if game in TRAINING else []
    return np.array(groups, np.float32).reshape(len(groups), len(actions))
