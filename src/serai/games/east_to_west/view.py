"""What a seat of From East to West may know (C-11): all but unknown parts of decks and covered bonus tiles."""

from collections.abc import Iterator
from typing import Any

from serai.core.notation.writing import members
from serai.core.numbers import NONE
from serai.core.piece_names import cubes
from serai.core.views.lazy_views import Makers, Position, Row, Shown
from serai.core.views.parts import CARAVAN, cost_words, counted, headline, named, repeats, scores, several
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.notation_writing import covered, phase_name
from serai.games.east_to_west.numbers import PARTS, Hindrance
from serai.games.east_to_west.pieces import SYMBOLS

HINDRANCES = {int(each): each.name.lower().replace("_", " ") for each in Hindrance} | {int(Hindrance.NOTHING): None}


def view(position: Position) -> Shown:
    """Returns the game's part of a view; every key is documented in docs/views/east_to_west.md."""
    return Shown(KEYS, position)


def point_card(pieces: WestSet, number: int) -> dict[str, Any]:
    """Returns what is printed on a point card."""
    card = pieces.points[number]
    details = {"settlers": str(card.settlers), "discount": card.link, "extra": f"{card.link}:{cubes(card.cubes)}"}
    benefit = f"{card.benefit}:{details[card.benefit]}" if card.benefit in details else card.benefit
    return {
        "card": pieces.point_names[number],
        "points": card.points,
        "symbol": SYMBOLS[card.symbol],
        "benefit": benefit,
    }


def next_point_card(position: Position) -> str | None:
    """Returns the top card of the face-up point deck."""
    row = position.state.points
    return position.pieces.point_names[row.deck[row.left - 1]] if row.left else None


def known_merchants(position: Position) -> list[str]:
    """Lists the cards that a refresh put under the merchant deck, in draw order."""
    state = position.state
    names: list[str] = position.pieces.merchant_names.in_row(list(state.merchants.deck[: state.known])[::-1])
    return names


def trades(position: Position) -> list[dict[str, Any]]:
    """Lists the trades that can be started or continued."""
    answers = position.answers
    works = repeats([f"work {text}" for text in position.pieces.location_names.texts], answers.work_times)
    routes = repeats([f"route {place + 1}" for place in range(len(answers.route_times))], answers.route_times)
    return works + routes + repeats(["use", "trade"], [answers.use_times, answers.trade_times])


FORT: Makers = {
    "card": lambda position, slot: (
        None
        if position.state.points.cards[slot] == NONE
        else point_card(position.pieces, int(position.state.points.cards[slot]))
    ),
    "bonus": lambda position, slot: (
        position.pieces.bonus_names[position.state.stacks[slot][position.state.heights[slot] - 1]]
        if position.state.heights[slot]
        else None
    ),
    "bonus_left": lambda position, slot: int(position.state.heights[slot]),
}


def standing(position: Position, place: int) -> int | None:
    """Returns the seat whose settlers stand on a location."""
    players = position.players
    return next((seat for seat in range(position.state.seats) if int(players[seat].placed) >> place & 1), None)


LOCATION: Makers = {
    "location": lambda position, place: position.pieces.location_names[place],
    "kind": lambda position, place: position.pieces.locations[place].kind,
    "printed": lambda position, place: position.pieces.locations[place].settlers,
    "link": lambda position, place: position.pieces.locations[place].link,
    "seat": standing,
    "settlers": lambda position, place: int(position.state.settlers[place]),
    "tile": lambda position, place: (
        covered(position.pieces, position.state).get(place) if place in position.pieces.covered else None
    ),
}


WORK: Makers = {
    "settlers": lambda position, place: int(position.answers.settlers[place]),
    "saved": lambda position, place: int(position.answers.saved[place]),
    "hindrance": lambda position, place: HINDRANCES[int(position.answers.hindrance[place])],
    "lacks": lambda position, place: cubes(position.answers.lacks[place]),
    "extra": lambda position, place: cubes(position.answers.extra[place]),
}


STOP: Makers = {
    "card": lambda position, seat, place: position.pieces.merchant_names[position.players[seat].route[place]],
    "settlers": lambda position, seat, place: int(position.players[seat].on_route[place]),
    "costs": lambda position, seat, place: (
        0 if position.players[seat].on_route[place] else int(position.answers.route[seat][place])
    ),
}


def route(position: Position, seat: int) -> Row:
    """Returns the trade route from the left, with the settlers its cards need."""
    return Row(STOP, sum(card != NONE for card in position.players[seat].route), position, seat)


def next_route_cost(position: Position, seat: int) -> int | None:
    """Returns the settlers that a card at the right end of the route would need, None for a full route."""
    costs = [
        cost
        for card, cost in zip(position.players[seat].route, position.answers.route[seat], strict=True)
        if card == NONE
    ]
    return int(costs[0]) if costs else None


PLAYER: Makers = {
    **CARAVAN,
    "board": lambda position, seat: int(position.players[seat].board),
    "working": lambda position, seat: int(position.answers.working[seat]),
    "reserve": lambda position, seat: int(position.players[seat].reserve),
    "route": route,
    "next_route_cost": next_route_cost,
    "spent": lambda position, seat: position.pieces.merchant_names.of_set(position.players[seat].spent),
    "claimed": lambda position, seat: position.pieces.point_names.of_set(position.players[seat].claimed),
    "ends": lambda position, seat: bool(position.answers.ends[seat]),
    "explored": lambda position, seat: position.pieces.tile_names.of_set(position.players[seat].explored),
    "bonus": lambda position, seat: position.pieces.bonus_names.in_row(position.players[seat].bonus),
    "bonus_points": lambda position, seat: [
        int(points)
        for tile, points in zip(position.players[seat].bonus, position.answers.bonus[seat], strict=True)
        if tile != NONE
    ],
    **scores(PARTS),
}


def tile(position: Position, number: int) -> dict[str, Any]:
    """Returns what is printed on an exploration tile."""
    return {"tile": position.pieces.tile_names[number], "points": position.pieces.exploration[number].points}


KEYS: Makers = {
    "repeats": trades,
    "work": lambda position: Row(WORK, len(position.pieces.locations), position),
    "stack_points": lambda position: [int(points) for points in position.answers.stacks],
    "phase": lambda position: phase_name(position.state),
    "owed": lambda position: int(position.state.owed),
    "again": lambda position: bool(position.state.again),
    "working": lambda position: named(position.pieces.location_names, position.state.place),
    "trading": lambda position: named(position.pieces.merchant_names, position.state.card),
    "forts": lambda position: Row(FORT, len(position.state.points.cards), position),
    "next_point_card": next_point_card,
    "points_left": lambda position: int(position.state.points.left),
    "markets": lambda position: [
        named(position.pieces.merchant_names, card) for card in position.state.merchants.cards
    ],
    "merchants_left": lambda position: int(position.state.merchants.left),
    "known_merchants": known_merchants,
    "locations": lambda position: Row(LOCATION, len(position.pieces.locations), position),
    "beside": lambda position: [tile(position, number) for number in members([position.state.beside])],
    "claims_to_end": lambda position: int(position.answers.to_end),
    "players": lambda position: Row(PLAYER, int(position.state.seats), position),
}


QUESTIONS = {
    "turn": "to work, use the route or rest",
    "market": "to use or keep the merchant",
    "replace": "to replace a card of the route",
    "upgrade": "to upgrade {owed} more",
    "trade": "to trade {trading} again or stop",
    "barter": "to trade {working} again or stop",
    "explore": "to take an exploration tile",
    "bonus": "to take the bonus tile or not",
    "swap": "to swap two cards of the route or not",
    "discard": "to discard down to ten cubes",
}


def draw(view: dict[str, Any]) -> str:
    """Draws a view as text: forts, markets, locations with settlers, players."""
    lines = [f"From East to West, round {view['round']}: {headline(view, QUESTIONS)}"]
    lines += [_fort(view, slot) for slot in range(len(view["forts"]))]
    lines.append(f"point deck {view['points_left']}, next {view['next_point_card'] or '-'}")
    lines += [_market(view, slot) for slot in range(len(view["markets"]))]
    known = f", at its bottom {' '.join(view['known_merchants'])}" if view["known_merchants"] else ""
    lines.append(f"merchant deck {view['merchants_left']}{known}")
    others = [each for each in _places(view) if each[0]["kind"] not in ("fort", "market")]
    lines += _columns([f"{place['location']} {settlers}" for place, settlers in others])
    lines.append(f"exploration {' '.join(tile['tile'] for tile in view['beside']) or '-'}")
    for seat in range(len(view["players"])):
        lines += _draw_player(view, seat)
    return "\n".join(lines)


def _places(view: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yields the locations, each with who stands there, what it costs the viewing seat, and why it is closed to it."""
    for place, asked in zip(view["locations"], view["work"], strict=True):
        there = [] if place["seat"] is None else [f"{view['names'][place['seat']]} {place['settlers']}"]
        yield place, f"[{', '.join([*there, *_price(place, asked)])}]"


def _price(place: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    """Writes the settlers that a location costs the viewing seat, or why it cannot work there (EW-7)."""
    number = str(asked["settlers"])
    costs = number if place["seat"] is None else f"costs {number}"
    match asked["hindrance"]:
        case None:
            return [costs]
        case "yours":
            return []
        case "covered":
            return [f"under {place['tile']}"]
        case "needs":
            return [f"needs {number}"]
        case "lacks" | "unpaid":
            return [costs, f"lacks {asked['lacks']}"]
        case why:
            return [why]


def _of_kind(view: dict[str, Any], kind: str) -> list[str]:
    """Writes the settlers of all forts or markets."""
    return [settlers for place, settlers in _places(view) if place["kind"] == kind]


def _fort(view: dict[str, Any], slot: int) -> str:
    """Draws a fort with its point card and bonus stack."""
    place = view["forts"][slot]
    card, bonus = place["card"], f"bonus {place['bonus']} ({place['bonus_left']})" if place["bonus"] else "no bonus"
    printed = f"{card['card']}={card['points']} {card['symbol']}, {card['benefit']}" if card else "-"
    return f"fort {slot + 1} {_of_kind(view, 'fort')[slot]}  {printed}; {bonus}"


def _market(view: dict[str, Any], slot: int) -> str:
    """Draws a market with its merchant."""
    return f"market {slot + 1} {_of_kind(view, 'market')[slot]}  {view['markets'][slot] or '-'}"


def _columns(texts: list[str], room: int = 96) -> list[str]:
    """Lays texts out in columns as wide as the longest text."""
    width = max(map(len, texts)) + 2
    columns = max(1, room // width)
    rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
    return ["".join(text.ljust(width) for text in row).rstrip() for row in rows]


def _draw_player(view: dict[str, Any], seat: int) -> list[str]:
    """Draws what one player has."""
    player = view["players"][seat]
    route = " ".join(f"{c['card']}*{c['settlers']}" if c["settlers"] else c["card"] for c in player["route"]) or "-"
    claimed = counted(player["claimed"], "claimed")
    return [
        f"{'>' if view['decides'] == seat else ' '} {view['names'][seat]}: {player['score']} points, {claimed}, "
        f"bonus {' '.join(player['bonus']) or '-'}, explored {' '.join(player['explored']) or '-'}",
        f"    caravan {player['caravan'] or '-'}   settlers {player['board']} + {player['reserve']} in reserve   "
        f"route {route}   spent {' '.join(player['spent']) or '-'}",
    ]


def costs(view: dict[str, Any]) -> dict[str, str]:
    """Returns what legal decisions cost and bring, as far as the view shows."""
    places = zip(view["locations"], view["work"], strict=True)
    found = {f"work {place['location']}": several(asked["settlers"], "settler") for place, asked in places}
    route = enumerate(view["players"][view["seat"]]["route"], 1)
    found |= {f"route {place}": several(stop["costs"], "settler") for place, stop in route}
    if "bonus" in view["legal"]:
        fort = int(view["working"].split()[1]) - 1
        found["bonus"] = f"{several(view['stack_points'][fort], 'point')} now"
    return cost_words(view, found)
