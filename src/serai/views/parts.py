"""What the views of several games share: the merchant row, the headline, counted cards."""

from collections.abc import Sequence
from typing import Any

from serai.notation.cards import MERCHANTS, cubes
from serai.rules.records import NONE, State


def merchant_row(state: State) -> dict[str, Any]:
    """Returns the row with the cubes lying on it, its deck, and the cards being paid for and traded."""
    row = state.merchants
    return {
        "paying_for": None if state.slot == NONE else MERCHANTS[row.cards[state.slot]],
        "trading": None if state.card == NONE else MERCHANTS[state.card],
        "merchants": [
            {"card": card, "spices": cubes(spices)}
            for card, spices in zip(MERCHANTS.in_row(row.cards), row.spices, strict=False)
        ],
        "merchants_left": int(row.left),
    }


def draw_merchant_row(view: dict[str, Any]) -> str:
    """Draws the row of merchant cards with the cubes lying on them."""
    cards = [f"{place['card']}({place['spices']})" if place["spices"] else place["card"] for place in view["merchants"]]
    return f"{'  '.join(cards)}   ({view['merchants_left']} in the deck)"


def headline(view: dict[str, Any], questions: dict[str, str]) -> str:
    """Says who has to decide what, or who won; `questions` tells them by phase."""
    if view["over"]:
        ended = "stopped" if view["stopped"] else "over"
        return f"{ended}, {view['names'][view['winner']]} wins"
    return f"{view['names'][view['decides']]} {questions[view['phase']].format_map(view)}"


def counted(cards: Sequence[str], how: str) -> str:
    """Tells how many cards were claimed or delivered, and which."""
    return f"{len(cards)} {how}: {' '.join(cards)}" if cards else f"none {how}"
