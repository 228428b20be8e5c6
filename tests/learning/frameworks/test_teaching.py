"""A network learns from a bot: every decision is the teacher's, and what is made is taken up by a training."""

from pathlib import Path

import numpy as np
import pytest
import torch

from serai.learning.train import lessons, teaching
from serai.learning.train.improving import Improver
from serai.learning.train.lessons import joined, lesson
from serai.learning.train.model import Model
from serai.learning.train.settings import Settings
from serai.networks.weights import save
from serai.rules import games


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.set_num_threads(1)
    monkeypatch.setattr(lessons, "ROUNDS", 4)


@pytest.mark.parametrize("game", list(games.GAMES))
def test_a_teacher_decides_legally_and_the_winner_is_told(game: str) -> None:
    taught = joined([lesson(game, "novice", number, None) for number in range(3)])
    words, bits = taught.actions // 64, taught.actions % 64
    rows = np.arange(len(taught.actions))
    assert ((taught.masks[rows, words] >> bits.astype(np.uint64)) & np.uint64(1)).all()
    assert (taught.chances.sum(1) == 1).all()
    assert all((taught.points[row, taught.players[row] :] == 0).all() for row in rows)


def test_a_pupil_plays_along_but_is_not_imitated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "STRAYING", 1.0)
    file = tmp_path / "pupil.npz"
    save(file, Model("spice_road", 16, 1).weights())
    alone, along = lesson("spice_road", "novice", 1, None), lesson("spice_road", "novice", 1, str(file))
    assert not np.array_equal(alone.observations[:20], along.observations[:20])
    assert (along.chances == 0).all()


def test_it_agrees_with_its_teacher_more_and_more() -> None:
    taught = joined([lesson("spice_road", "trader", number, None) for number in range(6)])
    torch.manual_seed(1)
    improver = Improver(Model("spice_road", 64, 1), Settings(), False)
    said: list[str] = []
    before = teaching.losses(improver.model, teaching.tensors(taught, slice(None)))[0].item()
    teaching.learn(improver, taught, 12, said.append)
    after = teaching.losses(improver.model, teaching.tensors(taught, slice(None)))[0].item()
    assert after < before
    assert len(said) == 12


def test_lessons_are_kept_and_a_training_is_taken_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--games", "2", "--epochs", "1", "--width", "16", "--blocks", "1", "--teacher", "novice"]
    words = ["spice_road", *small, "--out", str(tmp_path), "--lessons", str(tmp_path / "lessons.npz")]
    teaching.main(words)
    assert "2 of 2 games" in capsys.readouterr().out
    teaching.main(words)
    told = capsys.readouterr().out
    assert "games" not in told
    assert "decisions of novice" in told
    assert (tmp_path / "spice_road.npz").is_file()
