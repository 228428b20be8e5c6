"""Charts as numbers for a template to draw: lines with ends that do not cover each other, and round ticks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 480, 250
LEFT, RIGHT, TOP, BOTTOM = 34, 376, 14, 222
LABEL = 20


@dataclass(frozen=True)
class Line:
    """One line of a chart: its seat, its name, the path, and where its end and its label are."""

    seat: int
    name: str
    path: str
    x: float
    y: float
    label: float


@dataclass(frozen=True)
class Chart:
    """Lines over rounds, with ticks as (place, text)."""

    lines: tuple[Line, ...]
    across: tuple[tuple[float, int], ...]
    up: tuple[tuple[float, int], ...]


def chart(values: Sequence[Sequence[int]], names: Sequence[str]) -> Chart:
    """Draws the values of every seat, one row a round; the first round is at the left edge."""
    most = max((max(row) for row in values), default=0)
    step = _step(most)
    top = max(step, -(-most // step) * step)
    rows = values if len(values) > 1 else [*values, *values]

    def x(place: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * place / max(1, len(rows) - 1), 1)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * value / top, 1)

    ends = [y(rows[-1][seat]) for seat in range(len(names))] if rows else []
    labels = _apart(ends)
    lines = tuple(
        Line(
            seat,
            name,
            _path([(x(place), y(row[seat])) for place, row in enumerate(rows)]),
            x(len(rows) - 1),
            end,
            label,
        )
        for seat, (name, end, label) in enumerate(zip(names, ends, labels, strict=False))
    )
    up = tuple((y(value), value) for value in range(0, top + 1, step))
    return Chart(lines, _rounds(len(values), x), up)


def _step(most: int) -> int:
    """Chooses how far grid lines are apart."""
    return next((step for step in (5, 10, 20, 25, 50) if most <= 5 * step), 100)


def _rounds(count: int, x: Callable[[int], float]) -> tuple[tuple[float, int], ...]:
    """Chooses the rounds that are written below: the first, every fifth (or tenth), and the last."""
    every = 5 if count <= 30 else 10
    inner = [number for number in range(every, count, every) if count - number >= every / 2.5]
    return tuple((x(number - 1), number) for number in dict.fromkeys([1, *inner, max(1, count)]))


def _path(points: Sequence[tuple[float, float]]) -> str:
    """Writes a line through points."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _apart(ends: Sequence[float]) -> list[float]:
    """Moves labels so that none covers another, as little as needed, keeping their order."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    placed = list(ends)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + LABEL)
    lowest = BOTTOM + LABEL / 4
    for place in reversed(order):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - LABEL
    return [round(value, 1) for value in placed]
