"""What tests of all games do with positions: building rows, deciding in words, looking; seats count from 1."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from serai.core import spec
from serai.core.bits import nth, total
from serai.core.notation import NOTATIONS
from serai.core.notation.cards import cubes
from serai.core.records import State, empty_states
from serai.game import Game
from tests.standard import pieces_of, values_of

TABLES = [(name, seats) for name, rules in spec.GAMES.items() for seats in range(rules.SEATS[0], rules.SEATS[1] + 1)]
Chooser = Callable[[Random, State, list[str]], str]


def set_up(rules: ModuleType, players: int, seed: int = 0) -> State:
    """Sets up a game."""
    state: State = empty_states(rules.STATE, 1)[0]
    spec.setup(values_of(state), state, players, np.uint64(0), np.uint64(seed))
    return state


def copy(state: State) -> State:
    """Copies a state."""
    states = empty_states(state.dtype, 1)
    states[0] = state
    copied: State = states[0]
    return copied


def redealt(state: State, seed: int, seat: int = 0) -> State:
    """Returns the state with what a seat cannot know redealt."""
    other = copy(state)
    spec.redeal(values_of(other), other, seat, np.uint64(0), np.uint64(seed))
    return other


def redeals(state: State, number: int) -> "np.ndarray[Any, np.dtype[np.record]]":
    """Returns this many states with what a seat cannot know redealt, each with its own seed."""
    states = empty_states(state.dtype, number)
    states[:] = state
    for seed in range(number):
        spec.redeal(values_of(states[seed]), states[seed], 0, np.uint64(0), np.uint64(seed))
    return states


def first_free(places: int, texts: Sequence[str], taken: Sequence[str]) -> str:
    """Lists the first cards that lie nowhere else."""
    return " ".join([text for text in texts if text not in taken][:places])


def then_deck(deck: str | None) -> str:
    """Writes a deck behind its row, top card first; nothing when the notation may fill it."""
    return "" if deck is None else f" / {deck or '-'}"


def with_cubes(row: str, on_row: Sequence[str]) -> str:
    """Writes a row of merchants with the cubes lying on its first cards."""
    cards = row.split()
    loads = [*on_row, *[""] * (len(cards) - len(on_row))]
    return " ".join(f"{card}({load})" if load else card for card, load in zip(cards, loads, strict=True)) or "-"


def actions(state: State, version: int | None = None) -> list[int]:
    """Lists the numbers of the legal decisions, by a version of the rules."""
    rules = spec.rules_of(state)
    mask = np.zeros(rules.WORDS, np.uint64)
    spec.legal(values_of(state, version), state, mask)
    return [int(nth(mask, place)) for place in range(total(mask))]


def decisions(state: State, seen: State | None = None, version: int | None = None) -> dict[str, int]:
    """Returns the legal decisions as text, with their numbers; `seen` is the state as already read."""
    notation, told = NOTATIONS[spec.rules_of(state).NAME], state if seen is None else seen
    return {str(notation.decision(pieces_of(state), told, action)): action for action in actions(state, version)}


def legal(state: State, version: int | None = None) -> set[str]:
    """Returns the legal decisions as text, by a version of the rules."""
    return set(decisions(state, version=version))


def offers(state: State, verb: str) -> set[str]:
    """Returns what may be done with a verb: the cards that may be played, the cubes that may be paid."""
    return {text.partition(" ")[2] for text in legal(state) if text.startswith(f"{verb} ")}


def act(state: State, *texts: str) -> State:
    """Carries out decisions, each of which must be legal, and returns the state."""
    for text in texts:
        choices = decisions(state)
        assert text in choices, f"{text!r} is not among {sorted(choices)}"
        spec.apply(values_of(state), state, choices[text])
    return state


def walk(rules: ModuleType, choose: Chooser, players: int, seed: int, most: int = 10_000) -> Iterator[State]:
    """Yields every state of a game, until it is over or some decisions are taken."""
    state, random = set_up(rules, players, seed), Random(seed)
    yield state
    for _ in range(most):
        choices = decisions(state)
        if not choices:
            return
        action = choices[choose(random, state, list(choices))]
        state = copy(state)
        spec.apply(values_of(state), state, action)
        yield state


def play_on(choose: Chooser, game: Game, seed: int, most: int = 10_000) -> Game:
    """Plays until the game is over or some decisions are taken."""
    random = Random(seed)
    for _ in range(most):
        if game.over:
            break
        game.play(choose(random, game.state, game.legal()))
    return game


def turned(state: State, rows: Sequence[str], places: int) -> State:
    """Returns the state with the decks of some rows turned by some cards and reversed."""
    other = copy(state)
    for name in rows:
        deck, left = other[name].deck, other[name].left
        deck[:left] = np.roll(deck[:left], places)[::-1]
    return other


def with_sorted_decks(position: str, rows: Sequence[str]) -> str:
    """Sorts the decks of some rows of a written position, so that their order cannot be read."""
    lines = position.splitlines()
    for number, line in enumerate(lines):
        front, _, back = line.partition(" / ")
        if line.partition(":")[0] in rows:
            lines[number] = f"{front} / {' '.join(sorted(back.split()))}"
    return "\n".join(lines)


def caravan(state: State, seat: int = 1) -> str:
    """Returns the cubes of a seat."""
    return cubes(state.players[seat - 1].caravan)


def pile(state: State, name: str, seat: int = 1) -> str:
    """Returns the `hand`, the `played` or the `spent` cards of a seat, in the order of the files."""
    return " ".join(pieces_of(state).merchant_names.of_set(state.players[seat - 1][name]))


def hand(state: State, seat: int = 1) -> str:
    """Returns the hand of a seat."""
    return pile(state, "hand", seat)


def row(state: State) -> str:
    """Returns the face-up merchant cards."""
    return " ".join(pieces_of(state).merchant_names.in_row(state.merchants.cards))


def on_row(state: State) -> list[str]:
    """Lists the cubes on the places of the row of merchants."""
    return [cubes(spices) for spices in state.merchants.spices]


def score(state: State, seat: int = 1) -> int:
    """Counts the points of a seat."""
    return int(spec.score(values_of(state), state, seat - 1))
