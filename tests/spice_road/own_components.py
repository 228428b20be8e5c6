"""Folders with a user's own component values, and Python processes that play with them."""

import os
import subprocess
import sys
from pathlib import Path

from serai.rules.components import BUILT_IN, VARIABLE

NEWEST = BUILT_IN / "spice_road" / "1"
MERCHANTS = "merchant_cards.csv"
POINTS = "point_cards.csv"


def lines(name: str) -> list[str]:
    """Returns the lines of a built-in file."""
    return (NEWEST / name).read_text(encoding="utf-8").splitlines()


def folder(at: Path, **files: str) -> Path:
    """Writes a user's folder with `merchants` or `points` or both."""
    own = at / "spice_road"
    own.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (own / {"merchants": MERCHANTS, "points": POINTS}[name]).write_text(text, encoding="utf-8")
    return at


def python(code: str, components: Path | str) -> "subprocess.CompletedProcess[str]":
    """Runs code in a process of its own, plain, with the components of a folder or a set."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", VARIABLE: str(components)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


def printed(code: str, components: Path | str) -> str:
    """Returns what code prints that must not fail."""
    done = python(code, components)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
