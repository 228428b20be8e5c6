"""Compares the speed of several checkouts: `python -m tools.alternate FOLDER FOLDER … [--runs 5]`.

Runs `tools.bench` of each checkout in turn, again and again, and prints medians and their ratio to the first checkout.
Speeds count processor time, so other work on the machine matters little. Figures that need wall time are left out.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

LEFT_OUT = ("two_threads", "plain", "start_to", "cold_compile", "state_bytes", "machine.")
BENCH = """
import sys, time
sys.argv = ["bench"]
time.perf_counter = time.process_time
from tools import bench
bench.cold_compile = lambda: {"all": 1.0}
bench.start_time = bench.threaded_games = lambda *_: 1
bench.run = lambda *_, **__: "1"
bench.main()
"""

Figures = dict[str, float]


def figures(folder: Path) -> Figures:
    """Runs the benchmark of a checkout with its own sources; returns the figures that processor time can tell."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(folder)])}
    subprocess.run([sys.executable, "-c", BENCH], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    found: Figures = json.loads((folder / "bench.json").read_text(encoding="utf-8"))
    return {name: value for name, value in found.items() if not any(word in name for word in LEFT_OUT)}


def speed_ratio(name: str, old: float, new: float) -> float:
    """Returns how much faster a figure has become: rates grow, times shrink."""
    return new / old if name.endswith("_per_s") else old / new


def table(folders: list[Path], medians: list[Figures]) -> Table:
    """Shows the medians of each checkout and their ratio to the first."""
    heads = [word for folder in folders[1:] for word in (folder.name, "ratio")]
    rows = Table("figure", folders[0].name, *heads)
    for name, base in medians[0].items():
        cells = [(f"{found[name]:,.4g}", f"{speed_ratio(name, base, found[name]):.2f}") for found in medians[1:]]
        rows.add_row(name, f"{base:,.4g}", *(cell for pair in cells for cell in pair))
    return rows


def main() -> None:
    """Measures all checkouts in turn and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.alternate", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="a checkout; ratios refer to the first")
    parser.add_argument("--runs", type=int, default=5, help="runs of each checkout")
    asked = parser.parse_args()
    folders = [folder.resolve() for folder in asked.folders]
    found: list[list[Figures]] = [[] for _ in folders]
    with Progress(console=Console(stderr=True)) as progress:
        for _ in progress.track(range(asked.runs), description="measuring"):
            for folder, runs in zip(folders, found, strict=True):
                runs.append(figures(folder))
    medians = [{name: median(run[name] for run in runs) for name in runs[0]} for runs in found]
    Console(width=140).print(table(folders, medians))


if __name__ == "__main__":
    main()
