"""Every committed page is drawn from the figures beside it: `serai study GAME --from docs/studies/GAME.json`."""

from pathlib import Path

import pytest

from serai import GAMES
from serai.studies.command import read_study, write_study

STUDIES = Path(__file__).parents[2] / "docs" / "studies"


def test_there_is_a_study_of_every_game() -> None:
    assert {file.stem for file in STUDIES.glob("*.json")} == set(GAMES)


@pytest.mark.parametrize("figures", sorted(STUDIES.rglob("*.json")), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_committed_study_is_what_its_figures_say(figures: Path, tmp_path: Path) -> None:
    for file in write_study(read_study(figures, figures.stem), tmp_path):
        assert file.read_text() == (figures.parent / file.name).read_text(), f"draw {file.name} again"
