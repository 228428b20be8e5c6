"""The plots of a study, each an SVG drawn from its figures."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor
from typing import Any

from serai.charts import EDGE, HEAD, WIDTH, Scale, box, dot, line, notation, picture, round_step, text
from serai.studies.study import StudyData
from serai.studies.words import percent, players_word

MOST_BINS = 45
BARS = EDGE + 198


def plots(data: StudyData) -> dict[str, str]:
    """Returns all plots of a study by file name."""
    game = data["game"]
    drawn = {
        "seats": seats(data),
        "scores": ridges(data, "Scores", "points", ("scores", "all"), ("scores", "winners")),
        "turns": ridges(data, "Length of a game", "turns per player", ("turns",)),
        "margins": ridges(data, "The winner's lead over the next", "points", ("margin",)),
        "actions": stacks("What turns are used for", "share of all turns", _action_rows(data), True),
        "parts": stacks("Where points come from", "mean points", _part_rows(data), False),
        "places": places(data),
    }
    drawn |= {key: lifts(data, key) for key in data["kinds"]}
    return {f"{game}_{name}.svg": svg for name, svg in drawn.items()}


def seats(data: StudyData) -> str:
    """Draws the share of games that each seat wins, one group per number of players."""
    groups = {int(number): found["seats"] for number, found in data["players"].items()}
    top: float = max(ceil(10 * max(seat["high"] for found in groups.values() for seat in found)) / 10, 0.3)
    left, base, tall = EDGE + 38, HEAD + 250, 220
    slot = (WIDTH - EDGE - left) / (sum(map(len, groups.values())) + 0.6 * len(groups))
    y = Scale(0, top, base, base - tall)
    ticks = range(floor(10 * top + 0.01) + 1)
    body = [line(left, y(tick / 10), WIDTH - EDGE, y(tick / 10), "grid") for tick in ticks]
    body += [text(left - 8, y(tick / 10) + 4, f"{10 * tick} %", "quiet small end") for tick in ticks]
    x = left + 0.3 * slot
    for number, found in groups.items():
        body += _seat_group(number, found, x, slot, base, y)
        x += slot * (len(found) + 0.6)
    story = "; ".join(
        f"{players_word(number)}: " + ", ".join(f"seat {seat} {percent(found)}" for seat, found in enumerate(group, 1))
        for number, group in groups.items()
    )
    under = "share of games won, with 95 % intervals; dashed: an even share"
    return picture("Who wins, by seat", under, base + 54, body, story)


def _seat_group(number: int, found: list[StudyData], x: float, slot: float, base: float, y: Any) -> Iterator[str]:
    """Draws the seats of one number of players."""
    wide = slot * len(found)
    yield line(x, y(1 / number), x + wide, y(1 / number), "even")
    yield text(x + wide / 2, base + 40, players_word(number), "bold mid")
    for seat, share in enumerate(found):
        at = x + slot * (seat + 0.5)
        yield f'<g class="s{seat}" stroke-width="2.5" stroke-linecap="round">'
        yield line(at, y(share["low"]), at, y(share["high"]), "") + dot(at, y(share["share"]), 5, "") + "</g>"
        yield text(at, y(share["high"]) - 7, f"{100 * share['share']:.1f}", "small mid halo")
        yield text(at, base + 20, str(seat + 1), "quiet mid")


def ridges(data: StudyData, title: str, unit: str, *ways: tuple[str, ...]) -> str:
    """Draws distributions, one row per number of players; a second series is drawn over the first."""
    rows = {number: [_at(found, way) for way in ways] for number, found in data["players"].items()}
    values = [int(value) for found in rows.values() for each in found for value in each["counts"]]
    low, high = min(values), max(values)
    step = int(round_step(high - low, MOST_BINS))
    low, high = low // step * step, (high // step + 1) * step
    left, right, tall = EDGE + 84, WIDTH - EDGE - (132 if len(ways) > 1 else 84), 74
    shift = 0.5 if step == 1 else 0
    x = Scale(low - shift, high - shift, left, right)
    bottom = HEAD + 24 + tall * len(rows)
    ticks = _ticks(low, high)
    body = [line(x(tick), HEAD + 4, x(tick), bottom, "grid") for tick in ticks]
    body += [text(x(tick), bottom + 18, str(tick), "quiet small mid") for tick in ticks]
    who = "winners’ mean" if len(ways) > 1 else "mean"
    for place, (number, found) in enumerate(rows.items()):
        base = HEAD + 24 + tall * (place + 1)
        body += [text(EDGE, base - 22, players_word(int(number)), "bold")]
        body += _ridge(found, low, step, base, tall - 14, x)
        body += [text(WIDTH - EDGE, base - 22, f"{who} {found[-1]['mean']:.1f}", "quiet small end")]
    both = "wide bars: all seats; narrow bars: winners" if len(ways) > 1 else "share of games"
    story = "; ".join(f"{players_word(int(n))}: {who} {found[-1]['mean']:.1f}" for n, found in rows.items())
    return picture(title, f"{unit}; {both}", bottom + 34, body, story)


def _at(found: StudyData, way: Sequence[str]) -> StudyData:
    """Follows keys into figures."""
    for key in way:
        found = found[key]
    return found


def _ridge(found: list[StudyData], low: int, step: int, base: float, tall: float, x: Any) -> Iterator[str]:
    """Draws one row of bars, the last series narrower and on top."""
    binned = [_binned(each["counts"], low, step) for each in found]
    most = max(max(each.values()) for each in binned)
    wide = x(low + step) - x(low)
    for place, each in enumerate(binned):
        top = place == len(binned) - 1
        inner = wide * (0.5 if top and len(binned) > 1 else 0.84)
        for value, part in each.items():
            at, high = x(value) + (wide - inner) / 2 - (wide / 2 if step == 1 else 0), tall * part / most
            yield box(at, base - high, inner, high, "accent" if top else "soft", 1)


def _binned(counts: dict[str, int], low: int, step: int) -> dict[int, float]:
    """Returns the share of each bin, by its lowest value."""
    total, found = sum(counts.values()), dict[int, float]()
    for value, count in counts.items():
        start = low + (int(value) - low) // step * step
        found[start] = found.get(start, 0.0) + count / total
    return found


def _ticks(low: int, high: int) -> list[int]:
    """Chooses round numbers for an axis."""
    step = int(round_step(high - low, 10))
    return list(range(-(-low // step) * step, high + 1, step))


Row = tuple[str, dict[str, float]]


def _action_rows(data: StudyData) -> list[Row]:
    """Returns the shares of actions of each number of players."""
    return [
        (players_word(int(number)), {name: each["all"] for name, each in found["actions"].items()})
        for number, found in data["players"].items()
    ]


def _part_rows(data: StudyData) -> list[Row]:
    """Returns the points of winners and of all seats for each number of players."""
    return [
        (f"{number} players, {who}", {name: each[key]["mean"] for name, each in found["parts"].items()})
        for number, found in data["players"].items()
        for who, key in (("winner", "winners"), ("all", "all"))
    ]


def stacks(title: str, subtitle: str, rows: list[Row], shares: bool) -> str:
    """Draws rows of stacked bars, with the names of the parts above."""
    left, right, tall = EDGE + 118, WIDTH - EDGE - (8 if shares else 40), 34
    most = max(sum(parts.values()) for _, parts in rows) or 1.0
    names = list(rows[0][1])
    body, top = _legend(names)
    for place, (label, parts) in enumerate(rows):
        y, x = top + tall * place, float(left)
        body.append(text(EDGE, y + 17, label, "small"))
        for number, value in enumerate(parts.values()):
            wide = (right - left) * value / most
            if wide > 2:
                body.append(box(x, y, wide - 1.5, tall - 10, f"f{number}", 2))
            if wide > 32:
                body.append(
                    text(x + wide / 2, y + 17, f"{100 * value:.0f} %" if shares else f"{value:.1f}", "on small mid")
                )
            x += wide
        if not shares:
            body.append(text(x + 6, y + 17, f"{sum(parts.values()):.1f}", "bold small"))
    said = [
        f"{label}: "
        + ", ".join(f"{name} {100 * v:.1f} %" if shares else f"{name} {v:.1f}" for name, v in parts.items())
        for label, parts in rows
    ]
    return picture(title, subtitle, top + tall * len(rows) + 14, body, "; ".join(said))


def _legend(names: list[str]) -> tuple[list[str], float]:
    """Draws the names of the parts with their colours; returns where they end."""
    drawn, x, y = list[str](), float(EDGE), HEAD + 8.0
    for number, name in enumerate(names):
        wide = 30 + 7.2 * len(name)
        if x + wide > WIDTH - EDGE:
            x, y = EDGE, y + 22
        drawn += [box(x, y - 10, 12, 12, f"f{number}", 3), text(x + 18, y, name, "small")]
        x += wide
    return drawn, y + 18


def places(data: StudyData) -> str:
    """Draws from which places pieces are taken, one group of bars per kind that has places."""
    kinds = {key: found for key, found in data["all"]["places"].items() if sum(found.values())}
    base, tall = HEAD + 150, 116
    slot = (WIDTH - 2 * EDGE) / (sum(len(found) for found in kinds.values()) + 0.8 * max(0, len(kinds) - 1) or 1)
    body, x, said = list[str](), float(EDGE), list[str]()
    for key, found in kinds.items():
        total, most = sum(found.values()), max(found.values())
        body.append(line(x, base, x + slot * len(found), base, "grid"))
        body.append(text(x, base + 42, data["kinds"][key]["title"], "bold"))
        said.append(
            f"{data['kinds'][key]['title']}: " + ", ".join(f"{n} {100 * c / total:.0f} %" for n, c in found.items())
        )
        for place, (name, count) in enumerate(found.items()):
            high, at = tall * count / most, x + slot * place
            body.append(box(at + slot * 0.12, base - high, slot * 0.76, high, "accent", 2))
            body.append(text(at + slot / 2, base - high - 5, f"{100 * count / total:.0f}", "small mid"))
            body.append(text(at + slot / 2, base + 19, name, "quiet mid small"))
        x += slot * (len(found) + 0.8)
    under = f"share of all taken, in per cent, by {_kinds_of_places(data, kinds)}"
    return picture("Where pieces are taken from", under, base + 58, body, "; ".join(said))


def _kinds_of_places(data: StudyData, kinds: Iterable[str]) -> str:
    """Names the kinds of places: `place in the row` or what the game calls them."""
    words = dict.fromkeys(data["kinds"][key]["place"] for key in kinds if data["kinds"][key]["place"])
    return " or ".join("place in the row" if word == "place" else word for word in words) or "place"


def lifts(data: StudyData, key: str) -> str:
    """Draws how often each piece is taken when available, and how often its owner wins compared with chance."""
    kind = data["kinds"][key]
    pieces = sorted(
        (each for each in data["all"]["pieces"][key] if each["lift"]), key=lambda each: -each["lift"]["lift"]
    )
    top, tall, left, right = HEAD + 24, 19, EDGE + 366, WIDTH - EDGE - 52
    high: float = max([1.5, *(min(2.5, each["lift"]["high"]) for each in pieces)])
    low: float = min([0.6, *(each["lift"]["low"] for each in pieces)])
    high, low = ceil(high * 5) / 5, max(0.0, floor(low * 5) / 5)
    x = Scale(low, high, left, right).bounded
    bottom = top + tall * len(pieces)
    ticks = [tick / 10 for tick in range(round(low * 10), round(high * 10) + 1, 2 if high - low <= 1.6 else 4)]
    body = [text(BARS, top - 10, f"{kind['verb']} when seen", "quiet small")]
    body += [text(left, top - 10, "wins × chance", "quiet small")]
    body += [box(EDGE, top + tall * row, WIDTH - 2 * EDGE, tall, "shade") for row in range(0, len(pieces), 2)]
    body += [line(x(tick), top, x(tick), bottom, "grid") for tick in ticks]
    body += [text(x(tick), bottom + 16, f"{tick:.1f}", "quiet small mid") for tick in ticks]
    body += [line(x(1), top - 4, x(1), bottom, "even")]
    for row, each in enumerate(pieces):
        body += _lift(each, top + tall * row + tall / 2, x)
    under = (
        "all numbers of players; 95 % intervals; filled: the interval leaves chance (1.0) out – correlation, not cause"
    )
    said = "; ".join(f"{each['name']} {each['lift']['lift']:.2f}" for each in pieces)
    return picture(kind["title"], under, bottom + 30, body, said)


def _lift(piece: StudyData, y: float, x: Any) -> Iterator[str]:
    """Draws one piece: its name, how often it is taken, and how often its owner wins."""
    found = piece["lift"]
    sure = found["low"] > 1 or found["high"] < 1
    taken = piece["per_shown"]["share"] if piece["per_shown"] else 0.0
    yield notation(EDGE + 6, y + 4.5, piece["name"])
    yield box(BARS, y - 5, 100 * taken, 10, "soft", 2)
    yield text(BARS + 100 * taken + 6, y + 4.5, f"{100 * taken:.0f} %", "quiet small")
    yield "<g>" if sure else '<g class="unsure">'
    yield line(x(found["low"]), y, x(found["high"]), y, "bar")
    yield dot(x(found["lift"]), y, 4.2, "accent") + "</g>"
    yield text(WIDTH - EDGE - 8, y + 4.5, f"{found['lift']:.2f}", "small end" + (" bold" if sure else " quiet"))
