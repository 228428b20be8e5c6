"""Who imports whom, and who names a game: the rules of tools/imports.py and tools/names.py hold."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import names
from tools.imports import MAY_IMPORT, SOURCE, faults, home, table

ROOT = Path(__file__).parents[1]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Returns a package of the same modules, all empty, to plant faults in."""
    for path in SOURCE.rglob("*.py"):
        empty = tmp_path / "serai" / path.relative_to(SOURCE)
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.touch()
    return tmp_path / "serai"


def test_nobody_imports_what_the_map_does_not_allow() -> None:
    assert faults() == []


def test_every_part_of_the_map_is_there_and_may_import_parts_of_the_map_only() -> None:
    modules = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in SOURCE.rglob("*.py")]
    assert {home(module, MAY_IMPORT)[0] for module in modules} == set(MAY_IMPORT)
    for others in MAY_IMPORT.values():
        assert others <= set(MAY_IMPORT)


def test_the_map_is_printed_in_the_document() -> None:
    assert table() in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_rules_and_what_games_share_know_nothing_above_them() -> None:
    assert MAY_IMPORT["core"] == set()
    assert {part.partition("{game}")[0] for part in MAY_IMPORT["games.{game}.rules"]} == {"core", "games."}
    assert not any(part.startswith("games.") for part in MAY_IMPORT["web.drawing"])


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
    planted = copy / "core" / "rows.py"
    planted.write_text(f"{line}\n", encoding="utf-8")
    assert faults(copy) == [f"{planted}:{len(line.splitlines())}: core may not import game"]


@pytest.mark.parametrize(
    ("module", "line", "fault"),
    [
        ("games/spice_road/rules.py", "import serai.games.spice_road.view", "games.spice_road.view"),
        ("games/spice_road/rules.py", "import serai.games.spice_road.web.board", "games.spice_road.web.board"),
        ("games/spice_road/rules.py", "from serai.games.sand_to_sea import rules", "games.sand_to_sea.rules"),
        ("games/spice_road/view.py", "from serai.bots import make", "bots"),
        ("games/spice_road/evaluation.py", "from serai.learning import hidden_piles", "learning"),
        ("games/spice_road/web/board.py", "from serai.web.pages import home", "web.pages"),
        ("bots/beam.py", "from serai.games.spice_road import rules", "games.spice_road.rules"),
        ("web/refusals.py", "from serai.web import guests", "web.guests"),
        ("web/tables/model.py", "from serai.web.http import guard", "web.http"),
        ("web/http/guard.py", "from serai.web.pages import home", "web.pages"),
        ("web/serve.py", "from serai.web.pages import home", "web.pages"),
    ],
)
def test_a_fault_planted_in_a_game_or_a_room_is_found(module: str, line: str, fault: str, copy: Path) -> None:
    planted = copy / module
    planted.write_text(f"{line}\n", encoding="utf-8")
    (found,) = faults(copy)
    assert found.startswith(f"{planted}:1: ")
    assert found.endswith(f" may not import {fault}")


def test_a_part_that_is_not_on_the_map_is_found(copy: Path) -> None:
    (copy / "utils.py").write_text("", encoding="utf-8")
    assert faults(copy) == [f"{copy / 'utils.py'}: the part 'utils' is not on the map"]


NESTED = {
    "core": set[str](),
    "games": {"core"},
    "games.{game}.rules": {"core"},
    "games.{game}.web": {"core", "games.{game}.rules", "web.drawing"},
    "web": {"games", "web.drawing", "web.pages"},
    "web.drawing": {"core"},
    "web.pages": {"web.drawing"},
}


@pytest.mark.parametrize(
    ("module", "line", "fault"),
    [
        ("games/road/web/board", "from serai.games.road import rules", ""),
        ("games/road/web/board", "from serai.games.road.rules import pay", ""),
        ("games/road/web/board", "from ..rules import pay", ""),
        ("games/road/web/board", "from serai.games.sea.rules import pay", "may not import games.sea.rules"),
        ("games/road/rules", "from serai.games.road.web.board import draw", "may not import games.road.web.board"),
        ("games/road/rules", "from .web import board", "may not import games.road.web.board"),
        ("web/drawing/cards", "from serai.web import pages", "may not import web.pages"),
        ("web/drawing/cards", "from ..pages import home", "may not import web.pages"),
        ("web/pages/home", "from serai.web.drawing import cards", ""),
        ("web/pages/home", "from serai.web import app", "may not import web"),
        ("web/app", "from serai.web.pages.home import page", ""),
    ],
)
def test_parts_may_lie_in_folders_and_belong_to_a_game(module: str, line: str, fault: str, tmp_path: Path) -> None:
    for name in ("games/road/rules", "games/road/web/board", "games/sea/rules", "web/app", "web/pages/home"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.py").touch()
    planted = tmp_path / f"{module}.py"
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.write_text(f"{line}\n", encoding="utf-8")
    found = faults(tmp_path, NESTED)
    assert len(found) == bool(fault)
    assert all(each.endswith(fault) for each in found)


@pytest.mark.parametrize(
    ("tool", "says"),
    [
        ("imports", f"imports: {len(MAY_IMPORT)} parts, all as the map says\n"),
        ("names", "names: no shared file names a game\n"),
    ],
)
def test_the_command_says_that_all_is_well(tool: str, says: str) -> None:
    command = [sys.executable, "-m", f"tools.{tool}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, says)


def test_no_shared_file_names_a_game() -> None:
    assert names.faults() == []


@pytest.mark.parametrize(
    ("file", "line", "found"),
    [
        ("bots/beam.py", "KNOWN = game == 'spice_road'", True),
        ("bots/beam.py", "NAMES = {'East to West': 1}", True),
        ("bots/beam.py", "# as in Sand to Sea", True),
        ("bots/beam.py", "class SandToSeaBot: ...", True),
        ("web/static/new.css", ".spice_road { color: red }", True),
        ("bots/beam.py", 'def late() -> None:\n    """As in Spice Road."""', False),
        ("games/spice_road/rules.py", "GAME = 'sand_to_sea'", False),
        ("core/registry.py", "# spice_road", False),
        ("web/locale/it/new.po", 'msgid "Spice Road"', False),
    ],
)
def test_a_game_that_is_named_is_found_in_code_but_not_in_docstrings(
    file: str, line: str, found: bool, copy: Path
) -> None:
    planted = copy / file
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.write_text(f"{line}\n", encoding="utf-8")
    assert len(names.faults(copy)) == found
