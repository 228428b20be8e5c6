"""The command `python -m serai.learning.train GAME`."""

import argparse
from pathlib import Path

import torch

from serai.learning.train.ladder import Ladder
from serai.learning.train.settings import Settings
from serai.learning.train.training import Training
from serai.rules import games


def options() -> argparse.ArgumentParser:
    """Says what can be asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m serai.learning.train", description="Trains a network by self-play."
    )
    parser.add_argument("game", choices=list(games.GAMES))
    parser.add_argument("--minutes", type=float, default=8.0, help="how long this command trains")
    parser.add_argument("--whole", type=float, help="minutes of the whole training, with commands before and after")
    parser.add_argument("--out", type=Path, default=Path("training"), help="folder of checkpoints; taken up if begun")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="games side by side; 32768 on a GPU, 256 here, unless told")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each game between two improvements")
    parser.add_argument("--rounds", type=int, default=60, help="games are stopped after so many, and shared evenly")
    parser.add_argument("--fewest", type=int, help="games are stopped after so many rounds to --rounds, by lot")
    parser.add_argument(
        "--guided",
        type=float,
        default=0.0,
        help="share of the time in which what `planner` thinks of positions guides; it shares stopped games too",
    )
    parser.add_argument("--entropy", type=float, default=0.01, help="what variety is worth at first; at last a tenth")
    parser.add_argument("--trace", type=float, default=0.97, help="how far back gains are traced, a decision")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--ladder", default="planner", help="bots to be measured against, commas between them")
    parser.add_argument("--ladder-games", type=int, default=100)
    parser.add_argument(
        "--jobs", type=int, default=0, help="processes that measure beside the training; 0 measures nothing"
    )
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two lines")
    return parser


def main(words: list[str] | None = None) -> None:
    """Trains, and says how it goes."""
    asked = options().parse_args(words)
    on_gpu = asked.device.startswith("cuda")
    count = asked.games or (32_768 if on_gpu else 256)
    batch = min(32_768, max(64, count * asked.steps // 4))
    sizes = {
        "rounds": asked.rounds,
        "fewest": asked.fewest,
        "guided": asked.guided,
        "entropy": (asked.entropy, asked.entropy / 10),
        "trace": asked.trace,
        "width": asked.width,
        "blocks": asked.blocks,
    }
    settings = Settings(games=count, steps=asked.steps, batch=batch, **sizes)
    asked.out.mkdir(parents=True, exist_ok=True)
    ladder = Ladder(asked.game, tuple(asked.ladder.split(",")), asked.ladder_games, asked.jobs)
    training = Training(asked.game, settings, asked.out, asked.device, asked.seed, fused=on_gpu)
    seconds = 60 * asked.minutes
    whole = 60 * (asked.whole or asked.minutes + training.story.seconds / 60)
    print(
        f"{asked.game} on {asked.device}: {sum(p.numel() for p in training.model.parameters()):,} weights", flush=True
    )
    try:
        training.run(seconds, whole, ladder, asked.every, lambda line: print(line, flush=True))
    finally:
        ladder.close()
    print(
        f"{asked.out / asked.game}.npz: {training.story.decisions:,} decisions, {training.story.games:,} games",
        flush=True,
    )


if __name__ == "__main__":
    main()
