"""Charts as numbers for a template to draw: lines with labels that do not overlap, and round ticks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from serai.charts import Scale, apart, path, round_step

WIDTH, HEIGHT = 520, 250
LEFT, RIGHT, TOP, BOTTOM = 34, 376, 14, 222
LABEL = 20


@dataclass(frozen=True)
class ChartLine:
    """One line of a chart: its seat, its name, the path, and where its end and its label are."""

    seat: int
    name: str
    path: str
    x: float
    y: float
    label: float


@dataclass(frozen=True)
class Chart:
    """Lines over rounds, with ticks as (place, text), and rings around highlighted points."""

    lines: tuple[ChartLine, ...]
    across: tuple[tuple[float, int], ...]
    up: tuple[tuple[float, int | None], ...]
    rings: tuple[tuple[float, float], ...] = ()
    size: tuple[int, int] = (WIDTH, HEIGHT)
    sides: tuple[int, int] = (LEFT, RIGHT)  # of the plot area


def chart(values: Sequence[Sequence[int]], names: Sequence[str]) -> Chart:
    """Draws the values of every seat, one row a round; the first round is at the left edge."""
    most = max((max(row) for row in values), default=0)
    step = int(round_step(most, 5, least=5, digits=(1, 2, 2.5, 5)))
    top = max(step, -(-most // step) * step)
    rows = values if len(values) > 1 else [*values, *values]
    room = Room(len(rows), top)
    up = tuple((room.y(value), value) for value in range(0, top + 1, step))
    return Chart(_lines(rows, names, room), _rounds(len(values), room.x), up)


def curve(
    chances: Sequence[Sequence[float]],
    rounds: Sequence[int],
    names: Sequence[str],
    marks: Sequence[tuple[int, int]] = (),
) -> Chart:
    """Draws the chances of every seat, one row a turn, with the round of each; rings go around marks (row, seat)."""
    room = Room(len(chances), 1.0)
    firsts = [rounds.index(number) for number in range(1, rounds[-1] + 1)]
    up = tuple((room.y(value / 100), None if value % 50 else value) for value in range(0, 101, 25))
    rings = tuple((room.x(row), room.y(chances[row][seat])) for row, seat in marks)
    return Chart(_lines(chances, names, room), _rounds(rounds[-1], lambda place: room.x(firsts[place])), up, rings)


@dataclass(frozen=True)
class Room:
    """The plot area for a number of rows and for values up to `top`."""

    rows: int
    top: float

    def x(self, row: int) -> float:
        """Places a row."""
        return round(Scale(0, max(1, self.rows - 1), LEFT, RIGHT)(row), 1)

    def y(self, value: float) -> float:
        """Places a value."""
        return round(Scale(0, self.top, BOTTOM, TOP)(value), 1)


def _lines(rows: Sequence[Sequence[float]], names: Sequence[str], room: Room) -> tuple[ChartLine, ...]:
    """Draws a line for every seat."""
    ends = [room.y(rows[-1][seat]) for seat in range(len(names))] if rows else []
    labels = apart(ends, LABEL, BOTTOM + LABEL / 4)
    return tuple(
        ChartLine(
            seat,
            name,
            path([(room.x(place), room.y(row[seat])) for place, row in enumerate(rows)]),
            room.x(len(rows) - 1),
            end,
            label,
        )
        for seat, (name, end, label) in enumerate(zip(names, ends, labels, strict=False))
    )


def _rounds(count: int, x: Callable[[int], float]) -> tuple[tuple[float, int], ...]:
    """Chooses the rounds to label: the first, every fifth (or tenth), and the last."""
    every = 5 if count <= 30 else 10
    inner = [number for number in range(every, count, every) if count - number >= every / 2.5]
    return tuple((x(number - 1), number) for number in dict.fromkeys([1, *inner, max(1, count)]))
