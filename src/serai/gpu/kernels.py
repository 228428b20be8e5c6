"""Kernels over arrays of states, one game a thread; what they do is in the rules."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from serai.gpu.device import Kernel, cuda, state_type
from serai.observations import write
from serai.rules import games
from serai.rules.games import apply, legal, setup
from serai.rules.playouts import chooser, keep_playing

THREADS = 128


@dataclass(frozen=True)
class Kernels:
    """The kernels of one game, not yet compiled; each is for CUDA's `jit` or for its assembly."""

    deal: Kernel
    offer: Kernel
    decide: Kernel
    observe: Kernel
    play: Kernel


@cache
def kernels(game: str) -> Kernels:
    """Writes the kernels of a game; the state that is played on lies in memory of the thread's own."""
    own, words = state_type(game), games.GAMES[game].WORDS

    def deal(states: Any, seats: int, seed: np.uint64, first: int) -> None:
        """Deals games numbered from `first` on (C-5)."""
        place = cuda.grid(1)
        if place < len(states):
            setup(states[place], seats, seed, np.uint64(first + place))

    def offer(states: Any, masks: Any) -> None:
        """Marks what is legal in each game."""
        place = cuda.grid(1)
        if place < len(states):
            legal(states[place], masks[place])

    def decide(states: Any, actions: Any) -> None:
        """Takes one legal decision in each game."""
        place = cuda.grid(1)
        if place < len(states):
            apply(states[place], actions[place])

    def observe(states: Any, begun: int, rounds: int, out: Any) -> None:
        """Writes what the deciding seat of each game may know."""
        place = cuda.grid(1)
        if place < len(states):
            write(states[place], states[place].seat, begun, rounds, out[place])

    def play(states: Any, decisions: int, seed: np.uint64, first: int, deals: int, ended: Any) -> None:
        """Takes random decisions in each game, as `playouts.keep_all_playing` does."""
        place = cuda.grid(1)
        if place < len(states):
            number = first + place
            state = cuda.local.array(1, own)
            mask = cuda.local.array(words, np.uint64)
            state[0] = states[place]
            deal = np.uint64(number * deals)
            ended[place] = keep_playing(state[0], mask, chooser(seed, number), decisions, seed, deal)
            states[place] = state[0]

    return Kernels(deal, offer, decide, observe, play)


@cache
def compiled_kernels(game: str) -> Kernels:
    """Compiles the kernels of a game at their first call."""
    written = kernels(game)
    return Kernels(*(cuda.jit(getattr(written, name)) for name in Kernels.__dataclass_fields__))


def blocks(games: int, threads: int = THREADS) -> int:
    """Returns how many blocks of threads hold so many games."""
    return -(-games // threads)
