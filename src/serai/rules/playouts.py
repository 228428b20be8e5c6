"""Whole games in compiled code: random players, and counting of decision trees."""

from typing import Any

import numpy as np

from serai.rules import chance
from serai.rules.bits import ONE, Words, nth, total
from serai.rules.compiled import compiled, entry
from serai.rules.games import apply, legal, mover, score, setup
from serai.rules.phases import Phase
from serai.rules.records import State, States, Values, record
from serai.rules.rounds import begins_turn, best

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
    """Returns the next number of a quick generator (xorshift64), never zero."""
    random ^= random << np.uint64(13)
    random ^= random >> np.uint64(7)
    return random ^ (random << np.uint64(17))


@compiled
def choice(mask: Words, random: np.uint64) -> int:
    """Returns one of the legal actions, picked by 31 random bits."""
    place = ((random >> np.uint64(33)) * np.uint64(total(mask))) >> np.uint64(31)
    return nth(mask, int(place))


@compiled
def chooser(seed: np.uint64, game: int) -> np.uint64:
    """Seeds the random player of one game, apart from the seed of its deal."""
    generator = chance.blank_generator()
    chance.seed(generator, ~seed, np.uint64(game))
    return (chance.draw(generator) << chance.HALF) | chance.draw(generator) | ONE


@compiled
def playout(values: Values, state: State, mask: Words, random: np.uint64, rounds: int, result: np.record) -> None:
    """Plays on at random until the game is over, or for a number of rounds (C-10; 0 is no limit)."""
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
    """Writes down the scores and the winner as of now."""
    for seat in range(state.seats):
        result.scores[seat] = score(values, state, seat)
    result.winner = best(result.scores, state.seats)


@entry
def simulate(
    values: Values, states: States, mask: Words, seats: int, seed: np.uint64, begin: int, rounds: int, results: Results
) -> None:
    """Plays one random game for each result; games are numbered from `begin` and dealt by seed and number."""
    for game in range(len(results)):
        setup(values, states[0], seats, seed, np.uint64(begin + game))
        playout(values, states[0], mask, chooser(seed, begin + game), rounds, results[game])


@entry
def perft(values: Values, states: States, masks: Words, depth: int) -> int:
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
    values: Values, state: State, mask: Words, random: np.uint64, decisions: int, seed: np.uint64, deals: np.uint64
) -> int:
    """Takes a number of random decisions; a game that ends is dealt anew, for as many seats; returns how many ended."""
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
    values: Values, states: States, mask: Words, decisions: int, seed: np.uint64, first: int, deals: int
) -> int:
    """Lets every game of an array go on; game number n deals with numbers from n * deals on; returns how many ended."""
    ended = 0
    for place in range(len(states)):
        number = first + place
        deal = np.uint64(number * deals)
        ended += keep_playing(values, states[place], mask, chooser(seed, number), decisions, seed, deal)
    return ended
