"""The pages of the cookbook that need a framework."""

from pathlib import Path

import pytest

from tests.test_cookbook import FOLDER, WITH_FRAMEWORKS
from tools.examples import examples, run


@pytest.mark.parametrize("name", sorted(WITH_FRAMEWORKS))
def test_a_page_runs_and_prints_what_it_shows(name: str, tmp_path: Path) -> None:
    page = FOLDER / name
    assert run(page, tmp_path) == [example["printed"] or "" for example in examples(page)]
