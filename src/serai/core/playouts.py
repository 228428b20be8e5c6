"""Whole games in compiled code: random playouts and perft."""

from typing import Any

import numpy as np

from serai.core import chance
from serai.core.bits import ONE, Bitset, nth, total
from serai.core.compiled import compiled, entry
from serai.core.phases import Phase
from serai.core.records import State, States, Values, record
from serai.core.rounds import begins_turn, best
from serai.core.spec import apply, legal, mover, score, setup

MOST_SEATS = 5
RESULT = record(
    ("decisions", np.int32),
    ("turns", np.int32),
    ("rounds", np.int32),
    ("scores", np.int16, MOST_SEATS),
    ("winner", np.int8),
    ("stopped", np.int8),
)
Results = np.ndarray[Any, np.dtype[np.record]]


@compiled
def step(random: np.uint64) -> np.uint64:
    """Returns the next number of a fast generator (xorshift64), never zero."""
    random ^= random << np.uint64(13)
    random ^= random >> np.uint64(7)
    return random ^ (random << np.uint64(17))


@compiled
def choice(mask: Bitset, random: np.uint64) -> int:
    """Returns one of the legal actions, picked by 31 random bits."""
    place = ((random >> np.uint64(33)) * np.uint64(total(mask))) >> np.uint64(31)
    return nth(mask, int(place))


@compiled
def chooser(seed: np.uint64, game: int) -> np.uint64:
    """Seeds the random player of one game, independently of the deal."""
    generator = chance.blank_generator()
    chance.seed(generator, ~seed, np.uint64(game))
    return (chance.draw(generator) << chance.HALF) | chance.draw(generator) | ONE


@compiled
def playout(values: Values, state: State, mask: Bitset, random: np.uint64, rounds: int, result: np.record) -> None:
    """Plays randomly until the game is over, or for a number of rounds (C-10; 0 for no limit)."""
    decisions, turns, begun = 0, 1, 1
    while state.phase != Phase.OVER and (rounds == 0 or begun <= rounds):
        legal(values, state, mask)
        random = step(random)
        before, phase = mover(state), state.phase
        apply(values, state, choice(mask, random))
        decisions += 1
        if begins_turn(phase, state):
            turns += 1
            begun += mover(state) < before
    stopped = 0 if state.phase == Phase.OVER else 1
    result.decisions = decisions
    result.turns = turns - stopped
    result.rounds = begun - stopped
    result.stopped = stopped
    write_scores(values, state, result)


@compiled
def write_scores(values: Values, state: State, result: np.record) -> None:
    """Writes the current scores and winner."""
    for seat in range(state.seats):
        result.scores[seat] = score(values, state, seat)
    result.winner = best(result.scores, state.seats)


@entry
def simulate(
    values: Values, states: States, mask: Bitset, seats: int, seed: np.uint64, begin: int, rounds: int, results: Results
) -> None:
    """Plays one random game for each result; games are numbered from `begin`; seed and number determine the deal."""
    for game in range(len(results)):
        setup(values, states[0], seats, seed, np.uint64(begin + game))
        playout(values, states[0], mask, chooser(seed, begin + game), rounds, results[game])


@entry
def perft(values: Values, states: States, masks: Bitset, depth: int) -> int:
    """Counts the ways to take `depth` decisions from states[0]; a game that is over counts as one way."""
    state = states[0]
    if depth == 0 or state.phase == Phase.OVER:
        return 1
    legal(values, state, masks[0])
    ways = 0
    for place in range(total(masks[0])):
        states[1] = state
        apply(values, states[1], nth(masks[0], place))
        ways += perft(values, states[1:], masks[1:], depth - 1)
    return ways


@compiled
def keep_playing(
    values: Values, state: State, mask: Bitset, random: np.uint64, decisions: int, seed: np.uint64, deals: np.uint64
) -> int:
    """Takes a number of random decisions; a finished game is dealt anew for the same seats; returns how many ended."""
    ended = 0
    for _ in range(decisions):
        legal(values, state, mask)
        random = step(random)
        apply(values, state, choice(mask, random))
        if state.phase == Phase.OVER:
            ended += 1
            setup(values, state, state.seats, seed, deals + np.uint64(ended))
    return ended


@entry
def keep_all_playing(
    values: Values, states: States, mask: Bitset, decisions: int, seed: np.uint64, first: int, deals: int
) -> int:
    """Continues every game of an array; game n uses deal numbers from n * deals on; returns how many ended."""
    ended = 0
    for place in range(len(states)):
        number = first + place
        deal = np.uint64(number * deals)
        ended += keep_playing(values, states[place], mask, chooser(seed, number), decisions, seed, deal)
    return ended
