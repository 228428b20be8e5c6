"""An arena of bots with weights from files: `SERAI_RIVALS=old=tree@FILE python -m tools.rivals …`.

Takes the arguments of `python -m serai.arena`. Rivals are NAME=KIND@FILE, separated by commas; KIND is `network`,
`tree` or `halving` (a `grandmaster` with that search; `halving+6`: simulations of 6 decisions) or `counselled`
(`master`, advised by the network). The workers of the arena import this module too, so that they know the rivals.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from serai import bots
from serai.arena.__main__ import main
from serai.bots.base import Bot, Budget
from serai.bots.counsel import Counselled
from serai.bots.grandmaster import USUAL, Grandmaster, Searcher
from serai.bots.halving import AHEAD, Halving
from serai.bots.network import NetworkBot
from serai.core.component_folders import standard
from serai.networks.inference import Network
from serai.networks.weights import load


@cache
def _network(file: str) -> Network:
    """Reads the weights of a rival once; the game is the first argument of the command."""
    return Network(standard(sys.argv[1]), load(Path(file)))


@cache
def _searcher(kind: str, file: str, ahead: str) -> Any:
    """Makes the search of a rival once."""
    components, trained = standard(sys.argv[1]), _network(file)
    return Searcher(components, trained) if kind == "tree" else Halving(components, trained, int(ahead or AHEAD))


def _maker(kind: str, file: str) -> Callable[..., Bot]:
    """Returns the function that makes a rival from its name and budget."""

    def make(name: str = kind, budget: Budget = USUAL) -> Any:
        bot, _, ahead = kind.partition("+")
        match bot:
            case "network":
                return NetworkBot(name, _network(file))
            case "tree" | "halving":
                return Grandmaster(name, budget, _searcher(bot, file, ahead))
            case "counselled":
                return Counselled(name, budget, trained=_network(file))
        raise ValueError(f"there is no kind {kind!r} of rival; there are: network, tree, halving, counselled")

    return make


def register(text: str) -> None:
    """Adds rivals to the known bots."""
    for rival in filter(None, text.split(",")):
        name, _, told = rival.partition("=")
        kind, _, file = told.partition("@")
        bots.BOTS[name] = bots.BUDGETED[name] = _maker(kind, file)


register(os.environ.get("SERAI_RIVALS", ""))

if __name__ == "__main__":
    main()
