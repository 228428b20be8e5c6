"""Runs `make test` six times, two suites side by side, each in its own clone: a part of `make soak`.

Each suite keeps the cores busy for the other. Beside a suite that is left alone, two processes do nothing but count.
"""

import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RUNS = 6
SIDE_BY_SIDE = 2
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
    found, begun, lock = list[dict[str, Any]](), 0, threading.Lock()

    def stream(number: int) -> None:
        nonlocal begun
        clone = cloned(number)
        while True:
            with lock:
                if begun == runs or not all(each["passed"] for each in found):
                    return
                begun += 1
                name = begun
            result = once(clone, name)
            with lock:
                found.append(result)
                told(len(found))

    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        streams = [pool.submit(stream, number) for number in range(SIDE_BY_SIDE)]
        while not any(each.done() for each in streams):
            time.sleep(1)
        with busy():
            for each in streams:
                each.result()
    passed = len(found) == runs and all(each["passed"] for each in found)
    return {"passed": passed, "side by side": SIDE_BY_SIDE, "runs": found, "python": platform.python_version()}


def cloned(number: int) -> Path:
    """Clones what is committed."""
    clone = ROOT / "build" / f"busy-{number}"
    clone.parent.mkdir(exist_ok=True)
    subprocess.run(["rm", "-rf", clone], check=True)
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    return clone


def once(clone: Path, number: int) -> dict[str, Any]:
    """Runs the suite once; its whole output stays in a file that a failure names."""
    begun, log = time.perf_counter(), ROOT / "build" / f"busy-{number}.log"
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "VIRTUAL_ENV"))}
    load = [os.getloadavg()[0]]
    with log.open("w", encoding="utf-8") as output:
        running = subprocess.Popen(["make", "test"], cwd=clone, env=clean, stdout=output, stderr=output)
        while running.poll() is None:
            time.sleep(1)
            load.append(os.getloadavg()[0])
    said = [line for line in log.read_text(encoding="utf-8").splitlines() if " passed" in line or "failed" in line]
    if running.returncode:
        print(f"run {number} failed: {log}", *said, sep="\n", flush=True)
    return {
        "passed": running.returncode == 0,
        "commit": subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=clone, text=True).strip(),
        "said": [line for line in said if " passed" in line],
        "mean load": round(sum(load) / len(load), 1),
        "seconds": round(time.perf_counter() - begun),
    }
