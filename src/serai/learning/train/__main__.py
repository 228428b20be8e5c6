"""The command `python -m serai.learning.train GAME`."""

import argparse
import json
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from serai.bots import make
from serai.component_sets import BadComponents, explain_old_variable, find_components
from serai.core import spec
from serai.core.component_folders import standard
from serai.extras import command
from serai.learning.train.benchmark import Ladder, spare_jobs
from serai.learning.train.settings import Settings, Times
from serai.learning.train.stopping import Stop

with command("serai"):
    import torch

    from serai.learning.train.checkpoints import CannotGoOn, kept_components
    from serai.learning.train.training import Training


def bots(text: str) -> tuple[str, ...]:
    """Reads names of bots; argparse reports an unknown one."""
    names = tuple(text.split(","))
    try:
        for name in names:
            make(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return names


def options() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m serai.learning.train", description="Trains a network by self-play."
    )
    parser.add_argument("game", choices=list(spec.GAMES))
    parser.add_argument(
        "--components", metavar="NAME|FOLDER", help="train with another component set; default: the standard set"
    )
    parser.add_argument("--minutes", type=float, default=8.0, help="how long this command trains")
    parser.add_argument("--whole", type=float, help="minutes of the whole training, over all commands")
    parser.add_argument("--out", type=Path, default=Path("training"), help="folder of checkpoints, resumed if any")
    parser.add_argument(
        "--keep", type=float, default=60.0, help="seconds between checkpoints; the last one is written at the end"
    )
    parser.add_argument(
        "--device",
        default="cuda" if torch.cuda.is_available() else "cpu",
        help="cuda or cpu; default: a GPU if any",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of deals, initial weights and sampling")
    parser.add_argument("--games", type=int, help="games side by side; default: 32768 on a GPU, else 256")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each game between two improvements")
    parser.add_argument(
        "--rounds",
        type=int,
        default=60,
        help="stop games after this many rounds; the win is split by points early in training, later evenly",
    )
    parser.add_argument(
        "--fewest", type=int, help="stop each game after a random number of rounds between --fewest and --rounds"
    )
    parser.add_argument(
        "--guided",
        type=float,
        default=0.0,
        help="share of the time over which guidance by `planner` fades out; it splits stopped games too",
    )
    parser.add_argument(
        "--softness",
        type=float,
        default=15.0,
        help="temperature in points of splitting the win among all seats at first; 0: the winner takes all",
    )
    parser.add_argument("--entropy", type=float, default=0.01, help="initial entropy bonus; falls to a tenth")
    parser.add_argument("--trace", type=float, default=0.97, help="lambda of generalized advantage estimation")
    parser.add_argument("--width", type=int, default=512, help="units of each layer (fixed once training has begun)")
    parser.add_argument(
        "--blocks", type=int, default=3, help="residual blocks of two layers (fixed once training has begun)"
    )
    parser.add_argument(
        "--values",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="let cards and tiles share weights by their printed values, beside weights of their own",
    )
    parser.add_argument(
        "--searches", type=int, default=0, help="root searches per improvement, each in an eighth of the games; 0: none"
    )
    parser.add_argument("--depth", type=int, default=6, help="decisions per simulation")
    parser.add_argument("--confidence", type=float, default=25.0, help="how strongly searches change policy targets")
    parser.add_argument("--lessons", type=float, default=1.0, help="weight of the loss for searched policies")
    parser.add_argument(
        "--bar",
        action="append",
        default=[],
        metavar="PATTERNS",
        help="decisions barred for some seats, such as 'work market*|route*'; can be repeated",
    )
    parser.add_argument(
        "--barred",
        type=float,
        default=0.2,
        help="share of seats that are barred from one of the --bar patterns",
    )
    parser.add_argument("--begin", type=Path, metavar="FILE", help="weights to start a new training from")
    parser.add_argument(
        "--exploit",
        type=Path,
        metavar="FILE",
        help="train only against this fixed network, which takes its likeliest actions, and tell how often it loses",
    )
    parser.add_argument("--rate", type=float, default=4e-4, help="initial learning rate; falls to a twentieth")
    parser.add_argument("--ladder", type=bots, default="planner", help="bots to measure against, separated by commas")
    parser.add_argument("--ladder-games", type=int, default=100, help="two-player games per measurement and bot")
    parser.add_argument(
        "--jobs",
        type=int,
        default=spare_jobs(),
        help="processes that measure strength during training; 0: none; default here: %(default)s",
    )
    parser.add_argument(
        "--every", type=float, default=10.0, help="seconds between lines of progress; every sixth starts a measurement"
    )
    return parser


def main(words: list[str] | None = None) -> None:
    """Trains, printing progress and how to resume."""
    asked = options().parse_args(words)
    explain_old_variable()
    with Stop() as stop:
        try:
            train(asked, stop)
        except CannotGoOn as why:
            print(why, file=sys.stderr)
            raise SystemExit(2) from None
        except BadComponents as error:
            print("\n".join(f"serai: {fault}" for fault in error.faults), file=sys.stderr)
            raise SystemExit(2) from None
        except KeyboardInterrupt:
            say("stopped at once")
    if stop.asked():
        say(how_to_go_on(asked.out, asked.game, asked.whole))
        raise SystemExit(stop.code)


def train(asked: argparse.Namespace, stop: Stop) -> None:
    """Resumes or begins a training and trains until its time is over or it is stopped."""
    on_gpu = asked.device.startswith("cuda")
    chosen = find_components(asked.game, asked.components)
    pieces = chosen or kept_components(asked.out, asked.game) or standard(asked.game)
    ladder = Ladder(pieces, asked.ladder, asked.ladder_games, asked.jobs)
    asked.out.mkdir(parents=True, exist_ok=True)
    training = Training(pieces, settings_of(asked), asked.out, asked.device, asked.seed, fused=on_gpu)
    weights = sum(values.numel() for values in training.model.parameters())
    say(f"{asked.game} on {asked.device}: {weights:,} weights")
    before = training.story.seconds
    if before == 0.0 and asked.begin is not None:
        training.begin(asked.begin)
    if asked.exploit is not None:
        training.exploit(asked.exploit)
    if before > 0.0:
        unused = ", --begin is not needed" if asked.begin is not None else ""
        say(f"taken up after {before:.0f} s, past selves: {len(training.snapshots)}{unused}")
    asked.whole = asked.whole or asked.minutes + before / 60
    try:
        training.run(Times(60 * asked.minutes, 60 * asked.whole, asked.every, asked.keep), ladder, say, stop.asked)
    finally:
        ladder.close()
    say(f"{asked.out / asked.game}.npz: {training.story.decisions:,} decisions, {training.story.games:,} games")


def say(line: str) -> None:
    """Prints a line and flushes it; a closed pipe is ignored."""
    with suppress(BrokenPipeError):
        print(line, flush=True)


def settings_of(asked: argparse.Namespace) -> Settings:
    """Returns the settings from the options."""
    count = asked.games or (32_768 if asked.device.startswith("cuda") else 256)
    settings = Settings(
        games=count,
        steps=asked.steps,
        batch=min(32_768, max(64, count * asked.steps // 4)),
        rounds=asked.rounds,
        fewest=asked.fewest,
        guided=asked.guided,
        softness=asked.softness,
        entropy=(asked.entropy, asked.entropy / 10),
        trace=asked.trace,
        width=asked.width,
        blocks=asked.blocks,
        values=asked.values,
        barred=tuple(asked.bar),
        barred_share=asked.barred if asked.bar else 0.0,
        rate=(asked.rate, asked.rate / 20),
        searches=asked.searches,
        roots=count // 8,
        depth=asked.depth,
        confidence=asked.confidence,
        lessons=asked.lessons,
    )
    return settings if asked.exploit is None else replace(settings, exploits=True, league=1.0, past=1)


def how_to_go_on(folder: Path, game: str, whole: float | None) -> str:
    """Prints where a stopped training is stored, if it is, and the command that trains its remaining minutes."""
    kept = folder / f"{game}.json"
    if not kept.is_file():
        return "stopped before anything was kept"
    if whole is None:
        return f"stopped; {folder} keeps the training as it was"
    rest = max(0.0, whole - json.loads(kept.read_text(encoding="utf-8"))["seconds"] / 60)
    words = f"--minutes {rest:.2f} --whole {whole:.2f}"
    return f"stopped; {folder} keeps the training, and the same command with {words} goes on with it"


if __name__ == "__main__":
    main()
