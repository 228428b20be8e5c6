"""Kernels over arrays of states, one game per thread; the rules do the work."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from serai.core import spec
from serai.core.observation import write
from serai.core.playouts import chooser, keep_playing
from serai.core.registry import Parts
from serai.core.spec import apply, legal, setup
from serai.gpu import plain
from serai.gpu.device import SIMULATED, Kernel, cuda, state_type

THREADS = 128
LAYOUTS = Parts("gpu", otherwise=plain)


def _copy_type(typing: Any, to: Any, of: Any) -> Any:
    """Copies a record word by word; as one value it would fill all registers."""
    words = to.size // 8

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = ir.IntType(64).as_pointer()
        there, here = (builder.bitcast(each, pointer) for each in args)
        with cgutils.for_range(builder, ir.Constant(ir.IntType(64), words)) as loop:
            word = builder.load(builder.gep(here, [loop.index]))
            builder.store(word, builder.gep(there, [loop.index]))
        return context.get_dummy_value()

    return types.void(to, of), generate


def _copy_fields(to: Any, of: Any) -> None:
    """Copies a record in the simulator."""
    for name in to.dtype.names:
        to[name] = of[name]


copy: Any = _copy_fields if SIMULATED else intrinsic(_copy_type)


@dataclass(frozen=True)
class Kernels:
    """The kernels of one game, not yet compiled: input to CUDA's `jit` or to `ptx`."""

    deal: Kernel
    offer: Kernel
    decide: Kernel
    observe: Kernel
    play: Kernel


@cache
def kernels(game: str) -> Kernels:
    """Makes the kernels of a game."""

    def deal(values: Any, states: Any, seats: int, seed: np.uint64, first: int) -> None:
        """Deals games numbered from `first` on (C-5)."""
        place = cuda.grid(1)
        if place < len(states):
            setup(values[0], states[place], seats, seed, np.uint64(first + place))

    def offer(values: Any, states: Any, masks: Any) -> None:
        """Marks what is legal in each game."""
        place = cuda.grid(1)
        if place < len(states):
            legal(values[0], states[place], masks[place])

    def decide(values: Any, states: Any, actions: Any) -> None:
        """Takes one legal decision in each game."""
        place = cuda.grid(1)
        if place < len(states):
            apply(values[0], states[place], actions[place])

    def observe(values: Any, where: Any, states: Any, begun: int, rounds: int, out: Any) -> None:
        """Writes what the deciding seat of each game may know."""
        place = cuda.grid(1)
        if place < len(states):
            write(values[0], where[0], states[place], states[place].seat, begun, rounds, out[place])

    return Kernels(deal, offer, decide, observe, player(game, LAYOUTS[game].MEMORY))


def player(game: str, memory: str) -> Kernel:
    """Makes the kernel of random play, with the state in shared memory, in local memory, or in place."""
    own, words = state_type(game), spec.GAMES[game].WORDS

    def in_block(values: Any, states: Any, decisions: int, seed: np.uint64, first: int, deals: int, ended: Any) -> None:
        """Takes random decisions in each game, as `playouts.keep_all_playing` does."""
        place, thread = cuda.grid(1), cuda.threadIdx.x
        room = cuda.shared.array(THREADS, own)
        mask = cuda.local.array(words, np.uint64)
        if place < len(states):
            number = first + place
            deal = np.uint64(number * deals)
            copy(room[thread], states[place])
            ended[place] = keep_playing(values[0], room[thread], mask, chooser(seed, number), decisions, seed, deal)
            copy(states[place], room[thread])

    def in_thread(
        values: Any, states: Any, decisions: int, seed: np.uint64, first: int, deals: int, ended: Any
    ) -> None:
        """Takes random decisions in each game, as `playouts.keep_all_playing` does."""
        place = cuda.grid(1)
        room = cuda.local.array(1, own)
        mask = cuda.local.array(words, np.uint64)
        if place < len(states):
            number = first + place
            deal = np.uint64(number * deals)
            copy(room[0], states[place])
            ended[place] = keep_playing(values[0], room[0], mask, chooser(seed, number), decisions, seed, deal)
            copy(states[place], room[0])

    def in_place(values: Any, states: Any, decisions: int, seed: np.uint64, first: int, deals: int, ended: Any) -> None:
        """Takes random decisions in each game, as `playouts.keep_all_playing` does."""
        place = cuda.grid(1)
        mask = cuda.local.array(words, np.uint64)
        if place < len(states):
            number = first + place
            deal = np.uint64(number * deals)
            ended[place] = keep_playing(values[0], states[place], mask, chooser(seed, number), decisions, seed, deal)

    return {"shared": in_block, "local": in_thread, "global": in_place}[memory]


@cache
def compiled_kernels(game: str) -> Kernels:
    """Compiles the kernels of a game, each on its first call."""
    written, registers = kernels(game), LAYOUTS[game].REGISTERS
    options = {"max_registers": registers} if registers and not SIMULATED else {}
    return Kernels(
        cuda.jit(written.deal),
        cuda.jit(written.offer),
        cuda.jit(written.decide),
        cuda.jit(written.observe),
        cuda.jit(**options)(written.play),
    )


def blocks(count: int, threads: int = THREADS) -> int:
    """Returns how many blocks of threads this many games need."""
    return -(-count // threads)
