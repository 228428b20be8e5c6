"""Runs the examples for other packages, each in an environment of its own: parts of `make soak`.

The environments are in build/frameworks; this package is installed into each with an extra of its own, beside what the
example needs. RLlib pins Gymnasium 1.2.2, which the package allows but does not lock.
"""

import math
import os
import platform
import re
import subprocess
import sys
import time
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "frameworks"
TORCH = "torch==2.13.0"
PATIENCE = 3600.0
QUIET = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}  # else Ray writes into the home folder


@dataclass(frozen=True)
class Part:
    """An example with its arguments, what it needs, and which extra of this package."""

    example: tuple[str, ...]
    needs: tuple[str, ...]
    extra: str = "[learn]"


PARTS = {
    "TorchRL": Part(("torchrl_ppo.py", "6"), (TORCH, "torchrl>=0.14")),
    "Tianshou": Part(("tianshou_dqn.py", "2"), (TORCH, "tianshou>=2")),
    "RLlib": Part(("rllib_ppo.py", "1"), (TORCH, "ray[rllib]>=2.50")),
    "JAX": Part(("jax_arrays.py", "200"), ("jax>=0.5",)),
    "dataframes": Part(("dataframes.py",), ("pandas>=2", "polars>=1"), extra=""),
}


def run(part: str) -> dict[str, Any]:
    """Installs what an example needs and runs it; returns what it printed, and the versions."""
    begun = time.perf_counter()
    example, *arguments = PARTS[part].example
    python = prepared(part)
    command = [python, str(ROOT / "examples" / "frameworks" / example), *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **QUIET}, capture_output=True, text=True, timeout=PATIENCE
    )
    if done.returncode:
        print(done.stdout, done.stderr)
    said = done.stdout.splitlines()
    rewards = [float(line.split()[1]) for line in said if line.startswith("reward ")]
    return {
        "command": " ".join(["python", f"examples/frameworks/{example}", *arguments]),
        "passed": done.returncode == 0 and bool(said) and all(map(math.isfinite, rewards)),
        **({"rewards": rewards} if rewards else {"said": said}),
        "versions": versions(python, part),
        "seconds": round(time.perf_counter() - begun),
        "python": platform.python_version(),
    }


def prepared(part: str) -> str:
    """Returns the Python of an environment with this package and what an example needs, installed together."""
    folder = FOLDER / part.lower()
    python = str(folder / "bin" / "python")
    if not Path(python).exists():
        venv.create(folder, with_pip=True)
    needs = [*PARTS[part].needs, "-e", f"{ROOT}{PARTS[part].extra}"]
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needs], check=True)
    return python


def versions(python: str, part: str) -> dict[str, str]:
    """Returns the versions of what was installed."""
    asked = [re.split(r"[\[<>=]", need)[0] for need in (*PARTS[part].needs, "gymnasium", "pettingzoo", "open_spiel")]
    code = (
        "from importlib.metadata import distributions\n"
        "found = {each.name.lower().replace('-', '_'): each.version for each in distributions()}\n"
        f"for name in {asked}:\n    if name in found: print(name, found[name])"
    )
    lines = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(line.split() for line in lines)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or PARTS:
        print(chosen, run(chosen))
