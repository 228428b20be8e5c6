"""Plans against plans: a beam search over a seat's own turns in which the others follow plans of their own."""

from typing import Any

import numpy as np

from serai.bots.evaluations import narrow, same_way, sensible, skip_to
from serai.bots.field import POOL, Field, Outlook, Records, judge
from serai.bots.plans import foresee, has_passed, intend, others_follow
from serai.bots.search import APPLIED, FOUND, PARTIAL, PATH, STAMP, card_points, hash_of, is_new
from serai.rules.bits import NOTHING, ONE, WORD, first, rest_of
from serai.rules.compiled import compiled, entry
from serai.rules.games import apply
from serai.rules.phases import Phase
from serai.rules.records import NONE, State, Values


@compiled
def finish(
    values: Values, f: Field, last: int, seat: int, parent: int, above: Any, level: int, outlook: Outlook
) -> None:
    """Puts the end of a turn into the pool, unless it is there already."""
    place = f.counters[FOUND]
    if place == POOL:
        return
    f.pool[place] = f.partial[last]
    if not is_new(f.seen, f.stamp, f.counters[STAMP], hash_of(f.pool_raw[place])):
        return
    state, node = f.pool[place], f.found[place]
    node.parent = parent
    node.rounds = above.rounds
    node.over = 1 if state.phase == Phase.OVER else 0
    gained = card_points(values, state, seat) - card_points(values, f.partial[0], seat)
    node.points = above.points + outlook.discount**level * gained
    judge(values, f, state, seat, node, outlook)
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
def expand(values: Values, f: Field, seat: int, parent: int, above: Any, level: int, outlook: Outlook) -> None:
    """Finds every turn that a seat can take from a position of the beam and puts where it ends into the pool."""
    f.partial[0] = f.states[parent]
    ways = NOTHING
    reached, current = 1, 0
    while current < reached:
        sensible(values, f.partial[current], f.mask)
        narrow(values, f.partial[current], f.mask, f.action[current] if current > 0 else NONE)
        for word in range(len(f.mask)):
            bits = f.mask[word]
            while bits != 0 and reached < PARTIAL:
                action = word * WORD + first(bits)
                bits = rest_of(bits)
                f.partial[reached] = f.partial[current]
                apply(values, f.partial[reached], action)
                f.counters[APPLIED] += 1
                f.came[reached] = current
                f.action[reached] = action
                state = f.partial[reached]
                if state.phase == Phase.TURN or state.phase == Phase.OVER or state.seat != seat:
                    finish(values, f, reached, seat, parent, above, level, outlook)
                    continue
                way = same_way(state)
                if way >= 0:
                    known = ways & (ONE << np.uint64(way)) != 0
                    ways |= ONE << np.uint64(way)
                    reached += not known
                elif is_new(f.seen, f.stamp, f.counters[STAMP], hash_of(f.partial_raw[reached])):
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
def go_round(values: Values, f: Field, state: State, node: Any, seat: int, outlook: Outlook) -> None:
    """Goes on to the next turn of a seat, and judges the position anew."""
    if has_passed(state, seat):
        others_follow(values, f, state, seat, node.rounds)
        node.rounds += 1
        node.over = 1 if state.phase == Phase.OVER else 0
        judge(values, f, state, seat, node, outlook)


@compiled
def begin(values: Values, f: Field, start: State, seat: int) -> None:
    """Makes a position the root of a beam."""
    f.states[0] = start
    root = f.nodes[0, 0]
    root.points = card_points(values, start, seat)
    root.stand = f.stands[seat, 0]
    root.over = 1 if start.phase == Phase.OVER else 0
    root.rounds = 0
    root.length = 0
    f.number[0] = 1


@entry
def run(values: Values, f: Field, start: State, seat: int, depth: int, width: int, outlook: Outlook) -> int:
    """Grows a beam of a seat's turns; returns the levels reached."""
    begin(values, f, start, seat)
    for level in range(depth):
        f.counters[FOUND] = 0
        f.counters[STAMP] += 1
        going = False
        for place in range(f.number[level]):
            if f.nodes[level, place].over == 1:
                carry(f, level, place)
            else:
                going = True
                expand(values, f, seat, place, f.nodes[level, place], level, outlook)
        if not going or f.counters[FOUND] == 0:
            return level
        select(f, level + 1, width)
        for place in range(f.number[level + 1]):
            go_round(values, f, f.states[place], f.nodes[level + 1, place], seat, outlook)
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
def plan_of(values: Values, f: Field, start: State, seat: int, depth: int, width: int, outlook: Outlook) -> None:
    """Plans for another seat as if it were its turn, and writes down what it intends."""
    f.partial[PARTIAL] = start
    skip_to(f.partial[PARTIAL], seat)
    last = run(values, f, f.partial[PARTIAL], seat, depth, width, outlook)
    best = best_of(f, last)
    intend(f, last, best, f.plans[seat])
    foresee(f, last, best, seat)


@compiled
def begun_by(f: Field, level: int, place: int) -> int:
    """Returns the place in the first level that a node descends from."""
    while level > 1:
        place = f.nodes[level, place].parent
        level -= 1
    return place


@entry
def first_turns(f: Field, last: int, branches: Records) -> int:
    """Writes down how far the beam kept each turn that can be taken now, and its best node there; returns how many."""
    for place in range(f.number[1]):
        branches[place].level = 0
    for level in range(last, 0, -1):
        for place in range(f.number[level]):
            branch, value = branches[begun_by(f, level, place)], f.nodes[level, place].value
            if branch.level == 0 or (branch.level == level and value > branch.value):
                branch.level = level
                branch.place = place
                branch.value = value
    return int(f.number[1])
