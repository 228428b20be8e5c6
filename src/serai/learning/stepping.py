"""Many games side by side, stepped in compiled code."""

from typing import Any

import numpy as np

from serai.core.bits import NOTHING, WORD, Bitset, first, has, rest_of
from serai.core.compiled import compiled, entry
from serai.core.observation import write
from serai.core.observation.layouts import Entries
from serai.core.phases import Phase
from serai.core.playouts import MOST_SEATS, choice, step
from serai.core.records import NONE, State, States, Values, record
from serai.core.rounds import begins_turn
from serai.core.spec import apply, legal, mover, score, setup
from serai.learning.rewards import worth

Actions = np.ndarray[Any, np.dtype[np.int64]]
Records = np.ndarray[Any, np.dtype[np.record]]
Lanes = Records

TERMS = record(
    ("seed", np.uint64),  # deals all games, together with their numbers
    ("dealt", np.uint64),  # the number of the next game
    ("rounds", np.int32),  # the limit of rounds, 0 for none (C-10)
    ("seats", np.int16),  # number of players
    ("reward", np.int8),  # a Reward
    ("steps", np.int8),  # 1 to reward every step with the change, 0 to reward the end only
)
LANE = record(
    ("rewards", np.float32, MOST_SEATS),  # of the last step, by seat
    ("worth", np.float32, MOST_SEATS),  # total rewarded to each seat in this game
    ("scores", np.int16, MOST_SEATS),  # of the game that just ended, else undefined
    ("begun", np.int16),  # rounds begun
    ("seat", np.int8),  # who decides
    ("done", np.int8),  # 1 if the last step ended a game; the next has been dealt
    ("stopped", np.int8),  # 1 if the limit of rounds ended it
    ("spare", np.int8),
)


@compiled
def deal(values: Values, state: State, lane: np.record, terms: np.record) -> None:
    """Deals the next game."""
    setup(values, state, terms.seats, terms.seed, terms.dealt)
    terms.dealt += np.uint64(1)
    lane.begun = 1
    for seat in range(MOST_SEATS):
        lane.worth[seat] = 0


@compiled
def carry_out(values: Values, state: State, lane: np.record, action: int, rounds: int) -> None:
    """Takes one decision and checks whether it ended the game (C-6, C-10)."""
    before, phase = mover(state), state.phase
    apply(values, state, action)
    lane.stopped = 0
    if begins_turn(phase, state) and mover(state) < before:
        lane.stopped = 1 if lane.begun == rounds else 0
        lane.begun += 1
    lane.done = 1 if lane.stopped or state.phase == Phase.OVER else 0


@compiled
def pay_out(values: Values, state: State, lane: np.record, terms: np.record) -> None:
    """Rewards each seat with the change since its last reward, at the end or at every step."""
    paid = lane.done == 1 or terms.steps == 1
    for seat in range(terms.seats):
        lane.rewards[seat] = 0
        if paid:
            lane.scores[seat] = score(values, state, seat)
    for seat in range(terms.seats if paid else 0):
        now = worth(lane.scores, terms.seats, seat, terms.reward)
        lane.rewards[seat] = now - lane.worth[seat]
        lane.worth[seat] = now


@compiled
def note_turn(values: Values, state: State, lane: np.record, terms: np.record, mask: Bitset) -> None:
    """Notes who decides and what is legal."""
    lane.seat = state.seat
    legal(values, state, mask)


@entry
def begin(
    values: States,
    where: States,
    states: States,
    lanes: Lanes,
    terms: Records,
    masks: Bitset,
    observations: Entries,
) -> None:
    """Deals every game; values and where are boxed."""
    for game in range(len(states)):
        deal(values[0], states[game], lanes[game], terms[0])
        lanes[game].done = 0
        lanes[game].stopped = 0
        for seat in range(MOST_SEATS):
            lanes[game].rewards[seat] = 0
        note_turn(values[0], states[game], lanes[game], terms[0], masks[game])
        if len(observations) > 0:
            seat, begun = states[game].seat, lanes[game].begun
            write(values[0], where[0], states[game], seat, begun, terms[0].rounds, observations[game])


@entry
def refused(masks: Bitset, actions: Actions) -> int:
    """Returns the first game whose action is illegal, NONE if all are legal."""
    for game in range(len(actions)):
        action = actions[game]
        if action < 0 or action >= WORD * masks.shape[1] or not has(masks[game, action >> 6], action & 63):
            return game
    return NONE


@entry
def advance(
    values: States,
    where: States,
    states: States,
    lanes: Lanes,
    terms: Records,
    actions: Actions,
    masks: Bitset,
    observations: Entries,
) -> None:
    """Takes one legal decision in every game; a game that ends is followed by a new deal."""
    for game in range(len(states)):
        state, lane = states[game], lanes[game]
        carry_out(values[0], state, lane, int(actions[game]), terms[0].rounds)
        pay_out(values[0], state, lane, terms[0])
        if lane.done == 1:
            deal(values[0], state, lane, terms[0])
        note_turn(values[0], state, lane, terms[0], masks[game])
        if len(observations) > 0:
            write(values[0], where[0], state, state.seat, lane.begun, terms[0].rounds, observations[game])


@entry
def unpack(masks: Bitset, out: Entries) -> None:
    """Writes masks as one entry per action, 1 where it is legal."""
    for game in range(len(masks)):
        for action in range(out.shape[1]):
            out[game, action] = 0
        for word in range(masks.shape[1]):
            bits = masks[game, word]
            while bits != NOTHING:
                out[game, word * WORD + first(bits)] = 1
                bits = rest_of(bits)


@entry
def choose(masks: Bitset, randoms: Bitset, actions: Actions) -> None:
    """Picks a legal action at random in every game."""
    for game in range(len(masks)):
        randoms[game] = step(randoms[game])
        actions[game] = choice(masks[game], randoms[game])
