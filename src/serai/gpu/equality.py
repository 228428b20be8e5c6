"""The same seeds and decisions on CPU and GPU: every state, mask and observation must be identical, byte for byte."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.core import spec as games
from serai.core.bits import WORD, nth, total
from serai.core.component_set import ComponentSet
from serai.core.observation import layout, where, write_one
from serai.core.playouts import keep_all_playing
from serai.core.records import States, as_array, empty_states
from serai.gpu.device import cuda
from serai.gpu.kernels import THREADS, blocks, compiled_kernels

SEED = np.uint64(20_26)
DEALS = 1 << 20


@dataclass(frozen=True)
class Compared:
    """What was compared for a number of players, and whether everything was identical."""

    game: str
    players: int
    games: int
    decisions: int
    ended: int
    same: bool


def compare(pieces: ComponentSet, players: int, count: int, steps: int, decisions: int) -> Compared:
    """Deals games on CPU and GPU, takes the same decisions step by step, then many more at random."""
    game, values = pieces.game, pieces.values()
    rules, kernels = games.GAMES[game], compiled_kernels(game)
    values_there = cuda.to_device(as_array(values))
    grid = (blocks(count), THREADS)
    here = empty_states(rules.STATE, count)
    there = cuda.to_device(empty_states(rules.STATE, count))
    kernels.deal[grid](values_there, there, players, SEED, 0)
    for place in range(count):
        games.setup(values, here[place], players, SEED, np.uint64(place))
    same = _bytes(there) == here.tobytes()
    for step in range(steps):
        same &= _one_step(pieces, values_there, here, there, step)
    ended = cuda.to_device(np.zeros(count, np.int32))
    kernels.play[grid](values_there, there, decisions, SEED, 0, DEALS, ended)
    over = keep_all_playing(values, here, np.zeros(rules.WORDS, np.uint64), decisions, SEED, 0, DEALS)
    same &= _bytes(there) == here.tobytes() and int(ended.copy_to_host().sum()) == over
    return Compared(game, players, count, count * (steps + decisions), int(over), bool(same))


def _one_step(pieces: ComponentSet, values_there: Any, here: States, there: Any, step: int) -> bool:
    """Compares masks and observations, then takes one decision in every unfinished game."""
    rules, kernels, count = games.GAMES[pieces.game], compiled_kernels(pieces.game), len(here)
    values, fields = pieces.values(), where(pieces)
    grid = (blocks(count), THREADS)
    masks, entries = np.zeros((count, rules.WORDS), np.uint64), np.zeros((count, layout(pieces).size), np.uint8)
    masks_there, entries_there = cuda.to_device(masks), cuda.to_device(entries)
    actions = np.zeros(count, np.int16)
    for place in range(count):
        games.legal(values, here[place], masks[place])
        write_one(values, fields, here[place], here[place].seat, step, 0, entries[place])
        choices = total(masks[place])
        actions[place] = nth(masks[place], (step * 7 + place) % choices) if choices else 0
    kernels.offer[grid](values_there, there, masks_there)
    kernels.observe[grid](values_there, cuda.to_device(as_array(fields)), there, step, 0, entries_there)
    same = _bytes(masks_there) == masks.tobytes() and _bytes(entries_there) == entries.tobytes()
    if not masks.any(axis=1).all():
        raise ValueError(f"a game is over after {step} decisions; compare fewer steps")
    for place in range(count):
        games.apply(values, here[place], actions[place])
    kernels.decide[grid](values_there, there, cuda.to_device(actions))
    return same and _bytes(there) == here.tobytes() and int(actions.max()) < WORD * rules.WORDS


def _bytes(array: Any) -> bytes:
    """Returns the bytes of an array on the GPU."""
    return bytes(array.copy_to_host().tobytes())
