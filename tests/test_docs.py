"""Documentation that cannot grow old: generated pages are as committed, examples run."""

from pathlib import Path

import pytest

from serai import GAMES
from tools.examples import examples, run
from tools.pages import DOCS, pages

README = DOCS.parent / "README.md"
PAGES = pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_generated_pages_are_up_to_date(page: Path) -> None:
    """`make docs` rewrites them."""
    assert page.read_text(encoding="utf-8") == PAGES[page]


def test_every_game_has_its_pages() -> None:
    assert {DOCS / kind / f"{game}.md" for game in GAMES for kind in ("actions", "observation")} <= set(PAGES)


@pytest.mark.parametrize(
    "page",
    [README, README.with_name("PACKAGE.md"), DOCS / "networks.md", DOCS / "programmers.md"],
    ids=lambda page: page.name,
)
def test_the_examples_of_a_page_run_and_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    shown = [example["printed"] for example in examples(page, "python")]
    assert shown
    for printed, told in zip(run(page, tmp_path, "python"), shown, strict=True):
        assert told in (printed, None)
