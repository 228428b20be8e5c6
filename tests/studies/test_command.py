"""The command: a whole study, its files, the same from its figures, and what it says to bad arguments."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from serai import GAMES
from serai.arena.stopping import Stopped
from serai.studies import command
from serai.studies.command import choose_seed, conduct, read_players
from serai.studies.game_log import GameLog
from serai.studies.pieces import STUDIES, usual_bot
from serai.studies.study import Study, as_json, play_all, study_data
from tests.arena.games import serai

SHORT = Study("spice_road", "random", (2, 3), 4, 5, 4)
EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))


def short(game: str = "spice_road", *more: str) -> list[str]:
    """The command line of a small study."""
    return f"study {game} --bot random --games 2 --seed 5 --rounds 4".split() + list(more)


def files(folder: Path) -> dict[str, str]:
    """The files of a folder by name."""
    return {file.name: file.read_text() for file in sorted(folder.iterdir())}


@EVERY_GAME
def test_a_study_is_a_page_with_plots_and_figures_and_can_be_drawn_again(game: str, tmp_path: Path) -> None:
    done = serai(*short(game, "--out", str(tmp_path / "one")))
    assert (done.exit_code, done.stderr) == (0, "")
    found = files(tmp_path / "one")
    assert {Path(line).name for line in done.stdout.splitlines()} == found.keys()
    page = found[f"{game}.md"]
    assert "serai study" in page
    assert "correlation, not cause" in page
    assert all(f"({name})" in page for name in found if name != f"{game}.md")
    again = serai("study", game, "--from", str(tmp_path / "one" / f"{game}.json"), "--out", str(tmp_path / "two"))
    assert again.exit_code == 0
    assert files(tmp_path / "two") == found


@EVERY_GAME
def test_every_plot_is_well_formed_and_has_a_title_and_a_story(game: str, tmp_path: Path) -> None:
    serai(*short(game, "--players", "3", "--out", str(tmp_path)))
    for file in tmp_path.glob("*.svg"):
        drawing = ElementTree.fromstring(file.read_text())
        told_as = [drawing.findtext(f"{{http://www.w3.org/2000/svg}}{name}") for name in ("title", "desc")]
        assert all(told_as), file.name
        assert drawing.get("role") == "img"
        assert "prefers-color-scheme:dark" in file.read_text()


def test_values_that_nobody_confirms_are_marked(tmp_path: Path) -> None:
    serai(*short("sand_to_sea", "--players", "2", "--out", str(tmp_path)))
    page = (tmp_path / "sand_to_sea.md").read_text()
    assert "### Victory tiles *(reconstructed values)*" in page
    assert "- victory tiles – *reconstructed values*: Reconstructed: the Spice Road point cards" in page
    assert "- player board – *house values*: House values" in page
    assert "### Merchant cards\n" in page


def test_a_page_says_what_was_played(tmp_path: Path) -> None:
    serai(*short("spice_road", "--players", "2,4", "--out", str(tmp_path)))
    page = (tmp_path / "spice_road.md").read_text()
    assert "serai study spice_road --bot random --games 2 --players 2,4 --seed 5 --rounds 4\n" in page
    assert "2 games for each number of players, 4 in all, from seed 5" in page
    assert "its usual budget" in page


@pytest.mark.compiled
def test_one_job_and_two_find_the_same() -> None:
    one, two = (as_json(conduct(SHORT, jobs)) for jobs in (1, 2))
    assert one == two


def test_the_games_are_those_that_an_arena_plays() -> None:
    from serai.arena.match import play

    logs = play_all(SHORT, 1, [], lambda found: None, print)
    results = [play(plan, plan.match(number))[1] for plan in SHORT.plans for number in range(4)]
    assert [log.scores for log in logs] == [result.scores for result in results]
    assert [log.key for log in logs] == [(players, number) for players in (2, 3) for number in range(4)]


def test_a_journal_is_taken_up_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, journal = as_json(conduct(SHORT, 1)), tmp_path / "journal"
    conduct(SHORT, 1, journal)
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:4]) + lines[4][:20])
    assert as_json(conduct(SHORT, 1, journal)) == whole
    assert sorted(journal.read_text().splitlines()) == sorted("".join(lines).splitlines())
    monkeypatch.setattr(command, "play_all", lambda study, jobs, done, heard, warn: sorted(done, key=lambda s: s.key))
    assert as_json(conduct(SHORT, 1, journal)) == whole


def test_without_a_seed_that_of_the_journal_is_taken(tmp_path: Path) -> None:
    conduct(SHORT, 1, tmp_path / "journal")
    assert choose_seed(None, tmp_path / "journal") == 5
    assert choose_seed(7, tmp_path / "journal") == 7
    assert choose_seed(None, tmp_path / "nothing") == 1


def test_ctrl_c_tells_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> list[GameLog]:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_all", interrupted)
    with pytest.raises(Stopped, match=r"stopped after 0 of 8 games; the same command with --resume .*journal plays"):
        conduct(SHORT, 1, tmp_path / "journal")
    done = serai(*short("spice_road", "--out", str(tmp_path)))
    assert (done.exit_code, "they are lost" in done.stderr) == (130, True)


def test_a_journal_of_something_else_is_refused(tmp_path: Path) -> None:
    conduct(SHORT, 1, tmp_path / "journal")
    more = ("--out", str(tmp_path), "--resume", str(tmp_path / "journal"))
    assert "was begun with --games 4, not 2" in serai(*short("spice_road", "--players", "2,3", *more)).stderr
    assert "was begun with --players 2,3, not 2" in serai(*short("spice_road", "--players", "2", *more)).stderr
    arena = ("arena", "spice_road", "--bots", "random", "--games", "1", "--rounds", "2", "--resume")
    assert "is not a journal of an arena" in serai(*arena, str(tmp_path / "journal")).stderr
    serai(*arena, str(tmp_path / "arena"))
    other = ("--out", str(tmp_path), "--resume", str(tmp_path / "arena"))
    assert "is not a journal of a study" in serai(*short("spice_road", *other)).stderr


BAD = {
    "no game 'chess'": "study chess",
    "there is no bot 'zed'": "study spice_road --bot zed",
    "'12x' is not a budget": "study spice_road --bot planner:12x",
    "--games is 0": "study spice_road --games 0",
    "--jobs is 0": "study spice_road --jobs 0",
    "--seed is -1": "study spice_road --seed -1",
    "--rounds is 0": "study spice_road --rounds 0",
    "is for 2 to 5 players, not 6": "study spice_road --players 2,6",
    "write numbers of players with commas between them, such as 2,4": "study spice_road --players two",
    "/nowhere.json: No such file": "study spice_road --from /nowhere.json",
    "cannot be combined with --bot": "study spice_road --from /nowhere.json --bot random",
    "/dev/null/x: Not a directory": "study spice_road --bot random --out /dev/null/x",
}


@pytest.mark.parametrize(("says", "line"), BAD.items())
def test_what_is_wrong_is_said_in_one_line_before_anything_is_played(says: str, line: str) -> None:
    done = serai(*line.split())
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON, or cut short"),
        ("[]", "is JSON, but no study"),
        ('{"study": 0}', "is a study of another version of serai"),
        ('{"study": 2, "game": "sand_to_sea"}', "is a study of sand_to_sea, not of spice_road"),
    ],
)
def test_figures_that_cannot_be_drawn_are_refused(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    file.write_text(text)
    done = serai("study", "spice_road", "--from", str(file), "--out", str(tmp_path))
    assert (done.exit_code, says in done.stderr) == (2, True)


def test_all_numbers_of_players_are_played_unless_some_are_named() -> None:
    assert read_players("spice_road", None) == (2, 3, 4, 5)
    assert read_players("east_to_west", "4, 2,4") == (2, 4)


def test_every_game_has_a_usual_bot_that_there_is() -> None:
    from serai import GAMES
    from serai.bots import make

    assert {game: make(usual_bot(game)).name for game in GAMES} == {game: usual_bot(game) for game in STUDIES}


BARE = """
import sys
for name in ("rich", "typer", "openskill", "platformdirs", "jinja2", "fastapi", "sqlalchemy", "babel", "ray"):
    sys.modules[name] = None
import runpy
runpy.run_module("serai.studies", run_name="__main__", alter_sys=True)
"""


@pytest.mark.compiled
def test_measuring_needs_nothing_but_numpy_and_numba(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    line = f"spice_road --bot random --games 4 --players 2,3 --seed 5 --rounds 4 --jobs 1 --json {file}"
    done = subprocess.run([sys.executable, "-c", BARE, *line.split()], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "8 of 8 games" in done.stderr
    assert file.read_text() == as_json(study_data(SHORT, play_all(SHORT, 1, [], lambda found: None, print)))
    assert json.loads(file.read_text())["all"]["games"] == 8


def test_the_module_says_what_is_wrong_too(tmp_path: Path) -> None:
    for line, says in {"--games 0": "must be 1 or more", "--bot zed": "there is no bot 'zed'"}.items():
        whole = [sys.executable, "-m", "serai.studies", "spice_road", *line.split(), "--json", str(tmp_path / "f")]
        done = subprocess.run(whole, capture_output=True, text=True, check=False)
        assert (done.returncode, says in done.stderr) == (2, True)
