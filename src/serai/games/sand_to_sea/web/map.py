"""Draws the map of Sand to Sea from a view: the tiles, the boats, the marks above them. The side of a hex is 100."""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from serai.core.component_set import once_per_set
from serai.core.notation.cards import plain
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.pieces import Spot
from serai.web.drawing.kept import kept

HIGH = 100 * math.sqrt(3) / 2
LEFT, TOP = -13.0, -13.0
MOST_KEPT = 2000
BOAT = 56
ON_ISLAND = [(-52, -63), (52, -63), (-90, 44), (90, 44)]
IN_PORT = [(79, 8), (75, 58), (-79, -10), (-75, 58)]
NAME = 22
POSTS = {1: (34, 0), 2: (32, 2), 3: (26, 1)}


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
class MapMarks:
    """What is highlighted: tiles to choose now, farther ones with their cost in cards, the last outpost and route."""

    lit: frozenset[str] = frozenset()
    far: dict[str, int] = field(default_factory=dict)
    soft: bool = False
    quiet: bool = False
    here: str | None = None
    hinted: str | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    fresh: frozenset[tuple[str, int]] = frozenset()
    trail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Boat:
    """A boat on the map; left, top and size are percentages of the drawing."""

    seat: int
    space: str
    left: float
    top: float
    size: float
    mine: bool


@dataclass(frozen=True)
class DrawnMap:
    """The drawn map: ground below the boats, marks above them."""

    box: str
    width: float
    height: float
    ground: Markup
    boats: tuple[Boat, ...]
    marks: Markup


@dataclass(frozen=True)
class Sheet:
    """The paper that a map is drawn on: the centre of each space, its size, and the neighbours of each space."""

    centres: dict[str, tuple[float, float]]
    width: float
    height: float
    near: dict[str, list[str]]

    @property
    def box(self) -> str:
        """The view box of the drawing."""
        return f"{LEFT:g} {TOP:g} {self.width:g} {self.height:.1f}"


@once_per_set
def sheet(pieces: SeaSet) -> Sheet:
    """Lays out the map of a component set."""
    names, spots = pieces.map.names, pieces.spots
    near = {name: [names[n] for n in others] for name, others in zip(names, pieces.map.neighbours, strict=True)}
    columns, rows = (1 + max(spot[side] for spot in spots) for side in (0, 1))
    centres = {name: middle(*spot) for name, spot in zip(names, spots, strict=True)}
    return Sheet(centres, 150 * columns + 76.0, (rows + 1) * HIGH + 26, near)


def middle(column: int, row: int) -> tuple[float, float]:
    """Returns the centre of a tile in a column and row."""
    return 100 + 150 * column, HIGH * (1 + row)


def tiles(view: dict[str, Any]) -> dict[str, Tile]:
    """Reads what is on each space."""
    names = sorted([*view["tiles"], *view["ports"]])
    return {name: _island(view["tiles"][name]) if name in view["tiles"] else _port(view, name) for name in names}


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


def centre(pieces: SeaSet, space: str) -> tuple[float, float]:
    """Returns the centre of a tile."""
    return sheet(pieces).centres[space]


def corner(pieces: SeaSet, space: str) -> tuple[float, float]:
    """Returns the left and top edge of a tile's button, in per cent of the drawing."""
    (x, y), paper = centre(pieces, space), sheet(pieces)
    return round((x - 100 - LEFT) / paper.width * 100, 3), round((y - HIGH - TOP) / paper.height * 100, 3)


def boats_on(view: dict[str, Any], space: str) -> list[int]:
    """Lists the seats whose boats are on a space."""
    return [seat for seat, player in enumerate(view["players"]) if player["boat"] == space]


def outposts_on(view: dict[str, Any], space: str) -> list[int]:
    """Lists the seats with an outpost on a space."""
    return [seat for seat, player in enumerate(view["players"]) if space in player["outposts"]]


def berths(tile: Tile, count: int) -> list[tuple[int, int]]:
    """Returns the positions of `count` boats on a tile, relative to its centre."""
    if tile.kind == "island":
        return [(-33, -63)] if count == 1 else ON_ISLAND
    return ([(0, 4)] if count == 1 else ON_ISLAND) if tile.kind == "sea" else IN_PORT


def landing(view: dict[str, Any], tile: Tile, space: str) -> tuple[int, int]:
    """Returns the position of one more boat on a tile."""
    count = len(boats_on(view, space))
    return berths(tile, count + 1)[count]


def draw(
    pieces: SeaSet,
    view: dict[str, Any],
    marks: MapMarks,
    mine: int | None,
    closed: str,
    only: Collection[str] | None = None,
    has: Collection[str] = (),
) -> DrawnMap:
    """Draws the map with the names of its spaces, or only some spaces, unnamed.

    `closed` is the word on a closed port, `has` what is left out.
    """
    seen, named = {name: tile for name, tile in tiles(view).items() if only is None or name in only}, only is None
    ground = {name: _ground(pieces, marks, name, tile) for name, tile in seen.items()}
    faces = {name: _face(pieces, view, marks, name, tile, closed, named) for name, tile in seen.items()}
    posts = Markup("").join(_posts(pieces, view, marks, name, named) for name in seen)
    rings = Markup("").join(_ring(pieces, marks, name) for name in seen)
    trail = _rope(pieces, marks.trail, "trail-c") + _rope(pieces, marks.trail, "trail")
    base = Markup('{}{}{}<g class="rope"></g>{}<g class="rings">{}</g><g>{}</g>').format(
        decoration(pieces) if len(seen) == len(pieces.map.names) else "",
        _columns_kept(ground, has),
        trail,
        _columns_kept(faces, has),
        rings,
        posts,
    )
    lamps = Markup("").join(_lamp(pieces, marks, name, len(boats_on(view, name))) for name in seen)
    paper = sheet(pieces)
    return DrawnMap(
        paper.box,
        paper.width,
        round(paper.height, 1),
        base,
        tuple(_boats(pieces, view, seen, mine)),
        Markup('<g class="lamps">{}</g>').format(lamps),
    )


def _columns_kept(drawn: dict[str, Markup], has: Collection[str]) -> Markup:
    """Puts what is drawn on each space together by columns of the map: a boat that moves changes one or two."""
    columns: dict[str, Markup] = {}
    for name, each in drawn.items():
        columns[name[0]] = columns.get(name[0], Markup("")) + each
    return Markup("").join(kept(column, has) for column in columns.values())


def _group(pieces: SeaSet, space: str, classes: str, inner: Markup | str) -> Markup:
    """Puts drawings at the centre of a tile."""
    return _placed(centre(pieces, space), space, classes, inner)


def _placed(at: tuple[float, float], space: str, classes: str, inner: Markup | str) -> Markup:
    """Puts drawings of a space at a point."""
    x, y = at
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
    """Returns the point a little way towards a goal."""
    part = far / math.dist(point, goal)
    return point[0] + (goal[0] - point[0]) * part, point[1] + (goal[1] - point[1]) * part


TILE, INNER, RING, LINE = hexagon(97.2), hexagon(92), hexagon(96), hexagon(91.5)
WAVES = Markup('<path d="M-34 -14q8-7 16 0t16 0M2 12q8-7 16 0t16 0M-30 34q7-6 14 0" class="wave"/>')
QUAY = Markup(f'<path d="{TILE}" class="quay"/><path d="{INNER}" class="quay-in"/>')
RIPPLES = Markup("M0 -25q10-9 20 0t20 0M24 5q9-8 18 0")
TOWERS = Markup(
    '<path d="M-60 40V-16Q-60 -28 -54 -34Q-48 -28 -48 -16V40ZM60 40V-16Q60 -28 54 -34Q48 -28 48 -16V40Z" '
    'class="tower"/><path d="M-50 -6Q0 34 50 -6" class="ch"/><path d="M-50 12Q0 52 50 12" class="ch"/>'
) + _use("i-anchor", 0, -46, 40, classes="anch")


@once_per_set
def decoration(pieces: SeaSet) -> Markup:
    """Draws a compass in the widest empty part of the paper, and ripples in others."""
    places = [_outwards(pieces, *place) for place in empty_places(pieces)]
    compass = Markup("").join(_use("compass", *place, 104, classes="deco") for place in places[:1])
    ripples = Markup("").join(
        Markup('<path transform="translate({} {})" d="{}"/>').format(f"{x:.0f}", f"{y:.0f}", RIPPLES)
        for x, y in places[1:]
    )
    return compass + Markup('<g class="deco2">{}</g>').format(ripples)


def _outwards(pieces: SeaSet, x: float, y: float) -> tuple[float, float]:
    """Moves a place a little away from the middle of the paper, into the corner that it is in."""
    right, down = x - LEFT - sheet(pieces).width / 2, y - TOP - sheet(pieces).height / 2
    return x + math.copysign(24, right) * (abs(right) > 1), y + math.copysign(9, down) * (abs(down) > 1)


def _room(place: tuple[float, float], taken: Iterable[tuple[float, float]]) -> int:
    """Returns the distance to the nearest space."""
    return min(round(math.dist(place, other)) for other in taken)


def empty_places(pieces: SeaSet) -> list[tuple[float, float]]:
    """Lists places without a space, none beside another: the widest first, then the one nearest to the middle."""
    columns, rows = (range(1 + max(spot[side] for spot in pieces.spots)) for side in (0, 1))
    odd, taken = sum(pieces.spots[0]) % 2, list(sheet(pieces).centres.values())
    free = [middle(c, r) for c in columns for r in rows if (c + r) % 2 == odd and Spot(c, r) not in pieces.spots]
    chosen: list[tuple[float, float]] = []
    heart = LEFT + sheet(pieces).width / 2, TOP + sheet(pieces).height / 2
    for place in sorted(free, key=lambda place: (-_room(place, taken), round(math.dist(place, heart)))):
        if all(math.dist(place, other) > 2 * HIGH + 1 for other in chosen):
            chosen.append(place)
    return chosen


def _dim(marks: MapMarks, space: str) -> str:
    """Returns the class of a tile that is dimmed while another question is asked."""
    concerned = {*marks.lit, *marks.numbers, *marks.far, marks.here, *(place for place, _ in marks.fresh)}
    return " dim" if marks.quiet and space not in concerned else ""


def _ground(pieces: SeaSet, marks: MapMarks, space: str, tile: Tile) -> Markup:
    """Draws water, sand and quays."""
    shape = 1 + pieces.map.names.index(space) % 2
    return _land(centre(pieces, space), space, tile, shape, _dim(marks, space))


@lru_cache(MOST_KEPT)
def _land(at: tuple[float, float], space: str, tile: Tile, coast: int, dim: str) -> Markup:
    """Draws what lies under a tile; the same for all tables and everyone."""
    if tile.kind == "sea":
        return _placed(at, space, "tile open", Markup(f'<path d="{TILE}" fill="url(#sea-open)"/>') + WAVES)
    if tile.kind != "island":
        return _placed(at, space, f"tile port{' shut' if tile.kind == 'closed' else dim}", QUAY)
    shape = _use(f"isle-{coast}", 0, -0.0, 200, 174)
    inner = Markup('<path d="{}" class="lagoon"/><g class="surf">{}</g><g class="sand">{}</g>{}').format(
        TILE, shape, shape, _use("hills", 0, 0, 200, 174)
    )
    return _placed(at, space, f"tile isle sym-{tile.symbol}{dim}", inner)


def _face(
    pieces: SeaSet, view: dict[str, Any], marks: MapMarks, space: str, tile: Tile, closed: str, named: bool
) -> Markup:
    """Draws what is printed on a tile."""
    name = _name(space, tile, len(outposts_on(view, space))) if named else Markup("")
    return _print(centre(pieces, space), space, tile, len(boats_on(view, space)), _dim(marks, space), closed, name)


def _name(space: str, tile: Tile, posts: int) -> Markup:
    """Draws the name of a space, such as A4: before the outposts, at the side of a port, else at the foot."""
    x, y = {"closed": (-38, -42), "port": (-62, 30), "empty": (-62, 30)}.get(tile.kind, (_foot(posts) + NAME / 2, 70))
    return Markup('<text x="{:g}" y="{:g}" class="name">{}</text>').format(x, y, space)


def _foot(posts: int, named: bool = True) -> float:
    """Returns where the row at the foot of an island begins: its name and outposts."""
    width, gap = POSTS.get(posts, (21, 0))
    return -(named * NAME + posts * (width + gap)) / 2


@lru_cache(MOST_KEPT)
def _print(at: tuple[float, float], space: str, tile: Tile, lying: int, dim: str, closed: str, name: Markup) -> Markup:
    """Draws the print of a tile with a number of boats on it; the same for all tables and viewers."""
    if tile.kind == "island":
        emblem = Markup('<g class="embl">{}</g>').format(_use(f"emb-{tile.symbol}", 24 if lying == 1 else 0, -57, 44))
        return _placed(at, space, f"tile tf has-{min(lying, 2)}{dim}", emblem + _trade(tile.give, tile.get) + name)
    if tile.kind == "closed":
        word = Markup('<rect x="-46" y="46" width="92" height="30" rx="15" class="tag"/>')
        said = Markup('<text x="0" y="67" class="tagt">{}</text>').format(escape(closed))
        return _placed(at, space, "tile tf shut", TOWERS + word + said + name)
    if tile.kind == "sea":
        return _placed(at, space, "tile afloat", name) if name else name
    anchors = Markup("").join(_use("i-anchor", x, 22, 22, classes="anch") for x in ((70,) if name else (-70, 70)))
    return _placed(at, space, f"tile tf{dim}", _victory(tile) + (anchors if not lying else "") + name)


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
    """Draws the trade of an island: the cubes given, an arrow, the cubes received."""
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


def _posts(pieces: SeaSet, view: dict[str, Any], marks: MapMarks, space: str, named: bool) -> Markup:
    """Draws the outposts along the foot of an island."""
    seats = outposts_on(view, space)
    if not seats:
        return Markup("")
    width, gap = POSTS.get(len(seats), (21, 0))
    left, drawn = _foot(len(seats), named) + named * NAME + gap, Markup("")
    for place, seat in enumerate(seats):
        x = left + width / 2 + place * (width + gap)
        if (space, seat) in marks.fresh:
            drawn += Markup(f'<circle cx="{x:.1f}" cy="62" r="{width * 0.68:.1f}" class="fresh"/>')
        drawn += _use(f"post-{seat + 1}", x, 61, width, width * 36 / 32, "pc")
    return _group(pieces, space, "posts", drawn)


def _ring(pieces: SeaSet, marks: MapMarks, space: str) -> Markup:
    """Draws the ring around a tile that can be chosen at once."""
    hinted = " hinted" if space == marks.hinted else ""
    if space not in marks.lit and not hinted:
        return Markup("")
    inner = Markup(f'<path d="{RING}" class="rg"/><path d="{LINE}" class="ri"/>')
    return _group(pieces, space, f"ready{' soft' if marks.soft else ''}{hinted}", inner)


def _lamp(pieces: SeaSet, marks: MapMarks, space: str, boats: int) -> Markup:
    """Draws a hint's number, else the lantern of a tile that can be chosen at once, or how many cards it costs."""
    if space in marks.numbers:
        badge = f'<circle cx="-50" cy="-62" r="19"/><text x="-50" y="-54">{marks.numbers[space]}</text>'
        return _group(pieces, space, "turn-hex", Markup(badge))
    if space in marks.lit:
        return _group(pieces, space, "lamp", _use("i-lantern", *((0, -92) if boats > 1 else (54, -80)), 23, 32, "lant"))
    if space not in marks.far:
        return Markup("")
    pip = f'<rect x="37" y="-91" width="20" height="26" rx="4.5"/><text x="47" y="-72">{marks.far[space]}</text>'
    return _group(pieces, space, "far", Markup(pip))


def pointer(pieces: SeaSet, space: str) -> Markup:
    """Draws an arrow that points at a tile from above."""
    return _group(pieces, space, "pointer", Markup('<path d="M-12 -132H12V-106H30L0 -72L-30 -106H-12Z"/>'))


def _rope(pieces: SeaSet, spaces: Iterable[str], classes: str) -> Markup:
    """Draws a route through the centres of tiles."""
    points = " ".join(f"{x:g},{y:.0f}" for x, y in (centre(pieces, space) for space in spaces))
    return Markup(f'<polyline points="{points}" class="{classes}"/>') if " " in points else Markup("")


def _boats(pieces: SeaSet, view: dict[str, Any], seen: dict[str, Tile], mine: int | None) -> Iterable[Boat]:
    """Places the boats."""
    paper = sheet(pieces)
    for space, tile in seen.items():
        seats = boats_on(view, space)
        x, y = centre(pieces, space)
        for seat, (right, down) in zip(seats, berths(tile, len(seats)), strict=False):
            size = BOAT + (4 if seat == mine else 0)
            left = (x + right - size / 2 - LEFT) / paper.width
            top = (y + down - size / 2 - TOP) / paper.height
            yield Boat(
                seat, space, round(left * 100, 3), round(top * 100, 3), round(size / paper.width * 100, 3), seat == mine
            )
