"""Runs in a process of its own, in CUDA's simulator and plain Python: compares a few games with the rules here."""

import json
import sys
from dataclasses import asdict

from serai.core import spec
from serai.core.component_folders import standard
from serai.gpu.equality import compare


def main() -> None:
    """Compares every game for its fewest and its most players."""
    sets = [(standard(game), players) for game, rules in spec.GAMES.items() for players in rules.SEATS]
    found = [asdict(compare(pieces, players, 2, 4, 30)) for pieces, players in sets]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
