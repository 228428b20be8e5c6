"""Charts: scales, ticks and labels for every chart, and SVG panels in the colours of the table, by day and by night."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count, pairwise

Point = tuple[float, float]

WIDTH = 760
EDGE = 24
HEAD = 72
TITLE_FONT = "Fraunces, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif"
TEXT_FONT = "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

DAY = {
    "panel": "#FCF6E9",
    "shade": "#F4E8D0",
    "line": "#D9C49B",
    "strong": "#8E6D42",
    "ink": "#2E1F14",
    "ink2": "#634A33",
    "accent": "#2B3A78",
    "soft": "#C9A66B",
    "on": "#FFF8E8",
}
NIGHT = {
    "panel": "#23244F",
    "shade": "#2B2C5C",
    "line": "#41427A",
    "strong": "#8583C4",
    "ink": "#F6ECD6",
    "ink2": "#CDBFA6",
    "accent": "#F2B24C",
    "soft": "#6F6DB0",
    "on": "#1B1B40",
}
SEATS_BY_DAY = ("#2C5AA0", "#A8324F", "#23746C", "#9A5A0C", "#6A4799")
SEATS_BY_NIGHT = ("#8FB4F0", "#F28BA3", "#6FCFC3", "#F0B565", "#BFA3EA")
FILLS_BY_DAY = (
    "#24736B",
    "#A9481F",
    "#4B3F8F",
    "#9B6A10",
    "#5A6576",
    "#7A5230",
    "#667324",
    "#8E4A76",
    "#3E6B8C",
)
FILLS_BY_NIGHT = (
    "#5DBDB0",
    "#EC8F5E",
    "#A598EE",
    "#EDBB5B",
    "#A3AFC2",
    "#C79D76",
    "#B9C86F",
    "#D99AC3",
    "#86B9DB",
)
CUBES = {
    "Y": ('<circle r="4.6"/>', "#F6BE2C", "#6E4800"),
    "R": ('<path d="M0-5.4L5.4 0L0 5.4L-5.4 0Z"/>', "#B92C25", "#520B0A"),
    "G": ('<path d="M0-5L4.4-2.5V2.5L0 5L-4.4 2.5V-2.5Z"/>', "#5BA85B", "#1B4A22"),
    "B": ('<rect x="-4.3" y="-4.3" width="8.6" height="8.6" rx="1.4"/>', "#55301C", "#1E0E06"),
}
CUBE_STEP = 10.5
LONG_NAME = 20
CUBES_ALONE = re.compile(r"[YRGB+>:&#\d]+")


@dataclass(frozen=True)
class Scale:
    """Maps `low` … `high` to positions from `start` to `end`; `end` may lie above or left of `start`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Returns the position of a value."""
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def bounded(self, value: float) -> float:
        """Returns the position of a value, or the nearer end of the scale."""
        return self(min(self.high, max(self.low, value)))


def round_step(span: float, parts: int, least: float = 1, digits: Sequence[float] = (1, 2, 5)) -> float:
    """Returns the smallest round step, at least `least`, that divides a span into at most `parts` parts."""
    scales = (10.0**power for power in count(-3))
    return next(digit * size for size in scales for digit in digits if least <= digit * size >= span / parts)


def path(points: Sequence[Point]) -> str:
    """Writes an SVG path through points."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def apart(places: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Moves labels apart as little as needed, keeping their order; none goes below `lowest`."""
    order = sorted(range(len(places)), key=lambda label: places[label])
    moved = list(places)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    for label in reversed(order):
        moved[label] = min(moved[label], lowest)
        lowest = moved[label] - gap
    return [round(place, 1) for place in moved]


def picture(title: str, subtitle: str, height: float, body: Iterable[str], story: str) -> str:
    """Returns a complete SVG: a titled panel; title and `story` describe it to screen readers."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
            f'height="{height:g}" role="img" aria-labelledby="title story">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="story">{escape(story or "nothing was taken")}</desc>',
            f"<style>{style()}</style>",
            f'<rect class="panel" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1:g}" rx="12"/>',
            f'<text class="title" x="{EDGE}" y="34">{escape(title)}</text>',
            text(EDGE, 55, subtitle, "quiet"),
            *body,
            "</svg>\n",
        ]
    )


def style() -> str:
    """Returns the style sheet of a picture; panel and ink change together with the colour scheme."""
    day = _colours(DAY, SEATS_BY_DAY, FILLS_BY_DAY)
    night = _colours(NIGHT, SEATS_BY_NIGHT, FILLS_BY_NIGHT)
    rules = [
        f"svg{{{day}}}",
        f"@media(prefers-color-scheme:dark){{svg{{{night}}}}}",
        f"text{{font:13px {TEXT_FONT};fill:var(--ink);font-variant-numeric:tabular-nums}}",
        f"text.title{{font:600 18px {TITLE_FONT}}}text.quiet{{fill:var(--ink2)}}text.bold{{font-weight:600}}",
        "text.end{text-anchor:end}text.mid{text-anchor:middle}text.on{fill:var(--on);font-weight:600}",
        "text.small{font-size:12px}text.halo{paint-order:stroke;stroke:var(--panel);stroke-width:4px}",
        ".panel{fill:var(--panel);stroke:var(--line)}.shade{fill:var(--shade)}",
        ".grid{stroke:var(--line)}.even{stroke:var(--strong);stroke-dasharray:4 4;stroke-width:1.5}",
        ".accent{fill:var(--accent)}.soft{fill:var(--soft)}.bar{stroke:var(--accent);stroke-width:2}",
        ".unsure .accent{fill:var(--panel);stroke:var(--accent);stroke-width:1.5}.unsure .bar{stroke-width:1.2}",
        *(f".s{seat}{{fill:var(--s{seat});stroke:var(--s{seat})}}" for seat in range(len(SEATS_BY_DAY))),
        *(f".f{place}{{fill:var(--f{place})}}" for place in range(len(FILLS_BY_DAY))),
        *(f".{letter}{{fill:{fill};stroke:{edge}}}" for letter, (_, fill, edge) in CUBES.items()),
        "@media(prefers-color-scheme:dark){.B{stroke:#EBDDBF}.R{stroke:#F0A79C}}",
    ]
    return "".join(rules)


def _colours(named: dict[str, str], seats: Iterable[str], fills: Iterable[str]) -> str:
    """Writes colours as CSS variables."""
    more = {f"s{place}": colour for place, colour in enumerate(seats)}
    more |= {f"f{place}": colour for place, colour in enumerate(fills)}
    return ";".join(f"--{name}:{colour}" for name, colour in {**named, **more}.items())


def text(x: float, y: float, said: str, kinds: str = "") -> str:
    """Writes text."""
    marked = f' class="{kinds}"' if kinds else ""
    return f'<text x="{x:g}" y="{y:g}"{marked}>{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kinds: str) -> str:
    """Draws a straight line."""
    return f'<line class="{kinds}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def box(x: float, y: float, width: float, height: float, kinds: str, radius: float = 0) -> str:
    """Draws a filled rectangle."""
    round_off = f' rx="{radius:g}"' if radius else ""
    return f'<rect class="{kinds}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{round_off}/>'


def dot(x: float, y: float, radius: float, kinds: str) -> str:
    """Draws a filled circle."""
    return f'<circle class="{kinds}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def curve(points: Sequence[Point], kinds: str) -> str:
    """Draws a line through points."""
    rounded = [(round(x, 1), round(y, 1)) for x, y in points]
    return f'<path class="{kinds}" style="fill:none;stroke-width:2" d="{path(rounded)}"/>'


def notation(x: float, y: float, name: str) -> str:
    """Draws a piece by its name in the notation: spices as cubes, everything else as text; `y` is the baseline."""
    if not CUBES_ALONE.fullmatch(name):
        return text(x, y, name, "small" if len(name) > LONG_NAME else "")
    drawn = []
    for part in re.findall(r"[YRGB]|[^YRGB]+", name):
        if part in CUBES:
            drawn.append(
                f'<g class="{part}" transform="translate({x + CUBE_STEP / 2:.1f} {y - 4.5:g})">{CUBES[part][0]}</g>'
            )
            x += CUBE_STEP
        else:
            said = part.replace(">", "▸").replace("#", " #")
            drawn.append(text(x + 2, y, said, "quiet"))
            x += 4 + 8 * len(said)
    return f"<g>{''.join(drawn)}<title>{escape(name)}</title></g>"
