"""The command `python -m serai.learning.train.teaching GAME`: a network learns from a bot before it plays itself.

Where games by chance hardly ever end, playing oneself can settle on playing slowly; a teacher shows that there is a
faster way. What is made lies in the folder as any training does, and `python -m serai.learning.train` takes it up.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from serai.learning.train.checkpoints import keep, take_up
from serai.learning.train.improving import Improver
from serai.learning.train.lessons import Lessons, joined, lessons
from serai.learning.train.model import Model
from serai.learning.train.settings import Settings, between
from serai.learning.train.tables import unpacked
from serai.learning.train.training import Story
from serai.networks.weights import save, weights_file
from serai.rules import games

BATCH = 512
RATE = (5e-4, 2e-5)
HELD_BACK = 0.05


def losses(model: Model, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """Returns how far the network is from the teacher, and the share of decisions in which both agree."""
    policy, told, worth = model(batch["observations"])
    policy = policy.masked_fill(~unpacked(batch["masks"]), -1e9)
    there = torch.arange(told.shape[1]) < batch["players"][:, None]
    likely = torch.log_softmax(told.masked_fill(~there, -1e9), 1)
    known = batch["chances"].sum(1).clamp(min=1e-6)
    surprise = -(batch["chances"] * likely.masked_fill(~there, 0.0)).sum(1).sum() / known.sum().clamp(min=1.0)
    missed = (torch.nn.functional.smooth_l1_loss(worth, batch["points"], reduction="none") * there).sum(1).mean()
    followed = torch.nn.functional.cross_entropy(policy, batch["actions"])
    agreed = (policy.argmax(1) == batch["actions"]).float().mean()
    return followed + 0.3 * surprise + 0.1 * missed, agreed.detach()


def tensors(taught: Lessons, rows: Any) -> dict[str, Tensor]:
    """Returns some rows as tensors."""
    return {name: torch.from_numpy(np.ascontiguousarray(values[rows])) for name, values in _signed(taught).items()}


def _signed(taught: Lessons) -> dict[str, Any]:
    """Returns the fields; words of masks as torch knows them."""
    return {**taught._asdict(), "masks": taught.masks.view(np.int64)}


def learn(improver: Improver, taught: Lessons, epochs: int, say: Callable[[str], None], seed: int = 1) -> float:
    """Goes through the lessons some times; returns how often it agrees with the teacher in those held back."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(taught.actions))
    held = order[: max(1, int(HELD_BACK * len(order)))]
    rows, agreed = order[len(held) :], 0.0
    steps, done = max(1, epochs * (len(rows) // BATCH)), 0
    for epoch in range(epochs):
        random.shuffle(rows)
        for batch in np.array_split(rows, max(1, len(rows) // BATCH)):
            improver.rate = between(RATE, done / steps)
            improver.descend(losses(improver.model, tensors(taught, batch))[0])
            done += 1
        with torch.no_grad():
            parts = np.array_split(held, max(1, len(held) // BATCH))
            agreed = float(np.mean([losses(improver.model, tensors(taught, part))[1].item() for part in parts]))
        say(f"pass {epoch + 1}: agrees with the teacher in {agreed:.1%} of decisions that it has not seen")
    return agreed


def options() -> argparse.ArgumentParser:
    """Says what can be asked for."""
    parser = argparse.ArgumentParser(prog="python -m serai.learning.train.teaching", description="Learns from a bot.")
    parser.add_argument("game", choices=list(games.GAMES))
    parser.add_argument("--teacher", default="planner")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--lessons", type=Path, help="file of lessons: used if it is there, else written")
    parser.add_argument("--out", type=Path, default=Path("training"), help="folder of checkpoints; taken up if begun")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--blocks", type=int, default=3)
    return parser


def gathered(asked: argparse.Namespace, say: Callable[[str], None]) -> Lessons:
    """Reads the lessons, or lets the teacher play."""
    if asked.lessons is not None and asked.lessons.is_file():
        with np.load(asked.lessons, allow_pickle=False) as arrays:
            return Lessons(**{name: arrays[name] for name in arrays.files})
    file = weights_file(asked.game)
    parts, told = [], time.monotonic()
    for part in lessons(asked.game, asked.teacher, asked.games, asked.jobs, str(file) if file.is_file() else None):
        parts.append(part)
        if time.monotonic() - told > 10 or len(parts) == asked.games:
            told = time.monotonic()
            say(f"{len(parts)} of {asked.games} games")
    taught = joined(parts)
    if asked.lessons is not None:
        with asked.lessons.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **taught._asdict())
    return taught


def main(words: list[str] | None = None) -> None:
    """Lets the teacher play, and learns from it."""
    asked = options().parse_args(words)
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    improver = Improver(Model(asked.game, asked.width, asked.blocks), Settings(), False)
    story = Story.of(asked.game, take_up(asked.out, asked.game, improver))
    taught = gathered(asked, lambda line: print(line, flush=True))
    learn(improver, taught, asked.epochs, lambda line: print(line, flush=True))
    keep(asked.out, asked.game, improver, asdict(story))
    save(asked.out / f"{asked.game}.npz", improver.model.weights())
    print(f"{asked.out / asked.game}.npz: {len(taught.actions):,} decisions of {asked.teacher}", flush=True)


if __name__ == "__main__":
    main()
