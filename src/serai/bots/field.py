"""The field of a race: the arrays that it is run on, and how positions are valued."""

import math
from typing import Any, NamedTuple

import numpy as np

from serai.bots.evaluations import forget
from serai.bots.evaluations.shared import Weights
from serai.bots.prospects import MOST_TRAITS, traits, worth
from serai.bots.search import PATH, Counts, Nodes, card_points, table_arrays, turn_arrays
from serai.rules.bits import Words
from serai.rules.compiled import compiled, entry
from serai.rules.games import ending, score
from serai.rules.phases import Phase
from serai.rules.records import State, States, Values, empty_states, record

POOL = 24576
WIDTH = 1536
LEVELS = 40
TABLE = 262144
SEATS = 5
WON = 100.0
AHEAD = 97.0
NOBODY = -1000.0
LATER_SEAT = 0.1
SURE, UNSURE = 0.02, 1.5  # how far off a foreseen final margin is: at once, and for each turn of the others until then

NODE = record(
    ("value", np.float64),  # 100 for a game surely won, -100 for one lost; the order of the beam
    ("points", np.float64),  # points of the seat, later gains discounted
    ("stand", np.float64),  # points and what else the seat has
    ("parent", np.int32),  # place of the parent in the level before
    ("length", np.int16),  # decisions of the turn
    ("over", np.int16),  # 1 when the game is over
    ("rounds", np.int32),  # turns that the others have had since the root
    ("path", np.int16, PATH),  # the decisions of the turn
)
TURN = record(("length", np.int16), ("path", np.int16, PATH))
BRANCH = record(
    ("value", np.float64),  # of the best node that began with a turn
    ("level", np.int32),  # the last level that has such a node
    ("place", np.int32),  # its place there
)
Records = np.ndarray[Any, np.dtype[np.record]]


class Outlook(NamedTuple):
    """How positions are valued: worths of merchant cards; by rounds, weights of traits and how far off a margin may be.

    Points gained a turn later count a little less; of points kept from another, a share counts.
    """

    worths: Weights
    weights: Weights
    spread: Weights
    discount: float
    denial: float


class Field(NamedTuple):
    """The arrays that a race is run on."""

    partial: States  # positions inside a turn
    partial_raw: Words
    came: Counts  # from which of them each came, and by which action
    action: Counts
    pool: States  # positions at the end of a turn
    pool_raw: Words
    found: Nodes
    states: States  # the beam of the present level
    nodes: Nodes  # of all levels
    number: Counts  # nodes of each level
    plans: Records  # by seat and round, the turns that each seat intends
    points: Weights  # by seat and round, the points that each will have by its plan
    stands: Weights  # likewise points and what else it will have
    row: Weights
    mask: Words
    seen: Words  # hashes of partial and pool positions, valid where the stamp is current
    stamp: Counts
    counters: Counts  # the stamp, decisions applied, positions in the pool


def arrays(dtype: np.dtype[Any], words: int) -> Field:
    """Makes the arrays for states of a game."""
    return Field(
        *turn_arrays(dtype, POOL, NODE),
        empty_states(dtype, WIDTH),
        np.zeros((LEVELS + 1, WIDTH), NODE),
        np.zeros(LEVELS + 1, np.int32),
        np.zeros((SEATS, LEVELS), TURN),
        np.zeros((SEATS, LEVELS + 1)),
        np.zeros((SEATS, LEVELS + 1)),
        np.zeros(MOST_TRAITS),
        *table_arrays(words, TABLE),
    )


@compiled
def lead(values: Values, state: State, seat: int) -> float:
    """Counts by how much a seat is ahead of the best of the others; of equal scores the later seat is (C-7)."""
    best = NOBODY
    for other in range(state.seats):
        if other != seat:
            best = max(best, score(values, state, other) + LATER_SEAT * other)
    return score(values, state, seat) + LATER_SEAT * seat - best


@compiled
def judge(values: Values, f: Field, state: State, seat: int, node: Any, outlook: Outlook) -> None:
    """Values a position by the margin that a seat may expect at the end over the best of the others."""
    if state.phase == Phase.OVER or ending(state):
        turns = node.rounds if state.phase == Phase.OVER else node.rounds + 1
        node.value = WON * math.tanh(lead(values, state, seat) / (SURE + UNSURE * turns))
        node.stand = node.points
        return
    when = min(node.rounds, LEVELS)
    node.stand = node.points + worth(values, state, seat, outlook.worths, f.row, outlook.weights[when])
    best = NOBODY
    for other in range(state.seats):
        if other != seat:
            denied = f.points[other, when] - card_points(values, state, other)
            best = max(best, f.stands[other, when] - outlook.denial * denied)
    node.value = AHEAD * math.tanh((node.stand - best) / outlook.spread[when])


@entry
def hide(state: State) -> None:
    """Takes out of a state what is hidden, so that no plan builds on it."""
    forget(state)


@entry
def describe(values: Values, state: State, seat: int, worths: Weights, row: Weights) -> None:
    """Writes down the traits of a seat."""
    traits(values, state, seat, worths, row)
