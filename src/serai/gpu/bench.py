"""Measures random games on a GPU and checks that they match the CPU's: `python -m serai.gpu.bench`."""

import argparse
import json
import platform
import time
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numba
import numpy as np

from serai.component_sets import BadComponents, explain_old_variable, find_components
from serai.core import spec
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.playouts import keep_all_playing
from serai.core.records import as_array, empty_states
from serai.gpu.device import cuda
from serai.gpu.equality import DEALS, SEED, compare
from serai.gpu.kernels import LAYOUTS, THREADS, blocks, compiled_kernels

STEPS = 60


def rate(pieces: ComponentSet, players: int, processors: int, decisions: int, times: int) -> dict[str, Any]:
    """Plays at random on every processor of the GPU; returns decisions per second of each run, after a warm-up."""
    game = pieces.game
    count = processors * LAYOUTS[game].PER_PROCESSOR
    kernels, grid = compiled_kernels(game), (blocks(count), THREADS)
    values = cuda.to_device(as_array(pieces.values()))
    states = cuda.to_device(empty_states(spec.GAMES[game].STATE, count))
    ended = cuda.to_device(np.zeros(count, np.int32))
    kernels.deal[grid](values, states, players, SEED, 0)
    rates = []
    for number in range(times + 1):
        cuda.synchronize()
        begun = time.perf_counter()
        kernels.play[grid](values, states, decisions, SEED + np.uint64(number), 0, DEALS, ended)
        cuda.synchronize()
        rates.append(count * decisions / (time.perf_counter() - begun))
    memory, registers = LAYOUTS[game].MEMORY, LAYOUTS[game].REGISTERS
    shape = {"games": count, "decisions_a_game": decisions, "state_in": memory, "most_registers": registers}
    return {"players": players, "best": max(rates[1:]), "rates": rates[1:], **shape}


def here(pieces: ComponentSet, players: int) -> float:
    """Returns decisions per second on one core of this machine."""
    rules = spec.GAMES[pieces.game]
    mask, states, values = np.zeros(rules.WORDS, np.uint64), empty_states(rules.STATE, 64), pieces.values()
    for number in range(len(states)):
        spec.setup(values, states[number], players, SEED, np.uint64(number))
    keep_all_playing(values, states, mask, 10, SEED, 0, DEALS)
    begun = time.perf_counter()
    keep_all_playing(values, states, mask, 20_000, SEED, 0, DEALS)
    return len(states) * 20_000 / (time.perf_counter() - begun)


def main(words: list[str] | None = None) -> None:
    """Measures all games, prints and writes the results; fails if any state differs."""
    parser = argparse.ArgumentParser(prog="python -m serai.gpu.bench", description=__doc__)
    parser.add_argument("--games", default=",".join(spec.GAMES))
    parser.add_argument("--components", metavar="NAME|FOLDER", help="another component set; default: the standard set")
    parser.add_argument("--compared", type=int, default=2000, help="games to compare for each number of players")
    parser.add_argument("--decisions", type=int, default=2000, help="decisions per game in the measurement")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(words)
    explain_old_variable()
    try:
        sets = [find_components(game, asked.components) or standard(game) for game in asked.games.split(",")]
    except BadComponents as error:
        parser.error(str(error))
    warnings.simplefilter("ignore", numba.core.errors.NumbaPerformanceWarning)
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    versions = {"numba": numba.__version__, "numpy": np.__version__, "python": platform.python_version()}
    told: dict[str, Any] = {"device": name, "processors": device.MULTIPROCESSOR_COUNT, **versions, "games": {}}
    for pieces in sets:
        game, (least, most) = pieces.game, spec.GAMES[pieces.game].SEATS
        compared = [asdict(compare(pieces, n, asked.compared, STEPS, 3000)) for n in range(least, most + 1)]
        rates = [rate(pieces, n, device.MULTIPROCESSOR_COUNT, asked.decisions, asked.times) for n in (least, most)]
        measured = {"compared": compared, "rates": rates, "one_core_here": here(pieces, least)}
        told["games"][game] = {"components": pieces.named, **measured}
        same = all(each["same"] for each in compared)
        best = ", ".join(f"{each['players']} players {each['best'] / 1e9:.2f} G/s" for each in rates)
        print(f"{game}: {best}; {'the same as here, byte by byte' if same else 'DIFFERENT FROM HERE'}", flush=True)
    if asked.json is not None:
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if not all(each["same"] for game in told["games"].values() for each in game["compared"]):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
