"""The plans of all seats: their turns, how a seat follows them, and what they will bring."""

from typing import Any

from serai.bots.beam import APPLIED, card_points
from serai.bots.beam_arrays import LEVELS, AdversarialArrays, Outlook, Records
from serai.bots.evaluation import sensible, skip_to
from serai.bots.traits import worth
from serai.core.bits import offered
from serai.core.compiled import compiled, entry
from serai.core.phases import Phase
from serai.core.records import State, Values
from serai.core.spec import apply, ending


@compiled
def pass_on(state: State, seat: int) -> None:
    """Ends a seat's turn as it stands; the last seat's turn ends the round, and perhaps the game (C-6)."""
    if seat == state.seats - 1 and ending(state):
        state.phase = Phase.OVER
    else:
        skip_to(state, (seat + 1) % state.seats)


@compiled
def follow(values: Values, f: AdversarialArrays, state: State, seat: int, turn: Any) -> None:
    """Takes a seat's planned turn, as far as it is still legal."""
    skip_to(state, seat)
    for step in range(turn.length):
        sensible(values, state, f.mask)
        if state.seat != seat or not offered(f.mask, turn.path[step]):
            break
        apply(values, state, turn.path[step])
        f.counters[APPLIED] += 1
        if state.phase == Phase.OVER or state.phase == Phase.TURN:
            break
    if state.phase != Phase.OVER and (state.phase != Phase.TURN or state.seat == seat):
        pass_on(state, seat)


@entry
def others_follow(values: Values, f: AdversarialArrays, state: State, seat: int, number: int) -> None:
    """Takes the other seats' planned turns of a round, until it is a seat's turn or the game is over."""
    for step in range(1, state.seats):
        other = (seat + step) % state.seats
        if state.phase != Phase.TURN and state.phase != Phase.OVER:
            pass_on(state, (other - 1) % state.seats)
        if state.phase != Phase.OVER:
            follow(values, f, state, other, f.plans[other, min(number, LEVELS - 1)])
    if state.phase != Phase.OVER:
        skip_to(state, seat)


@entry
def has_passed(state: State, seat: int) -> bool:
    """Returns whether a seat's turn is over and it is not its turn again (EW-14)."""
    return state.phase != Phase.OVER and not (state.phase == Phase.TURN and state.seat == seat)


@entry
def intend(f: AdversarialArrays, level: int, place: int, turns: Records) -> None:
    """Records the turns that lead to a node."""
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
def foresee(f: AdversarialArrays, level: int, place: int, seat: int) -> None:
    """Records what a seat will have in each round under its plan."""
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
def forget_plans(values: Values, f: AdversarialArrays, start: State, outlook: Outlook) -> None:
    """Clears all plans: every seat stays as it is."""
    for seat in range(start.seats):
        for number in range(LEVELS):
            f.plans[seat, number].length = 0
        for number in range(LEVELS + 1):
            f.points[seat, number] = card_points(values, start, seat)
            f.stands[seat, number] = f.points[seat, number] + worth(
                values, start, seat, outlook.worths, f.row, outlook.weights[number]
            )
