"""The command: a whole arena, its files, and what it says to bad arguments."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from serai import Game
from serai.arena.plan import ArenaSettings
from tests.arena.games import SHORT, alone, arguments, lines, serai, stored, timeless


@pytest.mark.compiled
def test_novice_beats_random_and_everything_is_written(tmp_path: Path) -> None:
    plan = ArenaSettings("spice_road", 2, ("novice", "random"), 20, 1, 100)
    files = {name: tmp_path / name for name in ("json", "csv", "records", "resume")}
    more = [text for name, file in files.items() for text in (f"--{name}", str(file))]
    done = serai(*arguments(plan, "--jobs", "2", *more))
    assert (done.exit_code, done.stderr) == (0, "")
    told = json.loads(files["json"].read_text())
    novice, other = told["bots"]["novice"], told["bots"]["random"]
    assert novice["low"] > 0.5 > other["high"]
    assert (told["games"], novice["games"], told["pairs"]["novice v random"]["share"]) == (20, 20, novice["win_share"])
    assert told["command"] == f"serai {' '.join(arguments(plan))}".replace("--seed", "--jobs 2 --seed")
    assert {"version", "components", "machine", "stopped", "mean_winner_score"} <= told.keys()
    assert len(files["csv"].read_text().splitlines()) == 41
    games = [Game.from_json(file.read_text()) for file in sorted(files["records"].iterdir())]
    kept = stored(files["resume"])
    assert [game.scores() for game in games] == [found.scores for found in kept]
    assert timeless(kept) == alone(plan)
    again = serai(*arguments(plan, "--jobs", "1", *more))
    assert (again.exit_code, again.stdout, lines(files["resume"])) == (0, done.stdout, 22)
    files["records"].joinpath("000003.json").unlink()
    assert "000003.json is missing" in serai(*arguments(plan, *more)).stderr


def test_json_on_standard_output_stands_alone() -> None:
    done = serai(*arguments(replace(SHORT, players=3, games=1), "--json", "-"))
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert (told["games"], told["stopped"], told["seed"]) == (6, 6, 5)
    assert told["bots"]["novice"]["win_share"] + told["bots"]["random"]["win_share"] == pytest.approx(1)


BAD = {
    "no game 'chess'": "arena chess --bots random",
    "is for 2 to 5 players, not 6": "arena spice_road --bots random --players 6",
    "there is no bot 'zed'": "arena spice_road --bots random,zed",
    "random is named twice": "arena spice_road --bots random,random",
    "--bots names no bot": "arena spice_road --bots ,",
    "--games is 0": "arena spice_road --bots random --games 0",
    "--jobs is 0": "arena spice_road --bots random --jobs 0",
    "--seed is -1": "arena spice_road --bots random --seed -1",
    "--rounds is 0": "arena spice_road --bots random --rounds 0",
    "there is no folder /nowhere": "arena spice_road --bots random --json /nowhere/a.json",
    "/ is a folder": "arena spice_road --bots random --csv /",
    "/nowhere/j cannot be written": "arena spice_road --bots random --resume /nowhere/j",
    "only --json can be": "arena spice_road --bots random --csv -",
    "Missing option '--bots'": "arena spice_road",
    "Missing argument 'GAME'": "arena --bots random",
}


@pytest.mark.parametrize(("why", "line"), BAD.items())
def test_bad_arguments(why: str, line: str) -> None:
    done = serai(*line.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_for_records_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    done = serai(*arguments(SHORT, "--records", str(file)))
    assert (done.exit_code, done.stderr) == (2, f"serai: {file}: File exists\n")
