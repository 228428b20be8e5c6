"""Tests that are too long for every commit, as parts of `make soak`: each is a run of pytest in its own environment."""

import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENT = ["-n", "2", "--dist", "worksteal", "-o", "faulthandler_timeout=0"]

# Where single cases are left to `make soak`.
CASES = (
    "tests/web/test_spice_road_page.py",
    "tests/web/test_sand_to_sea_page.py",
    "tests/learning/frameworks/test_kernels.py",
    "tests/learning/frameworks/test_openspiel.py",
    "tests/learning/frameworks/test_first_training.py",
)

# By name: the tests, and their environment.
PARTS: dict[str, tuple[list[str], dict[str, str]]] = {
    "decision trees": (["-n", "0", "tests/test_golden.py"], {}),
    "invariants": (["tests/test_invariants.py"], {}),
    "plain mode, everything": (
        [
            "-W",
            "error",
            "-m",
            "not compiled",
            "--ignore=tests/learning/frameworks",
            "--ignore=tests/test_naive.py",
            "tests",
        ],
        {"NUMBA_DISABLE_JIT": "1"},
    ),
    "whole games in a browser": (["tests/browser/test_whole_games.py", "tests/browser/test_ways_to_play.py"], {}),
    "every page at every size": (["tests/browser/test_sizes.py"], {}),
    "cases beyond those of a commit": (["-m", "soak", *CASES], {}),
    "longer versions": (["tests/arena/test_killing.py", "tests/web/test_contract.py", "tests/web/test_serving.py"], {}),
    "axe at every step of the lessons": (["tests/browser/test_lesson.py", "-k", "axe"], {}),
    "a Ray cluster": (["-n", "0", "tests/outside/test_ray.py"], {"RAY_USAGE_STATS_ENABLED": "0"}),
}


def run(part: str) -> dict[str, Any]:
    """Runs a part; returns its outcome and how long it took."""
    wanted, environment = PARTS[part]
    return pytest([*PATIENT, *wanted], {"SERAI_SOAK": "1", **environment})


def pytest(wanted: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """Runs some tests; returns the command, its outcome and how long it took."""
    begun, command = time.perf_counter(), ["-m", "pytest", *wanted]
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    if done.returncode:
        print(done.stdout, done.stderr)
    return {
        "command": " ".join([*(f"{key}={value}" for key, value in environment.items()), "python", *command]),
        "passed": done.returncode == 0,
        "said": (done.stdout.strip().splitlines() or [done.stderr])[-1],
        "seconds": round(time.perf_counter() - begun),
        "python": platform.python_version(),
    }
