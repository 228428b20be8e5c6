"""What a seat of From East to West may know (C-11): not the decks but their known parts, nor covered bonus tiles."""

from typing import Any

from serai.notation.cards import MERCHANTS, cubes
from serai.notation.east_to_west import BONUS_NAMES, LOCATIONS, POINTS, TILES, covered, phase_name
from serai.rules import games
from serai.rules.bits import has
from serai.rules.caravans import LIMIT
from serai.rules.records import NONE, State
from serai.rules.west_components import SYMBOLS
from serai.rules.west_table import CARDS_IN_FILE, EXPLORATION, PLACES
from serai.views.parts import counted, headline


def view(state: State) -> dict[str, Any]:
    """Returns the game's part of a view; every key is documented in docs/views/east_to_west.md."""
    known = MERCHANTS.in_row(state.merchants.deck[: state.known][::-1])
    return {
        "phase": phase_name(state),
        "owed": int(state.owed),
        "again": bool(state.again),
        "working": None if state.place == NONE else LOCATIONS[state.place],
        "trading": None if state.card == NONE else MERCHANTS[state.card],
        "forts": [fort(state, slot) for slot in range(len(state.points.cards))],
        "next_point_card": POINTS[state.points.deck[state.points.left - 1]] if state.points.left else None,
        "points_left": int(state.points.left),
        "markets": [None if card == NONE else MERCHANTS[card] for card in state.merchants.cards],
        "merchants_left": int(state.merchants.left),
        "known_merchants": known,
        "locations": [location(state, place) for place in range(len(PLACES))],
        "beside": [tile(number) for number in range(len(TILES)) if has(state.beside, number)],
        "players": [_player(state, seat) for seat in range(state.seats)],
    }


def point_card(number: int) -> dict[str, Any]:
    """Returns what is printed on a point card."""
    card = CARDS_IN_FILE[number]
    details = {"settlers": str(card.settlers), "discount": card.link, "extra": f"{card.link}:{cubes(card.cubes)}"}
    benefit = f"{card.benefit}:{details[card.benefit]}" if card.benefit in details else card.benefit
    return {"card": POINTS[number], "points": card.points, "symbol": SYMBOLS[card.symbol], "benefit": benefit}


def fort(state: State, slot: int) -> dict[str, Any]:
    """Returns the point card above a fort and the top of its bonus stack."""
    card, height = state.points.cards[slot], int(state.heights[slot])
    return {
        "card": None if card == NONE else point_card(int(card)),
        "bonus": BONUS_NAMES[state.stacks[slot, height - 1]] if height else None,
        "bonus_left": height,
    }


def tile(number: int) -> dict[str, Any]:
    """Returns what is printed on an exploration tile."""
    return {"tile": TILES[number], "points": int(EXPLORATION[number].points)}


def location(state: State, place: int) -> dict[str, Any]:
    """Returns what stands on a location."""
    owners = [seat for seat in range(state.seats) if has(state.players[seat].placed, place)]
    return {
        "location": LOCATIONS[place],
        "kind": PLACES[place].kind,
        "printed": PLACES[place].settlers,
        "link": PLACES[place].link,
        "seat": owners[0] if owners else None,
        "settlers": int(state.settlers[place]),
        "tile": covered(state).get(place),
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    """Returns what lies in front of one player (C-11)."""
    player = state.players[seat]
    return {
        "caravan": cubes(player.caravan),
        "limit": LIMIT,
        "board": int(player.board),
        "reserve": int(player.reserve),
        "route": [
            {"card": MERCHANTS[card], "settlers": int(settlers)}
            for card, settlers in zip(player.route, player.on_route, strict=True)
            if card != NONE
        ],
        "spent": MERCHANTS.of_set(player.spent),
        "claimed": POINTS.of_set(player.claimed),
        "explored": TILES.of_set(player.explored),
        "bonus": BONUS_NAMES.in_row(player.bonus),
        "score": int(games.score(games.values_of(state), state, seat)),
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
    """Tells what a location costs or who stands on it."""
    if place["tile"]:
        return f"[under {place['tile']}]"
    return f"[{place['printed']}]" if place["seat"] is None else f"[{view['names'][place['seat']]} {place['settlers']}]"


def _at(view: dict[str, Any], kind: str, slot: int) -> str:
    """Tells the settlers of a fort or market."""
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
