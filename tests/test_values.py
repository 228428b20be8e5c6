"""Printed values are arguments: no compiled function holds one, and another component set needs no compiling."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from serai.rules import games
from serai.rules.components import BUILT_IN, VARIABLE, standard_set
from serai.rules.records import boxed, empty_states

ROOT = Path(__file__).parents[1]


def run(what: str, components: Path | str, plain: bool = False) -> Any:
    """Returns what the script says with a component set."""
    environment = {**os.environ, VARIABLE: str(components), "NUMBA_DISABLE_JIT": "1" if plain else "0"}
    command = [sys.executable, "-m", "tests.values_script", what]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Writes a folder in which every game has one piece fewer and other values."""
    for file in ("spice_road/point_cards.csv", "sand_to_sea/victory_tiles.csv", "east_to_west/exploration_tiles.csv"):
        _write(tmp_path, file, _lines(file)[:-1])
    cards = [
        line.replace("0,starting,spice,,YY,", "0,starting,spice,,YYR,")
        for line in _lines("spice_road/merchant_cards.csv")
    ]
    _write(tmp_path, "spice_road/merchant_cards.csv", cards[:-1])
    _write(tmp_path, "sand_to_sea/starting_spices.csv", [*_lines("sand_to_sea/starting_spices.csv"), "4,BB"])
    board = [
        line.rpartition(",")[0] + ",9" if line[0] in "YRGB" else line for line in _lines("sand_to_sea/player_board.csv")
    ]
    _write(tmp_path, "sand_to_sea/player_board.csv", board)
    points = _lines("east_to_west/point_cards.csv")
    head = next(number for number, line in enumerate(points) if line.startswith("0,"))
    cells = points[head].split(",")
    _write(
        tmp_path,
        "east_to_west/point_cards.csv",
        [*points[:head], ",".join([cells[0], "BBBB", "19", *cells[3:]]), *points[head + 1 :]],
    )
    return tmp_path


def _lines(file: str) -> list[str]:
    """Returns the lines of a file of the standard set."""
    game, name = file.split("/")
    return (BUILT_IN / game / standard_set(game) / name).read_text(encoding="utf-8").splitlines()


def _write(folder: Path, file: str, lines: list[str]) -> None:
    """Writes a file of a user's own."""
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.compiled
def test_no_compiled_function_holds_a_printed_value(own: Path) -> None:
    """What it holds would be the same in every game, whatever set that is played with."""
    usual, custom = run("held", "1"), run("held", own)
    assert len(usual) > 300
    assert usual == custom


@pytest.mark.compiled
def test_a_set_of_ones_own_compiles_nothing_new(own: Path) -> None:
    """All code that the standard set has compiled serves it, and plays by its values as plain Python does."""
    usual = run("played", "1")
    custom = run("played", own)
    assert custom["compiled"] == 0
    assert custom["games"] == run("played", own, plain=True)["games"]
    assert all(custom["games"][game] != usual["games"][game] for game in usual["games"])


def test_a_record_is_boxed_where_it_lies_and_one_of_many_is_copied() -> None:
    """Compiled code takes an array of one record sooner than the record itself."""
    values = games.values("spice_road")
    assert boxed(values)[0].tobytes() == values.tobytes()
    assert boxed(values) is boxed(values)
    states = empty_states(games.GAMES["spice_road"].STATE, 2)
    states[1].seats = 4
    box = boxed(states[1])
    assert (box.shape, int(box[0].seats)) == ((1,), 4)
    states[1].seats = 5
    assert box[0].seats == 4


@pytest.mark.parametrize("game", games.GAMES)
def test_every_version_of_the_rules_has_its_values(game: str) -> None:
    """C-9: they differ in the version alone."""
    first, second = (games.values(game, version) for version in (1, 2))
    assert (first.rules, second.rules) == (1, 2)
    assert games.values(game).tobytes() == second.tobytes()
    names = first.dtype.names or ()
    assert [name for name in names if first[name].tobytes() != second[name].tobytes()] == ["rules"]
