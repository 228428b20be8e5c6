"""Learns the weights of `planner`'s evaluation by self-play: `python -m tools.tune GAME --minutes 8 --jobs 16`.

The cross-entropy method: each generation tries weights around the mean, each candidate plays paired deals against the
planner with the current weights and against `trader`; the mean moves to the best quarter. Candidates are ranked by the
margin, softly bounded, since it says more than who won. Writes every generation to the result file.
"""

import argparse
import json
import multiprocessing
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from serai.bots.beam import BeamSearch
from serai.bots.evaluation import EVALUATIONS
from serai.core import spec
from serai.core.bits import nth, total
from serai.core.phases import Phase
from serai.core.records import State, empty_states
from serai.core.rounds import best

Weights = np.ndarray[Any, np.dtype[np.float64]]
ROUNDS = 120
_SEARCHES: dict[str, BeamSearch] = {}


def decide(game: str, state: State, weights: Weights, discount: float, nodes: int) -> int:
    """Plans with weights; one node means one turn ahead."""
    rules, evaluation = spec.GAMES[game], EVALUATIONS[game]
    search = _SEARCHES.setdefault(game, BeamSearch(rules.STATE, rules.WORDS))
    share = nodes if state.phase == Phase.TURN else max(1, nodes // 5)
    depth = 1 if nodes == 1 else evaluation.horizon(state, int(state.seat))
    values, seat = spec.values(game), int(state.seat)
    return search.plan(values, state, seat, weights, depth, discount, evaluation.ANSWERS, nodes=share).turns[0][0]


def play(game: str, seed: int, sides: list[tuple[Weights, float, int]], rotation: int) -> tuple[float, float]:
    """Plays a duel; returns whether the first side wins, and its margin bounded to -1 … 1."""
    rules = spec.GAMES[game]
    state, mask = empty_states(rules.STATE, 1)[0], np.zeros(rules.WORDS, np.uint64)
    values = spec.values(game)
    spec.setup(values, state, 2, np.uint64(20261116), np.uint64(seed))
    rounds = 0
    while state.phase != Phase.OVER and rounds < ROUNDS:
        spec.legal(values, state, mask)
        mover, phase = spec.mover(state), state.phase
        side = sides[(state.seat + rotation) % 2]
        spec.apply(values, state, nth(mask, 0) if total(mask) == 1 else decide(game, state, *side))
        rounds += int(state.phase == Phase.TURN and phase != Phase.OVER and spec.mover(state) < mover)
    scores = np.array([spec.score(values, state, seat) for seat in range(2)], np.int16)
    first = rotation % 2
    return float(best(scores, 2) == first), float(np.tanh((int(scores[first]) - int(scores[1 - first])) / 15))


def judge(job: tuple[str, Weights, float, Weights, float, Weights, int, list[int]]) -> list[list[float]]:
    """Returns how often a candidate beats the current planner, and the trader, each with the bounded margin."""
    game, weights, discount, present, present_discount, trader, nodes, seeds = job
    own = (weights, discount, nodes)
    rivals = [(present, present_discount, nodes), (trader, 1.0, 1)]
    return [
        [
            float(share)
            for share in np.mean([play(game, seed, [own, rival], turn) for seed in seeds for turn in (0, 1)], 0)
        ]
        for rival in rivals
    ]


def main() -> None:
    """Tunes a game for some minutes, then compares the result with the starting weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(EVALUATIONS))
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--candidates", type=int, default=16)
    parser.add_argument("--nodes", type=int, default=8000)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--check", type=int, default=250, help="deals in the final comparison")
    parser.add_argument("--out", type=Path, default=Path("build/tune.json"))
    given = parser.parse_args()
    evaluation = EVALUATIONS[given.game]
    begun, chance = time.monotonic(), np.random.default_rng(1)
    start = np.append(evaluation.WEIGHTS, evaluation.DISCOUNT)
    mean, spread = start.copy(), np.append(np.maximum(0.35 * np.abs(evaluation.WEIGHTS), 0.05), 0.02)
    story = []

    def job(point: Weights, against: Weights, seeds: list[int], nodes: int) -> tuple[Any, ...]:
        """Describes a comparison."""
        discount = min(float(point[-1]), 1.0)
        return given.game, point[:-1], discount, against[:-1], float(against[-1]), evaluation.TRADER, nodes, seeds

    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        generation = 0
        while time.monotonic() - begun < 60 * given.minutes:
            seeds = [int(seed) for seed in chance.integers(1, 1 << 40, given.deals)]
            points = [mean + spread * chance.standard_normal(len(mean)) for _ in range(given.candidates)]
            found = pool.map(judge, [job(point, mean, seeds, given.nodes) for point in points], chunksize=1)
            order = np.argsort([-(duel[1] + trader[1]) for duel, trader in found], kind="stable")
            elite = np.array([points[place] for place in order[: max(2, len(points) // 4)]])
            mean = 0.5 * mean + 0.5 * elite.mean(axis=0)
            spread = np.maximum(0.7 * spread + 0.3 * elite.std(axis=0), 0.02 * np.abs(start))
            generation += 1
            story.append({"generation": generation, "mean": [round(float(x), 4) for x in mean]})
            story[-1]["shares"] = np.round(np.mean(found, axis=0), 3).tolist()
            print(generation, round(time.monotonic() - begun), story[-1], flush=True)
        seeds = [int(seed) for seed in chance.integers(1, 1 << 40, given.check)]
        parts = [seeds[part :: given.jobs] for part in range(given.jobs)]
        checks = {}
        for name, point in {"tuned": mean, "start": start}.items():
            found = pool.map(judge, [job(point, start, part, 30_000) for part in parts], chunksize=1)
            checks[name] = np.round(np.mean(found, axis=0), 4).tolist()
    result = {"command": "python -m tools.tune " + " ".join(sys.argv[1:]), "checks": checks, "story": story}
    print(checks, [round(float(x), 3) for x in mean])
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
