"""The training command, run briefly: it is stopped and resumed, refuses what it cannot do, and loses nothing."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
import torch

from serai.core.component_folders import built_in, standard
from serai.learning.train.__main__ import main, options
from serai.learning.train.benchmark import MOST_JOBS, spare_jobs
from serai.learning.train.checkpoints import MOST_BYTES, MOST_PAST
from serai.learning.train.curves import draw
from serai.learning.train.league import Snapshot, spread
from serai.learning.train.settings import Settings
from serai.learning.train.training import Training
from serai.networks.weights import load, weights_file

PAGE = Path(__file__).parents[3] / "docs" / "networks.md"
SETTINGS = Settings(games=16, steps=8, batch=64, width=16, blocks=1)
SMALL = ["--games", "16", "--steps", "8", "--width", "16", "--blocks", "1", "--every", "0.2", "--jobs", "0"]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def words(folder: Path, *more: str) -> list[str]:
    return ["spice_road", "--out", str(folder), "--device", "cpu", "--minutes", "0.01", *SMALL, *more]


def run(folder: Path, *more: str) -> None:
    main(words(folder, *more))


def story(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((folder / "spice_road.json").read_text())
    return told


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def training(folder: Path) -> Training:
    return Training(standard("spice_road"), SETTINGS, folder, "cpu", 1, fused=False)


def wait_for(file: Path) -> None:
    last = time.monotonic() + 120
    while not file.is_file():
        assert time.monotonic() < last, f"{file} does not come"
        time.sleep(0.02)


def test_a_training_is_put_down_and_taken_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path)
    first, before = story(tmp_path), load(tmp_path / "spice_road.npz")["policy.weight"]
    run(tmp_path)
    second = story(tmp_path)
    assert second["decisions"] > first["decisions"] > 0
    assert second["curve"][: len(first["curve"])] == first["curve"]
    assert len({point["rate"] for point in second["curve"]}) > 1
    assert second["settings"]["width"] == 16
    assert not np.array_equal(before, load(tmp_path / "spice_road.npz")["policy.weight"])
    assert all(file.stat().st_size <= 16 << 20 for file in tmp_path.iterdir())
    assert (tmp_path / "spice_road.svg").read_text() == draw(second)
    out = capsys.readouterr().out
    assert "weights" in out
    assert f"taken up after {first['seconds']:.0f} s, past selves: 1" in out


def test_checkpoints_are_divided_so_that_no_part_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serai.learning.train.checkpoints.MOST_BYTES", 100_000)
    run(tmp_path)
    assert len(list(tmp_path.glob("spice_road.*.part*.npz"))) == story(tmp_path)["parts"] > 1
    assert MOST_BYTES < 16 << 20
    run(tmp_path)


def test_a_training_that_is_taken_up_has_its_past_selves(tmp_path: Path) -> None:
    begun = training(tmp_path)
    for seconds in range(8):
        begun.story.seconds = float(seconds)
        begun.remember()
        begun.improve(0.5)
    begun.put_down()
    taken = training(tmp_path)
    assert [each.seconds for each in taken.snapshots] == [2.0, 4.0, 5.0, 7.0]
    for each in taken.snapshots:
        was = begun.snapshots[int(each.seconds)].weights
        assert all(values.dtype == torch.float32 for values in each.weights.values())
        assert all(torch.equal(values, was[name].half().float()) for name, values in each.weights.items())
    taken.remember()
    assert len(taken.snapshots) == MOST_PAST + 1
    assert all(torch.equal(a, b) for a, b in zip(taken.model.parameters(), begun.model.parameters(), strict=True))


def test_the_past_selves_that_are_kept_lie_evenly_over_the_training_with_the_newest() -> None:
    def kept(*times: float) -> list[float]:
        return [each.seconds for each in spread([Snapshot(seconds, {}) for seconds in times], 4)]

    assert kept(0, 20) == [0, 20]
    assert kept(*range(0, 401, 20)) == [100, 200, 300, 400]
    assert kept(100, 200, 300, 400, *range(420, 801, 20)) == [200, 400, 600, 800]


@pytest.mark.parametrize(("option", "value"), [("--width", "24"), ("--blocks", "2")])
def test_a_network_of_another_size_is_refused_and_nothing_is_changed(
    option: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    training(tmp_path).put_down()
    before = contents(tmp_path)
    with pytest.raises(SystemExit) as refused:
        run(tmp_path, option, value)
    assert refused.value.code == 2
    told = capsys.readouterr().err
    assert f"{tmp_path / 'spice_road.json'} tells of a network of --width 16 --blocks 1" in told
    assert f"{option} {value}" in told
    assert "Go on with --width 16 --blocks 1, or begin another training with --out FOLDER" in told
    assert contents(tmp_path) == before


def test_a_training_with_another_component_set_is_another_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["east_to_west", *words(tmp_path)[1:], "--components", "2"]
    main(chosen)
    told = json.loads((tmp_path / "east_to_west.json").read_text())
    assert told["components"] == built_in("east_to_west", "2").named
    with pytest.raises(SystemExit):
        main([*chosen[:-1], "3"])
    assert "east_to_west.json tells of a training with component set 2" in capsys.readouterr().err
    main(chosen)


def test_a_training_is_taken_up_with_its_own_set_whatever_the_default_is(tmp_path: Path) -> None:
    file = tmp_path / "east_to_west.json"
    unnamed = ["east_to_west", *words(tmp_path)[1:]]
    main([*unnamed, "--components", "1"])
    main(unnamed)
    told = json.loads(file.read_text())
    assert told["components"] == built_in("east_to_west", "1").named
    file.write_text(json.dumps({name: value for name, value in told.items() if name != "components"}))
    main(unnamed)
    assert json.loads(file.read_text())["components"] == built_in("east_to_west", "1").named


def test_a_set_that_does_not_exist_is_refused_and_the_former_variable_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SERAI_COMPONENTS", "2")
    with pytest.raises(SystemExit):
        run(tmp_path, "--components", "99")
    told, why = capsys.readouterr().err.splitlines()
    assert told == "serai: SERAI_COMPONENTS is no longer read; write --components 2 after the command"
    assert why.startswith("serai: there is no component set '99' of spice_road")


def test_other_settings_may_change(tmp_path: Path) -> None:
    training(tmp_path).put_down()
    run(tmp_path, "--rounds", "30", "--entropy", "0.02", "--games", "24")
    assert story(tmp_path)["settings"]["rounds"] == 30


def test_a_training_begins_with_the_weights_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path / "one")
    run(tmp_path / "other", "--begin", str(tmp_path / "one" / "spice_road.npz"), "--rate", "0", "--values")
    one, other = (load(tmp_path / name / "spice_road.npz") for name in ("one", "other"))
    assert all(np.array_equal(one[name], other[name]) for name in one)
    run(tmp_path / "other", "--begin", str(tmp_path / "one" / "spice_road.npz"), "--values")
    assert "--begin is not needed" in capsys.readouterr().out


def test_an_exploiter_trains_against_a_fixed_network_and_tells_how_often_it_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path / "champion")
    champion = tmp_path / "champion" / "spice_road.npz"
    run(tmp_path / "other", "--exploit", str(champion), "--begin", str(champion))
    assert "  won " in capsys.readouterr().out
    told = story(tmp_path / "other")
    assert all(0.0 <= point["won"] <= 1.0 for point in told["curve"])
    assert told["settings"]["exploits"]
    with pytest.raises(SystemExit):
        run(tmp_path / "third", "--exploit", str(tmp_path / "nowhere.npz"))
    assert "There is no network at" in capsys.readouterr().err


def test_weights_of_another_size_or_none_to_begin_with_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file, told in ((weights_file("spice_road"), "--width 512 --blocks 3"), (tmp_path / "none.npz", "no network")):
        with pytest.raises(SystemExit) as refused:
            run(tmp_path, "--begin", str(file))
        assert refused.value.code == 2
        assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    training(tmp_path).put_down()
    (tmp_path / "spice_road.1.part0.npz").unlink()
    with pytest.raises(SystemExit):
        run(tmp_path)
    assert "there is no spice_road.1.part0.npz" in capsys.readouterr().err


def in_old_layout(folder: Path) -> None:
    """Writes a checkpoint as it was before checkpoints had numbers, settings and past selves."""
    told = story(folder)
    new = folder / "spice_road.1.part0.npz"
    with np.load(new) as part, (folder / "spice_road.part0.npz").open("wb") as stream:
        np.savez(stream, **{name: part[name] for name in part.files if not name.startswith("past.")})
    new.unlink()
    old = {name: value for name, value in told.items() if name not in ("checkpoint", "past", "settings")}
    (folder / "spice_road.json").write_text(json.dumps(old))


def test_a_training_in_the_old_layout_is_taken_up_or_refused_alike(tmp_path: Path) -> None:
    begun = training(tmp_path)
    begun.improve(0.5)
    begun.put_down()
    in_old_layout(tmp_path)
    with pytest.raises(SystemExit):
        run(tmp_path, "--width", "24")
    taken = training(tmp_path)
    assert (taken.story.updates, taken.snapshots) == (1, [])
    assert all(torch.equal(a, b) for a, b in zip(taken.model.parameters(), begun.model.parameters(), strict=True))
    taken.put_down()
    assert sorted(file.name for file in tmp_path.glob("*.part*")) == ["spice_road.1.part0.npz"]


@pytest.mark.parametrize("moment", range(5))
def test_a_checkpoint_that_breaks_off_leaves_the_one_before(
    moment: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serai.learning.train.checkpoints.MOST_BYTES", 300_000)
    begun = training(tmp_path)
    begun.improve(0.5)
    begun.put_down()
    begun.improve(0.5)
    parts, left, replace = story(tmp_path)["parts"], iter(range(moment)), Path.replace

    def break_off(self: Path, target: Path) -> Path:
        if next(left, None) is None:
            raise InterruptedError
        return replace(self, target)

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", break_off)
        with pytest.raises(InterruptedError):
            begun.put_down()
    taken = training(tmp_path)
    assert taken.story.updates == (2 if moment > parts else 1)
    taken.put_down()
    assert len(list(tmp_path.glob("*.part*"))) == story(tmp_path)["parts"] == parts
    assert 1 < parts < 4


def test_a_command_killed_at_any_moment_leaves_a_training_that_is_taken_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "serai.learning.train", *words(tmp_path, "--minutes", "5", "--keep", "0")]
    begun = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": "1"})
    try:
        wait_for(tmp_path / "spice_road.json")
        time.sleep(random.uniform(0.0, 0.5))
    finally:
        begun.kill()
        begun.wait()
    before = story(tmp_path)
    run(tmp_path)
    assert story(tmp_path)["updates"] > before["updates"] > 0
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_command_that_is_stopped_keeps_all_and_says_how_to_go_on(
    number: int, code: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def stop() -> None:
        wait_for(tmp_path / "spice_road.json")
        os.kill(os.getpid(), number)

    Thread(target=stop).start()
    handler = signal.getsignal(number)
    with pytest.raises(SystemExit) as stopped:
        run(tmp_path, "--minutes", "5", "--keep", "0.5")
    assert stopped.value.code == code
    assert signal.getsignal(number) is handler
    told = capfd.readouterr()
    decisions = story(tmp_path)["decisions"]
    assert "stopping after this improvement" in told.err
    assert f"{tmp_path / 'spice_road'}.npz: {decisions:,} decisions" in told.out
    found = re.search(r"with --minutes ([\d.]+) --whole ([\d.]+) goes on with it", told.out)
    assert found is not None
    assert f"{tmp_path} keeps the training, and the same command" in told.out
    seconds = json.loads((tmp_path / "spice_road.json").read_text())["seconds"]
    assert float(found[1]) == pytest.approx(float(found[2]) - seconds / 60, abs=0.02)
    assert training(tmp_path).story.decisions == decisions > 0


def test_a_second_stop_does_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never_ends(*_: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Training, "improve", never_ends)
    with pytest.raises(SystemExit) as stopped:
        run(tmp_path)
    assert stopped.value.code == 130
    assert capsys.readouterr().out.endswith("stopped at once\nstopped before anything was kept\n")


def test_a_training_is_measured_unless_told_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert options().parse_args(["spice_road"]).jobs == spare_jobs()
    run(tmp_path, "--jobs", "1", "--ladder", "random", "--ladder-games", "2")
    told = story(tmp_path)
    assert [(each["bot"], each["games"], each["seconds"]) for each in told["ladder"]] == [
        ("random", 2, told["seconds"])
    ]
    assert "of 2 against random" in capsys.readouterr().out
    assert not (tmp_path / "spice_road.measured.npz").exists()


@pytest.mark.parametrize(("cores", "jobs"), [(1, 1), (2, 1), (4, 2), (16, MOST_JOBS), (64, MOST_JOBS)])
def test_measuring_leaves_cores_to_the_training(cores: int, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert spare_jobs() == jobs


def test_a_bot_that_is_not_there_is_refused_before_the_training(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["spice_road", "--ladder", "nobody"])
    assert refused.value.code == 2
    assert "there is no bot 'nobody'" in capsys.readouterr().err


def test_the_documentation_knows_every_option() -> None:
    text = PAGE.read_text(encoding="utf-8")
    names = [name for action in options()._actions for name in action.option_strings if name not in ("-h", "--help")]
    assert [name for name in names if f"`{name}" not in text] == []


def test_without_games_nothing_is_measured(tmp_path: Path) -> None:
    run(tmp_path, "--jobs", "1", "--ladder-games", "0")
    assert story(tmp_path)["ladder"] == []
    run(tmp_path)
