"""Who imports whom: the map of tools/imports.py holds, and a fault would be found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.imports import MAY_IMPORT, SOURCE, faults

ROOT = Path(__file__).parents[1]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Returns a copy of the package to plant faults in."""
    return Path(shutil.copytree(SOURCE, tmp_path / "serai", ignore=shutil.ignore_patterns("__pycache__")))


def test_nobody_imports_what_the_map_does_not_allow() -> None:
    assert faults() == []


def test_every_part_of_the_map_is_there_and_may_import_parts_of_the_map_only() -> None:
    for part, others in MAY_IMPORT.items():
        assert (SOURCE / part).is_dir() or (SOURCE / f"{part}.py").is_file(), part
        assert others <= set(MAY_IMPORT)


def test_rules_import_nothing_of_ours() -> None:
    assert MAY_IMPORT["rules"] == set()


@pytest.mark.parametrize(
    "line",
    [
        "import serai.game",
        "import os, serai.game as g",
        "from serai.game import Game",
        "from serai import game",
        "def late() -> None:\n    from serai.game import Game",
    ],
)
def test_a_planted_fault_is_found(line: str, copy: Path) -> None:
    assert faults(copy) == []
    planted = copy / "rules" / "rows.py"
    before = planted.read_text(encoding="utf-8")
    planted.write_text(f"{before}\n{line}\n", encoding="utf-8")
    at = len(before.splitlines()) + 1 + len(line.splitlines())
    assert faults(copy) == [f"{planted}:{at}: rules may not import game"]


def test_a_part_that_is_not_on_the_map_is_found(copy: Path) -> None:
    (copy / "utils.py").write_text("", encoding="utf-8")
    assert faults(copy) == [f"{copy / 'utils.py'}: the part 'utils' is not on the map"]


def test_the_command_says_that_all_is_well() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.imports"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"imports: {len(MAY_IMPORT)} parts, all as the map says\n")
