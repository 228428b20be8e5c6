"""The command line: every command, every bad argument, in this process and as a process of its own."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from serai import GAMES, Game, simulate
from serai.bots import BOTS, ask, chance_of
from serai.cli import app
from serai.cli.arguments import polite
from serai.record import Comment, Evaluation, Record, Variation, read, write_line
from serai.terminal.seating import seated_bots
from serai.version import VERSION
from tests.zipped import zipped

EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
COMPONENTS = Path(simulate.__file__).parent / "games"


@pytest.fixture(autouse=True)
def _kept_games_go_to_a_folder_of_the_test(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = str(tmp_path_factory.mktemp("kept"))
    monkeypatch.setenv("TMPDIR", folder)
    monkeypatch.setattr(tempfile, "tempdir", folder)


def serai(*arguments: str, typed: str = "") -> Result:
    """Runs a command in this process."""
    return CliRunner().invoke(app, list(arguments), input=typed, catch_exceptions=False)


def process(*arguments: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Runs `python -m serai`."""
    command = [sys.executable, "-m", "serai", *arguments]
    environment = {**os.environ, **more}
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A file with a short game in it."""
    game = Game.new("spice_road", names=["ann", "novice"], seed=7, seating="given")
    for decision in ("acquire B>RRR", "pay Y", "pay Y", "play YY"):
        game.play(decision)
    file = tmp_path / "game.json"
    file.write_text(game.to_json())
    return file


def test_help_names_every_command_and_imports_no_rules() -> None:
    script = "import sys; from serai.cli import app; app(['--help'], standalone_mode=False); " + (
        "print([name for name in sys.modules if name.startswith(('numba', 'numpy', 'rich', 'serai.core.spec'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    for command in (
        "play",
        "replay",
        "unpack",
        "simulate",
        "study",
        "perft",
        "rules",
        "bots",
        "components",
        "--version",
    ):
        assert command in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    assert serai("--version").stdout == f"serai {VERSION}\n"


def test_public_names_are_there_and_no_others() -> None:
    import serai as package

    assert {"Game", "GAMES", "IllegalAction", "BadRecord", "BadPosition", "BadComponents"} <= set(dir(package))
    assert package.__version__ == VERSION
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        _ = package.Gmae  # type: ignore[attr-defined]


def test_bots_are_listed() -> None:
    assert [line.split(":")[0] for line in serai("bots").stdout.splitlines()] == list(BOTS)


@EVERY_GAME
def test_rules(game: str) -> None:
    told = serai("rules", game).stdout
    assert "Components in use" in told
    assert "Set " in told


def simulated(*arguments: str) -> dict[str, object]:
    """The JSON of a simulation."""
    done = serai("simulate", *arguments, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    report: dict[str, object] = json.loads(done.stdout)
    return report


@EVERY_GAME
def test_figures_do_not_depend_on_jobs(game: str) -> None:
    one, three = (simulated(game, "--games", "11", "--seed", "5", "--jobs", jobs) for jobs in ("1", "3"))
    assert one["figures"] == three["figures"]
    assert simulated(game, "--games", "11", "--seed", "6")["figures"] != one["figures"]


@EVERY_GAME
def test_a_simulation_as_a_table(game: str) -> None:
    players = GAMES[game].SEATS[1]
    done = serai("simulate", game, "--players", str(players), "--games", "4", "--rounds", "5", "--seed", "1")
    assert f"4 random games of {game}, {players} players, at most 5 rounds" in done.stdout
    for row in ("games/s", "decisions/s", "turns a game", "score of seat 1", f"wins of seat {players}"):
        assert f"\n{row} " in done.stdout
    assert "stopped games          100.00%   51.01% to 100.00%" in done.stdout


def test_a_single_game_has_no_intervals() -> None:
    done = serai("simulate", "spice_road", "--games", "1", "--rounds", "3")
    assert done.exit_code == 0
    report = simulated("spice_road", "--games", "1", "--rounds", "3")
    assert report["figures"]["turns"] == {"mean": 6.0, "low": None, "high": None}  # type: ignore[index]


def test_intervals() -> None:
    middle = simulate.mean(np.array([1, 2, 3, 4]))
    assert [round(float(middle[key] or 0), 3) for key in ("mean", "low", "high")] == [2.5, 1.235, 3.765]
    part = simulate.share(8, 10)
    assert [round(float(part[key] or 0), 4) for key in ("share", "low", "high")] == [0.8, 0.4902, 0.9433]
    assert (simulate.share(0, 5)["low"], simulate.share(5, 5)["high"]) == (0.0, 1.0)


def test_the_progress_bar_is_on_standard_error_and_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from serai.cli import measuring

    class Terminal:
        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            shown.append(text)
            return len(text)

        def flush(self) -> None:
            pass

    shown: list[str] = []
    plan = simulate.Simulation("spice_road", 2, 3, 1, 2, 1)
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert measuring.with_progress(plan)["games"] == 3
    assert "spice_road, 2 players" in "".join(shown)


@EVERY_GAME
def test_perft(game: str) -> None:
    lines = serai("perft", game, "--seed", "7", "--depth", "2").stdout.splitlines()
    first = len(Game.new(game, seed=7).legal())
    assert [line.split() for line in lines[:3]] == [["depth", "ways"], ["0", "1"], ["1", str(first)]]
    assert len(lines) == 4


def test_replay(saved: Path) -> None:
    done = serai("replay", str(saved))
    assert done.stdout.count("Spice Road, round 1: ") == 4
    assert "\n3 ann: pay Y; revealed " in done.stdout
    assert done.stdout.count("merchants  ") == 5
    assert "The game is not over, in round 2." in done.stdout


def test_replay_in_brief(saved: Path) -> None:
    done = serai("replay", str(saved), "--brief")
    assert done.stdout.startswith("1 ann: acquire B>RRR\n2 ann: pay Y\n3 ann: pay Y; revealed ")
    assert "merchants  " not in done.stdout


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    """A file with two games, the first of which has all kinds of annotations."""
    game = Game.new("spice_road", seed=1, names=["ann", "ben"], seating="given")
    other = Variation(1, ("stop",), (Comment(2, "Safe."),))
    game.play("play +2")
    comments = (Comment(0, "Here\nwe go.", "cyd"), Comment(1, "Good."))
    record = Record(game, {"event": "club"}, comments, (Evaluation(1, "master", (0.25, 0.75)),), (other,))
    file = tmp_path / "games.jsonl"
    file.write_text(f"{write_line(record)}\n{write_line(Record(Game.new('sand_to_sea', seed=1)))}\n")
    return file


def test_replay_shows_what_was_said_of_a_game(annotated: Path) -> None:
    done = serai("replay", str(annotated), "--brief", "--number", "1")
    assert done.stdout.splitlines()[:9] == [
        "event: club",
        "  cyd: Here",
        "  we go.",
        "1 ann: play +2",
        "  master: ann 25%, ben 75%",
        "  Good.",
        "  instead from 2: stop",
        "    after 2:",
        "      Safe.",
    ]


def test_replay_shows_all_games_of_a_file_or_one(annotated: Path) -> None:
    assert serai("replay", str(annotated), "--brief").stdout.count("The game is not over") == 2
    assert "ann" not in serai("replay", str(annotated), "--brief", "--number", "2").stdout
    done = serai("replay", str(annotated), "--number", "3")
    assert (done.exit_code, done.stderr) == (2, f"serai: {annotated} has no game 3; it has 2\n")
    with annotated.open("a") as stream:
        stream.write("{}\n")
    done = serai("replay", str(annotated), "--brief")
    assert done.exit_code == 2
    assert f"{annotated}: line 3: this is JSON but not a game record" in done.stderr


def test_a_game_that_is_taken_up_keeps_what_was_said_of_it(annotated: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(annotated.read_text().splitlines()[0])
    serai("play", "spice_road", "--resume", str(file), typed=f"upgrade y\nsave {file}\nquit\n")
    record = read(file.read_text())
    assert record.game.decisions() == ["play +2", "upgrade Y"]
    assert (len(record.comments), len(record.variations), record.tags) == (2, 1, {"event": "club"})


def test_what_is_no_record_is_not_unpacked(saved: Path, tmp_path: Path) -> None:
    done = serai("unpack", str(saved), str(tmp_path / "own"))
    assert (done.exit_code, "the record contains no component files" in done.stderr) == (2, True)


def test_replay_step_by_step(saved: Path) -> None:
    assert serai("replay", str(saved), "--step", "--brief", typed="\n\n").stdout.count("ann: ") == 2
    assert "not over" in serai("replay", str(saved), "--step", typed="\n" * 4).stdout


def test_playing_and_taking_up_again(saved: Path) -> None:
    done = serai("play", "spice_road", "--resume", str(saved), typed="legal\n")
    assert done.exit_code == 0
    assert f"serai play spice_road --resume {saved}" in done.stdout


@pytest.mark.parametrize(
    ("options", "others"),
    [
        ([], ["novice"]),
        (["--bots", "random,novice"], ["random", "novice"]),
        (["--players", "4"], ["novice", "novice 2", "novice 3"]),
        (["--name", "bob"], []),
        (["--bots", "novice", "--name", "bob"], ["novice"]),
    ],
)
def test_who_plays(options: list[str], others: list[str]) -> None:
    done = serai("play", "spice_road", "--name", "ann", "--seed", "1", *options)
    assert done.exit_code == 0
    assert all(f" {name}: " in done.stdout for name in [*others, "ann"])


def whole_game(name: str, seed: int) -> tuple[Game, list[str]]:
    """A game of ann against novice, and what ann types in it."""
    game, typed = Game.new(name, names=["ann", "novice"], seed=seed, rounds=100), []
    while not game.over:
        bot = game.seat in seated_bots(game.names)
        game.play(ask(BOTS["novice"](), game, chance_of(game)))
        typed += [] if bot else [game.decisions()[-1]]
    return game, typed


@EVERY_GAME
def test_a_whole_game_by_pipe(game: str) -> None:
    expected, typed = whole_game(game, 11)
    arguments = ("play", game, "--name", "ann", "--bots", "novice", "--seed", "11", "--rounds", "100")
    done = process(*arguments, typed="\n".join(typed))
    assert (done.returncode, done.stderr) == (0, "")
    winner = expected.winner or 0
    last = f"{expected.names[winner]} wins with {expected.scores()[winner]} points."
    assert done.stdout.splitlines()[-1] == last


def test_odd_bytes_do_no_harm() -> None:
    command = [sys.executable, "-m", "serai", "play", "spice_road", "--seed", "1"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


BAD = {
    "no game 'chess'; there are: ": ["play chess", "simulate chess", "perft chess", "rules chess"],
    "is for 2 to 5 players, not 6": [
        "play spice_road --players 6",
        "simulate spice_road --players 6",
        "perft spice_road --players 6",
    ],
    "is for 2 to 5 players, not 1": ["simulate spice_road --players 1"],
    "no bot 'zed'; there are: random, novice": ["play spice_road --bots zed", "play spice_road --bots novice,zed"],
    "more than 2 players": ["play spice_road --bots novice,random --players 2"],
    "is the name of a bot": ["play spice_road --name novice"],
    "is not a number from 0 to 2**128": ["play spice_road --seed -1"],
    "rounds is 0": ["play spice_road --rounds 0"],
    "/nowhere.json: No such file": ["replay /nowhere.json", "play spice_road --resume /nowhere.json"],
    "/: Is a directory": ["replay /", "play spice_road --resume /"],
    "without other options": ["play spice_road --resume x --seed 1", "play spice_road --resume x --bots novice"],
    "--games is 0": ["simulate spice_road --games 0"],
    "--games is -5": ["simulate spice_road --games -5"],
    "--jobs is 0": ["simulate spice_road --jobs 0"],
    "--seed is -1": ["simulate spice_road --seed -1", "perft spice_road --seed -1"],
    f"--seed is {2**64}": [f"simulate spice_road --seed {2**64}"],
    "--rounds is 0": ["simulate spice_road --rounds 0"],
    "--depth is -1": ["perft spice_road --depth -1"],
    "Missing argument 'GAME'": ["simulate", "play", "perft", "rules", "study"],
    "Missing argument 'FILE'": ["replay"],
    "Invalid value for '--games'": ["simulate spice_road --games many"],
    "No such command 'dance'": ["dance"],
    "No such option: --fast": ["simulate spice_road --fast"],
}


@pytest.mark.parametrize(("why", "line"), [(why, line) for why, lines in BAD.items() for line in lines])
def test_bad_arguments(why: str, line: str) -> None:
    done = serai(*line.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert "Traceback" not in done.stderr


ODD = {
    "spice_road is for 2 to 5 players, not 9": ["play spice_road --players " + "9" * 30],
    "there is no bot 'xxx": ["play spice_road --bots " + "x" * 5000],
    "the names 'ann' and 'Ann' look alike": ["play spice_road --name ann --name Ann"],
    "is not a name: 1 to 60 characters": ["play spice_road --name \udcff", "play spice_road --name \u3164"],
    "is not a budget; write 500n": [f"arena spice_road --bots planner:{'9' * 5000}n"],
    "spice_road is for 2 to 5 players, not 999": ["study spice_road --players " + "9" * 5000],
    "deep.json is not JSON, or nested too deeply": ["study spice_road --from deep.json"],
    "deep.json is a file, not a folder": ["study spice_road --bot random --out deep.json"],
    "/dev/null cannot hold a journal": ["study spice_road --bot random --games 1 --resume /dev/null"],
    "cannot read the address of --database": ["backup copy --database nonsense", "restore copy --database \udcff"],
}


@pytest.mark.parametrize(("why", "line"), [(why, line) for why, lines in ODD.items() for line in lines])
def test_odd_arguments(why: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers and texts of any length, bytes that are no text, files of another kind: one short line each."""
    monkeypatch.chdir(tmp_path)
    Path("deep.json").write_text("[" * 100_000)
    done = serai(*line.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert len(done.stderr) < 300


def test_a_fault_of_the_system_without_a_file_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), polite():
        raise OSError(5, "Input/output error")
    assert capsys.readouterr().err == "serai: [Errno 5] Input/output error\n"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}', "\xff"])
def test_bad_records(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(text.encode("latin-1"))
    for arguments in (["replay", str(file)], ["play", "spice_road", "--resume", str(file)]):
        done = serai(*arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith(f"serai: {file}: ")


def test_a_record_of_another_game(saved: Path) -> None:
    done = serai("play", "sand_to_sea", "--resume", str(saved))
    assert (done.exit_code, done.stderr) == (2, f"serai: {saved} is a game of spice_road, not of sand_to_sea\n")


@pytest.mark.parametrize("components", ["/nowhere", "99"])
def test_bad_components(components: str) -> None:
    for command in (["rules", "spice_road"], ["simulate", "spice_road"], ["arena", "spice_road", "--bots", "random"]):
        done = serai(*command, "--components", components)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == (
            f"serai: there is no component set {components!r} of spice_road: it is none of 1, nor a folder\n"
        )


def own_points(at: Path, cost: str, points: int) -> Path:
    """Writes a folder in which one point card has other values."""
    cards = (COMPONENTS / "spice_road" / "components" / "1" / "point_cards.csv").read_text()
    (at / "spice_road").mkdir(parents=True, exist_ok=True)
    (at / "spice_road" / "point_cards.csv").write_text(cards.replace("YYRR,6", f"{cost},{points}"))
    return at


def test_components_of_ones_own(tmp_path: Path) -> None:
    own = str(own_points(tmp_path, "YYRR", 16))
    assert "Set custom, digest " in serai("rules", "spice_road", "--components", own).stdout
    told = json.loads(serai("simulate", "spice_road", "--games", "2", "--json", "--components", own).stdout)
    assert told["components"]["set"] == "custom"
    own_points(tmp_path, "YYQQ", 6)
    broken = serai("simulate", "spice_road", "--components", own)
    assert broken.exit_code == 2
    assert broken.stderr.startswith("serai: point_cards.csv, line 4: column 'cost'")


def test_a_built_in_set_by_its_number() -> None:
    assert "Set 2, digest aed3e699dc2da1d8" in serai("rules", "east_to_west", "--components", "2").stdout


def test_choosing_a_set_for_all_commands_is_told_to_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    done = serai("--components", "2", "rules", "east_to_west")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "serai: each command takes its own set; write --components 2 after the command\n"
    monkeypatch.setenv("SERAI_COMPONENTS", "2")
    done = serai("rules", "east_to_west")
    assert (done.exit_code, "Set 3, digest" in done.stdout) == (0, True)
    assert done.stderr == "serai: SERAI_COMPONENTS is no longer read; write --components 2 after the command\n"


@pytest.mark.parametrize(
    "words", ["arena spice_road --bots nobody --journal", "studies spice_road --bot nobody --json"]
)
def test_modules_that_are_run_tell_so_too(words: str, tmp_path: Path) -> None:
    module, *rest = words.split()
    whole = [sys.executable, "-m", f"serai.{module}", *rest, str(tmp_path / "file"), "--components", "1"]
    environment = {**os.environ, "SERAI_COMPONENTS": "2"}
    done = subprocess.run(whole, capture_output=True, text=True, check=False, env=environment)
    told, why = done.stderr.splitlines()
    assert told == "serai: SERAI_COMPONENTS is no longer read; write --components 2 after the command"
    assert why.startswith("serai: there is no bot 'nobody'")


def test_every_fault_of_a_folder_is_told(tmp_path: Path) -> None:
    for game in ("spice_road", "east_to_west"):
        shutil.copytree(COMPONENTS / game / "components" / "1", tmp_path / game)
    points = "id,cost,points\n0,YYQ,6\n1,YY\n2,YYR,7\n9,YYRR,8\n4,YYRR,8\n"
    (tmp_path / "spice_road" / "point_cards.csv").write_text(points)
    for name, old, new in ("locations", ",yes", ",no"), ("point_cards", "hammer", "spoon"):
        file = tmp_path / "east_to_west" / f"{name}.csv"
        file.write_text(file.read_text().replace(old, new, 2))
    (tmp_path / "east_to_west" / "tiles.csv").touch()
    done = serai("components", "check", str(tmp_path))
    assert done.exit_code == 2
    said = [line.removeprefix("serai: ") for line in done.stderr.splitlines()]
    assert [line.split(": ")[0].split(" ")[0] for line in said] == [
        *3 * ["point_cards.csv,"],
        *2 * ["locations.csv,"],
        *2 * ["point_cards.csv,"],
        "tiles.csv",
    ]
    assert said[0].startswith("point_cards.csv, line 2: column 'cost': 'YYQ' is not made of")
    assert said[1].startswith("point_cards.csv, line 3: 2 cells instead of 3")
    assert said[2].startswith("point_cards.csv, line 5: id '9' where 3 belongs")
    assert "column 'covered_2_3': 'no' is none of" in said[4]
    assert "column 'symbol': 'spoon' is none of" in said[6]


def test_a_set_is_made_checked_installed_and_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_DATA", str(tmp_path / "data"))
    own = tmp_path / "own"
    made = serai("components", "new", "east_to_west", str(own))
    assert made.exit_code == 0
    cards = own / "east_to_west" / "point_cards.csv"
    assert str(cards) in made.stdout.splitlines()
    assert serai("components", "new", "east_to_west", str(own)).stderr.startswith(f"serai: {own} already exists")
    cards.write_text(cards.read_text().replace("YRR,3,", "YRR,300,", 1))
    wrong = serai("components", "check", str(own))
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith("serai: point_cards.csv, line ")
    assert serai("components", "install", str(own), "mine").exit_code == 2
    cards.write_text(cards.read_text().replace("YRR,300,", "YRR,30,", 1))
    assert serai("components", "check", str(own)).stdout.startswith("east_to_west: OK, digest ")
    assert "--components mine" in serai("components", "install", str(own), "mine").stdout
    assert "a set mine already exists" in serai("components", "install", str(own), "mine").stderr
    listed = serai("components", "list").stdout
    assert [line.split()[0] for line in listed.splitlines()] == [
        *("spice_road", "1"),
        *("sand_to_sea", "1", "1+atoll", "1+basins", "1+crossing", "1+strait"),
        *("east_to_west", "3", "1", "2", "mine"),
    ]
    assert "Set custom" in serai("rules", "east_to_west", "--components", "mine").stdout
    assert "Set 1+strait" in serai("rules", "sand_to_sea", "--components", "1+strait").stdout
    assert Game.new("east_to_west", components="mine").components.points[0].points == 30  # type: ignore[attr-defined]


def test_a_set_is_packed_installed_elsewhere_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_DATA", str(tmp_path / "data"))
    own, file = own_points(tmp_path / "own", "YYRR", 16), tmp_path / "mine.zip"
    points = own / "spice_road" / "point_cards.csv"
    points.write_text(f"# From this box: ids 0. About the others:\n{points.read_text()}")
    assert serai("components", "install", str(own), "mine").exit_code == 0
    assert serai("components", "pack", "mine", str(file)).stdout == "spice_road/point_cards.csv\n"
    assert f"{file} already exists" in serai("components", "pack", "mine", str(file)).stderr
    assert serai("components", "check", str(file)).stdout.startswith("spice_road: OK, digest ")
    assert serai("components", "install", str(file), "theirs").exit_code == 0
    listed = serai("components", "list", "spice_road").stdout.splitlines()
    assert [line.split()[1:] for line in listed[-2:]] == [[listed[-1].split()[1], "box,", "confirmed"]] * 2
    shown = serai("components", "show", "spice_road", "--components", "theirs").stdout
    assert (
        "\nspice_road/point_cards.csv: confirmed\n  id  cost    points\n  0   YYRR    16      from this box\n" in shown
    )
    assert "sand_to_sea/map.txt: inferred\n" in serai("components", "show", "sand_to_sea").stdout
    file.write_bytes(zipped({"spice_road/point_cards.csv": "id,cost,points\n0,YYQ,6\n"}))
    assert (
        f"line 2: column 'cost': 'YYQ' is not made of Y, R, G, B ({file}"
        in serai("components", "check", str(file)).stderr
    )
    file.write_bytes(zipped({}))
    assert f"{file} has no folder of a game" in serai("components", "check", str(file)).stderr


@pytest.mark.parametrize("name", ["1", "custom", "../mine", "Mine", ""])
def test_a_name_that_no_set_can_have(name: str, tmp_path: Path) -> None:
    done = serai("components", "install", str(own_points(tmp_path, "YYRR", 16)), name)
    assert (done.exit_code, "is not a valid set name" in done.stderr) == (2, True)


def test_files_of_no_use_are_told(tmp_path: Path) -> None:
    own = own_points(tmp_path, "YYRR", 16)
    (own / "spice_road" / "points.csv").write_text("")
    assert "points.csv: no file of spice_road has this name" in serai("components", "check", str(own)).stderr
    assert "has no folder of a game" in serai("components", "check", str(own / "spice_road")).stderr
    (own / "spice_road" / "points.csv").unlink()
    (own / "spice_rod").mkdir()
    assert "spice_rod: no game has this name; there are spice_road" in serai("components", "check", str(own)).stderr
