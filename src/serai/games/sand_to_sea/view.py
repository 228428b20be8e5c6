"""What a seat of Sand to Sea may know (C-11): everything but the order of the merchant deck and the victory stack."""

from typing import Any

from serai.core.components import SPICES
from serai.core.numbers import NONE
from serai.core.phases import Phase
from serai.core.piece_names import cubes
from serai.core.views.lazy_views import Makers, Position, Row, Shown
from serai.core.views.parts import (
    CARAVAN,
    HAND,
    MERCHANTS,
    cost_words,
    counted,
    draw_merchant_row,
    headline,
    in_cubes,
    merchant_prices,
    named,
    plays_and_trades,
    scores,
)
from serai.games.sand_to_sea.notation_writing import phase_name, tiles
from serai.games.sand_to_sea.numbers import CLOSED, PARTS


def view(position: Position) -> Shown:
    """Returns the game's part of a view; every key is documented in docs/views/sand_to_sea.md."""
    return Shown(KEYS, position)


def number_or_none(number: int) -> int | None:
    """Returns a number, None for none."""
    return None if number == NONE else int(number)


def port(position: Position, tile: int) -> dict[str, Any]:
    """Returns the contents of a port."""
    if tile in (NONE, CLOSED):
        return {"tile": None, "points": 0, "closed": bool(tile == CLOSED)}
    return {
        "tile": position.pieces.victory_names[tile],
        "points": position.pieces.victory[tile].points,
        "closed": False,
    }


def reach(position: Position) -> dict[str, dict[str, Any]]:
    """Returns the spaces where the boat of the viewing seat can end or go next, if it may sail (SS-9)."""
    answers, names = position.answers, position.pieces.map.names
    steps, before, tolls = answers.steps, answers.before, answers.tolls
    free = int(answers.free[position.state.seat])
    return {
        names[space]: {
            "way": way(names, before, space, int(number)),
            "cards": max(0, int(number) - free),
            "toll": [int(seat) for seat in tolls[space] if seat != NONE],
        }
        for space, number in enumerate(steps)
        if number != NONE
    }


def way(names: tuple[str, ...], before: list[int], space: int, steps: int) -> list[str]:
    """Lists the spaces of a route up to its end."""
    found: list[str] = []
    for _ in range(steps):
        found.append(names[space])
        space = before[space]
    return found[::-1]


def outpost_costs(position: Position) -> dict[str, int]:
    """Returns what an outpost costs on each island (SS-10)."""
    costs = zip(position.pieces.map.names, position.answers.outposts, strict=True)
    return {name: int(cost) for name, cost in costs if cost != NONE}


def points_of(position: Position, bits: int) -> list[int]:
    """Lists the points of points tiles."""
    return [points for number, points in enumerate(position.pieces.bonus.points) if int(bits) >> number & 1]


def lacks(position: Position, seat: int) -> dict[str, str]:
    """Returns the cubes that a player lacks for the tile of each port that has one (SS-13)."""
    tiles = position.state.ports.cards
    ports = zip(position.pieces.ports, tiles, position.answers.lacks[seat * len(tiles) :], strict=False)
    return {space: cubes(missing) for space, tile, missing in ports if tile not in (NONE, CLOSED)}


PLAYER: Makers = {
    **CARAVAN,
    **HAND,
    "spent": lambda position, seat: position.pieces.merchant_names.of_set(position.players[seat].spent),
    "boat": lambda position, seat: named(position.pieces.space_names, position.players[seat].boat),
    "free_steps": lambda position, seat: int(position.answers.free[seat]),
    "outposts": lambda position, seat: position.pieces.space_names.of_set(position.players[seat].outposts),
    "built": lambda position, seat: {
        symbol: int(number) for symbol, number in zip(SPICES, position.answers.built[seat], strict=True)
    },
    "columns_emptied": lambda position, seat: int(position.answers.emptied[seat]),
    "victory": lambda position, seat: position.pieces.victory_names.of_set(position.players[seat].victory),
    "lacks": lacks,
    "ends": lambda position, seat: bool(position.answers.ends[seat]),
    "hold": lambda position, seat: int(position.players[seat].hold),
    "sail": lambda position, seat: int(position.players[seat].sail),
    "points": lambda position, seat: points_of(position, position.players[seat].points),
    **scores(PARTS),
}


KEYS: Makers = {
    "repeats": plays_and_trades,
    "reach": reach,
    "phase": lambda position: phase_name(position.state),
    "turn_of": lambda position: None if position.state.phase == Phase.OVER else int(position.state.turn),
    "owed": lambda position: int(position.state.owed),
    "free_steps": lambda position: int(position.state.free),
    "toll_to": lambda position: number_or_none(position.state.payee),
    "column": lambda position: number_or_none(position.state.column),
    **MERCHANTS,
    "tiles": lambda position: tiles(position.pieces, position.state),
    "outpost_costs": outpost_costs,
    "ports": lambda position: dict(
        zip(position.pieces.ports, [port(position, tile) for tile in position.state.ports.cards], strict=True)
    ),
    "victory_left": lambda position: int(position.state.ports.left),
    "closed_within": lambda position: int(position.answers.closed_within),
    "hold_left": lambda position: int(position.state.hold),
    "sail_left": lambda position: int(position.state.sail),
    "points_left": lambda position: list(
        position.pieces.bonus.points[len(position.pieces.bonus.points) - position.state.points :]
    ),
    "claims_to_end": lambda position: int(position.answers.to_end),
    "groups": lambda position: position.pieces.group_names.of_set(position.state.groups),
    "players": lambda position: Row(PLAYER, int(position.state.seats), position),
}


QUESTIONS = {
    "start": "to choose a group of starting cubes",
    "place": "to place the boat",
    "turn": "to acquire, play, sail, act or rest",
    "pay": "to pay {owed} more for {paying_for}, next onto {paying_onto}",
    "upgrade": "to upgrade {owed} more",
    "trade": "to trade {trading} again or stop",
    "sail": "to sail on or stop",
    "toll": "to give a cube as toll",
    "act": "to act where the boat is, or stop",
    "build": "to pay {owed} more for an outpost",
    "bonus": "to choose a bonus",
    "market": "to trade at the market or stop",
    "discard": "to discard down to the limit",
}


def draw(view: dict[str, Any]) -> str:
    """Draws a view as text: the rows, the map, the players."""
    lines = [
        f"Sand to Sea, round {view['round']}: {headline(view, QUESTIONS)}",
        f"merchants  {draw_merchant_row(view)}",
        "",
    ]
    lines += [*_map(view), "", f"bonus tiles: {_bonus(view)}"]
    if view["phase"] in ("start", "place"):
        lines.append(f"starting cubes: {' '.join(view['groups'])}")
    for seat in range(len(view["players"])):
        lines += _draw_player(view, seat)
    return "\n".join(lines)


def _bonus(view: dict[str, Any]) -> str:
    """Draws the piles of bonus tiles, and what is known of the victory stack."""
    points = " ".join(map(str, view["points_left"])) or "none"
    closed = f", the closed port among its top {view['closed_within']}" if view["closed_within"] else ""
    piles = f"hold {view['hold_left']}, sail {view['sail_left']}, points {points}"
    return f"{piles}; victory stack {view['victory_left']}{closed}"


WIDTH = 17


def _map(view: dict[str, Any]) -> list[str]:
    """Draws the hex map in five columns; each space shows its tile, boats (1 to 4) and outposts (a to d)."""
    columns: dict[str, list[str]] = {}
    for name in sorted([*view["tiles"], *view["ports"]]):
        columns.setdefault(name[0], []).append(name)
    tallest = max(map(len, columns.values()))
    rows = [[""] * len(columns) for _ in range(2 * tallest)]
    for column, names in enumerate(columns.values()):
        for place, name in enumerate(names):
            top = tallest - len(names) + 2 * place
            rows[top][column] = f"{name} {_tile(view, name)}"
            rows[top + 1][column] = f"   {_pieces(view, name)}"
    return ["".join(cell.ljust(WIDTH) for cell in row).rstrip() for row in rows]


def _tile(view: dict[str, Any], name: str) -> str:
    """Returns what is on a space."""
    if name in view["tiles"]:
        return "~ sea" if view["tiles"][name] == "sea" else str(view["tiles"][name])
    place = view["ports"][name]
    return (
        "port closed" if place["closed"] else f"port {place['tile']}={place['points']}" if place["tile"] else "port -"
    )


def _pieces(view: dict[str, Any], name: str) -> str:
    """Returns the boats and outposts on a space, by seat number."""
    boats = "".join(f" boat{seat + 1}" for seat, player in enumerate(view["players"]) if player["boat"] == name)
    posts = "".join(str(seat + 1) for seat, player in enumerate(view["players"]) if name in player["outposts"])
    return f"{f'post{posts}' if posts else ''}{boats}".strip()


def _draw_player(view: dict[str, Any], seat: int) -> list[str]:
    """Draws what one player has."""
    player = view["players"][seat]
    delivered = counted(player["victory"], "delivered")
    tiles = f"hold {player['hold']}, sail {player['sail']}, points {' '.join(map(str, player['points'])) or '-'}"
    piles = "   ".join(f"{pile} {' '.join(player[pile]) or '-'}" for pile in ("hand", "played", "spent"))
    return [
        f"{'>' if view['decides'] == seat else ' '} {seat + 1} {view['names'][seat]}: {player['score']} points, "
        f"{delivered}, {len(player['outposts'])} outposts, {tiles}, boat at {player['boat'] or '-'}",
        f"    caravan {player['caravan'] or '-'} of {player['limit']}   {piles}",
    ]


def costs(view: dict[str, Any]) -> dict[str, str]:
    """Returns what legal decisions cost, as far as the view shows; for a step, the toll for stopping there."""
    tolls = {space: ", ".join(view["names"][seat] for seat in way["toll"]) for space, way in view["reach"].items()}
    sails = [text for text in view["legal"] if text.startswith("sail ") and tolls.get(text.split()[1])]
    found = {text: f"a toll to {tolls[text.split()[1]]} if you stop there" for text in sails}
    if "build" in view["legal"]:
        found["build"] = in_cubes(view["outpost_costs"][view["players"][view["seat"]]["boat"]])
    return cost_words(view, merchant_prices(view) | found)
