"""Documentation that cannot grow old: generated pages are as committed, examples run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from serai import GAMES
from tools.pages import DOCS, pages

README = DOCS.parent / "README.md"
EXAMPLE = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\s*^```text\n(?P<printed>.*?)^```\n)?", re.MULTILINE | re.DOTALL
)
PAGES = pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_generated_pages_are_up_to_date(page: Path) -> None:
    """`make docs` rewrites them."""
    assert page.read_text(encoding="utf-8") == PAGES[page]


def test_every_game_has_its_pages() -> None:
    assert {DOCS / kind / f"{game}.md" for game in GAMES for kind in ("actions", "observation")} <= set(PAGES)


@pytest.mark.parametrize("page", [README, DOCS / "networks.md"], ids=lambda page: page.name)
def test_the_example_of_a_page_runs_and_prints_what_is_shown(page: Path, tmp_path: Path) -> None:
    example = EXAMPLE.search(page.read_text(encoding="utf-8") + "\n")
    assert example, f"{page.name} has no ```python block"
    command = [sys.executable, "-c", example["code"]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if example["printed"] is not None:
        assert done.stdout == example["printed"]
