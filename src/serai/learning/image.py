"""A position as a picture: its text on a tabletop, cubes drawn as cubes."""

import re
import textwrap
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Picture = np.ndarray[Any, np.dtype[np.uint8]]

COLUMNS, ROWS = 128, 40
WIDTH, HEIGHT = 8, 16
TABLE, INK = (244, 236, 220), (45, 38, 32)
CUBES = {"Y": (226, 172, 44), "R": (190, 52, 40), "G": (62, 122, 66), "B": (112, 74, 48)}
RUN = re.compile(r"(?<![A-Za-z])[YRGB]+(?![A-Za-z0-9])")


def picture(text: str) -> Picture:
    """Draws the text of a position on a picture of fixed size."""
    image = Image.new("RGB", (COLUMNS * WIDTH, ROWS * HEIGHT), TABLE)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=12)
    for row, line in enumerate(_wrapped(text)[:ROWS]):
        draw_line(pen, font, line, row * HEIGHT)
    return np.array(image)


def _wrapped(text: str) -> list[str]:
    """Breaks long lines between words."""
    lines: list[str] = []
    for line in text.splitlines():
        lines += textwrap.wrap(line, COLUMNS - 1, subsequent_indent=" " * 8, drop_whitespace=False) or [""]
    return lines


def draw_line(pen: ImageDraw.ImageDraw, font: Any, line: str, top: int) -> None:
    """Draws one line, one character per cell; runs of Y, R, G and B are cubes."""
    cubes = {place for run in RUN.finditer(line) for place in range(*run.span())}
    for column, letter in enumerate(line):
        left = column * WIDTH + WIDTH // 2
        if column in cubes:
            pen.rectangle((left, top + 4, left + WIDTH - 2, top + 4 + WIDTH - 2), fill=CUBES[letter], outline=INK)
        elif letter != " ":
            pen.text((left + WIDTH // 2, top + HEIGHT // 2), letter, INK, font, anchor="mm")
