"""The examples of docs/learning.md and docs/datasets.md run and print what is shown."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLE = re.compile(r"^```python\n(?P<code>.*?)^```\n\s*^```text\n(?P<printed>.*?)^```\n", re.MULTILINE | re.DOTALL)
TEXT = "".join((DOCS / page).read_text(encoding="utf-8") for page in ("learning.md", "datasets.md"))
EXAMPLES = list(EXAMPLE.finditer(TEXT))


def test_every_example_shows_what_it_prints() -> None:
    assert len(EXAMPLES) == TEXT.count("```python\n") == 7


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs_and_prints_what_is_shown(number: int, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error::UserWarning", "-c", EXAMPLES[number]["code"]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == EXAMPLES[number]["printed"]
