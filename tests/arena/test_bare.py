"""An arena where only numpy and numba are: it plays into a journal that the whole of Serai takes up."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from serai.arena.__main__ import main

WORDS = ["spice_road", "--bots", "random,novice", "--games", "4", "--seed", "7", "--rounds", "5"]


@pytest.mark.compiled
def test_games_played_bare_are_told_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, told = tmp_path / "games.jsonl", tmp_path / "told.json"
    main([*WORDS, "--journal", str(journal)])
    assert "4 of 4 games" in capsys.readouterr().out
    before = journal.read_bytes()
    arena = [sys.executable, "-m", "serai", "arena", *WORDS, "--resume", str(journal), "--json", str(told)]
    subprocess.run(arena, check=True, capture_output=True)
    assert json.loads(told.read_text())["games"] == 4
    assert journal.read_bytes() == before


@pytest.mark.compiled
def test_it_needs_nothing_but_numpy_and_numba(tmp_path: Path) -> None:
    blocked = ("rich", "typer", "openskill", "fastapi", "sqlalchemy", "babel", "jinja2", "torch")
    lines = [
        "import sys",
        f"sys.modules.update(dict.fromkeys({blocked!r}))",
        "from serai.arena.__main__ import main",
        f"main({[*WORDS, '--journal', str(tmp_path / 'games.jsonl')]!r})",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_bot_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no bot 'nobody'"):
        main(["spice_road", "--bots", "nobody", "--journal", str(tmp_path / "games.jsonl")])
