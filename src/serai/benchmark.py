"""A frozen task for research, `serai-bench-v1`: learn from a fixed number of decisions, then play against the ladder.

See docs/benchmark.md. Changing anything that a score depends on makes another task, with another name.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from math import fsum
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from serai.bots import Bot, make
from serai.charts import HEAD, picture
from serai.core.component_folders import original
from serai.core.registry import SPECS
from serai.core.rounds import best
from serai.core.spec import GAMES
from serai.extras import command
from serai.intervals import share_of_groups
from serai.learning.episodes import DONE, SCORES
from serai.learning.learner_games import LearnerGames, decided
from serai.learning.train.curves import GAP, TALL, Lines, panel
from serai.networks.weights import weights_digest, weights_file
from serai.version import VERSION

TASK = "serai-bench-v1"
PLAYERS, ROUNDS = 2, 100
DECISIONS = 300_000  # that a learner may learn from, those of all seats that it plays
RUNGS = ("random", "novice", "trader", "network")
DEALS = 100  # each played from both seats, against every rung
CURVE_DEALS, CURVE_POINTS = 10, 6
SEED = 2026  # of the deals; training uses others
THOUSAND = 1000


@runtime_checkable
class Policy(Protocol):
    """What training returns: it decides from observations and masks alone."""

    def best(self, seen: Any, mask: Any) -> Any:
        """Returns an action for each row of observations and masks."""


Told = Callable[[int, Policy], None]
Train = Callable[[str, int, int, Told], Policy]
Agent = Policy | Bot


@dataclass(frozen=True)
class Score:
    """The games won against a rung: the mean share over deals, with its 95 % interval."""

    rung: str
    won: float
    low: float
    high: float


def task(game: str) -> dict[str, Any]:
    """Identifies the task of a game: everything that a score depends on."""
    pieces = original(game)
    return {
        "task": TASK,
        "game": game,
        "rules": int(GAMES[game].VERSION),
        "components": pieces.named,
        "weights": weights_digest(weights_file(game, pieces.name)),
        "players": PLAYERS,
        "rounds": ROUNDS,
        "decisions": DECISIONS,
        "rungs": list(RUNGS),
        "deals": DEALS,
        "seed": SEED,
    }


def won_by_deal(game: str, agent: Agent, rung: str, deals: int) -> list[float]:
    """Plays every deal from both seats against a rung; returns the share of the two games won, deal by deal."""
    won = np.zeros(deals)
    for seat in range(PLAYERS):
        games = LearnerGames(
            game, PLAYERS, deals, learner=seat, bots=[make(rung)], rounds=ROUNDS, components=original(game)
        )
        random = np.random.default_rng([SEED, seat])
        games.deal(SEED, 0, random)
        alive = np.arange(deals)
        while len(alive):
            games.decide_some(alive, decisions_of(agent, games, alive, random), random)
            alive = alive[games.facts[alive, DONE] == 0]
        scores = games.facts[:, SCORES : SCORES + PLAYERS].astype(np.int16)
        won += [best(points, PLAYERS) == seat for points in scores]
    shares: list[float] = (won / PLAYERS).tolist()
    return shares


def decisions_of(agent: Agent, games: LearnerGames, alive: Any, random: np.random.Generator) -> Any:
    """Asks an agent for its decision in every game that is not over."""
    if isinstance(agent, Policy):
        return np.asarray(agent.best(games.features[alive], games.marks[alive]), np.int64)
    picks = [decided(agent, games.pose(int(game), int(random.integers(1 << 62)))) for game in alive]
    return np.array(picks, np.int64)


def scores(game: str, agent: Agent, deals: int = DEALS) -> list[Score]:
    """Returns what an agent wins against every rung."""
    return [scored(rung, won_by_deal(game, agent, rung, deals)) for rung in RUNGS]


def scored(rung: str, shares: list[float]) -> Score:
    """Returns the share of games won, from those of the deals."""
    found = share_of_groups(shares)
    return Score(rung, found["share"] or 0.0, found["low"] or 0.0, found["high"] or 0.0)


def total(found: list[Score]) -> float:
    """Returns the score of the task: the mean share of games won over the rungs, in percent."""
    return 100 * fsum(score.won for score in found) / len(found)


def trained_by(file: Path) -> Train:
    """Returns the function `train(game, decisions, seed, told)` of a Python file."""
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise ValueError(f"{file} is no Python file with a function train(game, decisions, seed, told)")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Train = module.train
    return found


def run(game: str, agent: str, seed: int, tell: Callable[[str], None] = lambda line: None) -> dict[str, Any]:
    """Scores a bot, or trains and scores what a Python file learns; returns the result."""
    begun, curve = time.process_time(), list[dict[str, Any]]()
    file = Path(agent) if agent.endswith(".py") else None
    player: Agent = make(agent) if file is None else trained_by(file)(game, DECISIONS, seed, _watch(game, curve, tell))
    spent = time.process_time() - begun
    found = scores(game, player)
    return {
        **task(game),
        "serai": VERSION,
        "agent": agent if file is None else file.stem,
        "training_seed": None if file is None else seed,
        "score": round(total(found), 1),
        "won": [vars(score) for score in found],
        "curve": curve,
        "training_s": round(spent) if file else 0,
    }


def _watch(game: str, curve: list[dict[str, Any]], tell: Callable[[str], None]) -> Told:
    """Returns a function that scores a policy now and then during its training, on fewer deals."""

    def told(decisions: int, policy: Policy) -> None:
        if decisions * CURVE_POINTS >= DECISIONS * (len(curve) + 1):
            found = scores(game, policy, CURVE_DEALS)
            curve.append({"decisions": decisions, **{score.rung: score.won for score in found}})
            tell(f"{decisions:,} decisions: {total(found):.1f}")

    return told


def draw(results: list[dict[str, Any]]) -> str:
    """Draws the results of one game: all scores, and what each learner won against each rung while learning."""
    found = [result for result in results if result["curve"]]
    scored = [(result["agent"], list(_scores(result))) for result in results]
    lines: list[tuple[str, Lines]] = [
        ("score by decisions trained; level where nothing is trained", scored),
        *((f"{result['agent']}: games won, %, by decisions trained", list(_lines(result))) for result in found),
    ]
    body = [
        part
        for place, (title, each) in enumerate(lines)
        for part in panel(title, each, DECISIONS / THOUSAND, place, " k")
    ]
    told = "; ".join(f"{result['agent']} {result['score']}" for result in results)
    return picture(
        f"{TASK}: {SPECS[results[0]['game']].title}", told, HEAD + len(lines) * (TALL + GAP), body, f"Scores: {told}"
    )


def _scores(result: dict[str, Any]) -> Iterator[tuple[float, float]]:
    """Yields the score while learning, which ends with that of the task; without a curve, it is level."""
    for point in result["curve"]:
        yield point["decisions"] / THOUSAND, 100 * fsum(point[rung] for rung in RUNGS) / len(RUNGS)
    if not result["curve"]:
        yield 0.0, result["score"]
    yield DECISIONS / THOUSAND, result["score"]


def _lines(result: dict[str, Any]) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yields a line for each rung, which ends with the score of the task."""
    for score in result["won"]:
        rung = score["rung"]
        points = [(point["decisions"] / THOUSAND, 100 * point[rung]) for point in result["curve"]]
        yield rung, [*points, (DECISIONS / THOUSAND, 100 * score["won"])]


def main() -> None:
    """Scores an agent and writes the result: `python -m serai.benchmark GAME AGENT [SEED] [FILE]`."""
    game, agent, *more = sys.argv[1:]
    with command("serai"):
        result = run(game, agent, int(more[0]) if more else 1, lambda line: print(line, flush=True))
    print(json.dumps({name: result[name] for name in ("task", "game", "agent", "score", "won")}, indent=1))
    if len(more) > 1:
        Path(more[1]).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
