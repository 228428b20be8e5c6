"""Runs `make test` several times in a row while two other processes keep the cores busy: a part of `make soak`."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RUNS = 5
PROCESSES = 2


@contextmanager
def busy(processes: int = PROCESSES) -> Iterator[None]:
    """Keeps processes busy that do nothing but count, at normal priority."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def run(told: Callable[[float], None], runs: int = RUNS) -> dict[str, Any]:
    """Runs the whole suite again and again until one run fails; returns what each run said and how long it took."""
    found: list[dict[str, Any]] = []
    with busy():
        while len(found) < runs and all(each["passed"] for each in found):
            found.append(once(len(found) + 1))
            told(len(found))
    passed = len(found) == runs and all(each["passed"] for each in found)
    return {"passed": passed, "busy processes": PROCESSES, "runs": found, "python": platform.python_version()}


def once(number: int) -> dict[str, Any]:
    """Runs the suite once; its whole output stays in a file that a failure names."""
    begun, log = time.perf_counter(), ROOT / "build" / f"busy-{number}.log"
    log.parent.mkdir(exist_ok=True)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    with log.open("w", encoding="utf-8") as output:
        code = subprocess.run(["make", "test"], cwd=ROOT, env=clean, stdout=output, stderr=output).returncode
    said = [line for line in log.read_text(encoding="utf-8").splitlines() if " passed" in line or "failed" in line]
    if code:
        print(f"run {number} failed: {log}", *said, sep="\n", flush=True)
    return {
        "passed": code == 0,
        "commit": subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip(),
        "said": [line for line in said if " passed" in line],
        "seconds": round(time.perf_counter() - begun),
    }
