"""Measures the speed of the rules and prints it beside the committed baseline: `make bench`.

All figures are of the oldest component sets, so that they stay comparable.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from serai.bots import ask, make
from serai.bots.base import question
from serai.bots.beam_bots import Planner
from serai.core import playouts, spec
from serai.core.bits import ONE
from serai.core.compiled import entry
from serai.core.component_folders import original
from serai.core.records import empty_states
from serai.game import Game
from serai.learning.vector_env import VectorGames
from tests.sides import SIDES

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "bench.json"
BASELINE = ROOT / "tools" / "baseline.json"
REFERENCE = "machine.reference_per_s"
BEST_OF = 5
TABLES = 1024
STEPS = 400
GAMES = {"spice_road": 800, "sand_to_sea": 50, "east_to_west": 400}
SEED = np.uint64(7)

# Numba imports these if installed, which takes 0.3 s; tests and extras install them here, players do not need them.
NOT_OF_PLAYERS = ("scipy", "coverage", "cffi")
FIRST_DECISION = f"""
import sys
sys.modules.update(dict.fromkeys({NOT_OF_PLAYERS}))
from serai import Game
game = Game.new(sys.argv[1], players=2, seed=1)
game.play(game.legal()[0])
"""
COLD_COMPILE = """
import json, time
from serai.core import spec
from serai.warm import warm_rules
def seconds(game):
    begun = time.perf_counter()
    warm_rules(game)
    return time.perf_counter() - begun
print(json.dumps({game: round(seconds(game), 1) for game in spec.GAMES}))
"""
PLAIN_RUN = """
import time, numpy as np
from serai.bots import ask, make
from serai.bots.base import question
from serai.bots.beam_bots import Planner
from serai.game import Game
from serai.core import playouts
from serai.core import spec as games
from serai.core.records import empty_states
rules = games.GAMES["{game}"]
states, mask = empty_states(rules.STATE, 1), np.zeros(rules.WORDS, np.uint64)
results = np.zeros(1, playouts.RESULT)
begun, decisions = time.perf_counter(), 0
for number in range({games}):
    playouts.simulate(games.values("{game}"), states, mask, 2, np.uint64(7), number, 30, results)
    decisions += int(results[0].decisions)
print(decisions / (time.perf_counter() - begun))
"""


@entry
def reference(turns: int) -> np.uint64:
    """Does a fixed amount of work, to tell a slower machine from slower rules."""
    random = ONE
    for _ in range(turns):
        random = playouts.step(random)
    return random


def timed(work: Callable[[], int]) -> float:
    """Returns units of work per second, best of five."""
    rates = []
    for _ in range(BEST_OF):
        begun = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - begun))
    return max(rates)


def random_games(game: str, seats: int, begin: int = 0) -> int:
    """Plays compiled random games; returns the number of decisions."""
    rules = spec.GAMES[game]
    results = np.zeros(GAMES[game], playouts.RESULT)
    mask = np.zeros(rules.WORDS, np.uint64)
    playouts.simulate(original(game).values(), empty_states(rules.STATE, 1), mask, seats, SEED, begin, 0, results)
    return int(results["decisions"].sum())


def threaded_games(game: str, seats: int) -> int:
    """Plays random games on two threads."""
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(lambda part: random_games(game, seats, part * GAMES[game]), range(2)))


def array_steps(tables: VectorGames) -> int:
    """Steps arrays of games with random actions; returns the number of decisions."""
    for _ in range(STEPS):
        tables.step(tables.random_actions())
    return STEPS * tables.count


def naive_games(game: str) -> int:
    """Plays a naive game for a number of decisions."""
    state = empty_states(spec.GAMES[game].STATE, 1)[0]
    spec.setup(original(game).values(), state, 2, SEED, SEED)
    naive, chooser = SIDES[game].begin(2, state), random.Random(7)
    done = 0
    while not naive.over and done < 1500:
        naive.decide(chooser.choice(sorted(naive.legal())))
        done += 1
    return done


def position_in(game: str) -> Game:
    """Returns a game a few turns in, the same each time."""
    played, trader = Game.new(game, 2, seed=7, components=original(game)), make("trader")
    while played.round < 8 or played.view(played.seat)["phase"] != "turn":
        played.play(ask(trader, played, 7))
    return played


def planned(game: Game) -> int:
    """Plans one turn like `planner`; returns the number of decisions that the search applied."""
    return Planner().plan(question(game, 7)).applied


def planner_ms(game: str) -> float:
    """Returns the milliseconds of processor time that a turn of `planner` takes, over a game against itself."""
    played, planner, turns = Game.new(game, 2, seed=7, components=original(game)), make("planner"), 0
    begun = time.process_time()
    while not played.over:
        turns += played.view(played.seat)["phase"] == "turn"
        played.play(ask(planner, played, len(played.steps())))
    return 1000 * (time.process_time() - begun) / turns


def network_ms(game: str, players: int) -> float:
    """Returns the milliseconds of processor time that a decision of `network` takes, over a game against itself."""
    network, times = make("network"), []
    for _ in range(BEST_OF):
        played = Game.new(game, players, seed=7, rounds=60, components=original(game))
        begun = time.process_time()
        while not played.over:
            played.play(ask(network, played, 7))
        times.append(1000 * (time.process_time() - begun) / len(played.steps()))
    return min(times)


def run(*arguments: str, **environment: str) -> str:
    """Runs Python with arguments in a fresh process and returns what it printed."""
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def start_time(game: str) -> float:
    """Returns the seconds from the start of a process to its first decision, with a warm cache, best of seven."""
    times = []
    for _ in range(7):
        begun = time.perf_counter()
        run("-c", FIRST_DECISION, game)
        times.append(time.perf_counter() - begun)
    return min(times)


def cold_compile() -> dict[str, float]:
    """Returns the seconds that the rules of each game take to compile into an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        found: dict[str, float] = json.loads(run("-c", COLD_COMPILE, SERAI_CACHE=folder))
    return found


def environment_figures() -> Iterator[tuple[str, float]]:
    """Yields the speed of the environments for learning, where their frameworks are installed (`serai[learn]`)."""
    if all(find_spec(framework) for framework in ("gymnasium", "pettingzoo", "pyspiel")):
        from tools import environments

        yield from environments.figures()


def figures() -> Iterator[tuple[str, float]]:
    """Yields every figure by name."""
    yield REFERENCE, timed(lambda: int(reference(20_000_000) * 0) + 20_000_000)
    for game, rules in spec.GAMES.items():
        random_games(game, 2)
        for seats in (2, 4):
            yield f"{game}.{seats}p.compiled.decisions_per_s", timed(partial(random_games, game, seats))
            for what, observe in ("masks", False), ("observations", True):
                tables = VectorGames(game, seats, TABLES, observe=observe, components=original(game))
                arrays = partial(array_steps, tables)
                yield f"{game}.{seats}p.arrays_with_{what}.decisions_per_s", timed(arrays)
        yield f"{game}.2p.two_threads.decisions_per_s", timed(partial(threaded_games, game, 2))
        plain = run("-c", PLAIN_RUN.format(game=game, games=3), NUMBA_DISABLE_JIT="1")
        yield f"{game}.2p.plain.decisions_per_s", float(plain)
        yield f"{game}.2p.naive.decisions_per_s", timed(partial(naive_games, game))
        position = position_in(game)
        planned(position)
        yield f"{game}.2p.search.nodes_per_s", timed(partial(planned, position))
        yield f"{game}.2p.planner.ms_per_turn", planner_ms(game)
        for seats in (2, 4):
            yield f"{game}.{seats}p.network.ms_per_decision", network_ms(game, seats)
        yield f"{game}.start_to_first_decision_s", start_time(game)
        yield f"{game}.state_bytes", rules.STATE.itemsize
    yield from environment_figures()
    cold = cold_compile()
    for game, seconds in cold.items():
        yield f"{game}.cold_compile_s", seconds
    yield "all.cold_compile_s", sum(cold.values())


def speed_ratio(name: str, now: dict[str, float], base: dict[str, float]) -> float | None:
    """Returns a figure's speed-up over the baseline, corrected for the speed of the machine."""
    if name not in base or name.endswith("bytes") or name == REFERENCE:
        return None
    machine = now[REFERENCE] / base[REFERENCE]
    ratio = now[name] / base[name]
    return ratio / machine if name.endswith("_per_s") else 1 / (ratio * machine)


def table(now: dict[str, float], base: dict[str, float]) -> Table:
    """Shows figures and baseline side by side."""
    rows = Table("figure", "now", "baseline", "speed ratio", title="make bench (ratio: machine speed taken out)")
    for name, value in now.items():
        ratio = speed_ratio(name, now, base)
        rows.add_row(
            name,
            f"{value:,.4g}" if value < 1000 else f"{value:,.0f}",
            f"{base[name]:,.4g}" if base.get(name, 1e9) < 1000 else f"{base[name]:,.0f}" if name in base else "–",
            "–" if ratio is None else f"[{'red' if ratio < 0.9 else 'green'}]{ratio:.2f}",
        )
    return rows


def main() -> None:
    """Measures, prints and writes bench.json; with --baseline also the baseline."""
    console = Console(width=110)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring", total=None)
        now = {}
        for name, value in figures():
            now[name] = round(value, 4)
            progress.update(task, description=name)
    base = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    console.print(table(now, base))
    FIGURES.write_text(json.dumps(now, indent=1) + "\n")
    if "--baseline" in sys.argv:
        BASELINE.write_text(json.dumps(now, indent=1) + "\n")


if __name__ == "__main__":
    main()
