"""How much a root search adds: games for two on the GPU in which one seat searches and the other does not.

`python -m serai.learning.train.search_duel GAME --plans 6:25,0:25` plays one game in each place to its end for each
plan, a depth and a confidence; the searching seat takes the best action of its improved policy, the other that of the
policy itself.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from serai.core.component_folders import standard, standard_name
from serai.learning.train.batch_env import BatchEnv, unpacked
from serai.learning.train.gumbel import RootSearch, Shown, best, result
from serai.learning.train.model import Model
from serai.learning.train.policy import Actor
from serai.learning.train.settings import Settings
from serai.networks.weights import load, weights_file


class Duel:
    """Games side by side, each between one who searches and one who does not."""

    def __init__(self, game: str, file: Path, settings: Settings, device: str) -> None:
        """Deals all games; in every second of them seat 0 searches."""
        weights = load(file)
        pieces, blocks = standard(game), sum(name.endswith(".one.bias") for name in weights)
        model = Model(pieces, len(weights["first.bias"]), blocks).to(device)
        model.begin(weights)
        count = settings.roots
        self.actor = Actor(model, False)
        self.batch_env = BatchEnv(pieces, torch.full((count,), 2, dtype=torch.int64), 7, settings.limits, device)
        self.search = RootSearch(pieces, settings, self.batch_env, count, 11, False)
        self.searcher = torch.arange(count, device=device) % 2
        self.generator = torch.Generator(device).manual_seed(5)
        self.observations = torch.zeros((count, self.batch_env.size), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((count, self.batch_env.words), dtype=torch.int64, device=device)
        self.batch_env.begin(self.observations, self.masks)
        self.won = torch.full((count,), -1.0, device=device)

    def play(self, most: int) -> None:
        """Plays until every game has ended once, at most a number of decisions."""
        with torch.no_grad():
            for step in range(most):
                self._step()
                if step % 16 == 0 and bool((self.won >= 0.0).all()):
                    return

    def _step(self) -> None:
        """Takes one decision in every game."""
        policy, chances, _ = self.actor(self.observations)
        shown = Shown(self.observations, self.masks, policy, chances)
        rows = torch.arange(len(self.won), device=policy.device)
        root = self.search.root(rows, shown)
        better = self.search.improved(root, self.actor, self.generator)
        searched = better.masked_fill(~unpacked(self.masks), -1.0).argmax(1)
        actions = torch.where(root.seats == self.searcher, searched, best(policy, self.masks))
        self.batch_env.step(actions, self.observations, self.masks)
        self._count()

    def _count(self) -> None:
        """Notes who has won the games that ended for the first time."""
        first = (self.won < 0.0) & (self.batch_env.dones > 0)
        self.won = torch.where(first, result(self.batch_env, self.batch_env.players, self.searcher), self.won)

    def ended(self) -> Tensor:
        """Returns what the searching seats won in the games that have ended."""
        return self.won[self.won >= 0.0]


def main() -> None:
    """Plays, and prints a line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m serai.learning.train.search_duel", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--candidates", type=int, default=8)
    parser.add_argument("--plans", default="6:25", help="depth:confidence, commas between them")
    parser.add_argument("--most", type=int, default=320, help="decisions of each game")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    asked = parser.parse_args()
    for plan in asked.plans.split(","):
        depth, confidence = plan.split(":")
        terms: dict[str, Any] = {"candidates": asked.candidates, "depth": int(depth), "confidence": float(confidence)}
        settings = Settings(searches=1, kept=1, roots=asked.games, **terms)
        begun = time.perf_counter()
        duel = Duel(
            asked.game, asked.weights or weights_file(asked.game, standard_name(asked.game)), settings, asked.device
        )
        duel.play(asked.most)
        won, seconds = duel.ended(), round(time.perf_counter() - begun, 1)
        told = {"games": len(won), "won": round(float(won.mean()), 4), "seconds": seconds}
        print(json.dumps({"game": asked.game, **terms, **told}), flush=True)


if __name__ == "__main__":
    main()
