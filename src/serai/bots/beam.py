"""Beam search over one seat's turns, in compiled code that calls the rules of any game."""

import hashlib
import time
from typing import Any, NamedTuple

import numpy as np

from serai.bots.evaluation import forget, narrow, promise, same_way, sensible, skip_to
from serai.bots.evaluation.cubes import Weights
from serai.core.bits import ONE, WORD, Bitset, first, rest_of
from serai.core.caravans import cube_points
from serai.core.compiled import PLAIN, compiled, entry
from serai.core.phases import Phase
from serai.core.records import NONE, State, States, Values, empty_states, record
from serai.core.rounds import outranks
from serai.core.spec import apply, ending, score

PATH = 24
PARTIAL = 1024
POOL = 4096
BEAM = 512
TABLE = 16384
WON = 100.0
HASTE = 4.0
ODD = np.uint64(0x9E3779B97F4A7C15)

NODE = record(
    ("value", np.float64),  # what the node is worth; the beam is sorted by it
    ("gain", np.float64),  # points gained since the root, later ones discounted
    ("parent", np.int32),  # index of the parent in the previous level
    ("length", np.int16),  # decisions of the turn
    ("over", np.int16),  # 1 when the game is over
    ("path", np.int16, PATH),  # the decisions of the turn
)
Nodes = np.ndarray[Any, np.dtype[np.record]]
Counts = np.ndarray[Any, np.dtype[Any]]


class BeamArrays(NamedTuple):
    """The arrays that a search works on."""

    partial: States  # positions inside a turn
    partial_raw: Bitset
    came: Counts  # the position each came from, and the action taken there
    action: Counts
    pool: States  # positions at the end of a turn
    pool_raw: Bitset
    found: Nodes
    mask: Bitset
    seen: Bitset  # hashes of partial and pool positions, valid where the stamp is current
    stamp: Counts
    counters: Counts  # the stamp, decisions applied, positions in the pool


STAMP, APPLIED, FOUND = range(3)


TurnArrays = tuple[States, Bitset, Counts, Counts, States, Bitset, Nodes]
TableArrays = tuple[Bitset, Bitset, Counts, Counts]


def turn_arrays(dtype: np.dtype[Any], pool: int, node: np.dtype[Any]) -> TurnArrays:
    """Makes the arrays for finding turns: positions inside a turn, how each was reached, and the ends of turns."""
    partial, ends = empty_states(dtype, PARTIAL + 1), empty_states(dtype, pool)
    return (
        partial,
        partial.view(np.uint64).reshape(PARTIAL + 1, -1),
        np.zeros(PARTIAL + 1, np.int32),
        np.zeros(PARTIAL + 1, np.int16),
        ends,
        ends.view(np.uint64).reshape(pool, -1),
        np.zeros(pool, node),
    )


def table_arrays(words: int, size: int) -> TableArrays:
    """Makes a mask, a hash table of the given size, and counters."""
    return np.zeros(words, np.uint64), np.zeros(size, np.uint64), np.zeros(size, np.int64), np.zeros(3, np.int64)


def beam_arrays(dtype: np.dtype[Any], words: int) -> BeamArrays:
    """Makes the arrays for states of a game."""
    return BeamArrays(*turn_arrays(dtype, POOL, NODE), *table_arrays(words, TABLE))


if PLAIN:

    def hash_of(words: Bitset) -> np.uint64:
        """Hashes the words of a state."""
        return np.uint64(int.from_bytes(hashlib.blake2b(words.tobytes(), digest_size=8).digest(), "little"))

else:

    @compiled
    def hash_of(words: Bitset) -> np.uint64:
        """Hashes the words of a state, on two tracks so that the multiplications overlap."""
        one, other = ODD, ONE
        for place in range(0, len(words) - 1, 2):
            one = (one ^ words[place]) * ODD
            other = (other ^ words[place + 1]) * ODD
        if len(words) % 2 == 1:
            one = (one ^ words[len(words) - 1]) * ODD
        one ^= other >> np.uint64(29)
        one *= ODD
        return one ^ (one >> np.uint64(32))


@compiled
def is_new(seen: Bitset, stamps: Counts, stamp: int, value: np.uint64) -> bool:
    """Adds a hash to a table; returns False if it was already added under the current stamp."""
    place = np.int64(value & np.uint64(len(seen) - 1))
    for _ in range(64):
        if stamps[place] != stamp:
            stamps[place] = stamp
            seen[place] = value
            return True
        if seen[place] == value:
            return False
        place = (place + 1) & (len(seen) - 1)
    return True


@compiled
def card_points(values: Values, state: State, seat: int) -> int:
    """Counts a seat's points, leftover cubes excluded."""
    return score(values, state, seat) - cube_points(state.players[seat].caravan)


@compiled
def leads(values: Values, state: State, seat: int) -> bool:
    """Returns whether a seat would win if the game ended now (C-7)."""
    own = score(values, state, seat)
    for other in range(state.seats):
        theirs = score(values, state, other)
        if outranks(theirs, other, own, seat):
            return False
    return True


@compiled
def value_of(
    values: Values, state: State, seat: int, gain: float, over: bool, weight: float, weights: Weights
) -> float:
    """Values the end of a turn: points gained plus what else the seat has; an earlier win is worth more."""
    if over:
        return (
            gain
            + cube_points(state.players[seat].caravan)
            + (WON * weight**HASTE if leads(values, state, seat) else -WON)
        )
    return gain + promise(values, state, seat, weights)


@compiled
def finish(
    values: Values,
    b: BeamArrays,
    last: int,
    seat: int,
    parent: int,
    gain: float,
    before: int,
    weight: float,
    weights: Weights,
) -> None:
    """Adds the position at the end of a turn to the pool, unless it is already there."""
    place = b.counters[FOUND]
    if place == POOL:
        return
    b.pool[place] = b.partial[last]
    skip_to(b.pool[place], seat)
    if not is_new(b.seen, b.stamp, b.counters[STAMP], hash_of(b.pool_raw[place])):
        return
    state, node = b.pool[place], b.found[place]
    node.parent = parent
    node.gain = gain + weight * (card_points(values, state, seat) - before)
    over = state.phase == Phase.OVER or ending(state)
    node.over = 1 if over else 0
    node.value = value_of(values, state, seat, node.gain, over, weight, weights)
    length, step = 0, last
    while step != 0:
        length += 1
        step = b.came[step]
    node.length = min(length, PATH)
    step = last
    while step != 0:
        length -= 1
        if length < PATH:
            node.path[length] = b.action[step]
        step = b.came[step]
    b.counters[FOUND] += 1


@compiled
def expand(
    values: Values, b: BeamArrays, start: State, seat: int, parent: int, gain: float, weight: float, weights: Weights
) -> None:
    """Finds every turn that a seat can take from a position and adds the resulting positions to the pool."""
    b.partial[0] = start
    before = card_points(values, start, seat)
    ways = NO_WAYS
    reached, current = 1, 0
    while current < reached:
        sensible(values, b.partial[current], b.mask)
        narrow(values, b.partial[current], b.mask, b.action[current] if current > 0 else NONE)
        for word in range(len(b.mask)):
            bits = b.mask[word]
            while bits != 0 and reached < PARTIAL:
                action = word * WORD + first(bits)
                bits = rest_of(bits)
                b.partial[reached] = b.partial[current]
                apply(values, b.partial[reached], action)
                b.counters[APPLIED] += 1
                b.came[reached] = current
                b.action[reached] = action
                state = b.partial[reached]
                if state.phase == Phase.TURN or state.phase == Phase.OVER or state.seat != seat:
                    finish(values, b, reached, seat, parent, gain, before, weight, weights)
                    continue
                way = same_way(state)
                if way >= 0:
                    known = ways & (ONE << np.uint64(way)) != 0
                    ways |= ONE << np.uint64(way)
                    reached += not known
                elif is_new(b.seen, b.stamp, b.counters[STAMP], hash_of(b.partial_raw[reached])):
                    reached += 1
        current += 1


NO_WAYS = np.uint64(0)


@entry
def grow(
    values: Values,
    b: BeamArrays,
    states: States,
    nodes: Nodes,
    number: int,
    seat: int,
    weight: float,
    budget: int,
    weights: Weights,
) -> None:
    """Fills the pool with the turns that follow the best nodes of a level, within the budget."""
    b.counters[FOUND] = 0
    until = b.counters[APPLIED] + budget
    b.counters[STAMP] += 1
    for place in range(number):
        if nodes[place].over == 1:
            carry(b, states, nodes, place)
        elif place == 0 or b.counters[APPLIED] < until:
            expand(values, b, states[place], seat, place, nodes[place].gain, weight, weights)


@compiled
def carry(b: BeamArrays, states: States, nodes: Nodes, place: int) -> None:
    """Carries a finished game over to the next level unchanged."""
    to = b.counters[FOUND]
    if to < POOL:
        b.pool[to] = states[place]
        b.found[to] = nodes[place]
        b.found[to].parent = place
        b.found[to].length = 0
        b.counters[FOUND] += 1


@entry
def select(b: BeamArrays, states: States, nodes: Nodes) -> int:
    """Copies the best of the pool into a level, best first; returns how many there are."""
    found = b.counters[FOUND]
    values = np.empty(found, np.float64)
    for place in range(found):
        values[place] = -b.found[place].value
    order = np.argsort(values, kind="mergesort")
    number = min(found, len(nodes))
    for place in range(number):
        states[place] = b.pool[order[place]]
        nodes[place] = b.found[order[place]]
    return number


@entry
def let_others_answer(
    values: Values, b: BeamArrays, states: States, nodes: Nodes, number: int, seat: int, weights: Weights
) -> None:
    """Has the other seats, in order, take their best-looking turn in the first positions."""
    for place in range(number):
        if nodes[place].over == 0:
            for other in range(seat + 1, seat + states[place].seats):
                take_best_turn(values, b, states, place, other % states[place].seats, weights)
            skip_to(states[place], seat)


@compiled
def take_best_turn(values: Values, b: BeamArrays, states: States, place: int, seat: int, weights: Weights) -> None:
    """Has a seat take the turn that looks best one turn ahead, or pass if it has none."""
    skip_to(states[place], seat)
    b.counters[FOUND] = 0
    b.counters[STAMP] += 1
    expand(values, b, states[place], seat, 0, 0.0, 1.0, weights)
    best = NONE
    for turn in range(b.counters[FOUND]):
        if best == NONE or b.found[turn].value > b.found[best].value:
            best = turn
    if best != NONE and b.pool[best].phase != Phase.OVER:
        states[place] = b.pool[best]


@entry
def prepare(state: State) -> None:
    """Prepares a state for planning by removing everything hidden."""
    forget(state)


@entry
def advance(state: State, seat: int) -> None:
    """Begins a seat's next turn in a plan."""
    skip_to(state, seat)


class BeamResult(NamedTuple):
    """What a search found: the planned turns, the expected value, decisions applied and levels reached."""

    turns: list[list[int]]
    value: float
    points: float
    applied: int
    depth: int


class BeamSearch:
    """A beam search for one game; the arrays are made once."""

    def __init__(self, dtype: np.dtype[Any], words: int) -> None:
        """Allocates the arrays."""
        self.arrays = beam_arrays(dtype, words)
        self.root = empty_states(dtype, 1)
        self.states = empty_states(dtype, BEAM)

    def turns(self, values: Values, state: State, seat: int, weights: Weights) -> list[BeamResult]:
        """Lists every turn that a seat can take now, with its value."""
        self.root[0] = state
        prepare(self.root[0])
        grow(values, self.arrays, self.root, np.zeros(1, NODE), 1, seat, 1.0, 1, weights)
        found = self.arrays.found[: self.arrays.counters[FOUND]]
        return [
            BeamResult(
                [[int(action) for action in node.path[: node.length]]], float(node.value), float(node.gain), 0, 1
            )
            for node in found
        ]

    def plan(
        self,
        values: Values,
        state: State,
        seat: int,
        weights: Weights,
        depth: int,
        discount: float,
        answers: int = 0,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> BeamResult:
        """Plans a seat's turns; the budget is a number of decisions to apply, or seconds.

        After the first turn of a plan the others answer in the best `answers` positions; the rest are dropped.
        """
        self.root[0] = state
        prepare(self.root[0])
        levels = [np.zeros(1, NODE)]
        states, number = self.root, 1
        begun, start = time.perf_counter(), int(self.arrays.counters[APPLIED])
        for level in range(depth):
            share = self._share(level, depth, start, begun, nodes, seconds)
            if level > 0 and share <= 0:
                break
            grow(values, self.arrays, states, levels[-1], number, seat, discount**level, share, weights)
            kept = np.zeros(BEAM, NODE)
            states = self.states
            found = select(self.arrays, states, kept)
            if found == 0:
                break
            number = found
            levels.append(kept)
            if level == 0 and answers > 0 and depth > 1:
                number = min(found, answers)
                let_others_answer(values, self.arrays, states, kept, number, seat, weights)
            if kept[0].over == 1 and level > 0:
                break
        applied = int(self.arrays.counters[APPLIED]) - start
        return BeamResult(
            traced(levels), float(levels[-1][0].value), float(levels[-1][0].gain), applied, len(levels) - 1
        )

    def answer(self, values: Values, states: States, seat: int, weights: Weights) -> None:
        """Has the others answer in one position, as they do after the first turn of a plan."""
        let_others_answer(values, self.arrays, states, np.zeros(1, NODE), 1, seat, weights)

    def _share(self, level: int, depth: int, start: int, begun: float, nodes: int | None, seconds: float | None) -> int:
        """Returns how many decisions the next level may apply."""
        applied = int(self.arrays.counters[APPLIED]) - start
        if seconds is not None:
            spent = time.perf_counter() - begun
            rate = applied / spent if applied > 2000 else 2_000_000
            return int((seconds - spent) * rate / (depth - level))
        return ((nodes or 0) - applied) // (depth - level)


def traced(levels: list[Nodes]) -> list[list[int]]:
    """Returns the decisions of the best plan, turn by turn."""
    turns: list[list[int]] = []
    place = 0
    for level in reversed(levels[1:]):
        node = level[place]
        turns.append([int(action) for action in node.path[: node.length]])
        place = int(node.parent)
    return [turn for turn in reversed(turns) if turn]
