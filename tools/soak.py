"""Runs the long versions of the tests and writes what they showed: `make soak`."""

import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console

from serai.rules import games
from tests.test_naive import SOAK

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "docs" / "soak.json"
PARTS = {
    "naive, compiled": (["tests/test_naive.py"], {}),
    "naive, plain": (["tests/test_naive.py"], {"NUMBA_DISABLE_JIT": "1"}),
}


def run(paths: list[str], environment: dict[str, str]) -> dict[str, object]:
    """Runs some tests in their long version; returns how they ended and how long they took."""
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-q", *paths]
    begun = time.perf_counter()
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "SERAI_SOAK": "1", **environment}, capture_output=True, text=True
    )
    return {
        "command": " ".join(["SERAI_SOAK=1", *(f"{k}={v}" for k, v in environment.items()), "pytest", "-n 2", *paths]),
        "passed": done.returncode == 0,
        "said": done.stdout.strip().splitlines()[-1],
        "seconds": round(time.perf_counter() - begun),
    }


def main() -> None:
    """Runs every part, telling each as it ends, and writes docs/soak.json."""
    console = Console()
    parts = {}
    for name, (paths, environment) in PARTS.items():
        with console.status(name):
            parts[name] = run(paths, environment)
        console.print(name, parts[name])
    amounts = {game: {"compiled": SOAK[game][0], "plain": SOAK[game][1]} for game in games.GAMES}
    result = {"python": platform.python_version(), "naive games": amounts, "parts": parts}
    RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    sys.exit(not all(part["passed"] for part in parts.values()))


if __name__ == "__main__":
    main()
