"""How a training went, as a picture."""

from collections.abc import Sequence
from math import floor, log10
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, GAP = 720, 170, 56, 28, 44
INK, LINES = "#7a6a58", ("#b4552d", "#3d7a5a", "#2f6690", "#8a6d1f")
Points = Sequence[tuple[float, float]]


def draw(story: dict[str, Any]) -> str:
    """Draws three panels: games against the ladder, the winner's points, and how sure the network is."""
    curve, ladder = story["curve"], story["ladder"]
    bots = sorted({each["bot"] for each in ladder})
    won = [(bot, [(e["seconds"], 100 * e["won"] / e["games"]) for e in ladder if e["bot"] == bot]) for bot in bots]
    panels = [
        ("won against the ladder, %", won),
        ("points of the winner, in games against itself", [("", [(p["seconds"], p["winner"]) for p in curve])]),
        ("entropy of its decisions", [("", [(p["seconds"], p["entropy"]) for p in curve])]),
    ]
    panels = [panel for panel in panels if any(points for _, points in panel[1])]
    last = max([p["seconds"] for p in curve] + [e["seconds"] for e in ladder] + [1.0])
    height = TOP + len(panels) * (HEIGHT + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}">',
        f"<title>Training of {story['game']}: {story['decisions'] / 1e6:,.0f} million decisions</title>",
    ]
    for number, (title, lines) in enumerate(panels):
        parts += _panel(title, lines, last, TOP + number * (HEIGHT + GAP))
    return "\n".join([*parts, "</svg>", ""])


def even(highest: float) -> float:
    """Returns the next number above whose quarters read well."""
    if highest <= 0:
        return 1.0
    size = 10.0 ** floor(log10(highest))
    return next(size * step for step in (1.0, 1.2, 1.6, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0) if size * step >= highest)


def _panel(title: str, lines: Sequence[tuple[str, Points]], last: float, top: float) -> list[str]:
    """Draws one panel with its scale."""
    highest = even(max(value for _, points in lines for _, value in points))
    bottom, wide = top + HEIGHT, WIDTH - LEFT - 90
    parts = [f'<text x="{LEFT}" y="{top - 8}" font-weight="600">{title}</text>']
    for step in range(5):
        y = bottom - HEIGHT * step / 4
        parts.append(f'<path d="M{LEFT} {y:.1f}h{wide}" stroke="{INK}" stroke-opacity=".25"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{highest * step / 4:.3g}</text>')
        x = LEFT + wide * step / 4
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{last * step / 4:.0f} s</text>')
    for number, (name, points) in enumerate(lines):
        if points:
            at = [(LEFT + wide * x / last, bottom - HEIGHT * y / highest) for x, y in points]
            colour = LINES[number % len(LINES)]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<text x="{at[-1][0] + 6:.1f}" y="{at[-1][1] + 4:.1f}" fill="{colour}">{name}</text>')
    return parts
