"""Printed values are arguments: no compiled function holds one, and sets are played side by side without compiling."""

import gc
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import serai
from serai import Game, warm
from serai.bots import ask, make
from serai.core import compiled, playouts, spec
from serai.core.component_folders import DIGESTS, built_in, in_folder, sets_folder, standard, standard_name
from serai.core.component_set import ComponentSet
from serai.core.observation import layout, observed
from serai.core.records import boxed, empty_states

ROOT = Path(__file__).parents[1]
PACKAGE = Path(serai.__file__).parent
SMALLEST = 8  # numbers in a table; shorter ones are alike by chance


def _lines(file: str) -> list[str]:
    """Returns the lines of a file of the standard set."""
    game, name = file.split("/")
    return (sets_folder(game) / standard_name(game) / name).read_text(encoding="utf-8").splitlines()


def _write(folder: Path, file: str, lines: list[str]) -> None:
    """Writes a file of a user's own."""
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Writes a folder in which every game has one piece fewer and other values."""
    at = tmp_path_factory.mktemp("own")
    for file in ("spice_road/point_cards.csv", "sand_to_sea/victory_tiles.csv", "east_to_west/exploration_tiles.csv"):
        _write(at, file, _lines(file)[:-1])
    cards = [
        line.replace("0,starting,spice,,YY,", "0,starting,spice,,YYR,")
        for line in _lines("spice_road/merchant_cards.csv")
    ]
    _write(at, "spice_road/merchant_cards.csv", cards[:-1])
    _write(at, "sand_to_sea/starting_spices.csv", [*_lines("sand_to_sea/starting_spices.csv"), "4,BB"])
    points = [line.replace("0,YRR,3,", "0,BBBB,19,") for line in _lines("east_to_west/point_cards.csv")]
    _write(at, "east_to_west/point_cards.csv", points)
    return at


def sets(own: Path) -> list[ComponentSet]:
    """Lists all built-in sets, and one's own of every game."""
    known = [built_in(game, name) for game in spec.GAMES for name in DIGESTS[game]]
    return known + [in_folder(game, own) for game in spec.GAMES]


def import_everything() -> None:
    """Imports every module with compiled code; some need frameworks that may not be installed."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if b"core.compiled import" in path.read_bytes():
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
            try:
                importlib.import_module(name)
            except ImportError:
                assert "learning" in name


def dispatchers() -> list[Any]:
    """Lists all compiled functions of the package."""
    found = [thing for thing in gc.get_objects() if issubclass(type(thing), Dispatcher)]
    return [rule for rule in found if rule.py_func.__module__.startswith("serai.")]


def tables_of(function: Any) -> dict[str, Any]:
    """Returns the tables that a compiled function would hold as constants."""
    names, known = function.__code__.co_names, function.__globals__
    found = {name: known[name] for name in names if name in known}
    for module in [value for value in found.values() if isinstance(value, ModuleType)]:
        found |= {f"{module.__name__}.{name}": getattr(module, name) for name in names if hasattr(module, name)}
    return {name: value for name, value in found.items() if isinstance(value, np.ndarray) and value.size >= SMALLEST}


@pytest.mark.compiled
def test_no_compiled_function_holds_a_printed_value() -> None:
    """What it holds would be the same in every game, whatever set that is played with."""
    import_everything()
    printed = {
        f"{game}.{name}": field.ravel().tolist()[:SMALLEST]
        for game in spec.GAMES
        for name in spec.values(game).dtype.names or ()
        if (field := np.asarray(spec.values(game)[name])).size >= SMALLEST and field.dtype.names is None
    }
    functions = dispatchers()
    assert len(functions) > 300
    held = [
        (rule.py_func.__qualname__, name, field)
        for rule in functions
        for name, table in tables_of(rule.py_func).items()
        for field, begin in printed.items()
        if table.dtype.names is None and table.ravel().tolist()[:SMALLEST] == begin and len(set(begin)) > 2
    ]
    assert [each for each in held if begins_differently(each[2])] == []


def begins_differently(field: str) -> bool:
    """Returns whether a field is not just the numbers from 0 on, as decks of all pieces are."""
    game, name = field.split(".")
    numbers = np.asarray(spec.values(game)[name]).ravel().tolist()[:SMALLEST]
    return bool(numbers != list(range(SMALLEST)))


def random_games(pieces: ComponentSet) -> list[Any]:
    """Plays random games with a set; returns decisions, scores and what a seat sees at the end."""
    rules, values = spec.GAMES[pieces.game], pieces.values()
    states, mask = empty_states(rules.STATE, 1), np.zeros(rules.WORDS, np.uint64)
    results = np.zeros(2, playouts.RESULT)
    playouts.simulate(values, states, mask, rules.SEATS[0], np.uint64(5), 0, 12, results)
    seen = observed(pieces, values, states[0], 0, 1, None)
    return [results["decisions"].tolist(), results["scores"].tolist(), layout(pieces).size, seen.tolist()]


def played_plainly(own: Path) -> list[Any]:
    """Returns the same of all sets, played by plain Python in a process of its own."""
    code = "import json, sys; from tests.test_values import *; "
    code += "print(json.dumps([random_games(each) for each in sets(Path(sys.argv[1]))]))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", code, str(own)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.compiled
def test_sets_are_played_side_by_side_and_nothing_is_compiled_for_another_one(own: Path) -> None:
    """All code that the standard sets have compiled serves them, and plays by their values as plain Python does."""
    for game in spec.GAMES:
        random_games(standard(game))
        for part in (warm.warm_rules, warm.warm_playouts, warm.warm_learning):
            part(game)
    before = sum(len(rule.signatures) for rule in dispatchers())
    found = [random_games(pieces) for pieces in sets(own)]
    assert sum(len(rule.signatures) for rule in dispatchers()) == before
    assert found == played_plainly(own)
    assert len({json.dumps(each) for each in found}) == len(found)


def test_games_of_several_sets_go_on_turn_by_turn_and_their_records_open(own: Path) -> None:
    """One process plays east_to_west/1, /2, /3 and a folder at once; each keeps its own cards, also in its record."""
    begun = [Game.new("east_to_west", 3, seed=4, components=choice) for choice in ("1", "2", "3", own)]
    for _ in range(30):
        for game in begun:
            game.play(ask(make("novice"), game, len(game.steps())))
    assert [game.components.name for game in begun] == ["1", "2", "3", "custom"]
    assert len({game.components.digest for game in begun}) == 4
    assert ["components" in game.view(0) for game in begun] == [False, True, True, True]
    for game in begun:
        opened = Game.from_json(game.to_json())
        assert opened.components is game.components
        assert (opened.position(), opened.view(0)) == (game.position(), game.view(0))


@pytest.mark.long_in_plain
@pytest.mark.parametrize("bot", ["novice", "planner:300n", "master:2000n"])
def test_a_bot_plays_sets_side_by_side_as_it_plays_each_alone(own: Path, bot: str) -> None:
    """What it remembers of one set is not taken for the other."""
    shared, choices = make(bot), ("1", "2", own)
    together = [Game.new("east_to_west", 2, seed=4, components=choice) for choice in choices]
    alone = [Game.new("east_to_west", 2, seed=4, components=choice) for choice in choices]
    for _ in range(2 if compiled.PLAIN else 12):
        for game in together:
            game.play(ask(shared, game, len(game.steps())))
    for game in alone:
        own_bot = make(bot)
        for _ in range(2 if compiled.PLAIN else 12):
            game.play(ask(own_bot, game, len(game.steps())))
    assert [game.decisions() for game in together] == [game.decisions() for game in alone]


def test_a_record_is_boxed_where_it_lies_and_one_of_many_is_copied() -> None:
    """Compiled code takes an array of one record sooner than the record itself."""
    values = spec.values("spice_road")
    assert boxed(values)[0].tobytes() == values.tobytes()
    assert boxed(values) is boxed(values)
    states = empty_states(spec.GAMES["spice_road"].STATE, 2)
    states[1].seats = 4
    box = boxed(states[1])
    assert (box.shape, int(box[0].seats)) == ((1,), 4)
    states[1].seats = 5
    assert box[0].seats == 4


@pytest.mark.parametrize("game", spec.GAMES)
def test_every_version_of_the_rules_has_its_values(game: str) -> None:
    """C-9: they differ in the version alone."""
    first, second = (spec.values(game, version) for version in (1, 2))
    assert (first.rules, second.rules) == (1, 2)
    assert spec.values(game).tobytes() == second.tobytes()
    names = first.dtype.names or ()
    assert [name for name in names if first[name].tobytes() != second[name].tobytes()] == ["rules"]


def test_the_plain_part_of_a_set_needs_neither_numpy_nor_numba() -> None:
    """A browser draws boards from pieces and names."""
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None; "
        "from serai.core.component_folders import standard; "
        "print([standard(game).pieces[0][0] for game in ('spice_road', 'sand_to_sea', 'east_to_west')], "
        "standard('sand_to_sea').island_names.texts[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
