"""Measures environments of other packages, each in an environment of its own in build/frameworks.

`python -m tools.elsewhere NAME` is what is run there; it needs nothing of Serai.
"""

import random
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tools.replays import agents_rate, solo_rate

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "frameworks"
INSTALLED = {
    "catanatron": ("catanatron_gym==4.0.0",),
    "pettingzoo": ("pettingzoo>=1.27", "pygame", "chess", "rlcard"),
}


def measured(name: str) -> Iterator[tuple[str, float]]:
    """Installs a package and yields the rates of its environments by name."""
    folder = FOLDER / name
    python = str(folder / "bin" / "python")
    if not Path(python).exists():
        venv.create(folder, with_pip=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *INSTALLED[name]]
    subprocess.run(install, check=True)
    done = subprocess.run([python, "-m", "tools.elsewhere", name], cwd=ROOT, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        what, _, rate = line.rpartition(": ")
        yield what, float(rate)


class SeededMap:
    """An environment of catanatron whose map is dealt from the seed too."""

    def __init__(self, table: Any) -> None:
        """Takes the environment."""
        self._table, self.step = table, table.step

    def reset(self, seed: int) -> Any:
        """Begins a game."""
        random.seed(seed)
        return self._table.reset(seed=seed)


def catanatron() -> Iterator[tuple[str, float]]:
    """Yields the rate of catanatron's environment against its random player, as `make` returns it."""
    import catanatron_gym  # noqa: F401 – registers it
    import gymnasium

    table = SeededMap(gymnasium.make("catanatron-v1"))
    yield f"catanatron_gym {version('catanatron_gym')}", solo_rate(table, lambda info: info["valid_actions"])


def pettingzoo() -> Iterator[tuple[str, float]]:
    """Yields the rates of some of PettingZoo's classic games."""
    from pettingzoo.classic import chess_v6, connect_four_v3, leduc_holdem_v4

    for game in (connect_four_v3, leduc_holdem_v4, chess_v6):
        name = game.__name__.rpartition(".")[2]
        yield f"PettingZoo {version('pettingzoo')} {name}", agents_rate(game.env())


if __name__ == "__main__":
    for what, rate in {"catanatron": catanatron, "pettingzoo": pettingzoo}[sys.argv[1]]():
        print(f"{what}: {rate}", flush=True)
