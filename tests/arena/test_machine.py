"""What played: the machines that a journal tells of, and the code and weights that a resume must agree with."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from serai.arena import sources as digests
from serai.arena.__main__ import main
from serai.arena.machine import UNKNOWN, machine
from serai.arena.sources import WITHOUT_NETWORKS, sources
from serai.studies.command import conduct
from serai.studies.study import Study, as_json
from tests.arena.games import SHORT, arguments, lines, serai, stored

ELSEWHERE = {"cpu": "another", "cores": 16, "jobs": 13, "python": "3.12.1"}


def told(path: Path, *more: str) -> dict[str, Any]:
    """What the command says of a journal as JSON, games that are missing played now."""
    done = serai(*arguments(SHORT, "--resume", str(path), "--json", "-", *more))
    assert (done.exit_code, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def played(path: Path) -> list[str]:
    """A journal of games that were all played here by one job, as lines: its settings, the machine, the games."""
    told(path)
    return path.read_text().splitlines(keepends=True)


def of_old_format(begun: list[str], results: list[str]) -> str:
    """A journal as serai wrote it before machines were noted and weights digested."""
    settings = json.loads(begun[0]) | {"journal": 2, "sources": sources(WITHOUT_NETWORKS)}
    return "".join([json.dumps(settings) + "\n", *results])


def elsewhere(**more: Any) -> str:
    """The line of a machine that is not this one."""
    return json.dumps({"machine": ELSEWHERE | more}) + "\n"


@pytest.mark.compiled
def test_a_journal_that_two_jobs_played_is_told_by_one_as_theirs(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    line = (
        f"{SHORT.game} --bots {','.join(SHORT.bots)} --games {SHORT.games} --seed {SHORT.seed} --rounds {SHORT.rounds}"
    )
    main([*line.split(), "--jobs", "2", "--journal", str(path)])
    found = told(path, "--jobs", "1")
    assert found["machine"] == machine(2)
    assert " --jobs 2 " in found["command"]


def test_games_that_another_machine_played_are_told_as_its_own(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    begun = played(path)
    path.write_text("".join([begun[0], elsewhere(), *begun[2:]]))
    before = path.read_bytes()
    found = told(path)
    assert found["machine"] == ELSEWHERE
    assert " --jobs 13 " in found["command"]
    assert path.read_bytes() == before


def test_of_several_machines_each_is_told_with_its_games(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    begun = played(path)
    path.write_text("".join([begun[0], elsewhere(), *begun[2:20], elsewhere(jobs=7), begun[1], *begun[20:22]]))
    found = told(path)
    assert found["machine"] == [ELSEWHERE | {"games": 18}, machine(1) | {"games": 6}]
    assert " --jobs 13 " in found["command"]
    assert lines(path) == 1 + 3 + SHORT.total


@pytest.mark.parametrize("kept", [1, 12, 30, -1])
def test_a_torn_line_of_a_machine_is_cut_off(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "journal"
    begun = played(path)
    path.write_text("".join(begun[:5]) + elsewhere()[:kept])
    assert told(path)["machine"] == machine(1)
    assert "".join(begun[:5]) == "".join(path.read_text().splitlines(keepends=True)[:5])
    assert "another" not in path.read_text()
    assert len(stored(path)) == SHORT.total


def test_a_machine_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    begun = played(path)
    for wrong in ('{"machine": 7}\n', '{"machine": {}, "more": 1}\n', '{"machine": \n'):
        path.write_text(begun[0] + wrong)
        assert "line 2: not the result" in serai(*arguments(SHORT, "--resume", str(path))).stderr


def test_a_journal_of_the_old_format_is_told_and_its_machine_is_not_known(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    begun = played(path)
    whole = told(path)
    path.write_text(of_old_format(begun, begun[2:]))
    before = path.read_bytes()
    found = told(path, "--jobs", "2")
    assert (found["machine"], found["sources"]) == (UNKNOWN, sources(WITHOUT_NETWORKS))
    assert "--jobs" not in found["command"]
    assert (found["bots"], found["games"]) == (whole["bots"], whole["games"])
    assert path.read_bytes() == before


def test_games_added_to_a_journal_of_the_old_format_are_told_as_played_here(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    begun = played(path)
    path.write_text(of_old_format(begun, begun[2:6]))
    assert told(path)["machine"] == [UNKNOWN | {"games": 4}, machine(1) | {"games": SHORT.total - 4}]
    path.write_text(of_old_format(begun, []))
    assert told(path)["machine"] == machine(1)


def test_a_journal_of_the_old_format_of_other_code_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    begun = played(path)
    path.write_text(of_old_format(begun, begun[2:]).replace(sources(WITHOUT_NETWORKS), "0123456789abcdef"))
    assert "was begun with sources 0123456789abcdef, not " in serai(*arguments(SHORT, "--resume", str(path))).stderr


def test_a_study_takes_up_its_journal_of_the_old_format(tmp_path: Path) -> None:
    study, path = Study("spice_road", "random", (2,), 4, 5, 4), tmp_path / "journal"
    whole = as_json(conduct(study, 1, path))
    begun = path.read_text().splitlines(keepends=True)
    settings = json.loads(begun[0]) | {"study journal": 2, "sources": sources(WITHOUT_NETWORKS)}
    path.write_text("".join([json.dumps(settings) + "\n", *begun[1:3]]))
    assert as_json(conduct(study, 1, path)) == whole.replace(sources(), sources(WITHOUT_NETWORKS))


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package, which is digested in its place."""
    copied = tmp_path / "serai"
    shutil.copytree(digests.PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__", "web"))
    monkeypatch.setattr(digests, "PACKAGE", copied)
    sources.cache_clear()
    yield copied
    sources.cache_clear()


@pytest.mark.parametrize(
    "part", ["games/spice_road/network.npz", "networks/inference.py", "core/observation/entries.py", "bots/network.py"]
)
def test_other_weights_or_code_are_refused(tmp_path: Path, copy: Path, part: str) -> None:
    path = tmp_path / "journal"
    before = told(path)["sources"]
    changed = bytearray((copy / part).read_bytes())
    changed[-1] ^= 1
    (copy / part).write_bytes(changed)
    sources.cache_clear()
    assert sources() != before
    done = serai(*arguments(SHORT, "--resume", str(path)))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"serai: {path} was begun with sources {before}, not {sources()}\n"


def test_all_that_a_bot_loads_is_digested() -> None:
    """Beside it are the arena itself, what writes records, and what only people and programs are shown."""
    beside = {"arena", "cluster.py", "version.py", "__init__.py"}
    beside |= {
        "annotations.py",
        "component_sets.py",
        "record.py",
        "recorded_components.py",
        "strict_json.py",
        "turns.py",
    }
    code = (
        "import sys, serai.arena.match; from serai.bots import LADDER, make; from pathlib import Path\n"
        "for name in LADDER: make(name)\n"
        "from serai import GAMES; rules = list(GAMES.values())\n"
        "import serai; package = Path(serai.__file__).parent\n"
        "files = [Path(m.__file__) for n, m in sys.modules.items() if n.startswith('serai') and m.__file__]\n"
        "print(*{file.relative_to(package).parts[0] for file in files})"
    )
    done = subprocess.run([sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, check=True)
    assert {"networks", "games"} <= set(done.stdout.split()) <= {*digests.PLAYERS_CODE, *beside}
