"""The games that there are, in the package, installed and named; code is never older than a game from outside."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.core.registry import BUILT_IN, SPECS, VARIABLE, NoGame, NoSuchPart, Parts, Registry
from tests.fourth_game import EXAMPLES, NAME, registered
from tests.test_cache import edit

# A compiled function outside all packages: its own file never changes, the rules that it calls may.
SCRIPT = """\
import numpy as np

from serai.core import spec
from serai.core.compiled import entry
from serai.core.records import empty_states


@entry
def points(values, states):
    return spec.score(values, states[0], 0)


for game in ("caravan_race", "spice_road"):
    if game in spec.GAMES:
        before = sum(points.stats.cache_hits.values())
        states = empty_states(spec.GAMES[game].STATE, 1)
        states[0].players[0].caravan[:] = 1
        print(game, points(spec.values(game), states), sum(points.stats.cache_hits.values()) - before)
"""


@pytest.fixture
def empty() -> Iterator[Registry]:
    """Yields a registry like that of the package, which nobody has asked yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(EXAMPLES)])
        patch.delenv(VARIABLE, raising=False)
        yield Registry(BUILT_IN)


def test_the_games_of_the_package_come_first(empty: Registry) -> None:
    assert [spec.package for spec in empty.values()] == list(BUILT_IN)
    assert empty.outside() == []


def test_a_game_is_registered_at_any_time_and_as_often_as_one_likes(empty: Registry) -> None:
    assert len(empty) == 3
    for _ in range(2):
        assert empty.register(NAME).title == "Caravan Race"
    assert list(empty)[3:] == [NAME]
    assert empty.outside() == [empty[NAME]]


def test_the_environment_names_games(empty: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, f" {NAME} ,")
    assert list(empty)[3:] == [NAME]


def test_an_installed_game_is_found_by_its_entry_point(
    empty: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "race-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: race\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[serai.games]\nrace = {NAME}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert list(empty)[3:] == [NAME]


@pytest.mark.parametrize(
    ("package", "says"),
    [
        ("no_such_game", "the game 'no_such_game' cannot be imported: .*; see SERAI_GAMES and PYTHONPATH"),
        ("json", "the package 'json' describes no game: its __init__.py needs GAME = "),
        ("twin", "there is already a game named 'spice_road', in serai.games.spice_road"),
    ],
)
def test_what_is_no_game_is_told(
    package: str, says: str, empty: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "twin").mkdir()
    described = "from serai.core.registry import GameSpec\nGAME = GameSpec('spice_road', 'Twin', __name__)\n"
    (tmp_path / "twin" / "__init__.py").write_text(described, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    with pytest.raises(NoGame, match=says):
        empty.register(package)
    assert list(empty) == ["spice_road", "sand_to_sea", "east_to_west"]


def test_parts_are_those_of_the_games_that_have_them() -> None:
    with registered():
        assert NAME in Parts("evaluation")
        assert NAME not in Parts("study")
        assert Parts("study", otherwise=sys)[NAME] is sys
        with pytest.raises(NoSuchPart, match="Caravan Race has no study"):
            Parts("study")[NAME]
        with pytest.raises(NoSuchPart, match="Caravan Race has no page"):
            SPECS[NAME].page("board")


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Returns the script with a copy of the example game beside it."""
    shutil.copytree(EXAMPLES / NAME, tmp_path / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    return tmp_path / "script.py"


def told(script: Path, games: str = NAME) -> list[str]:
    """Returns what the script prints for each game: points of YRGB, and whether the code came from the cache."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "SERAI"))}
    environment |= {"SERAI_CACHE": str(script.parent / "cache"), VARIABLE: games, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.compiled
def test_an_edit_of_a_game_from_outside_is_seen_and_nothing_else_is_compiled_anew(script: Path) -> None:
    """The code of a game is kept by its sources, also where it is part of shared functions."""
    numbers = script.parent / NAME / "numbers.py"
    assert told(script, "") == ["spice_road 3 0"]
    assert told(script) == ["caravan_race 6 0", "spice_road 3 1"]
    assert told(script) == ["caravan_race 6 1", "spice_road 3 1"]
    edit(numbers, "FIRST_ARRIVAL = 3", "FIRST_ARRIVAL = 4")
    assert told(script) == ["caravan_race 7 0", "spice_road 3 1"]
    edit(numbers, "FIRST_ARRIVAL = 4", "FIRST_ARRIVAL = 3")
    assert told(script) == ["caravan_race 6 1", "spice_road 3 1"]
