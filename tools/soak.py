"""Runs the long versions of the tests and writes what they showed: `make soak`, or `python -m tools.soak GAME`."""

import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from serai.rules import games
from tests.test_naive import SOAK

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "docs" / "soak.json"
MODES = {"compiled": {}, "plain": {"NUMBA_DISABLE_JIT": "1"}}


def run(game: str, mode: str) -> dict[str, Any]:
    """Compares a game with its naive reading in the long version; returns how that ended and how long it took."""
    environment = {"SERAI_SOAK": "1", **MODES[mode]}
    arguments = ["-m", "pytest", "-n", "2", "--dist", "worksteal", "tests/test_naive.py", "-k", game]
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    return {
        "games": SOAK[game][list(MODES).index(mode)],
        "command": " ".join([*(f"{key}={value}" for key, value in environment.items()), "python", *arguments]),
        "passed": done.returncode == 0,
        "said": done.stdout.strip().splitlines()[-1],
        "seconds": round(time.perf_counter() - begun),
        "python": platform.python_version(),
    }


def main() -> None:
    """Runs the games named, or all, and writes each result into docs/soak.json as it comes."""
    console = Console()
    results = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    for game in sys.argv[1:] or games.GAMES:
        for mode in MODES:
            with console.status(f"{game}, {mode}"):
                results[f"{game}, {mode}"] = run(game, mode)
            console.print(f"{game}, {mode}", results[f"{game}, {mode}"])
            RESULT.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    sys.exit(not all(result["passed"] for result in results.values()))


if __name__ == "__main__":
    main()
