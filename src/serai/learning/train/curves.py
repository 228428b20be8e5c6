"""Draws the curves of a training."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

from serai.charts import EDGE, HEAD, WIDTH, Point, Scale, apart, curve, line, picture, round_step, text

LEFT, RIGHT = EDGE + 44, WIDTH - EDGE - 110
TALL, GAP, LABEL = 170, 62, 15
Lines = Sequence[tuple[str, Sequence[Point]]]


def draw(story: dict[str, Any]) -> str:
    """Draws three panels: games against the ladder, the winner's points, and the network's confidence."""
    found = [(title, lines) for title, lines in panels(story) if any(points for _, points in lines)]
    last = max([1.0, *(x for _, lines in found for _, points in lines for x, _ in points)])
    body = [part for place, (title, lines) in enumerate(found) for part in panel(title, lines, last, place)]
    told = "; ".join(f"{title}: {_ends(lines)}" for title, lines in found)
    under = f"{story['decisions'] / 1e6:,.0f} million decisions; seconds of training from left to right"
    return picture(f"Training of {story['game']}", under, HEAD + len(found) * (TALL + GAP), body, told)


def panels(story: dict[str, Any]) -> list[tuple[str, Lines]]:
    """Returns the titles of the panels, each with its named lines over seconds."""
    points, ladder = story["curve"], story["ladder"]
    bots = sorted({each["bot"] for each in ladder})
    won = [(bot, [(e["seconds"], 100 * e["won"] / e["games"]) for e in ladder if e["bot"] == bot]) for bot in bots]
    return [
        ("won against the ladder, %", won),
        ("won against the fixed network, %", [("", [(p["seconds"], 100 * p["won"]) for p in points if "won" in p])]),
        ("points of the winner, in games against itself", [("", [(p["seconds"], p["winner"]) for p in points])]),
        ("entropy of its decisions", [("", [(p["seconds"], p["entropy"]) for p in points])]),
    ]


def _ends(lines: Lines) -> str:
    """Says where lines end."""
    return ", ".join(f"{name} {points[-1][1]:.3g}".strip() for name, points in lines if points)


def panel(title: str, lines: Lines, last: float, place: int, unit: str = " s") -> Iterator[str]:
    """Draws one panel with its scales."""
    bottom = HEAD + 22 + TALL + place * (TALL + GAP)
    high = max(value for _, points in lines for _, value in points)
    step = round_step(high, 5, least=0.001)
    x = Scale(0, last, LEFT, RIGHT)
    y = Scale(0, max(1, ceil(high / step - 1e-9)) * step, bottom, bottom - TALL)
    yield text(EDGE, bottom - TALL - 12, title, "bold")
    yield from _grid(x, y, step, unit)
    kept = [(name, [(x(at), y(value)) for at, value in points]) for name, points in lines if points]
    labels = apart([points[-1][1] for _, points in kept], LABEL, bottom)
    for number, ((name, points), label) in enumerate(zip(kept, labels, strict=True)):
        yield curve(points, f"s{number}")
        if name:
            yield curve([(RIGHT + 6, label), (RIGHT + 18, label)], f"s{number}")
            yield text(RIGHT + 23, label + 4, name, "small")


def _grid(x: Scale, y: Scale, step: float, unit: str) -> Iterator[str]:
    """Draws round numbers at both scales."""
    for tick in range(round(y.high / step) + 1):
        yield line(LEFT, y(tick * step), RIGHT, y(tick * step), "grid")
        yield text(LEFT - 8, y(tick * step) + 4, f"{tick * step:.3g}", "quiet small end")
    every = round_step(x.high, 6)
    for tick in range(int(x.high / every) + 1):
        yield text(x(tick * every), y.start + 17, f"{tick * every:g}{unit}", "quiet small mid")
