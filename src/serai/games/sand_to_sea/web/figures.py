"""What the rules of Sand to Sea draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from serai.core.bits import set_of
from serai.core.caravans import LIMIT
from serai.core.component_folders import WITH, built_in, standard_name
from serai.core.notation.cards import SPICES, cubes, parse_cubes
from serai.core.notation.writing import members
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.pieces import GAME
from serai.games.sand_to_sea.rules import claims_to_end
from serai.games.sand_to_sea.rules.outposts import cubes_for_each
from serai.games.sand_to_sea.rules.state import HOLD
from serai.games.sand_to_sea.web import map as sea_map
from serai.games.sand_to_sea.web.board import Bonus, bonus_label
from serai.games.sand_to_sea.web.cutouts import Cut, Victory, View, board, cut, ports, table, victories
from serai.games.sand_to_sea.web.profile import PROFILE
from serai.games.sand_to_sea.web.variants import drawing
from serai.web.drawing import example_games, examples
from serai.web.drawing.words import Words

ROW = 4
SEATS = range(2, 5)
OVER = "YYYYRRRGGBB"


@dataclass(frozen=True)
class IslandFigure:
    """An island tile; `also` says whether its trade is also a merchant card of Spice Road."""

    symbol: str
    trade: str
    also: bool


@dataclass(frozen=True)
class Score(examples.Score):
    """A score added up, with the pieces that it counts."""

    tiles: tuple[Victory, ...]
    bonus: int


def score(pieces: SeaSet) -> Score:
    """Adds up a score with two outposts of each row of the board built (SS-17)."""
    chosen = examples.apart(range(len(pieces.victory)), claims_to_end(2))
    state, held = example_games.dealt(pieces, 2), "YRRB"
    player = state.players[0]
    player.victory, player.points = set_of(chosen), set_of([0] if pieces.bonus.points else [])
    player.outposts = set_of([space for market in state.markets for space in members([market])[:2]])
    player.caravan[:] = parse_cubes(held)
    victory, outposts, points, left = example_games.parts_of(pieces, state)
    tiles = victories(pieces)
    return Score(held, (victory, points, outposts, left), tuple(tiles[number] for number in chosen), points)


def islands(pieces: SeaSet) -> list[IslandFigure]:
    """Lists all islands by symbol."""
    traded = set(examples.deck(pieces, "trade"))
    found = []
    for tile in pieces.islands:
        trade = f"{cubes(tile.give)}>{cubes(tile.get)}"
        found.append(IslandFigure(SPICES[tile.symbol], trade, trade in traded))
    return found


def way(pieces: SeaSet) -> tuple[str, str, str]:
    """Finds three islands one step apart, as near to the middle of the map as possible."""
    land = {space for space, text in table(pieces)["tiles"].items() if text != "sea"}
    sheet = sea_map.sheet(pieces)
    middle = (sea_map.LEFT + sheet.width / 2, sea_map.TOP + sheet.height / 2)
    near = sorted(
        sorted(land),
        key=lambda space: sum(abs(a - b) for a, b in zip(sea_map.centre(pieces, space), middle, strict=True)),
    )
    return next(
        (first, second, third)
        for second in near
        for first in sorted(set(sheet.near[second]) & land)
        for third in sorted(set(sheet.near[second]) & land, reverse=True)
        if first != third and third not in sheet.near[first]
    )


def bonuses(pieces: SeaSet, say: Words) -> list[Bonus]:
    """Lists the kinds of bonus tiles with their numbers; for points tiles, the top one."""
    found = pieces.bonus
    kinds = [
        ("hold", 0, found.hold),
        ("sail", 0, found.sail),
        ("points", max(found.points, default=0), len(found.points)),
    ]
    return [Bonus(kind, bonus_label(say.translations, kind, points), points, left) for kind, points, left in kinds]


def maps(pieces: SeaSet, closed: str) -> dict[str, Any]:
    """Draws the map, its kinds of tiles and the examples on it."""
    return {
        "whole": cut(pieces, table(pieces), pieces.map.names, closed),
        **tiles_of_each_kind(pieces, closed),
        **voyages(pieces, closed),
        **at_ports(pieces, closed),
    }


def tiles_of_each_kind(pieces: SeaSet, closed: str) -> dict[str, Cut]:
    """Draws an island, the sea, a port and a closed port."""
    view = table(pieces)
    island = next(space for space, text in view["tiles"].items() if text != "sea")
    sea = next(space for space, text in view["tiles"].items() if text == "sea")
    return {
        "island": cut(pieces, view, [island], closed),
        "sea": cut(pieces, view, [sea], closed),
        "port": cut(pieces, view, ports(pieces)[:1], closed),
        "shut": cut(pieces, table(pieces, shut=0), ports(pieces)[:1], closed),
    }


def voyages(pieces: SeaSet, closed: str) -> dict[str, Any]:
    """Draws a boat that sails two steps, meets others and builds an outpost (SS-9, SS-10)."""
    first, second, third = way(pieces)
    sailed = sea_map.MapMarks(trail=(first, second, third))
    return {
        "sail_before": cut(pieces, table(pieces, [first]), way(pieces), closed),
        "sail_after": cut(pieces, table(pieces, [third]), way(pieces), closed, sailed),
        "toll": cut(pieces, table(pieces, [third, third, third]), [third], closed),
        "build_before": cut(pieces, table(pieces, [third], [[], [third]]), [third], closed),
        "build_after": cut(pieces, table(pieces, [third], [[third], [third]]), [third], closed),
        "built": table(pieces)["tiles"][third][0],
    }


def at_ports(pieces: SeaSet, closed: str) -> dict[str, Any]:
    """Draws a delivery, and what it does to the closed port (SS-13)."""
    port = ports(pieces)
    return {
        "deliver_before": cut(pieces, table(pieces, [port[0]]), [port[0]], closed),
        "closed_before": [cut(pieces, table(pieces, [None, port[2]], shut=1), [space], closed) for space in port],
        "closed_after": [cut(pieces, moved_on(pieces, port), [space], closed) for space in port],
        "delivered": examples.apart(victories(pieces), len(port) + 1)[0],
    }


def moved_on(pieces: SeaSet, port: Sequence[str]) -> View:
    """Shows the ports after a delivery at the third while the second was closed (SS-13)."""
    view = table(pieces, [None, port[2]], shut=2)
    new = examples.apart(victories(pieces), len(port) + 1)[-1]
    view["ports"][port[1]] = {"closed": False, "tile": new.cost, "points": new.points}
    return view


def outlines(say: Words) -> list[tuple[Markup, str, str]]:
    """Draws and describes the outlines to choose from, the standard one first."""
    told, name, _ = PROFILE.variants, standard_name(GAME), say.translations.gettext
    texts = {name: told.own, **{f"{name}{WITH}{key}": text for key, text in told.texts.items()}} if told else {}
    sets: dict[str, Any] = {key: built_in(GAME, key) for key in texts}
    return [(drawing(sets[key]), _(title), _(text)) for key, (title, text) in texts.items()]


def figures(pieces: SeaSet, say: Words) -> dict[str, Any]:
    """Returns everything the page draws."""
    drawn = maps(pieces, say.translations.gettext("closed"))
    built, row = drawn["built"], dict.fromkeys(SPICES, 1)
    before = row | {built: 0}
    tiles = victories(pieces)
    return {
        "limit": LIMIT,
        "hold_places": HOLD,
        "enough": claims_to_end(2),
        "maps": drawn,
        "outlines": outlines(say),
        "gaining": examples.gaining(examples.everybody(pieces)),
        "upgrading": examples.upgrading(examples.everybody(pieces)),
        "trading": examples.trading(pieces),
        "acquiring": examples.acquiring(pieces, ROW),
        "first_row": examples.fresh_row(pieces, ROW),
        "starting": examples.starting(pieces),
        "groups": [cubes(group) for group in pieces.groups],
        "board_full": board(pieces, say, dict.fromkeys(SPICES, 0)),
        "board_before": board(pieces, say, before),
        "board_after": board(pieces, say, row, built, 1),
        "bonuses": bonuses(pieces, say),
        "points_tiles": [
            Bonus("points", bonus_label(say.translations, "points", points), points) for points in pieces.bonus.points
        ],
        "paying": examples.mixed(pieces)[:2],
        "staying": examples.starting(pieces),
        "over": OVER,
        "returned": "Y",
        "score": score(pieces),
        "merchants": examples.all_merchants(pieces),
        "merchants_file": "spice_road/merchant_cards",
        "islands": islands(pieces),
        "victories": tiles,
        "counts": [(number, cubes_for_each(number)) for number in SEATS],
    }
