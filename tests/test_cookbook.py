"""The cookbook: every block runs and prints what its page shows."""

from pathlib import Path

import pytest

from tools.examples import examples, run
from tools.pages import DOCS

FOLDER = DOCS / "cookbook"
WITH_FRAMEWORKS = {"gymnasium.md"}  # tests/learning/frameworks
NOT_RUN = {"index.md", "gpu.md"}  # a list; needs a GPU
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.name not in WITH_FRAMEWORKS | NOT_RUN)


def test_the_cookbook_lists_all_its_pages_and_every_page_has_code() -> None:
    listed = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert all(f"]({page.name})" in listed for page in FOLDER.glob("*.md") if page.name != "index.md")
    assert len(PAGES) >= 25
    assert all(examples(page) for page in PAGES)
    assert not examples(FOLDER / "gpu.md"), "say what is run"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_runs_and_prints_what_it_shows(page: Path, tmp_path: Path) -> None:
    """`python -m tools.examples PAGE` rewrites what is shown."""
    assert run(page, tmp_path) == [example["printed"] or "" for example in examples(page)]
