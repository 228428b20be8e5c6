"""The arrays of an adversarial beam search, and how it values positions."""

import math
from typing import Any, NamedTuple

import numpy as np

from serai.bots.beam import PATH, Counts, Nodes, card_points, table_arrays, turn_arrays
from serai.bots.evaluation import forget
from serai.bots.evaluation.cubes import Weights
from serai.bots.traits import MOST_TRAITS, traits, worth
from serai.core.bits import Bitset
from serai.core.compiled import compiled, entry
from serai.core.phases import Phase
from serai.core.records import NONE, State, States, Values, empty_states, record
from serai.core.rounds import outranks
from serai.core.spec import ending, score

POOL = 24576
WIDTH = 1536
LEVELS = 40
TABLE = 262144
SEATS = 5
WON = 100.0
AHEAD = 97.0
NOBODY = -1000.0
LATER_SEAT = 0.1
SURE, UNSURE = 0.02, 1.5  # error of a predicted final margin: base, and per turn of the others until then

NODE = record(
    ("value", np.float64),  # 100 for a certain win, -100 for a certain loss; the beam is sorted by it
    ("points", np.float64),  # points of the seat, later gains discounted
    ("stand", np.float64),  # points plus what else the seat has
    ("parent", np.int32),  # index of the parent in the previous level
    ("length", np.int16),  # decisions of the turn
    ("over", np.int16),  # 1 when the game is over
    ("rounds", np.int32),  # turns taken by the others since the root
    ("path", np.int16, PATH),  # the decisions of the turn
)
TURN = record(("length", np.int16), ("path", np.int16, PATH))
BRANCH = record(
    ("value", np.float64),  # of the best node that starts with this turn
    ("level", np.int32),  # the deepest level with such a node
    ("place", np.int32),  # its index there
)
Records = np.ndarray[Any, np.dtype[np.record]]


class Outlook(NamedTuple):
    """How positions are valued: worths of merchant cards; by round, weights of traits and the error of a margin.

    Points gained a turn later count slightly less; points denied to another seat count in part.
    """

    worths: Weights
    weights: Weights
    spread: Weights
    discount: float
    denial: float


class AdversarialArrays(NamedTuple):
    """The arrays of the search."""

    partial: States  # positions inside a turn
    partial_raw: Bitset
    came: Counts  # the position each came from, and the action taken there
    action: Counts
    pool: States  # positions at the end of a turn
    pool_raw: Bitset
    found: Nodes
    states: States  # the beam of the current level
    nodes: Nodes  # of all levels
    number: Counts  # nodes of each level
    plans: Records  # by seat and round, each seat's planned turns
    points: Weights  # by seat and round, the points each will have under its plan
    stands: Weights  # by seat and round, points plus what else the seat will have
    row: Weights
    mask: Bitset
    seen: Bitset  # hashes of partial and pool positions, valid where the stamp is current
    stamp: Counts
    counters: Counts  # the stamp, decisions applied, positions in the pool


def arrays(dtype: np.dtype[Any], words: int) -> AdversarialArrays:
    """Makes the arrays for states of a game."""
    return AdversarialArrays(
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
    """Returns a seat's lead over the best other seat; in a tie the later seat leads (C-7)."""
    rival, most = NONE, 0
    for other in range(state.seats):
        if other != seat:
            points = score(values, state, other)
            if rival == NONE or outranks(points, other, most, rival):
                rival, most = other, points
    return score(values, state, seat) + LATER_SEAT * seat - (most + LATER_SEAT * rival)


@compiled
def judge(values: Values, f: AdversarialArrays, state: State, seat: int, node: Any, outlook: Outlook) -> None:
    """Values a position by a seat's expected final margin over the best other seat."""
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
    """Removes what is hidden from a state, so that no plan relies on it."""
    forget(state)


@entry
def describe(values: Values, state: State, seat: int, worths: Weights, row: Weights) -> None:
    """Writes a seat's traits."""
    traits(values, state, seat, worths, row)
