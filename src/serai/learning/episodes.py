"""Games for a learner, in compiled code: it decides for one seat or for all; others decide at random or are asked."""

from enum import IntEnum
from typing import Any

import numpy as np

from serai.core import chance
from serai.core.bits import NOTHING, ONE, WORD, Bitset, first, rest_of
from serai.core.compiled import compiled, entry
from serai.core.observation import write
from serai.core.observation.layouts import Entries, Floats
from serai.core.playouts import MOST_SEATS, choice, step
from serai.core.records import State, States, Values, record
from serai.core.spec import legal, score
from serai.learning.stepping import Actions, Lanes, Records, carry_out, deal, pay_out

Marks = np.ndarray[Any, np.dtype[np.int8]]
Log = np.ndarray[Any, np.dtype[np.int16]]
Facts = np.ndarray[Any, np.dtype[np.int32]]

FORFEIT = -1.0
DRAWN, EVERY_SEAT = -1, -2  # instead of the learner's seat: drawn for each game; it decides for all seats
LEARNER, UNKNOWN = 0, MOST_SEATS  # who is awaited, besides the places of bots after the learner
NO_DECISION = -(1 << 63)


class Illegal(IntEnum):
    """What an illegal action does: it ends the game with a reward of -1, or a random legal one is taken instead."""

    FORFEIT = 0
    RANDOM = 1


# What Python reads after a step, by column. The first group is as of now; the second describes the last step, so the
# game that it ended if the next has been dealt; the points of all seats follow.
AWAITED, DECISIONS, DECIDES, SEAT = range(4)  # LEARNER, another place or UNKNOWN; decisions so far; two seats
DONE, STOPPED, ILLEGAL, SEAT_THEN, ROUND, SCORES = range(4, 10)
FACTS = SCORES + MOST_SEATS

SEATING = record(
    ("learner", np.int8),  # its seat, DRAWN or EVERY_SEAT
    ("randoms", np.int8),  # a bit for each place after the learner that decides at random
    ("illegal", np.int8),  # Illegal
    ("restarts", np.int8),  # 1 to deal the next game when one ends
)
EPISODE = record(
    ("random", np.uint64),  # the generator of all random decisions
    ("decisions", np.int32),
    ("learner", np.int8),
    ("opening", np.int8),  # 1 until the learner is awaited for the first time
    ("illegal", np.int8),
    ("spare", np.int8),
)


@compiled
def sit_down(
    values: Values, state: State, lane: np.record, terms: np.record, seating: np.record, episode: np.record
) -> None:
    """Deals the next game; its seed and number also decide who sits where and what random seats do."""
    generator = chance.blank_generator()
    chance.seed(generator, ~terms.seed, terms.dealt)
    deal(values, state, lane, terms)
    lane.done = 0
    lane.stopped = 0
    episode.random = (chance.draw(generator) << chance.HALF) | chance.draw(generator) | ONE
    drawn = chance.below(generator, terms.seats)
    episode.learner = drawn if seating.learner == DRAWN else max(0, seating.learner)
    episode.decisions = 0
    episode.opening = 1
    episode.illegal = 0


@compiled
def awaited(state: State, seating: np.record, episode: np.record, seats: int) -> int:
    """Returns who decides: LEARNER, or the place of another seat after it."""
    if seating.learner == EVERY_SEAT:
        return LEARNER
    return (state.seat - episode.learner + seats) % seats


@compiled
def decide(
    values: Values, state: State, lane: np.record, terms: np.record, episode: np.record, action: int, log: Log
) -> None:
    """Carries out a decision and notes it in the log, if there is one."""
    if len(log) > 0:
        log[episode.decisions] = action
    episode.decisions += 1
    carry_out(values, state, lane, action, terms.rounds)


@compiled
def others_decide(
    values: Values,
    state: State,
    lane: np.record,
    terms: np.record,
    seating: np.record,
    episode: np.record,
    words: Bitset,
    log: Log,
) -> int:
    """Plays random seats until another seat must decide or the game ends; returns that seat."""
    place = awaited(state, seating, episode, terms.seats)
    while lane.done == 0 and place != LEARNER and (seating.randoms >> place) & 1:
        if len(log) > 0 and episode.decisions >= len(log):
            return UNKNOWN
        legal(values, state, words)
        episode.random = step(episode.random)
        decide(values, state, lane, terms, episode, choice(words, episode.random), log)
        place = awaited(state, seating, episode, terms.seats)
    return LEARNER if lane.done == 1 else place


@compiled
def learner_decides(
    values: Values,
    state: State,
    lane: np.record,
    terms: np.record,
    seating: np.record,
    episode: np.record,
    action: int,
    words: Bitset,
    marks: Marks,
    log: Log,
) -> None:
    """Carries out the learner's decision; an illegal one ends the game or is replaced."""
    episode.illegal = 0 if 0 <= action < len(marks) and marks[action] == 1 else 1
    if episode.illegal == 1 and seating.illegal == Illegal.FORFEIT:
        lane.done = 1
        return
    if episode.illegal == 1:
        episode.random = step(episode.random)
        action = choice(words, episode.random)
    decide(values, state, lane, terms, episode, action, log)


@compiled
def forfeited(lane: np.record, seating: np.record, episode: np.record) -> bool:
    """Returns whether an illegal action has ended the game."""
    return lane.done == 1 and episode.illegal == 1 and seating.illegal == Illegal.FORFEIT


@compiled
def reward(
    values: Values, state: State, lane: np.record, terms: np.record, seating: np.record, episode: np.record
) -> None:
    """Counts points, and rewards every seat for what has happened since the learner's last decision."""
    for seat in range(terms.seats):
        lane.scores[seat] = score(values, state, seat)
        lane.rewards[seat] = 0
    if forfeited(lane, seating, episode):
        lane.rewards[shown_seat(state, seating, episode)] = FORFEIT
    elif episode.opening == 0:
        pay_out(values, state, lane, terms)


@compiled
def show(
    values: Values,
    where: np.record,
    scales: Floats,
    state: State,
    seat: int,
    lane: np.record,
    rounds: int,
    entries: Entries,
    features: Floats,
) -> None:
    """Writes what a seat observes, each entry divided by its scale."""
    write(values, where, state, seat, lane.begun - lane.stopped, rounds, entries)
    for place in range(len(entries)):
        features[place] = np.float32(entries[place]) / scales[place]


@compiled
def mark(values: Values, state: State, over: bool, words: Bitset, marks: Marks) -> None:
    """Writes what is legal, as words and as one entry an action; nothing is when the game is over."""
    for action in range(len(marks)):
        marks[action] = 0
    if over:
        for word in range(len(words)):
            words[word] = NOTHING
        return
    legal(values, state, words)
    for word in range(len(words)):
        bits = words[word]
        while bits != NOTHING:
            marks[word * WORD + first(bits)] = 1
            bits = rest_of(bits)


@compiled
def tell(state: State, lane: np.record, episode: np.record, seats: int, facts: Facts) -> None:
    """Writes the facts of the step, points included."""
    facts[DONE] = lane.done
    facts[STOPPED] = lane.stopped
    facts[ILLEGAL] = episode.illegal
    facts[SEAT_THEN] = episode.learner
    facts[ROUND] = lane.begun - lane.stopped
    for seat in range(seats):
        facts[SCORES + seat] = lane.scores[seat]


@compiled
def shown_seat(state: State, seating: np.record, episode: np.record) -> int:
    """Returns whose observation is written: the learner's, or that of the seat that decides."""
    return int(state.seat) if seating.learner == EVERY_SEAT else int(episode.learner)


@compiled
def restart(
    values: Values,
    where: np.record,
    scales: Floats,
    state: State,
    lane: np.record,
    terms: np.record,
    seating: np.record,
    episode: np.record,
    words: Bitset,
    entries: Entries,
    finals: Floats,
    log: Log,
) -> int:
    """Writes the last observation of a game that has ended, and opens the next; returns who is awaited."""
    show(values, where, scales, state, shown_seat(state, seating, episode), lane, terms.rounds, entries, finals)
    sit_down(values, state, lane, terms, seating, episode)
    return others_decide(values, state, lane, terms, seating, episode, words, log)


@entry
def open_games(
    values: States, states: States, lanes: Lanes, terms: Records, seating: Records, episodes: Records, facts: Facts
) -> None:
    """Deals every game."""
    for game in range(len(states)):
        sit_down(values[0], states[game], lanes[game], terms[0], seating[0], episodes[game])
        for seat in range(MOST_SEATS):
            lanes[game].rewards[seat] = 0
        facts[game, AWAITED] = UNKNOWN


@entry
def play_on(
    values: States,
    where: States,
    scales: Floats,
    states: States,
    lanes: Lanes,
    terms: Records,
    seating: Records,
    episodes: Records,
    games: Actions,
    actions: Actions,
    words: Bitset,
    entries: Entries,
    marks: Marks,
    features: Floats,
    finals: Floats,
    facts: Facts,
    log: Log,
) -> None:
    """Takes a decision per game, NO_DECISION for none, and plays on until a non-random seat must decide.

    When that is the learner, it is rewarded and shown the position. A game that ends is followed by the next if it
    restarts: its rewards and facts stay, its last observation is in `finals`.
    """
    for place in range(len(games)):
        game, action = games[place], int(actions[place])
        state, lane, episode = states[game], lanes[game], episodes[game]
        if action != NO_DECISION and facts[game, AWAITED] == LEARNER:
            learner_decides(
                values[0], state, lane, terms[0], seating[0], episode, action, words[game], marks[game], log
            )
        elif action != NO_DECISION:
            decide(values[0], state, lane, terms[0], episode, action, log)
        who = others_decide(values[0], state, lane, terms[0], seating[0], episode, words[game], log)
        if who == LEARNER and (episode.opening == 0 or seating[0].restarts == 0):
            reward(values[0], state, lane, terms[0], seating[0], episode)
            tell(state, lane, episode, terms[0].seats, facts[game])
        while who == LEARNER and lane.done == 1 and seating[0].restarts == 1:
            who = restart(
                values[0],
                where[0],
                scales,
                state,
                lane,
                terms[0],
                seating[0],
                episode,
                words[game],
                entries[game],
                finals[game],
                log,
            )
        if who == LEARNER:
            seat = shown_seat(state, seating[0], episode)
            episode.opening = 0
            show(values[0], where[0], scales, state, seat, lane, terms[0].rounds, entries[game], features[game])
            if not forfeited(lane, seating[0], episode):
                mark(values[0], state, lane.done == 1, words[game], marks[game])
        facts[game, AWAITED] = who
        facts[game, DECISIONS] = episode.decisions
        facts[game, DECIDES] = state.seat
        facts[game, SEAT] = episode.learner


@entry
def show_one(
    values: States,
    where: States,
    scales: Floats,
    states: States,
    lanes: Lanes,
    terms: Records,
    seat: int,
    entries: Entries,
    features: Floats,
) -> None:
    """Writes what a seat of the first game observes."""
    show(values[0], where[0], scales, states[0], seat, lanes[0], terms[0].rounds, entries[0], features[0])
