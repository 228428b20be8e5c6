"""What a seat of Sand to Sea may know (C-11): everything but the order of the merchant deck and the victory stack."""

from typing import Any

from serai.notation.cards import MERCHANTS, cubes, plain
from serai.notation.sand_to_sea import (
    GROUPS,
    POINTS_TILES,
    PORTS,
    SPACES,
    VICTORY,
    phase_name,
    tiles,
)
from serai.rules import games
from serai.rules.caravans import LIMIT
from serai.rules.phases import Phase
from serai.rules.records import NONE, State
from serai.rules.sea_table import CLOSED, CLOSED_AMONG, MAP, STACK, VICTORY_TILES
from serai.views.parts import counted, draw_merchant_row, headline, merchant_row


def view(state: State) -> dict[str, Any]:
    """Returns the game's part of a view; every key is documented in docs/views/sand_to_sea.md."""
    return {
        "phase": phase_name(state),
        "turn_of": None if state.phase == Phase.OVER else int(state.turn),
        "owed": int(state.owed),
        "free_steps": int(state.free),
        "toll_to": None if state.payee == NONE else int(state.payee),
        "column": None if state.column == NONE else int(state.column),
        **merchant_row(state),
        "tiles": tiles(state),
        "ports": {name: port(state, number) for number, name in enumerate(PORTS)},
        "victory_left": int(state.ports.left),
        "closed_within": closed_within(state),
        "hold_left": int(state.hold),
        "sail_left": int(state.sail),
        "points_left": [int(plain(text)) for text in POINTS_TILES.texts[len(POINTS_TILES) - state.points :]],
        "groups": GROUPS.of_set(state.groups),
        "players": [_player(state, seat) for seat in range(state.seats)],
    }


def port(state: State, number: int) -> dict[str, Any]:
    """Returns what lies in a port."""
    tile = state.ports.cards[number]
    if tile in (NONE, CLOSED):
        return {"tile": None, "points": 0, "closed": bool(tile == CLOSED)}
    return {"tile": VICTORY[tile], "points": int(VICTORY_TILES[tile].points), "closed": False}


def closed_within(state: State) -> int:
    """Returns among how many tiles on top of the stack the closed port still is; 0 when it is out (SS-3)."""
    if CLOSED in state.ports.cards:
        return 0
    return int(CLOSED_AMONG - (len(STACK) + 1 - len(state.ports.cards) - state.ports.left))


def _player(state: State, seat: int) -> dict[str, Any]:
    """Returns what lies in front of one player, the hand included (C-11)."""
    player = state.players[seat]
    return {
        "caravan": cubes(player.caravan),
        "limit": int(LIMIT + 3 * player.hold),
        "hand": MERCHANTS.of_set(player.hand),
        "played": MERCHANTS.of_set(player.played),
        "spent": MERCHANTS.of_set(player.spent),
        "boat": None if player.boat == NONE else MAP.names[player.boat],
        "outposts": SPACES.of_set(player.outposts),
        "victory": VICTORY.of_set(player.victory),
        "hold": int(player.hold),
        "sail": int(player.sail),
        "points": [int(plain(text)) for text in POINTS_TILES.of_set(player.points)],
        "score": int(games.score(games.values_of(state), state, seat)),
    }


QUESTIONS = {
    "start": "to choose a group of starting cubes",
    "place": "to place the boat",
    "turn": "to acquire, play, sail, act or rest",
    "pay": "to pay {owed} more for {paying_for}",
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
    """Draws the hex map in five columns; each space tells its tile, boats (1 to 4) and outposts (a to d)."""
    columns: dict[str, list[str]] = {}
    for name in MAP.names:
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
    """Tells what lies on a space."""
    if name in view["tiles"]:
        return "~ sea" if view["tiles"][name] == "sea" else str(view["tiles"][name])
    place = view["ports"][name]
    return (
        "port closed" if place["closed"] else f"port {place['tile']}={place['points']}" if place["tile"] else "port -"
    )


def _pieces(view: dict[str, Any], name: str) -> str:
    """Tells the boats and outposts on a space, by the number of the seat."""
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
