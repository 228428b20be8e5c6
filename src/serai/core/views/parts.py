"""What the views of several games share: the merchant row, scores, trades in a row, the headline, counted cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from serai.core.numbers import NONE
from serai.core.piece_names import Names, cubes
from serai.core.views.lazy_views import Makers, Position, Shown


def named(names: Names, number: int) -> str | None:
    """Returns the name of a piece, None for none."""
    return None if number == NONE else names[number]


PLACE: Makers = {
    "card": lambda position, slot, card, spices: position.pieces.merchant_names[card],
    "spices": lambda position, slot, card, spices: cubes(spices),
    "price": lambda position, slot, card, spices: int(position.answers.prices[slot]),
}


def merchant_row(position: Position) -> list[Shown]:
    """Returns the merchant row: each card with the cubes on it and its cost."""
    row = position.state.merchants
    places = enumerate(zip(row.cards, row.spices, strict=True))
    return [Shown(PLACE, position, slot, card, spices) for slot, (card, spices) in places if card != NONE]


def paying_for(position: Position) -> str | None:
    """Returns the merchant card that is being paid for."""
    state = position.state
    return None if state.slot == NONE else position.pieces.merchant_names[state.merchants.cards[state.slot]]


def paying_onto(position: Position) -> str | None:
    """Returns the card of the row that the next cube is put on."""
    slot = position.answers.paying_onto
    return None if slot == NONE else position.pieces.merchant_names[position.state.merchants.cards[slot]]


MERCHANTS: Makers = {
    "paying_for": paying_for,
    "paying_onto": paying_onto,
    "trading": lambda position: named(position.pieces.merchant_names, position.state.card),
    "merchants": merchant_row,
    "merchants_left": lambda position: int(position.state.merchants.left),
}


def repeats(texts: Sequence[str], times: Iterable[int]) -> list[dict[str, Any]]:
    """Lists trading decisions, each with how many times in a row it can be done (C-2)."""
    found = zip(texts, times, strict=False)
    return [{"decision": text, "times": int(number)} for text, number in found if number]


def plays_and_trades(position: Position) -> list[dict[str, Any]]:
    """Lists the trades that can be played, and the one in use or at the market."""
    plays = repeats([f"play {text}" for text in position.pieces.merchant_names.texts], position.answers.play_times)
    return plays + repeats(["trade"], [position.answers.trade_times])


def score_parts(position: Position, seat: int, names: Sequence[str]) -> dict[str, int]:
    """Returns the parts of a score by name."""
    return {name: int(points) for name, points in zip(names, position.answers.parts[seat], strict=True)}


CARAVAN: Makers = {
    "caravan": lambda position, seat: cubes(position.players[seat].caravan),
    "limit": lambda position, seat: int(position.answers.limits[seat]),
}
HAND: Makers = {
    "hand": lambda position, seat: position.pieces.merchant_names.of_set(position.players[seat].hand),
    "played": lambda position, seat: position.pieces.merchant_names.of_set(position.players[seat].played),
}


def scores(names: Sequence[str]) -> Makers:
    """Makes the score of a seat and its parts by name."""
    return {
        "score": lambda position, seat: sum(map(int, position.answers.parts[seat])),
        "score_parts": lambda position, seat: score_parts(position, seat, names),
    }


def draw_merchant_row(view: dict[str, Any]) -> str:
    """Draws the row of merchant cards with the cubes on them."""
    cards = [f"{place['card']}({place['spices']})" if place["spices"] else place["card"] for place in view["merchants"]]
    return f"{'  '.join(cards)}   ({view['merchants_left']} in the deck)"


def headline(view: dict[str, Any], questions: dict[str, str]) -> str:
    """Says who decides what, or who won; `questions` words them by phase."""
    if view["over"]:
        ended = "stopped" if view["stopped"] else "over"
        return f"{ended}, {view['names'][view['winner']]} wins"
    return f"{view['names'][view['decides']]} {questions[view['phase']].format_map(view)}"


def counted(cards: Sequence[str], how: str) -> str:
    """Says how many cards were claimed or delivered, and which."""
    return f"{len(cards)} {how}: {' '.join(cards)}" if cards else f"none {how}"


def several(number: int, what: str) -> str:
    """Writes a number of things: `1 cube`, `2 cubes`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def in_cubes(price: int) -> str:
    """Writes a price in cubes."""
    return several(price, "cube") if price else "free"


def merchant_prices(view: Mapping[str, Any]) -> dict[str, str]:
    """Returns what acquiring each card of the row costs."""
    return {f"acquire {place['card']}": in_cubes(place["price"]) for place in view["merchants"]}


def cost_words(view: Mapping[str, Any], costs: Mapping[str, str]) -> dict[str, str]:
    """Returns the costs of legal decisions in words, and how many times in a row trades can be done."""
    times = {each["decision"]: f"up to {several(each['times'], 'time')}" for each in view["repeats"]}
    found = {text: [costs.get(text, ""), times.get(text, "")] for text in view["legal"]}
    return {text: ", ".join(filter(None, parts)) for text, parts in found.items() if any(parts)}
