"""The journal: what was stored is given back, and nothing else is."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from serai.arena.journal import Journal, seed_of
from serai.arena.match import Result, play
from serai.arena.plan import ArenaSettings
from tests.arena.games import SHORT, arguments, lines, result, serai


def journal_of(path: Path, results: Sequence[Result] = (), plan: ArenaSettings = SHORT) -> Path:
    """A journal with some results."""
    journal = Journal(path, plan, False)
    journal.store(list(results))
    journal.close()
    return path


def test_a_journal_gives_back_what_was_stored(tmp_path: Path) -> None:
    played = [play(SHORT, SHORT.match(number))[1] for number in (3, 1)]
    path = journal_of(tmp_path / "journal", played)
    journal = Journal(path, SHORT, False)
    journal.close()
    assert journal.results == played
    assert seed_of(path) == SHORT.seed
    assert seed_of(tmp_path / "none") is None


@pytest.mark.parametrize("kept", [1, 20, -1])
def test_a_torn_line_is_cut_off(tmp_path: Path, kept: int) -> None:
    played = [play(SHORT, SHORT.match(number))[1] for number in (0, 1)]
    path = journal_of(tmp_path / "journal", played[:1])
    whole = path.read_bytes()
    path.write_bytes(whole + played[1].line().encode()[:kept])
    journal = Journal(path, SHORT, False)
    assert (journal.results, path.read_bytes()) == (played[:1], whole)
    journal.store(played[1:])
    journal.close()
    assert path.read_bytes() == whole + played[1].line().encode()


@pytest.mark.parametrize("torn", [b"", b"{", b'{"journal": 1, "game": "spi'])
def test_a_torn_header_is_written_anew(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "journal"
    path.write_bytes(torn)
    assert seed_of(path) is None
    assert lines(journal_of(path)) == 1
    assert seed_of(path) == SHORT.seed


def test_other_settings_are_refused(tmp_path: Path) -> None:
    path = journal_of(tmp_path / "journal")
    for why, line in {
        "--seed 5, not 6": arguments(replace(SHORT, seed=6)),
        "--bots random,novice, not novice,random": arguments(replace(SHORT, bots=("novice", "random"))),
        "--games 24, not 25": arguments(replace(SHORT, games=25)),
        "begun without --records": arguments(SHORT, "--records", str(tmp_path / "records")),
    }.items():
        done = serai(*line, "--resume", str(path))
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"{path} was " in done.stderr
        assert why in done.stderr
    assert lines(path) == 1


@pytest.mark.parametrize("text", ["my notes", "my notes\n", "[]\n", "{}\n", '{"journal": 9}\n', "\xff\n"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes"
    path.write_text(text)
    done = serai(*arguments(SHORT, "--resume", str(path)))
    assert done.exit_code == 2
    assert f"{path} is " in done.stderr
    assert path.read_text() == text


def test_results_that_are_not_of_this_arena_are_refused(tmp_path: Path) -> None:
    found = play(SHORT, SHORT.match(2))[1]
    for wrong in (replace(found, number=99), replace(found, deal=0), replace(found, bots=["a", "b"]), found):
        path = journal_of(tmp_path / "journal", [found, wrong])
        with pytest.raises(ValueError, match=r"line 3: not the result|holds a game twice"):
            Journal(path, SHORT, False)
        path.unlink()


def test_a_journal_is_written_by_one_arena_at_a_time(tmp_path: Path) -> None:
    first = Journal(tmp_path / "journal", SHORT, False)
    with pytest.raises(ValueError, match="being written by another arena"):
        Journal(tmp_path / "journal", SHORT, False)
    first.close()


def test_results_are_lines_of_json() -> None:
    found = result(3, "a b", [1, 2])
    assert Result(**json.loads(found.line())) == found
    assert asdict(found)["ranking"] == [1, 0]
