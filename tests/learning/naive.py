"""Observations by another hand: written label by label from what `Game.view` shows a seat."""

from collections import Counter
from typing import Any

from serai import Game

Marks = dict[str, int]


def observation(game: Game, seat: int) -> Marks:
    """Returns every entry that is not 0 by its label."""
    view = game.view(seat)
    marks = {**table(game, view, seat), **GAMES[game.name](view, seat)}
    for step in range(game.players):
        player = view["players"][(seat + step) % game.players]
        own = {**everybody(player), **PLAYERS[game.name](view, player)}
        marks |= {f"+{step} {label}": value for label, value in own.items()}
    return {label: value for label, value in marks.items() if value}


def table(game: Game, view: dict[str, Any], seat: int) -> Marks:
    """Returns rounds, seats and whose turn it is; a game stopped by its limit is observed as if it went on."""
    phase = "turn" if view["stopped"] else view["phase"]
    turn_of = game.seat if view.get("turn_of") is None else view["turn_of"]
    marks = {"round": view["round"], f"players {game.players}": 1, f"own place {seat + 1}": 1}
    marks[f"turn of +{(turn_of - seat) % game.players}"] = 1
    if phase != "over":
        marks[f"decides +{(game.seat - seat) % game.players}"] = 1
    if view["rounds"]:
        marks |= {"capped": 1, "rounds left": view["rounds"] - view["round"]}
    marks["last round"] = int(triggered(view))
    marks[f"phase {phase}"] = 1
    marks["owed"] = view["owed"]
    if view["trading"]:
        marks[f"trading {view['trading']}"] = 1
    return marks


def triggered(view: dict[str, Any]) -> bool:
    """Returns whether a player has enough point cards or victory tiles to end the game."""
    kind = "victory" if view["game"] == "sand_to_sea" else "claimed"
    enough = {"sand_to_sea": 4, "east_to_west": 8, "spice_road": 6 if len(view["players"]) <= 3 else 5}
    return any(len(player[kind]) >= enough[view["game"]] for player in view["players"])


def merchants(view: dict[str, Any]) -> Marks:
    """Returns the row of merchants with the cubes on it."""
    marks = {"merchants left": view["merchants_left"]}
    for place, lying in enumerate(view["merchants"], 1):
        marks[f"merchants place {place} {lying['card']}"] = 1
        marks |= {f"on merchants place {place} {spice}": n for spice, n in Counter(lying["spices"]).items()}
        if lying["card"] == view["paying_for"]:
            marks[f"paying for place {place}"] = 1
    return marks


def everybody(player: dict[str, Any]) -> Marks:
    """Returns what every player of every game has."""
    marks = {"present": 1, "score": min(player["score"], 255)}
    for spice in "YRGB":
        cubes = player["caravan"].count(spice)
        marks |= {f"cubes {spice}": cubes, f"exactly {spice} {min(cubes, 10)}": 1}
    return marks


def each(label: str, things: list[Any]) -> Marks:
    """Marks each of some things."""
    return {f"{label} {thing}": 1 for thing in things}


def spice_road(view: dict[str, Any], seat: int) -> Marks:
    """Returns the rows and coins."""
    marks = {"points left": view["points_left"], "gold left": view["gold"], "silver left": view["silver"]}
    return marks | merchants(view) | each("points place", [f"{n} {p['card']}" for n, p in enumerate(view["points"], 1)])


def spice_road_player(view: dict[str, Any], player: dict[str, Any]) -> Marks:
    """Returns cards and coins of a player."""
    marks = {"gold": player["gold"], "silver": player["silver"], f"claims {len(player['claimed'])}": 1}
    return marks | each("hand", player["hand"]) | each("played", player["played"]) | each("claimed", player["claimed"])


def sand_to_sea(view: dict[str, Any], seat: int) -> Marks:
    """Returns the map, the ports and the piles."""
    marks = {f"{pile} left": view[f"{pile}_left"] for pile in ("victory", "hold", "sail")}
    marks |= {"points left": len(view["points_left"]), "closed within": view["closed_within"]}
    marks["free steps"] = view["free_steps"]
    if view["toll_to"] is not None:
        marks[f"toll to +{(view['toll_to'] - seat) % len(view['players'])}"] = 1
    if view["column"] is not None:
        marks[f"column {view['column'] + 1}"] = 1
    marks |= {f"island {space} {tile}": 1 for space, tile in view["tiles"].items() if tile != "sea"}
    for space, port in view["ports"].items():
        marks[f"port {space} {'closed' if port['closed'] else port['tile']}"] = int(
            port["closed"] or bool(port["tile"])
        )
    return marks | merchants(view) | each("group", view["groups"])


def sand_to_sea_player(view: dict[str, Any], player: dict[str, Any]) -> Marks:
    """Returns cards, boat, outposts and tiles of a player."""
    marks = {"hold": player["hold"], "sail": player["sail"]}
    for label, key in ("hand", "hand"), ("played", "played"), ("spent", "spent"), ("victory", "victory"):
        marks |= each(label, player[key])
    marks |= each("outpost", player["outposts"]) | each("bonus points", player["points"])
    marks |= each("boat", [player["boat"]] if player["boat"] else [])
    built = Counter(view["tiles"][space][0] for space in player["outposts"])
    return marks | each("built", [f"{symbol} {built[symbol]}" for symbol in "YRGB"])


def east_to_west(view: dict[str, Any], seat: int) -> Marks:
    """Returns forts, markets and locations."""
    marks = {"points left": view["points_left"], "merchants left": view["merchants_left"], "again": int(view["again"])}
    for number, fort in enumerate(view["forts"], 1):
        marks[f"bonus left fort {number}"] = fort["bonus_left"]
        marks |= each(f"points fort {number}", [fort["card"]["card"]] if fort["card"] else [])
        marks |= each(f"bonus fort {number}", [fort["bonus"]] if fort["bonus"] else [])
    marks |= each("next points", [view["next_point_card"]] if view["next_point_card"] else [])
    marks |= each("market", []) | {f"merchants market {n}": 0 for n in range(1, 5)}
    for number, card in enumerate(view["markets"], 1):
        marks |= each(f"merchants market {number}", [card] if card else [])
    below = len(view["known_merchants"])
    for place, card in enumerate(view["known_merchants"], 1):
        marks[f"comes as {card}"] = view["merchants_left"] - below + place
    for place in view["locations"]:
        marks[f"settlers at {place['location']}"] = place["settlers"]
        marks |= each(f"covered by {place['location']}", [place["tile"]] if place["tile"] else [])
    marks |= each("working", [view["working"]] if view["working"] else [])
    return marks | each("beside", [tile["tile"] for tile in view["beside"]])


def east_to_west_player(view: dict[str, Any], player: dict[str, Any]) -> Marks:
    """Returns settlers, route, cards and tiles of a player."""
    seat = view["players"].index(player)
    marks = {"board": player["board"], "reserve": player["reserve"], f"claims {min(len(player['claimed']), 8)}": 1}
    marks |= each("placed", [place["location"] for place in view["locations"] if place["seat"] == seat])
    for number, held in enumerate(player["route"], 1):
        marks |= {f"route place {number} {held['card']}": 1, f"on route place {number}": held["settlers"]}
    for key in "spent", "claimed", "explored":
        marks |= each(key, player[key])
    return marks | {f"bonus {tile}": count for tile, count in Counter(player["bonus"]).items()}


GAMES = {"spice_road": spice_road, "sand_to_sea": sand_to_sea, "east_to_west": east_to_west}
PLAYERS = {
    "spice_road": spice_road_player,
    "sand_to_sea": sand_to_sea_player,
    "east_to_west": east_to_west_player,
}
