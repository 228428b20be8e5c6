"""The committed pages are drawn from the committed figures: `serai study GAME --from docs/studies/GAME.json`."""

from pathlib import Path

import pytest

from serai import GAMES
from serai.studies.command import read_study, write_study

STUDIES = Path(__file__).parents[2] / "docs" / "studies"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_committed_study_is_what_its_figures_say(game: str, tmp_path: Path) -> None:
    for file in write_study(read_study(STUDIES / f"{game}.json", game), tmp_path):
        assert file.read_text() == (STUDIES / file.name).read_text(), f"draw {file.name} again"
