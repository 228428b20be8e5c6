"""How fast random games go on a GPU, and whether they are those of the CPU: `python -m serai.gpu.bench`."""

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

from serai.gpu.device import cuda
from serai.gpu.equality import DEALS, SEED, compare
from serai.gpu.kernels import PLACES, THREADS, blocks, compiled_kernels
from serai.rules import games
from serai.rules.playouts import keep_all_playing
from serai.rules.records import as_array, empty_states

STEPS = 60
PER_PROCESSOR = {"spice_road": 512, "sand_to_sea": 1024, "east_to_west": 1024}


def rate(game: str, players: int, processors: int, decisions: int, times: int) -> dict[str, Any]:
    """Plays at random on every processor of the GPU; returns decisions a second of each time, after one for warming."""
    count = processors * PER_PROCESSOR[game]
    kernels, grid = compiled_kernels(game), (blocks(count), THREADS)
    values = cuda.to_device(as_array(games.values(game)))
    states = cuda.to_device(empty_states(games.GAMES[game].STATE, count))
    ended = cuda.to_device(np.zeros(count, np.int32))
    kernels.deal[grid](values, states, players, SEED, 0)
    rates = []
    for number in range(times + 1):
        cuda.synchronize()
        begun = time.perf_counter()
        kernels.play[grid](values, states, decisions, SEED + np.uint64(number), 0, DEALS, ended)
        cuda.synchronize()
        rates.append(count * decisions / (time.perf_counter() - begun))
    memory, registers = PLACES[game]
    shape = {"games": count, "decisions_a_game": decisions, "state_in": memory, "most_registers": registers}
    return {"players": players, "best": max(rates[1:]), "rates": rates[1:], **shape}


def here(game: str, players: int) -> float:
    """Returns decisions a second on one core of this machine."""
    rules, mask = games.GAMES[game], np.zeros(games.GAMES[game].WORDS, np.uint64)
    states, values = empty_states(rules.STATE, 64), games.values(game)
    for number in range(len(states)):
        games.setup(values, states[number], players, SEED, np.uint64(number))
    keep_all_playing(values, states, mask, 10, SEED, 0, DEALS)
    begun = time.perf_counter()
    keep_all_playing(values, states, mask, 20_000, SEED, 0, DEALS)
    return len(states) * 20_000 / (time.perf_counter() - begun)


def main(words: list[str] | None = None) -> None:
    """Measures all games, says and writes what came of it; fails if one state differs."""
    parser = argparse.ArgumentParser(prog="python -m serai.gpu.bench", description=__doc__)
    parser.add_argument("--games", default=",".join(games.GAMES))
    parser.add_argument("--compared", type=int, default=2000, help="games to be compared for each number of players")
    parser.add_argument("--decisions", type=int, default=2000, help="decisions of each game in the measuring")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(words)
    warnings.simplefilter("ignore", numba.core.errors.NumbaPerformanceWarning)
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    versions = {"numba": numba.__version__, "numpy": np.__version__, "python": platform.python_version()}
    told: dict[str, Any] = {"device": name, "processors": device.MULTIPROCESSOR_COUNT, **versions, "games": {}}
    for game in asked.games.split(","):
        least, most = games.GAMES[game].SEATS
        compared = [asdict(compare(game, n, asked.compared, STEPS, 3000)) for n in range(least, most + 1)]
        rates = [rate(game, n, device.MULTIPROCESSOR_COUNT, asked.decisions, asked.times) for n in (least, most)]
        told["games"][game] = {"compared": compared, "rates": rates, "one_core_here": here(game, least)}
        same = all(each["same"] for each in compared)
        best = ", ".join(f"{each['players']} players {each['best'] / 1e9:.2f} G/s" for each in rates)
        print(f"{game}: {best}; {'the same as here, byte by byte' if same else 'DIFFERENT FROM HERE'}", flush=True)
    if asked.json is not None:
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if not all(each["same"] for game in told["games"].values() for each in game["compared"]):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
