"""Plans against plans: a beam search over a seat's own turns in which the others follow plans of their own."""

import math
from typing import Any, NamedTuple

import numpy as np

from serai.bots.evaluations import forget, narrow, same_way, skip_to
from serai.bots.evaluations.shared import Weights
from serai.bots.prospects import MOST_TRAITS, traits
from serai.bots.search import PATH, Counts, Nodes, card_points, hash_of
from serai.rules.bits import NOTHING, ONE, WORD, Words, first, offered, rest_of
from serai.rules.compiled import compiled, entry
from serai.rules.games import apply, ending, legal, score
from serai.rules.phases import Phase
from serai.rules.records import NONE, State, States, empty_states, record

PARTIAL = 1024
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
Turns = np.ndarray[Any, np.dtype[np.record]]


class Outlook(NamedTuple):
    """How positions are valued, by rounds from now: the weights of the traits, and how far off a margin may be.

    Points gained a turn later count a little less; of points kept from another, a share counts.
    """

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
    plans: Turns  # by seat and round, the turns that each seat intends
    points: Weights  # by seat and round, the points that each will have by its plan
    stands: Weights  # likewise points and what else it will have
    row: Weights
    mask: Words
    seen: Words  # hashes of partial and pool positions, valid where the stamp is current
    stamp: Counts
    counters: Counts  # the stamp, decisions applied, positions in the pool


STAMP, APPLIED, FOUND = range(3)


def arrays(dtype: np.dtype[Any], words: int) -> Field:
    """Makes the arrays for states of a game."""
    partial, pool = empty_states(dtype, PARTIAL + 1), empty_states(dtype, POOL)
    return Field(
        partial,
        partial.view(np.uint64).reshape(PARTIAL + 1, -1),
        np.zeros(PARTIAL + 1, np.int32),
        np.zeros(PARTIAL + 1, np.int16),
        pool,
        pool.view(np.uint64).reshape(POOL, -1),
        np.zeros(POOL, NODE),
        empty_states(dtype, WIDTH),
        np.zeros((LEVELS + 1, WIDTH), NODE),
        np.zeros(LEVELS + 1, np.int32),
        np.zeros((SEATS, LEVELS), TURN),
        np.zeros((SEATS, LEVELS + 1)),
        np.zeros((SEATS, LEVELS + 1)),
        np.zeros(MOST_TRAITS),
        np.zeros(words, np.uint64),
        np.zeros(TABLE, np.uint64),
        np.zeros(TABLE, np.int64),
        np.zeros(3, np.int64),
    )


@compiled
def is_new(f: Field, value: np.uint64) -> bool:
    """Remembers a hash; False if it was there since the current stamp began."""
    stamp = f.counters[STAMP]
    place = np.int64(value & np.uint64(TABLE - 1))
    for _ in range(64):
        if f.stamp[place] != stamp:
            f.stamp[place] = stamp
            f.seen[place] = value
            return True
        if f.seen[place] == value:
            return False
        place = (place + 1) & (TABLE - 1)
    return True


@compiled
def lead(state: State, seat: int) -> float:
    """Counts by how much a seat is ahead of the best of the others; of equal scores the later seat is (C-7)."""
    best = NOBODY
    for other in range(state.seats):
        if other != seat:
            best = max(best, score(state, other) + LATER_SEAT * other)
    return score(state, seat) + LATER_SEAT * seat - best


@compiled
def worth(f: Field, state: State, seat: int, weights: Weights) -> float:
    """Values what a seat has besides points."""
    traits(state, seat, f.row)
    value = 0.0
    for trait in range(len(weights)):
        value += weights[trait] * f.row[trait]
    return value


@compiled
def judge(f: Field, state: State, seat: int, node: Any, outlook: Outlook) -> None:
    """Values a position by the margin that a seat may expect at the end over the best of the others."""
    if state.phase == Phase.OVER or ending(state):
        turns = node.rounds if state.phase == Phase.OVER else node.rounds + 1
        node.value = WON * math.tanh(lead(state, seat) / (SURE + UNSURE * turns))
        node.stand = node.points
        return
    when = min(node.rounds, LEVELS)
    node.stand = node.points + worth(f, state, seat, outlook.weights[when])
    best = NOBODY
    for other in range(state.seats):
        if other != seat:
            denied = f.points[other, when] - card_points(state, other)
            best = max(best, f.stands[other, when] - outlook.denial * denied)
    node.value = AHEAD * math.tanh((node.stand - best) / outlook.spread[when])


@compiled
def finish(f: Field, last: int, seat: int, parent: int, above: Any, level: int, outlook: Outlook) -> None:
    """Puts the end of a turn into the pool, unless it is there already."""
    place = f.counters[FOUND]
    if place == POOL:
        return
    f.pool[place] = f.partial[last]
    if not is_new(f, hash_of(f.pool_raw[place])):
        return
    state, node = f.pool[place], f.found[place]
    node.parent = parent
    node.rounds = above.rounds
    node.over = 1 if state.phase == Phase.OVER else 0
    gained = card_points(state, seat) - card_points(f.partial[0], seat)
    node.points = above.points + outlook.discount**level * gained
    judge(f, state, seat, node, outlook)
    write_path(f, last, node)
    f.counters[FOUND] += 1


@compiled
def write_path(f: Field, last: int, node: Any) -> None:
    """Writes down the decisions that led to a position inside a turn."""
    length, step = 0, last
    while step != 0:
        length += 1
        step = f.came[step]
    node.length = min(length, PATH)
    step = last
    while step != 0:
        length -= 1
        if length < PATH:
            node.path[length] = f.action[step]
        step = f.came[step]


@compiled
def expand(f: Field, seat: int, parent: int, above: Any, level: int, outlook: Outlook) -> None:
    """Finds every turn that a seat can take from a position of the beam and puts where it ends into the pool."""
    f.partial[0] = f.states[parent]
    ways = NOTHING
    reached, current = 1, 0
    while current < reached:
        legal(f.partial[current], f.mask)
        narrow(f.partial[current], f.mask, f.action[current] if current > 0 else NONE)
        for word in range(len(f.mask)):
            bits = f.mask[word]
            while bits != 0 and reached < PARTIAL:
                action = word * WORD + first(bits)
                bits = rest_of(bits)
                f.partial[reached] = f.partial[current]
                apply(f.partial[reached], action)
                f.counters[APPLIED] += 1
                f.came[reached] = current
                f.action[reached] = action
                state = f.partial[reached]
                if state.phase == Phase.TURN or state.phase == Phase.OVER or state.seat != seat:
                    finish(f, reached, seat, parent, above, level, outlook)
                    continue
                way = same_way(state)
                if way >= 0:
                    known = ways & (ONE << np.uint64(way)) != 0
                    ways |= ONE << np.uint64(way)
                    reached += not known
                elif is_new(f, hash_of(f.partial_raw[reached])):
                    reached += 1
        current += 1


@compiled
def carry(f: Field, level: int, place: int) -> None:
    """Takes a game that is over into the next level as it is."""
    to = f.counters[FOUND]
    if to < POOL:
        f.pool[to] = f.states[place]
        f.found[to] = f.nodes[level, place]
        f.found[to].parent = place
        f.found[to].length = 0
        f.counters[FOUND] += 1


@compiled
def select(f: Field, level: int, width: int) -> None:
    """Makes the best of the pool the beam of a level, best first."""
    found = f.counters[FOUND]
    values = np.empty(found, np.float64)
    for place in range(found):
        values[place] = -f.found[place].value
    order = np.argsort(values, kind="mergesort")
    f.number[level] = min(found, width)
    for place in range(f.number[level]):
        f.states[place] = f.pool[order[place]]
        f.nodes[level, place] = f.found[order[place]]


@compiled
def pass_on(state: State, seat: int) -> None:
    """Ends the turn of a seat as it stands; with the last seat's turn the round ends, and perhaps the game (C-6)."""
    if seat == state.seats - 1 and ending(state):
        state.phase = Phase.OVER
    else:
        skip_to(state, (seat + 1) % state.seats)


@compiled
def follow(f: Field, state: State, seat: int, turn: Any) -> None:
    """Lets a seat take a turn that it had planned, as far as it is legal still."""
    skip_to(state, seat)
    for step in range(turn.length):
        legal(state, f.mask)
        if state.seat != seat or not offered(f.mask, turn.path[step]):
            break
        apply(state, turn.path[step])
        f.counters[APPLIED] += 1
        if state.phase == Phase.OVER or state.phase == Phase.TURN:
            break
    if state.phase != Phase.OVER and (state.phase != Phase.TURN or state.seat == seat):
        pass_on(state, seat)


@entry
def others_follow(f: Field, state: State, seat: int, number: int) -> None:
    """Lets the other seats take their planned turns of a round, until a seat's turn comes or the game is over."""
    for step in range(1, state.seats):
        other = (seat + step) % state.seats
        if state.phase != Phase.TURN and state.phase != Phase.OVER:
            pass_on(state, (other - 1) % state.seats)
        if state.phase != Phase.OVER:
            follow(f, state, other, f.plans[other, min(number, LEVELS - 1)])
    if state.phase != Phase.OVER:
        skip_to(state, seat)


@entry
def has_passed(state: State, seat: int) -> bool:
    """Tells whether the turn of a seat is over and it is not its turn again (EW-14)."""
    return state.phase != Phase.OVER and not (state.phase == Phase.TURN and state.seat == seat)


@compiled
def go_round(f: Field, state: State, node: Any, seat: int, outlook: Outlook) -> None:
    """Goes on to the next turn of a seat, and judges the position anew."""
    if has_passed(state, seat):
        others_follow(f, state, seat, node.rounds)
        node.rounds += 1
        node.over = 1 if state.phase == Phase.OVER else 0
        judge(f, state, seat, node, outlook)


@compiled
def begin(f: Field, start: State, seat: int) -> None:
    """Makes a position the root of a beam."""
    f.states[0] = start
    root = f.nodes[0, 0]
    root.points = card_points(start, seat)
    root.stand = f.stands[seat, 0]
    root.over = 1 if start.phase == Phase.OVER else 0
    root.rounds = 0
    root.length = 0
    f.number[0] = 1


@entry
def run(f: Field, start: State, seat: int, depth: int, width: int, outlook: Outlook) -> int:
    """Grows a beam of a seat's turns; returns the levels reached."""
    begin(f, start, seat)
    for level in range(depth):
        f.counters[FOUND] = 0
        f.counters[STAMP] += 1
        going = False
        for place in range(f.number[level]):
            if f.nodes[level, place].over == 1:
                carry(f, level, place)
            else:
                going = True
                expand(f, seat, place, f.nodes[level, place], level, outlook)
        if not going or f.counters[FOUND] == 0:
            return level
        select(f, level + 1, width)
        for place in range(f.number[level + 1]):
            go_round(f, f.states[place], f.nodes[level + 1, place], seat, outlook)
    return depth


@entry
def best_of(f: Field, level: int) -> int:
    """Returns the place of the best node of a level."""
    best = 0
    for place in range(f.number[level]):
        if f.nodes[level, place].value > f.nodes[level, best].value:
            best = place
    return best


@entry
def intend(f: Field, level: int, place: int, turns: Turns) -> None:
    """Writes down the turns that lead to a node."""
    for number in range(len(turns)):
        turns[number].length = 0
    while level > 0:
        node = f.nodes[level, place]
        turns[level - 1].length = node.length
        for step in range(node.length):
            turns[level - 1].path[step] = node.path[step]
        place = node.parent
        level -= 1


@compiled
def foresee(f: Field, level: int, place: int, seat: int) -> None:
    """Writes down what a seat will have in each round if it comes as planned."""
    for number in range(level, LEVELS + 1):
        f.points[seat, number] = f.nodes[level, place].points
        f.stands[seat, number] = f.nodes[level, place].stand
    while level > 0:
        f.points[seat, level] = f.nodes[level, place].points
        f.stands[seat, level] = f.nodes[level, place].stand
        place = f.nodes[level, place].parent
        level -= 1
    f.points[seat, 0] = f.nodes[0, 0].points
    f.stands[seat, 0] = f.nodes[0, 0].stand


@entry
def plan_of(f: Field, start: State, seat: int, depth: int, width: int, outlook: Outlook) -> None:
    """Plans for another seat as if it were its turn, and writes down what it intends."""
    f.partial[PARTIAL] = start
    skip_to(f.partial[PARTIAL], seat)
    last = run(f, f.partial[PARTIAL], seat, depth, width, outlook)
    best = best_of(f, last)
    intend(f, last, best, f.plans[seat])
    foresee(f, last, best, seat)


@entry
def forget_plans(f: Field, start: State, outlook: Outlook) -> None:
    """Lets every seat intend nothing, and stay as it stands."""
    for seat in range(start.seats):
        for number in range(LEVELS):
            f.plans[seat, number].length = 0
        for number in range(LEVELS + 1):
            f.points[seat, number] = card_points(start, seat)
            f.stands[seat, number] = f.points[seat, number] + worth(f, start, seat, outlook.weights[number])


@entry
def first_turns(f: Field, last: int, places: Counts) -> int:
    """Writes down the best node of the last level for each turn that can be taken now; returns how many there are."""
    for place in range(f.number[1]):
        places[place] = NONE
    for place in range(f.number[last]):
        begun = place
        for level in range(last, 1, -1):
            begun = f.nodes[level, begun].parent
        if places[begun] == NONE or f.nodes[last, place].value > f.nodes[last, places[begun]].value:
            places[begun] = place
    return int(f.number[1])


@entry
def hide(state: State) -> None:
    """Takes out of a state what is hidden, so that no plan builds on it."""
    forget(state)


@entry
def describe(state: State, seat: int, row: Weights) -> None:
    """Writes down the traits of a seat."""
    traits(state, seat, row)
