"""Style sheets: every length follows the size of text that a browser is set to, so large text gets a layout for it."""

import re
from pathlib import Path

import pytest

import serai

SHEETS = sorted(path for path in Path(serai.__file__).parent.rglob("*.css") if "vendor" not in path.parts)
PIXELS = re.compile(r"(?<![\w.#])(\d*\.?\d+)px")
# Text inside a drawing is as large as the drawing makes it.
IN_DRAWINGS = ("font:", "font-size:", "stroke-width:")
THIN = 3


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet.parent.parent.name}/{sheet.name}")
def test_lengths_are_given_in_rem_and_windows_in_em(sheet: Path) -> None:
    for number, line in enumerate(sheet.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip().startswith(IN_DRAWINGS):
            continue
        least = 0 if line.startswith("@media") else THIN
        wide = [pixels for pixels in PIXELS.findall(re.sub(r"url\([^)]*\)", "", line)) if float(pixels) >= least]
        assert not wide, f"line {number}: {line.strip()} (1rem is 16px; media queries take em)"
