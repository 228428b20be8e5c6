"""Turns, rounds and who wins (C-6, C-7)."""

from typing import Any

import numpy as np

from serai.rules.compiled import compiled, entry
from serai.rules.phases import SET_UP, Phase
from serai.rules.records import State

Scores = np.ndarray[Any, np.dtype[np.int16]]


@entry
def begins_turn(phase: int, state: State) -> bool:
    """Tells whether a decision taken in a phase has begun a new turn; the first turn begins with the set-up."""
    return state.phase == Phase.TURN and phase < SET_UP


@compiled
def pass_turn(state: State) -> bool:
    """Gives the turn to the next seat; True when that begins a new round (C-6)."""
    state.phase = Phase.TURN
    state.seat += 1
    if state.seat < state.seats:
        return False
    state.seat = 0
    return True


@compiled
def outranks(scores: Scores, seat: int, other: int) -> bool:
    """Tells whether a seat has more points than another, or as many and is later in turn order (C-7)."""
    return scores[seat] > scores[other] or (scores[seat] == scores[other] and seat > other)


@entry
def best(scores: Scores, seats: int) -> int:
    """Returns the seat with the highest score; of tied seats the latest in turn order (C-7)."""
    winner = 0
    for seat in range(1, seats):
        if outranks(scores, seat, winner):
            winner = seat
    return winner


@entry
def rank(scores: Scores, seats: int, seat: int) -> int:
    """Counts the seats that are ranked before a seat: 0 is the winner's rank, and no two seats share one (C-7)."""
    before = 0
    for other in range(seats):
        before += outranks(scores, other, seat)
    return before
