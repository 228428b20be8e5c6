"""The machines that play: what is noted of each, and which of them played games of an arena."""

import json
import os
import platform
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba

from serai.core import compiled

Machine = dict[str, Any]

UNKNOWN: Machine = {"note": "not recorded"}
LOCAL = "local"


@dataclass
class Hand:
    """A machine and how many games it has played."""

    machine: Machine
    games: int = 0


def machine(jobs: int, ray: str | None = None) -> Machine:
    """Describes what this process plays games on, which is what their times are measured on."""
    if ray not in (None, LOCAL):
        return {"cluster": ray, "note": "its machines are not recorded"}
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        **({"jobs": jobs} if ray is None else {"cluster": ray}),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "compiled": not compiled.PLAIN,
    }


def _cpu() -> str:
    """Returns the system's name of the CPU."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor()


def with_a_hand(hands: Iterable[Hand]) -> list[Machine]:
    """Lists the machines that have played games, each once; if there are several, with the number of games."""
    games: Counter[str] = Counter()
    for hand in hands:
        games[json.dumps(hand.machine)] += hand.games
    played = [(json.loads(text), count) for text, count in games.items() if count]
    return [found if len(played) == 1 else {**found, "games": count} for found, count in played]
