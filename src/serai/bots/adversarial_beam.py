"""Plans against plans: a beam search over one seat's turns in which the other seats follow their own plans."""

from typing import Any

import numpy as np

from serai.bots.beam import APPLIED, FOUND, PARTIAL, PATH, STAMP, card_points, hash_of, is_new
from serai.bots.beam_arrays import POOL, AdversarialArrays, Outlook, Records, judge
from serai.bots.evaluation import narrow, same_way, sensible, skip_to
from serai.bots.opponents import foresee, has_passed, intend, others_follow
from serai.core.bits import NOTHING, ONE, WORD, first, rest_of
from serai.core.compiled import compiled, entry
from serai.core.phases import Phase
from serai.core.records import NONE, State, Values
from serai.core.spec import apply


@compiled
def finish(
    values: Values, f: AdversarialArrays, last: int, seat: int, parent: int, above: Any, level: int, outlook: Outlook
) -> None:
    """Adds the position at the end of a turn to the pool, unless it is already there."""
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
def write_path(f: AdversarialArrays, last: int, node: Any) -> None:
    """Records the decisions that led to a position inside a turn."""
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
def expand(
    values: Values, f: AdversarialArrays, seat: int, parent: int, above: Any, level: int, outlook: Outlook
) -> None:
    """Finds every turn that a seat can take from a beam position and adds the resulting positions to the pool."""
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
def carry(f: AdversarialArrays, level: int, place: int) -> None:
    """Carries a finished game over to the next level unchanged."""
    to = f.counters[FOUND]
    if to < POOL:
        f.pool[to] = f.states[place]
        f.found[to] = f.nodes[level, place]
        f.found[to].parent = place
        f.found[to].length = 0
        f.counters[FOUND] += 1


@compiled
def select(f: AdversarialArrays, level: int, width: int) -> None:
    """Fills the beam of a level with the best of the pool, best first."""
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
def go_round(values: Values, f: AdversarialArrays, state: State, node: Any, seat: int, outlook: Outlook) -> None:
    """Advances to a seat's next turn and values the position again."""
    if has_passed(state, seat):
        others_follow(values, f, state, seat, node.rounds)
        node.rounds += 1
        node.over = 1 if state.phase == Phase.OVER else 0
        judge(values, f, state, seat, node, outlook)


@compiled
def begin(values: Values, f: AdversarialArrays, start: State, seat: int) -> None:
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
def run(values: Values, f: AdversarialArrays, start: State, seat: int, depth: int, width: int, outlook: Outlook) -> int:
    """Grows a beam over a seat's turns; returns the number of levels reached."""
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
def best_of(f: AdversarialArrays, level: int) -> int:
    """Returns the index of the best node of a level."""
    best = 0
    for place in range(f.number[level]):
        if f.nodes[level, place].value > f.nodes[level, best].value:
            best = place
    return best


@entry
def plan_of(
    values: Values, f: AdversarialArrays, start: State, seat: int, depth: int, width: int, outlook: Outlook
) -> None:
    """Plans for another seat as if it were its turn, and records the plan."""
    f.partial[PARTIAL] = start
    skip_to(f.partial[PARTIAL], seat)
    last = run(values, f, f.partial[PARTIAL], seat, depth, width, outlook)
    best = best_of(f, last)
    intend(f, last, best, f.plans[seat])
    foresee(f, last, best, seat)


@compiled
def begun_by(f: AdversarialArrays, level: int, place: int) -> int:
    """Returns the index of a node's ancestor in the first level."""
    while level > 1:
        place = f.nodes[level, place].parent
        level -= 1
    return place


@entry
def first_turns(f: AdversarialArrays, last: int, branches: Records) -> int:
    """Records how deep the beam kept each possible first turn, and its best node there; returns how many there are."""
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
