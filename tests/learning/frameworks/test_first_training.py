"""Trainings of v0.1.0 can be resumed."""

import gzip
import json
from pathlib import Path

import pytest

from serai.core.component_folders import standard
from serai.learning.train.checkpoints import read
from serai.learning.train.settings import Settings
from serai.learning.train.training import Training
from tests.conftest import left_to_soak
from tests.first_version import FOLDER


@pytest.mark.parametrize("game", ["spice_road", *left_to_soak("sand_to_sea", "east_to_west")])
def test_a_training_of_the_first_version_is_taken_up(game: str, tmp_path: Path) -> None:
    story = json.loads((FOLDER / "trainings" / f"{game}.json").read_text(encoding="utf-8"))
    (tmp_path / f"{game}.json").write_text(json.dumps(story), encoding="utf-8")
    for part in (FOLDER / "trainings").glob(f"{game}.*.npz.gz"):
        (tmp_path / part.stem).write_bytes(gzip.decompress(part.read_bytes()))
    training = Training(
        standard(game), Settings(games=8, steps=4, batch=64, width=1, blocks=1), tmp_path, "cpu", 1, False
    )
    assert (training.story.seconds, training.story.updates) == (story["seconds"], story["updates"])
    assert [each.seconds for each in training.snapshots] == story["past"]
    training.improve(0.5)
    training.put_down()
    again = read(tmp_path, game)
    assert again is not None
    assert (again.story["checkpoint"], again.story["updates"]) == (story["checkpoint"] + 1, story["updates"] + 1)
