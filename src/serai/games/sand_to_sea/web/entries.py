"""The files of Sand to Sea as forms, and how their lines are drawn."""

from typing import Any

from serai.core.component_folders import standard
from serai.core.notation.cards import SPICES
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.numbers import HOLD
from serai.games.sand_to_sea.pieces import GAME, MAP_FILE
from serai.games.sand_to_sea.web.board import Bonus, bonus_label
from serai.games.sand_to_sea.web.cutouts import board, cut, open_spaces, ports, table
from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.entries import CUBES_HINT, Cells, Column, Sheet
from serai.web.drawing.words import Words

SYMBOLS = tuple((letter, letter) for letter in SPICES)
BOARD_FILE = f"{GAME}/player_board.csv"
SHEETS = (
    Sheet(
        MAP_FILE,
        _("Map"),
        whole=True,
        hint=_("First a drawing, in which * marks a port; then a line for each space with its neighbours."),
    ),
    Sheet(
        f"{GAME}/starting_spices.csv",
        _("Starting spices"),
        _("Group %(number)d"),
        (Column("spices", _("Spices"), "cubes", hint=CUBES_HINT),),
    ),
    Sheet(
        f"{GAME}/island_tiles.csv",
        _("Island tiles"),
        _("Island %(number)d"),
        (
            Column("symbol", _("Symbol"), "choice", SYMBOLS),
            Column("give", _("You give"), "cubes", hint=CUBES_HINT),
            Column("get", _("You get"), "cubes", hint=CUBES_HINT),
        ),
    ),
    Sheet(
        f"{GAME}/bonus_tiles.csv",
        _("Bonus tiles"),
        _("Bonus tile %(number)d"),
        (
            Column("kind", _("Kind"), "choice", (("hold", _("Hold")), ("sail", _("Sail")), ("points", _("Points")))),
            Column("copies", _("Copies"), "number"),
            Column("points", _("Points"), "number"),
        ),
        together=True,
    ),
    Sheet(
        f"{GAME}/victory_tiles.csv",
        _("Victory tiles"),
        _("Victory tile %(number)d"),
        (Column("cost", _("Cost"), "cubes", hint=CUBES_HINT), Column("points", _("Points"), "number")),
    ),
    Sheet(
        BOARD_FILE,
        _("Outpost board"),
        _("Row %(number)d"),
        (
            Column("symbol", _("Symbol"), "choice", SYMBOLS),
            *(Column(f"column_{number}", str(number), "number") for number in range(1, 5)),
        ),
        whole=True,
        fixed=True,
    ),
)
SENTENCES = (
    _("there must be six islands with the symbol %(letter)s"),
    _("there is room for %(most)s points tiles"),
    _("there must be one row for each of %(letters)s"),
    _("%(number)s groups; there must be %(least)s to %(most)s, as many as players at least"),
    _("%(number)s spaces and %(ports)s ports; there must be %(wanted)s and %(most)s"),
    _("%(space)s has a line already; write all its neighbours into one line"),
    _("%(space)s has %(number)s neighbours; there must be %(least)s to %(most)s"),
    _("%(space)s has the neighbour %(other)s, which does not have %(same)s"),
    _("%(space)s has the neighbour %(other)s twice"),
    _("%(space)s has the neighbour %(other)s, but does not touch it in the drawing"),
    _("%(space)s touches %(other)s in the drawing, but does not have it as a neighbour"),
    _("%(space)s is in line %(number)s of the drawing already"),
    _("%(space)s is not in the drawing"),
    _("%(space)s is in the drawing, but has no line with its neighbours"),
    _("%(space)s does not fit together with %(other)s: a column uses every second line, the next columns the others"),
    _("%(space)s cannot be reached from %(other)s; all spaces must be connected"),
    _("the columns must be in the order of the alphabet"),
    _("the drawing has %(columns)s columns and %(rows)s lines; the page has room for %(most)s and %(most_rows)s"),
)


def picture(path: str, cells: Cells, say: Words) -> dict[str, Any]:
    """Returns what the template draws for one line: a tile of the map, a bonus tile, or cubes."""
    name, usual, closed = path.partition("/")[2], standard(GAME), say.translations.gettext("closed")
    assert isinstance(usual, SeaSet)
    nothing: dict[str, Any] = {"tiles": {}, "ports": {}, "players": []}
    if name == "island_tiles.csv":
        space = open_spaces(usual)[0]
        island = f"{cells['symbol']}:{cells['give']}>{cells['get']}"
        label = f"{say.names[cells['symbol']]}: {say.card(island[2:])}"
        return {"cut": cut(usual, {**nothing, "tiles": {space: island}}, [space], closed), "label": label}
    if name == "victory_tiles.csv":
        space, points = ports(usual)[0], int(cells["points"])
        port = {"closed": False, "tile": cells["cost"], "points": points}
        told = say.translations.ngettext("%(num)d point", "%(num)d points", points) % {"num": points}
        label = f"{told}: {say.spices(cells['cost'])}"
        return {"cut": cut(usual, {**nothing, "ports": {space: port}}, [space], closed), "label": label}
    if name == "bonus_tiles.csv":
        points = int(cells["points"] or 0)
        tile = Bonus(cells["kind"], bonus_label(say.translations, cells["kind"], points), points)
        return {"bonus": tile, "hold_places": HOLD}
    return {"group": cells["spices"]}


def whole_picture(path: str, pieces: SeaSet, say: Words) -> dict[str, Any]:
    """Returns what the template draws for a whole file: the map, or the outpost board."""
    if path == BOARD_FILE:
        return {"board": board(pieces, say, dict.fromkeys(SPICES, 0))}
    closed = say.translations.gettext("closed")
    return {"cut": cut(pieces, table(pieces), pieces.map.names, closed), "label": say._("Map"), "full": True}
