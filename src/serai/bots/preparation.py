"""Compiles bots before they are needed, most needed first, and remembers beside the machine code which are compiled."""

import sys
from contextlib import suppress
from pathlib import Path

from serai.bots import BOTS, Budget, ask, explain, make, stand_in
from serai.bots.levels import NAMES
from serai.core import compiled, spec
from serai.core.phases import Phase
from serai.game import Game

Preparation = tuple[str, str]

MARKS = "prepared"
LITTLE = Budget(nodes=64)
FIRST = "trader"
ADVISERS = ("grandmaster", "network", "planner")  # give hints, the strongest first
NEEDED = (FIRST, "planner", "network")
ORDER = (*NEEDED, "grandmaster", "master", "novice", "random")


def steps() -> list[Preparation]:
    """Lists every bot with every game, the most needed first; levels run the code of other bots."""
    bots = sorted(set(BOTS) - set(NAMES), key=lambda bot: (ORDER.index(bot) if bot in ORDER else len(ORDER), bot))
    return [(bot, game) for bot in bots for game in spec.GAMES]


def _marks() -> Path | None:
    """Returns the folder of the marks, None where machine code is not kept."""
    return Path(compiled.config.CACHE_DIR) / MARKS if compiled.CACHED else None


def prepared() -> list[Preparation]:
    """Lists the steps whose code is loaded quickly, in order; all of them without a writable cache."""
    folder = _marks()
    return [step for step in steps() if folder is None or (folder / ".".join(step)).exists()]


def prepare(step: Preparation) -> None:
    """Loads or compiles what a bot needs in a game: it begins one turn, with a small budget, and is noted.

    Advisers explain it too; bots without a network for the game or set are skipped.
    """
    bot, name = step
    game = Game.new(name, seed=0)
    while game.state.phase != Phase.TURN:
        game.play(game.actions()[0])
    with suppress(FileNotFoundError, ValueError):
        player = make(stand_in(bot, name))
        ask(player, game, 0, LITTLE)
        if bot in ADVISERS:
            explain(player, game, 0, LITTLE)
    game.view(game.seat)
    folder = _marks()
    if folder is not None:
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
            (folder / ".".join(step)).touch()


def main() -> None:
    """Compiles the default opponent for the given games."""
    for game in sys.argv[1:]:
        prepare((FIRST, game))


if __name__ == "__main__":
    main()
