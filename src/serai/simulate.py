"""Many random games at once, and their statistics with 95 % intervals."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.cluster import joined, spread
from serai.core import playouts
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.playouts import Results
from serai.core.records import empty_states
from serai.core.spec import GAMES
from serai.game import Game
from serai.intervals import Figure
from serai.intervals import mean as mean
from serai.intervals import share as share

CHUNK = 250
CHUNKS_A_JOB = 20


@dataclass(frozen=True)
class Simulation:
    """What to simulate; deal and choices of a game depend only on the seed and its number."""

    game: str
    players: int
    games: int
    seed: int
    rounds: int
    jobs: int
    components: ComponentSet | None = None  # by default the standard set

    @property
    def pieces(self) -> ComponentSet:
        """The component set to play with."""
        return self.components or standard(self.game)

    @property
    def chunk(self) -> int:
        """The number of games per job."""
        return min(CHUNK, max(1, self.games // (CHUNKS_A_JOB * self.jobs)))


Played = tuple[int, float]


def simulate(plan: Simulation, tell: Callable[[int], None], ray: str | None = None) -> dict[str, Any]:
    """Plays all games, here or on a Ray cluster; calls `tell` with the size of each finished chunk."""
    results = np.zeros(plan.games, playouts.RESULT)
    began, seconds = time.perf_counter(), []
    for size, spent in _here(plan, results) if ray is None else _far(plan, results, ray):
        seconds.append(spent / size)
        tell(size)
    return _report(plan, results, time.perf_counter() - began, seconds)


def _here(plan: Simulation, results: Results) -> Iterator[Played]:
    """Plays in threads, since compiled rules release the GIL."""
    _play(plan, 0, results[:0])
    pool = ThreadPoolExecutor(plan.jobs)
    try:
        waiting = [pool.submit(_play, plan, begin, results[begin : begin + size]) for begin, size in _chunks(plan)]
        for done in as_completed(waiting):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _far(plan: Simulation, results: Results, address: str) -> Iterator[Played]:
    """Plays on a cluster."""
    with joined(address):
        for found in spread(play_far, ((plan, begin, size) for begin, size in _chunks(plan))):
            for begin, played, spent in found:
                results[begin : begin + len(played)] = played
                yield len(played), spent


def play_far(order: tuple[Simulation, int, int]) -> tuple[int, Results, float]:
    """Plays one chunk on a worker of the cluster; the component set travels with the plan."""
    plan, begin, size = order
    results = np.zeros(size, playouts.RESULT)
    _play(plan, 0, results[:0])
    return begin, results, _play(plan, begin, results)[1]


def _chunks(plan: Simulation) -> list[tuple[int, int]]:
    """Lists the chunks of games by first game and size."""
    return [(begin, min(plan.chunk, plan.games - begin)) for begin in range(0, plan.games, plan.chunk)]


def _play(plan: Simulation, begin: int, results: Results) -> Played:
    """Plays one chunk of games; returns their number and the seconds it took."""
    rules = GAMES[plan.game]
    states, mask = empty_states(rules.STATE, 1), np.zeros(rules.WORDS, np.uint64)
    began = time.perf_counter()
    seed, values = np.uint64(plan.seed), plan.pieces.values()
    playouts.simulate(values, states, mask, plan.players, seed, begin, plan.rounds, results)
    return len(results), time.perf_counter() - began


def _report(plan: Simulation, results: Results, elapsed: float, seconds: list[float]) -> dict[str, Any]:
    """Assembles the report; everything under `figures` is independent of the number of jobs."""
    decisions = int(results["decisions"].sum(dtype=np.int64))
    return {
        "game": plan.game,
        "players": plan.players,
        "games": plan.games,
        "seed": plan.seed,
        "rounds": plan.rounds or None,
        "jobs": plan.jobs,
        "components": plan.pieces.named,
        "speed": {
            "seconds": elapsed,
            "games_per_s": _rate(plan.games / elapsed, seconds),
            "decisions_per_s": _rate(decisions / elapsed, seconds),
        },
        "figures": _figures(plan, results),
    }


def _figures(plan: Simulation, results: Results) -> dict[str, Any]:
    """Returns the statistics of the games."""
    scores = results["scores"][:, : plan.players]
    wins = [int((results["winner"] == seat).sum()) for seat in range(plan.players)]
    return {
        "decisions": mean(results["decisions"]),
        "turns": mean(results["turns"]),
        "rounds": mean(results["rounds"]),
        "scores": [mean(scores[:, seat]) for seat in range(plan.players)],
        "winning_score": mean(scores.max(axis=1)),
        "wins": [share(won, plan.games) for won in wins],
        "stopped": share(int(results["stopped"].sum()), plan.games),
    }


def _rate(rate: float, seconds: list[float]) -> Figure:
    """Returns a speed; its interval comes from the spread of seconds per game over the chunks."""
    spread = mean(np.array(seconds))
    middle, low = spread["mean"], spread["low"]
    if not middle or low is None:
        return {"mean": rate, "low": None, "high": None}
    half = rate * (middle - low) / middle
    return {"mean": rate, "low": max(0.0, rate - half), "high": rate + half}


def rows(report: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yields the figures as rows of text: label, value and interval."""
    speed, figures = report["speed"], report["figures"]
    yield _row("games/s", speed["games_per_s"], 0)
    yield _row("decisions/s", speed["decisions_per_s"], 0)
    for key in ("decisions", "turns", "rounds"):
        yield _row(f"{key} a game", figures[key])
    for seat, figure in enumerate(figures["scores"], 1):
        yield _row(f"score of seat {seat}", figure)
    yield _row("winning score", figures["winning_score"])
    for seat, figure in enumerate(figures["wins"], 1):
        yield _share_row(f"wins of seat {seat}", figure)
    yield _share_row("stopped games", figures["stopped"])


def _row(what: str, figure: Figure, places: int = 2) -> tuple[str, str, str]:
    """Writes a mean and its interval."""
    middle, low, high = figure["mean"], figure["low"], figure["high"]
    between = "" if low is None else f"{low:,.{places}f} to {high:,.{places}f}"
    return what, f"{middle:,.{places}f}", between


def _share_row(what: str, figure: Figure) -> tuple[str, str, str]:
    """Writes a share and its interval in per cent."""
    return what, f"{figure['share']:.2%}", f"{figure['low']:.2%} to {figure['high']:.2%}"


def ways(game: str, players: int, seed: int, depth: int, components: ComponentSet | None = None) -> int:
    """Counts the ways to take the first `depth` decisions of a game."""
    return Game.new(game, players, seed, components=components).perft(depth)
