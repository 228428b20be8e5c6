"""Turns, rounds and who wins (C-6, C-7)."""

from typing import Any

import numpy as np

from serai.core.compiled import compiled, entry
from serai.core.phases import SET_UP, Phase
from serai.core.records import State

Scores = np.ndarray[Any, np.dtype[np.int16]]


@entry
def begins_turn(phase: int, state: State) -> bool:
    """Returns whether a decision taken in a phase began a new turn; the first turn begins with the set-up."""
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
def outranks(points: int, seat: int, others: int, other: int) -> bool:
    """Returns whether a seat has more points than another, or as many and comes later in turn order (C-7)."""
    return points > others or (points == others and seat > other)


@entry
def best(scores: Scores, seats: int) -> int:
    """Returns the seat with the highest score; among tied seats, the latest in turn order (C-7)."""
    winner = 0
    for seat in range(1, seats):
        if outranks(scores[seat], seat, scores[winner], winner):
            winner = seat
    return winner


@entry
def rank(scores: Scores, seats: int, seat: int) -> int:
    """Counts the seats ranked before a seat: 0 for the winner; no two seats share a rank (C-7)."""
    before = 0
    for other in range(seats):
        before += outranks(scores[other], other, scores[seat], seat)
    return before


@entry
def ranking(scores: Scores, seats: int) -> Scores:
    """Lists the seats, best first (C-7)."""
    ranked = np.empty(seats, np.int16)
    for seat in range(seats):
        ranked[rank(scores, seats, seat)] = seat
    return ranked
