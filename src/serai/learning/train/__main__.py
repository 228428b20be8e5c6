"""The command `python -m serai.learning.train GAME`."""

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path

import torch

from serai.bots import make
from serai.component_sets import BadComponents, explain_old_variable, find_components
from serai.core import spec
from serai.core.component_folders import standard
from serai.learning.train.checkpoints import CannotGoOn
from serai.learning.train.ladder import Ladder, spare_jobs
from serai.learning.train.settings import Settings, Times
from serai.learning.train.stopping import Stop
from serai.learning.train.training import Training


def bots(text: str) -> tuple[str, ...]:
    """Reads names of bots, and says so when there is no such bot."""
    names = tuple(text.split(","))
    try:
        for name in names:
            make(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return names


def options() -> argparse.ArgumentParser:
    """Says what can be asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m serai.learning.train", description="Trains a network by self-play."
    )
    parser.add_argument("game", choices=list(spec.GAMES))
    parser.add_argument(
        "--components", metavar="NAME|FOLDER", help="train with another component set; default: the standard set"
    )
    parser.add_argument("--minutes", type=float, default=8.0, help="how long this command trains")
    parser.add_argument("--whole", type=float, help="minutes of the whole training, with commands before and after")
    parser.add_argument("--out", type=Path, default=Path("training"), help="folder of checkpoints; taken up if begun")
    parser.add_argument(
        "--keep", type=float, default=60.0, help="seconds between two checkpoints; one is written at the end anyway"
    )
    parser.add_argument(
        "--device", default="cuda" if torch.cuda.is_available() else "cpu", help="cuda or cpu; a GPU unless told"
    )
    parser.add_argument("--seed", type=int, default=1, help="of deals, first weights and lots")
    parser.add_argument("--games", type=int, help="games side by side; 32768 on a GPU, 256 here, unless told")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each game between two improvements")
    parser.add_argument(
        "--rounds",
        type=int,
        default=60,
        help="stop games after this many; their win is shared by points at first, evenly once only winners count",
    )
    parser.add_argument(
        "--fewest", type=int, help="stop each game after a random number of rounds between --fewest and --rounds"
    )
    parser.add_argument(
        "--guided",
        type=float,
        default=0.0,
        help="share of the time in which what `planner` thinks of positions guides; it shares stopped games too",
    )
    parser.add_argument(
        "--softness",
        type=float,
        default=15.0,
        help="points over which a win is shared at first; 0: to the winner alone",
    )
    parser.add_argument("--entropy", type=float, default=0.01, help="what variety is worth at first; at last a tenth")
    parser.add_argument("--trace", type=float, default=0.97, help="how far back gains are traced, a decision")
    parser.add_argument("--width", type=int, default=512, help="units of each layer (fixed once training has begun)")
    parser.add_argument(
        "--blocks", type=int, default=3, help="residual blocks of two layers (fixed once training has begun)"
    )
    parser.add_argument(
        "--values",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="let cards and tiles share what is learned by what is printed on them, beside what each learns alone",
    )
    parser.add_argument(
        "--searches", type=int, default=0, help="searches in each improvement, of an eighth of the games each; 0: none"
    )
    parser.add_argument("--depth", type=int, default=6, help="decisions that a simulation plays on")
    parser.add_argument("--confidence", type=float, default=25.0, help="how far what was found moves a policy")
    parser.add_argument("--lessons", type=float, default=1.0, help="what learning improved policies is worth")
    parser.add_argument("--begin", type=Path, metavar="FILE", help="weights of a network to begin a new training with")
    parser.add_argument("--rate", type=float, default=4e-4, help="how fast it learns at first; at last a twentieth")
    parser.add_argument(
        "--ladder", type=bots, default="planner", help="bots to be measured against, commas between them"
    )
    parser.add_argument("--ladder-games", type=int, default=100, help="games for two against each of them, each time")
    parser.add_argument(
        "--jobs",
        type=int,
        default=spare_jobs(),
        help="processes that measure beside the training, in games for two players; 0 measures nothing; "
        "%(default)s here, unless told",
    )
    parser.add_argument(
        "--every", type=float, default=10.0, help="seconds between two lines; the ladder is played every six such times"
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
    pieces = find_components(asked.game, asked.components) or standard(asked.game)
    ladder = Ladder(pieces, asked.ladder, asked.ladder_games, asked.jobs)
    asked.out.mkdir(parents=True, exist_ok=True)
    training = Training(pieces, settings_of(asked), asked.out, asked.device, asked.seed, fused=on_gpu)
    weights = sum(values.numel() for values in training.model.parameters())
    say(f"{asked.game} on {asked.device}: {weights:,} weights")
    before = training.story.seconds
    if before == 0.0 and asked.begin is not None:
        training.begin(asked.begin)
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
    """Prints a line at once, if anybody reads it still."""
    with suppress(BrokenPipeError):
        print(line, flush=True)


def settings_of(asked: argparse.Namespace) -> Settings:
    """Returns sizes and rates as they were asked for."""
    count = asked.games or (32_768 if asked.device.startswith("cuda") else 256)
    return Settings(
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
        rate=(asked.rate, asked.rate / 20),
        searches=asked.searches,
        roots=count // 8,
        depth=asked.depth,
        confidence=asked.confidence,
        lessons=asked.lessons,
    )


def how_to_go_on(folder: Path, game: str, whole: float | None) -> str:
    """Says where a stopped training lies, if it got that far, and how the rest of its minutes is trained."""
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
