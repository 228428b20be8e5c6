"""`python -m serai.studies GAME --json FILE`: plays and measures where only NumPy and Numba are installed."""

import argparse
import os
import sys
from pathlib import Path

from serai.arena.stopping import Stopped, check_writable
from serai.component_sets import explain_old_variable, find_components
from serai.core.spec import GAMES
from serai.studies.command import choose_seed, conduct, make_study
from serai.studies.pieces import usual_bot
from serai.studies.progress import LINES
from serai.studies.study import as_json


def arguments() -> argparse.Namespace:
    """Reads the command line: the measuring options of `serai study`."""
    parser = argparse.ArgumentParser(prog="python -m serai.studies", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument(
        "--bot", help="the bot that plays against itself, such as planner:500n; default: the game's strongest quick bot"
    )
    parser.add_argument("--games", type=int, default=1000, help="games for each number of players")
    parser.add_argument("--players", help="numbers of players, such as 2,4; default: all")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes; the figures do not depend on it")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--components", metavar="NAME|FOLDER", help="another component set; default: the standard set")
    parser.add_argument("--resume", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE", required=True)
    return parser.parse_args()


def main() -> int:
    """Plays a study and writes its figures; `serai study GAME --from FILE` makes a page from them."""
    asked = arguments()
    explain_old_variable()
    os.environ.setdefault(LINES, "1")
    try:
        if min(asked.games, asked.jobs, asked.rounds) < 1:
            raise ValueError("--games, --jobs and --rounds must be 1 or more")
        check_writable(asked.json)
        seed = choose_seed(asked.seed, asked.resume)
        bot, pieces = asked.bot or usual_bot(asked.game), find_components(asked.game, asked.components)
        study = make_study(asked.game, bot, asked.players, asked.games, seed, asked.rounds, pieces)
        asked.json.write_text(as_json(conduct(study, asked.jobs, asked.resume)), encoding="utf-8")
    except (ValueError, OSError, Stopped) as error:
        print(f"serai: {error}", file=sys.stderr)
        return error.code if isinstance(error, Stopped) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
