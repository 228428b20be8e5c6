"""Installs a wheel alone in a clean environment and measures it: `python tools/wheel.py WHEEL`.

Sizes and times must be within the limits below; `--loose` only prints them. The first game is judged by its processor
time, since compiling keeps one core busy: on an idle machine it is as long as the clock says.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

MIB = 1 << 20
LIMITS = {
    "wheel, MiB": 25.0,
    "installed, MiB": 345.0,
    "import serai, warm, s": 0.3,
    "first game, cold, processor s": 12.0,
}
GAME = (
    "from serai import Game; game = Game.new('spice_road', seed=1)\n"
    "while not game.over and game.round <= 3: game.play(game.legal()[0])\n"
    "print(len(game.decisions()), 'decisions')"
)
TIMED = "import time; began = time.perf_counter(); {}; print(time.perf_counter() - began)"


def size(folder: Path) -> int:
    """Adds up the files of a folder, without pip and setuptools, which are there before."""
    skipped = ("pip", "setuptools", "pkg_resources", "_distutils_hack")
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return sum(path.stat().st_size for path in files if not path.relative_to(folder).parts[0].startswith(skipped))


def processor() -> float:
    """Returns the processor seconds of all finished children; Windows does not count them."""
    used = os.times()
    return used.children_user + used.children_system


def at_a_terminal(command: list[str], own: dict[str, str]) -> str:
    """Runs a command with a terminal for its messages, where there are such; returns what it says there."""
    if not hasattr(os, "openpty"):
        subprocess.run(command, env=own, stdout=subprocess.DEVNULL, check=True)
        return ""
    here, there = os.openpty()
    subprocess.run(command, env=own, stdout=subprocess.DEVNULL, stderr=there, check=True)
    os.write(there, b"\n")
    os.close(there)
    said = os.read(here, 1000).decode()
    os.close(here)
    return said.strip()


def installed(wheel: Path, folder: Path) -> tuple[str, int]:
    """Installs a wheel into an environment of its own; returns its Python, and how large it is with what it needs."""
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, str(wheel)], check=True, stderr=subprocess.DEVNULL)
    return python, size(Path(out(python, "import sysconfig; print(sysconfig.get_path('purelib'))")))


def out(python: str, code: str, own: dict[str, str] | None = None) -> str:
    """Runs some code; returns what it prints."""
    return subprocess.run([python, "-c", code], env=own, capture_output=True, text=True, check=True).stdout.strip()


def measured(wheel: Path) -> tuple[dict[str, float], str]:
    """Installs a wheel; returns its figures, and what the first game says at a terminal."""
    with tempfile.TemporaryDirectory() as name:
        python, size_of = installed(wheel, Path(name) / "venv")
        own = {**os.environ, "SERAI_CACHE": str(Path(name) / "cache")}
        own.pop("PYTHONPATH", None)
        began, used = time.perf_counter(), processor()
        said = at_a_terminal([python, "-c", GAME], own)
        cold, cold_cpu = time.perf_counter() - began, processor() - used
        began = time.perf_counter()
        out(python, GAME, own)
        warm = time.perf_counter() - began
        imports, whole = (
            min(float(out(python, TIMED.format(what), own)) for _ in range(5))
            for what in ("import serai", "from serai import Game")
        )
    return {
        "wheel, MiB": wheel.stat().st_size / MIB,
        "installed, MiB": size_of / MIB,
        "import serai, warm, s": imports,
        "from serai import Game, warm, s": whole,
        "first game, cold, s": cold,
        "first game, cold, processor s": cold_cpu,
        "the same game, warm, s": warm,
    }, said


def main() -> int:
    """Prints the figures; returns 1 if one is over its limit, or if the first game does not say that it compiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--loose", action="store_true", help="print the figures without judging them")
    told = parser.parse_args()
    figures, said = measured(told.wheel)
    print(f"Python {sys.version.split()[0]}, {sys.platform}")
    for name, figure in figures.items():
        limit = LIMITS.get(name)
        print(f"{name:32} {figure:8.2f}" + (f"   limit {limit:g}" if limit else ""))
    print(f"the first game says: {said or 'nothing'}")
    over = [name for name, limit in LIMITS.items() if figures[name] > limit]
    unsaid = hasattr(os, "openpty") and not said
    return int(not told.loose and (bool(over) or unsaid))


if __name__ == "__main__":
    sys.exit(main())
