"""The files of From East to West as forms, and how their lines are drawn."""

from collections import defaultdict
from itertools import combinations_with_replacement
from typing import Any

from serai.core.component_folders import standard
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.pieces import GAME, KINDS
from serai.games.east_to_west.web.board import does
from serai.games.east_to_west.web.pieces import Bonus, Merchant, PointCard, Tile, bonus, claimable
from serai.games.east_to_west.web.places import DrawnLocation
from serai.games.east_to_west.web.words import SYMBOLS, WestWords
from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.entries import CUBES_HINT, Cells, Column, Sheet
from serai.web.drawing.motion import STILL
from serai.web.drawing.words import Words

KIND_NAMES = {
    "fort": _("fort"),
    "market": _("market"),
    "refresh": _("refresh"),
    "adjust": _("adjust"),
    "gain": _("gain"),
    "upgrade": _("upgrade"),
    "trade": _("trade"),
}
NO, YES, NOTHING = _("no"), _("yes"), "–"
PAIRS = tuple((f"{one}+{other}", f"{one}+{other}") for one, other in combinations_with_replacement(SYMBOLS, 2))
SHEETS = (
    Sheet(
        f"{GAME}/locations.csv",
        _("Locations"),
        _("Location %(number)d"),
        (
            Column("board", _("Game board")),
            Column("kind", _("Kind"), "choice", tuple((kind, KIND_NAMES[kind]) for kind in KINDS)),
            Column("settlers", _("Settlers"), "number"),
            Column("give", _("You give"), "cubes", hint=CUBES_HINT),
            Column("get", _("You get"), "cubes", hint=CUBES_HINT),
            Column("upgrades", _("Upgrades"), "number"),
            Column("link", _("Link"), hint=_("What discounts and extras of point cards refer to")),
            Column("bonus_stack", _("Bonus stack"), "number"),
            Column(
                "covered_2_3",
                _("Covered"),
                "choice",
                (("", NO), ("yes", YES)),
                _("Starts under an exploration tile with 2 or 3 players"),
            ),
        ),
    ),
    Sheet(
        f"{GAME}/point_cards.csv",
        _("Point cards"),
        _("Point card %(number)d"),
        (
            Column("cost", _("Cost"), "cubes", hint=CUBES_HINT),
            Column("points", _("Points"), "number"),
            Column("symbol", _("Symbol"), "choice", tuple(SYMBOLS.items())),
            Column("benefit", _("Benefit"), hint=_("settlers:N, discount:LINK, extra:LINK:CUBES or explore")),
            Column("players", _("Players"), "choice", (("", "2+"), ("3+", "3+"), ("4", "4"))),
            Column("star", _("Star"), "choice", (("", NOTHING), ("black", _("black")), ("white", _("white")))),
        ),
    ),
    Sheet(
        f"{GAME}/bonus_tiles.csv",
        _("Bonus tiles"),
        _("Bonus tile %(number)d"),
        (
            Column("icon", _("Icon"), "choice", (("", NOTHING), ("I", "I"), ("II", "II"), ("III", "III"))),
            Column("copies", _("Copies"), "number"),
            Column(
                "score",
                _("Counts"),
                "choice",
                (("pair", _("a pair")), ("settlers", _("settlers")), ("merchants", _("merchants"))),
            ),
            Column("symbols", _("Symbols"), "choice", (("", NOTHING), *PAIRS)),
            Column("points", _("Points"), "number"),
        ),
    ),
    Sheet(
        f"{GAME}/exploration_tiles.csv",
        _("Exploration tiles"),
        _("Exploration tile %(number)d"),
        (
            Column("gain", _("You get"), "cubes", hint=CUBES_HINT),
            Column("upgrades", _("Upgrades"), "number"),
            Column("settlers", _("Settlers"), "number"),
            Column("points", _("Points"), "number"),
        ),
    ),
)
SENTENCES = (
    _("%(what)s is not a word of up to %(most)s characters"),
    _("%(number)s locations; there is room for %(most)s"),
    _("there must be exactly %(number)s locations of the kind %(kind)s"),
    _("exactly two locations must have 'yes' in the column %(column)s"),
    _("%(what)s does not count for a %(kind)s; leave it empty"),
    _("the location does nothing: fill in 'get' or 'upgrades'"),
    _("the trade brings nothing: fill in 'get' beside 'give'"),
    _("a fort cannot be covered by an exploration tile"),
    _("%(number)s cards for %(players)s players; there must be at least %(least)s"),
    _("no location has the link %(link)s; locations.csv has %(links)s"),
    _("benefit %(what)s is none of %(forms)s"),
    _("%(number)s kinds of tiles; there is room for %(most)s"),
    _("%(number)s tiles for stacks of %(stacked)s in all; there must be %(least)s to %(most)s"),
    _("symbols %(what)s: a pair has two of %(symbols)s, others have none"),
)


def picture(path: str, cells: Cells, say: Words) -> dict[str, Any]:
    """Returns what the template draws for one line, and what the table's macros look up."""
    words, name = WestWords(say.translations), path.partition("/")[2]
    found: dict[str, Any] = {
        "words": words,
        "names": [],
        "phase": "rules",
        "fees": True,
        "fresh": set(),
        "hinted": None,
        "moves": STILL,
        "states": defaultdict(lambda: "is-plain"),
        "labels": {},
        "repeats": defaultdict(tuple),
        "adjust_gain": "",
    }
    if name == "locations.csv":
        place = location(cells)
        return found | {"place": place, "labels": {0: does(words, place)}, "adjust_gain": cells["get"]}
    if name == "point_cards.csv":
        return found | {"card": PointCard(0, cells["cost"], int(cells["points"]), cells["symbol"], cells["benefit"])}
    if name == "bonus_tiles.csv":
        symbols = tuple(filter(None, cells["symbols"].split("+")))
        return found | {"bonus": Bonus(cells["score"], symbols, int(cells["points"]))}
    numbers = [int(cells[column] or 0) for column in ("upgrades", "settlers", "points")]
    return found | {"tile": Tile(0, "", cells["gain"], *numbers)}


def location(cells: Cells) -> DrawnLocation:
    """Lays out a location with nobody there; a card of the standard set lies at a fort and at a market."""
    trade = f"{cells['give']}>{cells['get']}" if cells["give"] else ""
    upgrades = int(cells["upgrades"] or 0)
    parts = ["" if trade else cells["get"], f"+{upgrades}" if upgrades else "", trade]
    kind, usual, settlers = cells["kind"], standard(GAME), int(cells["settlers"])
    assert isinstance(usual, WestSet)
    lying: dict[str, Any] = {}
    if kind == "fort":
        left = int(cells["bonus_stack"] or 0)
        tile = bonus(usual, usual.bonus_names.texts[0]) if left else None
        lying = {"card": claimable(usual, usual.point_names.texts[0]), "bonus": tile, "bonus_left": left}
    if kind == "market":
        lying = {"merchant": Merchant(0, usual.merchant_names.texts[usual.merchant_deck[0]])}
    return DrawnLocation(
        number=0,
        text="&".join(filter(None, parts)),
        kind=kind,
        printed=settlers,
        seat=None,
        settlers=0,
        fee=settlers,
        cut=0,
        why="",
        lacks="",
        decision="",
        working=False,
        cover=None,
        explore="",
        **lying,
    )
