"""Decision nodes of a game with explicit chance, in compiled code."""

from typing import Any

import numpy as np

from serai.core.bits import NOTHING, WORD, Bitset, first, rest_of
from serai.core.compiled import compiled, entry
from serai.core.records import State, States, Values
from serai.core.spec import apply, by_game, legal
from serai.learning.chance_nodes import CHANCE_NODES
from serai.learning.stepping import Actions, Lanes, carry_out

Facts = np.ndarray[Any, np.dtype[np.int32]]

SEAT, LEGAL, REVEALS, OVER = FACTS = (0, 1, 2, 3)


@by_game(CHANCE_NODES.of)
def may_reveal(state: State, after: State) -> bool:
    """Returns whether a decision between two positions may have revealed a card; false positives are allowed."""
    return bool(CHANCE_NODES.of(state).may_reveal(state, after))


@compiled
def note_question(values: Values, state: State, over: bool, words: Bitset, numbers: Actions, facts: Facts) -> None:
    """Notes who decides and the numbers of the legal actions."""
    facts[SEAT] = state.seat
    facts[OVER] = 1 if over else 0
    facts[REVEALS] = 0
    found = 0
    if not over:
        legal(values, state, words)
        for word in range(len(words)):
            bits = words[word]
            while bits != NOTHING:
                numbers[found] = word * WORD + first(bits)
                bits = rest_of(bits)
                found += 1
    facts[LEGAL] = found


@entry
def look_at(values: States, states: States, words: Bitset, numbers: Actions, facts: Facts) -> None:
    """Notes who decides first and what is legal then."""
    note_question(values[0], states[0], False, words, numbers, facts)


@entry
def take(
    values: States,
    states: States,
    lanes: Lanes,
    rounds: int,
    action: int,
    settled: bool,
    words: Bitset,
    numbers: Actions,
    facts: Facts,
) -> None:
    """Takes a decision and notes what follows; one that may reveal a card is only tried out, unless that is settled.

    The position that it would lead to is then in states[1].
    """
    if not settled:
        states[1] = states[0]
        apply(values[0], states[1], action)
        facts[REVEALS] = 1 if may_reveal(states[0], states[1]) else 0
        if facts[REVEALS] == 1:
            return
    carry_out(values[0], states[0], lanes[0], action, rounds)
    note_question(values[0], states[0], lanes[0].done == 1, words, numbers, facts)
