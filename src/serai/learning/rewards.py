"""What a game is worth to each seat, in compiled code: the win, the margin or the rank."""

from enum import IntEnum
from typing import Any

import numpy as np

from serai.core.compiled import compiled, entry
from serai.core.rounds import Scores, best, rank

Worth = np.ndarray[Any, np.dtype[np.float32]]


class Reward(IntEnum):
    """What is rewarded: the win (1 or 0), points ahead of the best other seat, or the rank (1 first, 0 last)."""

    WIN = 0
    MARGIN = 1
    RANK = 2


def reward_named(name: str) -> Reward:
    """Returns a reward by its name."""
    names = [reward.name.lower() for reward in Reward]
    if name not in names:
        raise ValueError(f"there is no reward {name!r}; there are: {', '.join(names)}")
    return Reward(names.index(name))


@compiled
def margin(scores: Scores, seats: int, seat: int) -> int:
    """Returns a seat's points minus those of the best other seat."""
    others = -32768
    for other in range(seats):
        if other != seat:
            others = max(others, int(scores[other]))
    return int(scores[seat]) - others


@entry
def worth(scores: Scores, seats: int, seat: int, reward: int) -> float:
    """Returns what a game that ended with these scores is worth to a seat."""
    match reward:
        case Reward.WIN:
            return 1.0 if best(scores, seats) == seat else 0.0
        case Reward.MARGIN:
            return float(margin(scores, seats, seat))
        case _:
            return 1.0 - rank(scores, seats, seat) / (seats - 1)
