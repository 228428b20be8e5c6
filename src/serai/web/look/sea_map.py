"""Draws the map of Sand to Sea from a view: the tiles, the boats, the marks above them. The side of a hex is 100."""

import math
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from serai.notation.cards import plain
from serai.rules.sea_table import MAP

HIGH = 100 * math.sqrt(3) / 2
COLUMNS = {column: [name for name in MAP.names if name[0] == column] for column in sorted({n[0] for n in MAP.names})}
TALLEST = max(map(len, COLUMNS.values()))
LEFT, TOP, WIDTH, HEIGHT = -13.0, -13.0, 150 * len(COLUMNS) + 76.0, 2 * TALLEST * HIGH + 26
BOX = f"{LEFT:g} {TOP:g} {WIDTH:g} {HEIGHT:.1f}"
NEAR = {name: [MAP.names[other] for other in others] for name, others in zip(MAP.names, MAP.neighbours, strict=True)}
BOAT = 62
ON_ISLAND = [(-52, -57), (52, -57), (-86, 6), (86, 6)]
IN_PORT = [(-72, 8), (72, 8), (-72, 56), (72, 56)]


@dataclass(frozen=True)
class Tile:
    """What lies on a space: an island (symbol, trade), the sea, or a port (tile, closed, empty)."""

    kind: str
    symbol: str = ""
    give: str = ""
    get: str = ""
    cost: str = ""
    points: int = 0


@dataclass(frozen=True)
class Marks:
    """What is lit: tiles to choose at once, farther ones with the cards they cost; what was just built and sailed."""

    lit: frozenset[str] = frozenset()
    far: dict[str, int] = field(default_factory=dict)
    soft: bool = False
    quiet: bool = False
    here: str | None = None
    hinted: str | None = None
    fresh: frozenset[tuple[str, int]] = frozenset()
    trail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Boat:
    """A boat lying on the map; left, top and size are parts of the drawing in per cent."""

    seat: int
    space: str
    left: float
    top: float
    size: float
    mine: bool


@dataclass(frozen=True)
class Chart:
    """The drawn map: ground below the boats, marks above them."""

    box: str
    ground: Markup
    boats: tuple[Boat, ...]
    marks: Markup


def tiles(view: dict[str, Any]) -> dict[str, Tile]:
    """Reads what lies on each space."""
    return {name: _island(view["tiles"][name]) if name in view["tiles"] else _port(view, name) for name in MAP.names}


def _island(text: str) -> Tile:
    """Reads an island such as `B:YR>B`, or the sea."""
    if text == "sea":
        return Tile("sea")
    symbol, trade = plain(text).split(":")
    give, get = trade.split(">")
    return Tile("island", symbol, give, get)


def _port(view: dict[str, Any], name: str) -> Tile:
    """Reads a port."""
    port = view["ports"][name]
    if port["closed"]:
        return Tile("closed")
    return Tile("port", cost=plain(port["tile"]), points=port["points"]) if port["tile"] else Tile("empty")


def centre(space: str) -> tuple[float, float]:
    """Returns where the middle of a tile lies."""
    column = COLUMNS[space[0]]
    x = 100 + 150 * list(COLUMNS).index(space[0])
    return x, HIGH + (TALLEST - len(column)) * HIGH + 2 * HIGH * column.index(space)


def corner(space: str) -> tuple[float, float]:
    """Returns the left and top edge of a tile's button, in per cent of the drawing."""
    x, y = centre(space)
    return round((x - 100 - LEFT) / WIDTH * 100, 3), round((y - HIGH - TOP) / HEIGHT * 100, 3)


def ways(start: str, first: Iterable[str]) -> dict[str, list[str]]:
    """Returns a shortest way from a space to every other one, the first step being one of those given."""
    found: dict[str, list[str]] = {space: [space] for space in first}
    queue = deque(found)
    while queue:
        space = queue.popleft()
        for other in NEAR[space]:
            if other != start and other not in found:
                found[other] = [*found[space], other]
                queue.append(other)
    return found


def boats_on(view: dict[str, Any], space: str) -> list[int]:
    """Lists the seats whose boats lie on a space."""
    return [seat for seat, player in enumerate(view["players"]) if player["boat"] == space]


def outposts_on(view: dict[str, Any], space: str) -> list[int]:
    """Lists the seats with an outpost on a space."""
    return [seat for seat, player in enumerate(view["players"]) if space in player["outposts"]]


def berths(tile: Tile, count: int) -> list[tuple[int, int]]:
    """Returns where that many boats lie on a tile, from its centre."""
    if tile.kind == "island":
        return [(-31, -57)] if count == 1 else ON_ISLAND
    return ([(0, 4)] if count == 1 else ON_ISLAND) if tile.kind == "sea" else IN_PORT


def landing(view: dict[str, Any], tile: Tile, space: str) -> tuple[int, int]:
    """Returns where one more boat would lie on a tile."""
    count = len(boats_on(view, space))
    return berths(tile, count + 1)[count]


def draw(view: dict[str, Any], marks: Marks, mine: int | None, closed: str, only: Collection[str] = MAP.names) -> Chart:
    """Draws the map, or only some spaces of it; `closed` is the word on a closed port."""
    seen = {name: tile for name, tile in tiles(view).items() if name in only}
    ground = Markup("").join(_ground(view, marks, name, tile) for name, tile in seen.items())
    faces = Markup("").join(_face(view, marks, name, tile, closed) for name, tile in seen.items())
    posts = Markup("").join(_posts(view, marks, name) for name in seen)
    rings = Markup("").join(_ring(marks, name) for name in seen)
    trail = _rope(marks.trail, "trail-c") + _rope(marks.trail, "trail")
    base = Markup('{}<g>{}</g>{}<g class="rope"></g><g>{}</g><g class="rings">{}</g><g>{}</g>').format(
        DECORATION if len(seen) == len(MAP.names) else "", ground, trail, faces, rings, posts
    )
    lamps = Markup("").join(_lamp(marks, name, len(boats_on(view, name))) for name in seen)
    return Chart(BOX, base, tuple(_boats(view, seen, mine)), Markup('<g class="lamps">{}</g>').format(lamps))


def _group(space: str, classes: str, inner: Markup | str) -> Markup:
    """Puts drawings at the middle of a tile."""
    x, y = centre(space)
    return Markup('<g transform="translate({} {})" class="{}" data-space="{}">{}</g>').format(
        f"{x:g}", f"{y:.1f}", classes, space, inner
    )


def _use(symbol: str, x: float, y: float, width: float, height: float | None = None, classes: str = "") -> Markup:
    """Draws a symbol around a point."""
    height = width if height is None else height
    box = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:g}" height="{height:g}"'
    return Markup(f'<use href="#{symbol}" {box}{f" class={chr(34)}{classes}{chr(34)}" if classes else ""}/>')


def hexagon(radius: float, soft: float = 10) -> str:
    """Returns the outline of a flat-topped hex with softened corners."""
    points = [(radius * math.cos(math.radians(a)), radius * math.sin(math.radians(a))) for a in range(0, 360, 60)]
    outline = ""
    for place, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = (_towards((x, y), points[other], soft) for other in (place - 1, (place + 1) % 6))
        outline += f"{'L' if place else 'M'}{ax:.1f} {ay:.1f}Q{x:.1f} {y:.1f} {bx:.1f} {by:.1f}"
    return outline + "Z"


def _towards(point: tuple[float, float], goal: tuple[float, float], far: float) -> tuple[float, float]:
    """Returns the point that lies a little way towards a goal."""
    part = far / math.dist(point, goal)
    return point[0] + (goal[0] - point[0]) * part, point[1] + (goal[1] - point[1]) * part


TILE, INNER, RING, LINE = hexagon(97.2), hexagon(92), hexagon(96), hexagon(91.5)
WAVES = Markup('<path d="M-34 -14q8-7 16 0t16 0M2 12q8-7 16 0t16 0M-30 34q7-6 14 0" class="wave"/>')
QUAY = Markup(f'<path d="{TILE}" class="quay"/><path d="{INNER}" class="quay-in"/>')
DECORATION = _use("compass", 76, 78, 104, classes="deco") + Markup(
    '<g class="deco2"><path d="M700 62q10-9 20 0t20 0M724 92q9-8 18 0M40 986q10-9 20 0t20 0'
    'M66 1010q9-8 18 0M706 980q10-9 20 0t20 0"/></g>'
)
TOWERS = Markup(
    '<path d="M-60 40V-16Q-60 -28 -54 -34Q-48 -28 -48 -16V40ZM60 40V-16Q60 -28 54 -34Q48 -28 48 -16V40Z" '
    'class="tower"/><path d="M-50 -6Q0 34 50 -6" class="ch"/><path d="M-50 12Q0 52 50 12" class="ch"/>'
) + _use("i-anchor", 0, -46, 40, classes="anch")


def _dim(marks: Marks, space: str) -> str:
    """Tells whether a tile steps back while another question is asked."""
    concerned = {*marks.lit, *marks.far, marks.here, *(place for place, _ in marks.fresh)}
    return " dim" if marks.quiet and space not in concerned else ""


def _ground(view: dict[str, Any], marks: Marks, space: str, tile: Tile) -> Markup:
    """Draws water, sand and quays."""
    dim = _dim(marks, space)
    if tile.kind == "sea":
        return _group(space, "tile open", Markup(f'<path d="{TILE}" fill="url(#sea-open)"/>') + WAVES)
    if tile.kind != "island":
        return _group(space, f"tile port{' shut' if tile.kind == 'closed' else dim}", QUAY)
    shape = _use(f"isle-{1 + MAP.names.index(space) % 2}", 0, -0.0, 200, 174)
    inner = Markup('<path d="{}" class="lagoon"/><g class="surf">{}</g><g class="sand">{}</g>{}').format(
        TILE, shape, shape, _use("hills", 0, 0, 200, 174)
    )
    return _group(space, f"tile isle sym-{tile.symbol}{dim}", inner)


def _face(view: dict[str, Any], marks: Marks, space: str, tile: Tile, closed: str) -> Markup:
    """Draws what is printed on a tile."""
    lying = len(boats_on(view, space))
    if tile.kind == "island":
        emblem = Markup('<g class="embl">{}</g>').format(_use(f"emb-{tile.symbol}", 33 if lying == 1 else 0, -55, 48))
        return _group(space, f"tile tf has-{min(lying, 2)}{_dim(marks, space)}", emblem + _trade(tile.give, tile.get))
    if tile.kind == "closed":
        word = Markup('<rect x="-46" y="46" width="92" height="30" rx="15" class="tag"/>')
        said = Markup('<text x="0" y="67" class="tagt">{}</text>').format(escape(closed))
        return _group(space, "tile tf shut", TOWERS + word + said)
    if tile.kind == "sea":
        return Markup("")
    anchors = Markup("").join(_use("i-anchor", x, 22, 22, classes="anch") for x in (-70, 70))
    return _group(space, f"tile tf{_dim(marks, space)}", _victory(tile) + (anchors if not lying else ""))


def _victory(tile: Tile) -> Markup:
    """Draws the victory tile of a port: points in an arch, the cost below."""
    if not tile.cost:
        return Markup("")
    tier = 1 if tile.points < 10 else 2 if tile.points < 13 else 3 if tile.points < 16 else 4
    arch = Markup(f'<g class="sky-{tier}"><use href="#arch" x="-60" y="-79" width="120" height="80"/></g>')
    text = Markup(f'<text x="0" y="-15" class="pp">{tile.points}</text><path d="M-60 2H60" class="sill"/>')
    return arch + text + _cubes(tile.cost, -len(_columns(tile.cost)) * 32.5 / 2, 32.5, 40)


def _columns(text: str) -> list[str]:
    """Puts cubes into columns of two."""
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def _cubes(text: str, left: float, size: float, y: float) -> Markup:
    """Draws cubes in columns of two."""
    drawn = Markup("")
    for place, column in enumerate(_columns(text)):
        heights = [y] if len(column) == 1 else [y - size / 2, y + size / 2]
        for letter, height in zip(column, heights, strict=True):
            drawn += _use(f"cube-{letter}-l", left + size * (place + 0.5), height, size - 1.5)
    return drawn


def _trade(give: str, get: str, y: float = 5) -> Markup:
    """Draws the trade of an island: what it takes, an arrow, what it gives."""
    gives, columns = len(_columns(give)), len(_columns(give)) + len(_columns(get))
    size, gap = {2: (40, 36), 3: (39, 34), 4: (33, 29)}.get(columns, (28, 23))
    left = -(columns * size + gap) / 2
    middle, radius = left + gives * size + gap / 2, min(13.5, gap / 2 - 1)
    arrow = Markup(
        f'<circle cx="{middle:.1f}" cy="{y:g}" r="{radius:g}" class="tr-m"/><path class="tr-a" '
        f'transform="translate({middle:.1f} {y:g}) scale({radius / 13.5:.2f})" '
        'd="M-8 -3.2H0V-8.4L8.6 0L0 8.4V3.2H-8Z"/>'
    )
    return _cubes(give, left, size, y) + arrow + _cubes(get, left + gives * size + gap, size, y)


def _posts(view: dict[str, Any], marks: Marks, space: str) -> Markup:
    """Draws the outposts along the foot of an island."""
    seats = outposts_on(view, space)
    if not seats:
        return Markup("")
    width, gap = {1: (34, 3), 2: (34, 3), 3: (31, 3)}.get(len(seats), (27, 1))
    left, drawn = -(len(seats) * width + (len(seats) - 1) * gap) / 2, Markup("")
    for place, seat in enumerate(seats):
        x = left + width / 2 + place * (width + gap)
        if (space, seat) in marks.fresh:
            drawn += Markup(f'<circle cx="{x:.1f}" cy="62" r="{width * 0.68:.1f}" class="fresh"/>')
        drawn += _use(f"post-{seat + 1}", x, 61, width, width * 36 / 32, "pc")
    return _group(space, "posts", drawn)


def _ring(marks: Marks, space: str) -> Markup:
    """Draws the ring around a tile that can be chosen at once."""
    hinted = " hinted" if space == marks.hinted else ""
    if space not in marks.lit and not hinted:
        return Markup("")
    inner = Markup(f'<path d="{RING}" class="rg"/><path d="{LINE}" class="ri"/>')
    return _group(space, f"ready{' soft' if marks.soft else ''}{hinted}", inner)


def _lamp(marks: Marks, space: str, boats: int) -> Markup:
    """Draws the lantern of a tile that can be chosen at once, or the number of cards a farther one costs."""
    if space in marks.lit:
        return _group(space, "lamp", _use("i-lantern", *((0, -92) if boats > 1 else (50, -78)), 27, 38, "lant"))
    if space not in marks.far:
        return Markup("")
    pip = f'<rect x="39.5" y="-96" width="21" height="28" rx="4.5"/><text x="50" y="-75.8">{marks.far[space]}</text>'
    return _group(space, "far", Markup(pip))


def _rope(spaces: Iterable[str], classes: str) -> Markup:
    """Draws a way through the middles of tiles."""
    points = " ".join(f"{x:g},{y:.0f}" for x, y in map(centre, spaces))
    return Markup(f'<polyline points="{points}" class="{classes}"/>') if " " in points else Markup("")


def _boats(view: dict[str, Any], seen: dict[str, Tile], mine: int | None) -> Iterable[Boat]:
    """Puts the boats where they lie."""
    for space, tile in seen.items():
        seats = boats_on(view, space)
        x, y = centre(space)
        for seat, (right, down) in zip(seats, berths(tile, len(seats)), strict=False):
            size = BOAT + (4 if seat == mine else 0)
            left, top = (x + right - size / 2 - LEFT) / WIDTH, (y + down - size / 2 - TOP) / HEIGHT
            yield Boat(
                seat, space, round(left * 100, 3), round(top * 100, 3), round(size / WIDTH * 100, 3), seat == mine
            )
