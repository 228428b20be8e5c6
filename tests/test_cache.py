"""Where machine code is kept: never older than what it was made of, never in the way, and not for ever."""

import ast
import os
import shutil
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import serai
from serai.core import compiled
from serai.core.compiled import KEPT_CACHES

PACKAGE = Path(serai.__file__).parent
CARDS = "serai/games/spice_road/components/1"
DAY = 24 * 60 * 60

# A compiled function outside the package: its own file never changes, all that it uses may.
SCRIPT = """\
import sys
from pathlib import Path

import numpy as np

from serai.core.caravans import cube_points
from serai.core.compiled import entry
from serai.core.component_folders import in_folder, standard

used = in_folder("spice_road", Path(sys.argv[1])) if sys.argv[1:] else standard("spice_road")


@entry
def worth(values, caravan):
    return cube_points(caravan), values.merchants[0].get[0]


print(*worth(used.values(), np.array([1, 1, 1, 1], np.int16)), sum(worth.stats.cache_hits.values()))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Returns a copy of the package, with the script beside it."""
    shutil.copytree(PACKAGE, tmp_path / "copy" / "serai", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "copy" / "script.py").write_text(SCRIPT, encoding="utf-8")
    return tmp_path / "copy"


def run(copy: Path, cache: Path | None = None, own: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Runs the script with the copy of the package, compiled, with a cache of its own."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "SERAI", "PYTHON"))}
    environment |= {"PYTHONPATH": str(copy), "SERAI_CACHE": str(cache or copy.parent / "cache")}
    command = [sys.executable, "-W", "always", str(copy / "script.py"), *([str(own)] if own else [])]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)


def told(copy: Path, own: Path | None = None) -> str:
    """Returns what the script prints: points of YRGB, cubes of the first card, whether the code came from the cache."""
    done = run(copy, own=own)
    assert done.stderr == ""
    return done.stdout.strip()


def edit(path: Path, old: str, new: str) -> None:
    """Replaces a text of the same length, and lets the file look as old as it was."""
    before, stat = path.read_text(encoding="utf-8"), path.stat()
    assert before.count(old) == 1
    assert len(old) == len(new)
    path.write_text(before.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


@pytest.mark.compiled
def test_an_edit_of_another_file_or_of_a_component_is_seen(copy: Path) -> None:
    """Code is kept per rules: what was edited is recompiled, earlier code is found again; values are not code."""
    rule, cards = copy / "serai" / "core" / "caravans.py", copy / CARDS
    assert told(copy) == "3 2 0"
    assert told(copy) == "3 2 1"
    edit(rule, "return size(caravan) - caravan[0]", "return size(caravan) + caravan[0]")
    shutil.rmtree(rule.parent / "__pycache__")
    assert told(copy) == "5 2 0"
    edit(cards / "merchant_cards.csv", "0,starting,spice,,YY,", "0,starting,spice,,RR,")
    assert told(copy) == "5 0 1"
    edit(rule, "return size(caravan) + caravan[0]", "return size(caravan) - caravan[0]")
    edit(cards / "merchant_cards.csv", "0,starting,spice,,RR,", "0,starting,spice,,YY,")
    shutil.rmtree(rule.parent / "__pycache__")
    assert told(copy) == "3 2 1"


@pytest.mark.compiled
def test_a_copy_elsewhere_finds_the_code_of_the_same_sources(copy: Path) -> None:
    """A fresh clone on a machine that has compiled the same sources compiles nothing of the package again."""

    def kept() -> set[str]:
        return {path.name for path in (copy.parent / "cache").rglob("*.nbc") if path.parent.name.startswith("core.")}

    assert told(copy) == "3 2 0"
    before, elsewhere = kept(), copy.parent / "elsewhere"
    copy.rename(elsewhere)
    assert told(elsewhere) == "3 2 0"  # the script is not part of the package
    assert before
    assert kept() == before


def loaded(node: ast.AST) -> set[str]:
    """Returns the names that a piece of source reads."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}


def frozen(tree: ast.Module) -> set[str]:
    """Returns the names that the constants and compiled functions of a module read."""
    decorators = {"compiled", "entry", "unchecked", "arithmetic"}
    plain = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    return set().union(
        *(
            loaded(node)
            for node in tree.body
            if not isinstance(node, plain) or loaded(ast.Module(getattr(node, "decorator_list", []), [])) & decorators
        )
    )


def test_every_constant_in_compiled_code_belongs_to_a_file_that_the_cache_covers() -> None:
    """Compiled code holds the constants it reads, so an edit of the files they come from must be seen."""
    covered = {
        f"serai.{path.relative_to(PACKAGE).with_suffix('').as_posix().replace('/', '.')}": source
        for path, source in compiled.compiled_sources()
    }
    covered |= {name.removesuffix(".__init__"): source for name, source in covered.items()}
    found = {
        f"{module}: {name.name} of {line.module}"
        for module, source in covered.items()
        for tree in [ast.parse(source)]
        for line in tree.body
        if isinstance(line, ast.ImportFrom)
        and line.module
        and line.module.startswith("serai")
        and line.module not in covered
        for name in line.names
        if name.name.isupper()
        and (name.asname or name.name) in frozen(tree)
        and f"{line.module}.{name.name}" not in covered
    }
    assert found == set()


@pytest.mark.compiled
def test_component_sets_share_their_code(copy: Path) -> None:
    built_in = (copy / CARDS / "merchant_cards.csv").read_text(encoding="utf-8")
    own = copy.parent / "own"
    (own / "spice_road").mkdir(parents=True)
    changed = built_in.replace("0,starting,spice,,YY,", "0,starting,spice,,YYYY,")
    (own / "spice_road" / "merchant_cards.csv").write_text(changed, encoding="utf-8")
    assert told(copy) == "3 2 0"
    assert told(copy, own) == "3 4 1"
    assert told(copy) == "3 2 1"


@pytest.mark.compiled
def test_without_a_writable_folder_everything_works_with_one_warning(copy: Path) -> None:
    """As in an installation that is read-only; nothing is written anywhere."""
    (copy.parent / "file").write_text("", encoding="utf-8")
    done = run(copy, copy.parent / "file" / "cache")
    assert done.stdout == "3 2 0\n"
    assert done.stderr.count("Warning") == 1
    assert "RuntimeWarning: serai cannot write to" in done.stderr
    assert "set SERAI_CACHE to a folder that is writable" in done.stderr
    assert not list(copy.rglob("*.nbi"))


@pytest.fixture
def unfrozen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Lets this process open a cache, as one with compiled rules does; returns the folder of all caches."""
    monkeypatch.setattr(compiled.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(compiled.config, "CACHE_DIR", compiled.config.CACHE_DIR)
    monkeypatch.setenv("SERAI_CACHE", str(tmp_path / "caches"))
    return tmp_path / "caches"


def cache(at: Path, number: int, age: float) -> Path:
    """Makes a cache that was last used some time ago."""
    folder = at / f"{number:024x}"
    folder.mkdir(parents=True)
    (folder / "code.nbi").write_text("", encoding="utf-8")
    os.utime(folder, (time.time() - age, time.time() - age))
    return folder


def test_a_cache_is_named_after_all_that_code_depends_on(unfrozen: Path) -> None:
    assert compiled._open_cache()
    assert str(unfrozen / compiled.digest()) == compiled.config.CACHE_DIR
    assert Path(compiled.config.CACHE_DIR).is_dir()


def test_plain_rules_need_no_cache(unfrozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled.config, "DISABLE_JIT", 1)
    assert not compiled._open_cache()
    assert not unfrozen.exists()


def test_a_folder_that_cannot_be_written_is_told_once(unfrozen: Path) -> None:
    unfrozen.write_text("", encoding="utf-8")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert not compiled._open_cache()
    assert [warning.category for warning in told] == [RuntimeWarning]


def test_the_digest_changes_with_rules_and_machine(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same = compiled.digest()
    assert compiled.digest() == same
    monkeypatch.setattr(compiled, "PACKAGE", copy / "serai")
    assert compiled.digest() == same
    (copy / "serai" / "core" / "another.py").write_text("", encoding="utf-8")
    other = compiled.digest()
    monkeypatch.setattr(compiled, "_cpu", lambda: "another")
    assert len({same, other, compiled.digest()}) == 3


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"SERAI_CACHE": "/a/b"}, Path("/a/b")),
        ({"XDG_CACHE_HOME": "/x"}, Path("/x/serai")),
        ({"XDG_CACHE_HOME": "", "HOME": "/h"}, Path("/h/.cache/serai")),
    ],
)
def test_caches_lie_where_the_user_wants_them(
    variables: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SERAI_CACHE", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert compiled.caches() == folder


def test_caches_not_used_for_a_month_are_removed(unfrozen: Path) -> None:
    recent, old = cache(unfrozen, 1, 29 * DAY), cache(unfrozen, 2, 31 * DAY)
    compiled._open_cache()
    assert recent.exists()
    assert not old.exists()


def test_of_too_many_caches_the_longest_unused_are_removed(unfrozen: Path) -> None:
    folders = [cache(unfrozen, number, number * 60) for number in range(1, KEPT_CACHES + 3)]
    compiled._open_cache()
    kept = [folder for folder in folders if folder.exists()]
    assert kept == folders[: KEPT_CACHES - 1]
    assert len(list(unfrozen.iterdir())) == KEPT_CACHES


def test_opening_a_cache_counts_as_use(unfrozen: Path) -> None:
    own = unfrozen / compiled.digest()
    own.mkdir(parents=True)
    os.utime(own, (0, 0))
    for number in range(KEPT_CACHES + 3):
        cache(unfrozen, number, -3600)
    compiled._open_cache()
    assert time.time() - own.stat().st_mtime < 60


def test_nothing_but_caches_is_removed(unfrozen: Path) -> None:
    """A folder of the user's may hold other things."""
    photos = unfrozen / "photos"
    photos.mkdir(parents=True)
    os.utime(photos, (0, 0))
    compiled._open_cache()
    assert photos.exists()


def test_a_cache_that_another_process_has_just_removed_was_never_used(tmp_path: Path) -> None:
    assert compiled._last_used(tmp_path / "gone") == 0


class Rule:
    """Stands for a compiled rule."""

    def __init__(self, function: Any) -> None:
        """Remembers what it was compiled from."""
        self.py_func = function


def test_a_rule_without_a_door_to_python_says_so() -> None:
    rule = compiled._without_door(Rule(compiled.digest))
    with pytest.raises(TypeError, match="digest is called by compiled code only; decorate it with @entry"):
        rule(1)


def at_a_terminal(copy: Path, **told: str) -> str:
    """Runs the script with a terminal for its messages; returns what it says there."""
    here, there = os.openpty()
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "SERAI", "PYTHON"))}
    environment |= {"PYTHONPATH": str(copy), "SERAI_CACHE": str(copy.parent / "cache"), **told}
    subprocess.run([sys.executable, str(copy / "script.py")], env=environment, stderr=there, check=True)
    os.write(there, b"end\n")
    os.close(there)
    said = b""
    while not said.endswith(b"end\r\n"):
        said += os.read(here, 1000)
    os.close(here)
    return said.decode().removesuffix("end\r\n")


@pytest.mark.compiled
def test_whoever_waits_at_a_terminal_is_told_once_that_something_is_compiled(copy: Path) -> None:
    said = "serai: compiling (some seconds, only once) …\r\n"
    assert [at_a_terminal(copy), at_a_terminal(copy)] == [said, ""]
    shutil.rmtree(copy.parent / "cache")
    assert at_a_terminal(copy, SERAI_TOLD="1") == ""
