"""Rows of face-up cards beside their decks (C-4)."""

import numpy as np

from serai.core.bits import NOTHING, Bitset, bit, first, rest_of
from serai.core.caravans import add
from serai.core.chance import Numbers, shuffle
from serai.core.compiled import compiled
from serai.core.records import NONE, SPICES, Cubes, Row


@compiled
def lay_out(row: Row, cards: Numbers, number: int, generator: Bitset) -> None:
    """Shuffles a number of cards into a deck and turns up one for each slot of the row (SR-1, SR-4)."""
    for place in range(len(row.deck)):
        row.deck[place] = cards[place] if place < number else NONE
    row.left = number
    shuffle(row.deck, row.left, generator)
    for place in range(len(row.cards)):
        row.cards[place] = draw(row)


@compiled
def sweep(row: Row) -> None:
    """Removes all cubes from the merchant cards of a row."""
    for place in range(len(row.cards)):
        for spice in range(SPICES):
            row.spices[place, spice] = 0


@compiled
def draw(row: Row) -> int:
    """Draws the top card of the deck, NONE when it is empty (C-4)."""
    if row.left == 0:
        return NONE
    row.left -= 1
    card = row.deck[row.left]
    row.deck[row.left] = NONE
    return card


@compiled
def take(row: Row, slot: int) -> int:
    """Takes the card in a slot; the row closes and refills (C-4)."""
    card = row.cards[slot]
    close(row, slot)
    return card


@compiled
def close(row: Row, slot: int) -> None:
    """Slides the cards to the right of a slot left into it; the deck fills the last slot (C-4)."""
    last = len(row.cards) - 1
    for place in range(slot, last):
        row.cards[place] = row.cards[place + 1]
    row.cards[last] = draw(row)


@compiled
def take_merchant(row: Row, slot: int, caravan: Cubes) -> int:
    """Takes a merchant card and the cubes on it; cubes slide along with their cards (C-4, SR-7)."""
    add(caravan, row.spices[slot])
    last = len(row.cards) - 1
    for spice in range(SPICES):
        for place in range(slot, last):
            row.spices[place, spice] = row.spices[place + 1, spice]
        row.spices[last, spice] = 0
    return take(row, slot)


@compiled
def slot_of(row: Row, card: int) -> int:
    """Returns the slot of a card in the row."""
    slot = 0
    while row.cards[slot] != card:
        slot += 1
    return slot


@compiled
def first_cards(row: Row, places: int) -> np.uint64:
    """Returns the set of cards in the first slots of a row, skipping empty ones."""
    cards = NOTHING
    for slot in range(min(places, len(row.cards))):
        if row.cards[slot] != NONE:
            cards |= bit(row.cards[slot])
    return cards


@compiled
def hide(row: Row, generator: Bitset) -> None:
    """Puts a deck into a new random order that depends only on its cards (C-11)."""
    hide_above(row, 0, int(row.left), generator)


@compiled
def hide_above(row: Row, bottom: int, top: int, generator: Bitset) -> None:
    """Reorders the cards of a deck between two heights; those outside are known and stay (C-11)."""
    cards = NOTHING
    for place in range(bottom, top):
        cards |= bit(row.deck[place])
    for place in range(bottom, top):
        row.deck[place] = first(cards)
        cards = rest_of(cards)
    shuffle(row.deck[bottom:], top - bottom, generator)
