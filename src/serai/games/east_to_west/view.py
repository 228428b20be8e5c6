"""What a seat of From East to West may know (C-11): all but unknown parts of decks and covered bonus tiles."""

from typing import Any

from serai.core.notation.writing import members
from serai.core.numbers import NONE
from serai.core.piece_names import cubes
from serai.core.views.parts import CARAVAN, cost_words, counted, headline, named, repeats, scores, several
from serai.core.views.shown import Look, Makers, Row, Shown
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.notation_writing import covered, phase_name
from serai.games.east_to_west.numbers import PARTS, Hindrance
from serai.games.east_to_west.pieces import SYMBOLS

HINDRANCES = {int(each): each.name.lower().replace("_", " ") for each in Hindrance} | {int(Hindrance.NOTHING): None}


def view(look: Look) -> Shown:
    """Returns the game's part of a view; every key is documented in docs/views/east_to_west.md."""
    return Shown(KEYS, look)


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


def next_point_card(look: Look) -> str | None:
    """Returns the top card of the face-up point deck."""
    row = look.state.points
    return look.pieces.point_names[row.deck[row.left - 1]] if row.left else None


def known_merchants(look: Look) -> list[str]:
    """Lists the cards that a refresh put under the merchant deck, in draw order."""
    state = look.state
    names: list[str] = look.pieces.merchant_names.in_row(list(state.merchants.deck[: state.known])[::-1])
    return names


def trades(look: Look) -> list[dict[str, Any]]:
    """Lists the trades that can be started or continued."""
    answers = look.answers
    works = repeats([f"work {text}" for text in look.pieces.location_names.texts], answers.work_times)
    routes = repeats([f"route {place + 1}" for place in range(len(answers.route_times))], answers.route_times)
    return works + routes + repeats(["use", "trade"], [answers.use_times, answers.trade_times])


FORT: Makers = {
    "card": lambda look, slot: (
        None if look.state.points.cards[slot] == NONE else point_card(look.pieces, int(look.state.points.cards[slot]))
    ),
    "bonus": lambda look, slot: (
        look.pieces.bonus_names[look.state.stacks[slot][look.state.heights[slot] - 1]]
        if look.state.heights[slot]
        else None
    ),
    "bonus_left": lambda look, slot: int(look.state.heights[slot]),
}


def standing(look: Look, place: int) -> int | None:
    """Returns the seat whose settlers stand on a location."""
    players = look.players
    return next((seat for seat in range(look.state.seats) if int(players[seat].placed) >> place & 1), None)


LOCATION: Makers = {
    "location": lambda look, place: look.pieces.location_names[place],
    "kind": lambda look, place: look.pieces.locations[place].kind,
    "printed": lambda look, place: look.pieces.locations[place].settlers,
    "link": lambda look, place: look.pieces.locations[place].link,
    "seat": standing,
    "settlers": lambda look, place: int(look.state.settlers[place]),
    "tile": lambda look, place: covered(look.pieces, look.state).get(place) if place in look.pieces.covered else None,
}


WORK: Makers = {
    "settlers": lambda look, place: int(look.answers.settlers[place]),
    "saved": lambda look, place: int(look.answers.saved[place]),
    "hindrance": lambda look, place: HINDRANCES[int(look.answers.hindrance[place])],
    "lacks": lambda look, place: cubes(look.answers.lacks[place]),
    "extra": lambda look, place: cubes(look.answers.extra[place]),
}


STOP: Makers = {
    "card": lambda look, seat, place: look.pieces.merchant_names[look.players[seat].route[place]],
    "settlers": lambda look, seat, place: int(look.players[seat].on_route[place]),
    "costs": lambda look, seat, place: (
        0 if look.players[seat].on_route[place] else int(look.answers.route[seat][place])
    ),
}


def route(look: Look, seat: int) -> Row:
    """Returns the trade route from the left, with the settlers its cards need."""
    return Row(STOP, sum(card != NONE for card in look.players[seat].route), look, seat)


def next_route_cost(look: Look, seat: int) -> int | None:
    """Returns the settlers that a card at the right end of the route would need, None for a full route."""
    costs = [
        cost for card, cost in zip(look.players[seat].route, look.answers.route[seat], strict=True) if card == NONE
    ]
    return int(costs[0]) if costs else None


PLAYER: Makers = {
    **CARAVAN,
    "board": lambda look, seat: int(look.players[seat].board),
    "working": lambda look, seat: int(look.answers.working[seat]),
    "reserve": lambda look, seat: int(look.players[seat].reserve),
    "route": route,
    "next_route_cost": next_route_cost,
    "spent": lambda look, seat: look.pieces.merchant_names.of_set(look.players[seat].spent),
    "claimed": lambda look, seat: look.pieces.point_names.of_set(look.players[seat].claimed),
    "ends": lambda look, seat: bool(look.answers.ends[seat]),
    "explored": lambda look, seat: look.pieces.tile_names.of_set(look.players[seat].explored),
    "bonus": lambda look, seat: look.pieces.bonus_names.in_row(look.players[seat].bonus),
    "bonus_points": lambda look, seat: [
        int(points)
        for tile, points in zip(look.players[seat].bonus, look.answers.bonus[seat], strict=True)
        if tile != NONE
    ],
    **scores(PARTS),
}


def tile(look: Look, number: int) -> dict[str, Any]:
    """Returns what is printed on an exploration tile."""
    return {"tile": look.pieces.tile_names[number], "points": look.pieces.exploration[number].points}


KEYS: Makers = {
    "repeats": trades,
    "work": lambda look: Row(WORK, len(look.pieces.locations), look),
    "stack_points": lambda look: [int(points) for points in look.answers.stacks],
    "phase": lambda look: phase_name(look.state),
    "owed": lambda look: int(look.state.owed),
    "again": lambda look: bool(look.state.again),
    "working": lambda look: named(look.pieces.location_names, look.state.place),
    "trading": lambda look: named(look.pieces.merchant_names, look.state.card),
    "forts": lambda look: Row(FORT, len(look.state.points.cards), look),
    "next_point_card": next_point_card,
    "points_left": lambda look: int(look.state.points.left),
    "markets": lambda look: [named(look.pieces.merchant_names, card) for card in look.state.merchants.cards],
    "merchants_left": lambda look: int(look.state.merchants.left),
    "known_merchants": known_merchants,
    "locations": lambda look: Row(LOCATION, len(look.pieces.locations), look),
    "beside": lambda look: [tile(look, number) for number in members([look.state.beside])],
    "claims_to_end": lambda look: int(look.answers.to_end),
    "players": lambda look: Row(PLAYER, int(look.state.seats), look),
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
    others = [place for place in view["locations"] if place["kind"] not in ("fort", "market")]
    lines += _columns([f"{place['location']} {_settlers(view, place)}" for place in others])
    lines.append(f"exploration {' '.join(tile['tile'] for tile in view['beside']) or '-'}")
    for seat in range(len(view["players"])):
        lines += _draw_player(view, seat)
    return "\n".join(lines)


def _settlers(view: dict[str, Any], place: dict[str, Any]) -> str:
    """Writes what a location costs or who stands on it."""
    if place["tile"]:
        return f"[under {place['tile']}]"
    return f"[{place['printed']}]" if place["seat"] is None else f"[{view['names'][place['seat']]} {place['settlers']}]"


def _at(view: dict[str, Any], kind: str, slot: int) -> str:
    """Writes the settlers of a fort or market."""
    return _settlers(view, [place for place in view["locations"] if place["kind"] == kind][slot])


def _fort(view: dict[str, Any], slot: int) -> str:
    """Draws a fort with its point card and bonus stack."""
    place = view["forts"][slot]
    card, bonus = place["card"], f"bonus {place['bonus']} ({place['bonus_left']})" if place["bonus"] else "no bonus"
    printed = f"{card['card']}={card['points']} {card['symbol']}, {card['benefit']}" if card else "-"
    return f"fort {slot + 1} {_at(view, 'fort', slot)}  {printed}; {bonus}"


def _market(view: dict[str, Any], slot: int) -> str:
    """Draws a market with its merchant."""
    return f"market {slot + 1} {_at(view, 'market', slot)}  {view['markets'][slot] or '-'}"


def _columns(texts: list[str], columns: int = 4, width: int = 24) -> list[str]:
    """Lays texts out in columns."""
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
