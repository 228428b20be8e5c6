"""What the position texts of all games share: lists, rows with decks, and `key value, key value` lines."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from serai.core import chance
from serai.core.bits import Bitset, set_of
from serai.core.component_set import ComponentSet
from serai.core.notation.cards import Names, parse_cubes
from serai.core.notation.errors import BadPosition, brief
from serai.core.notation.writing import deck as deck
from serai.core.notation.writing import listed as listed
from serai.core.notation.writing import merchant_row as merchant_row
from serai.core.piece_names import UnknownPiece
from serai.core.records import NONE, Row, State, empty_states

MOST_DIGITS = 9
LOADED = re.compile(r"(?P<card>[^()]+)\((?P<load>[^()]+)\)")


def unlisted(text: str) -> list[str]:
    """Splits a text joined by `listed`."""
    return [] if text.strip() == "-" else text.split()


def read_merchant_row(pieces: ComponentSet, row: Row, value: str) -> None:
    """Reads a row of merchants with the cubes on them."""
    front, slash, back = value.partition("/")
    cards = [LOADED.fullmatch(card) or card for card in unlisted(front)]
    texts = [card if isinstance(card, str) else card["card"] for card in cards]
    read_row(row, listed(texts) + slash + back, pieces.merchant_names)
    row.spices[:] = 0
    for slot, card in enumerate(cards):
        row.spices[slot] = parse_cubes("" if isinstance(card, str) else card["load"])


def read_row(row: Row, value: str, names: Names) -> None:
    """Reads a row and its deck, top card first; without `/`, the deck is left to `fill`."""
    front, slash, back = value.partition("/")
    cards = [names.number(text) for text in unlisted(front)]
    if len(cards) > len(row.cards):
        raise BadPosition(f"{len(cards)} cards in a row of {len(row.cards)}")
    row.cards[:] = NONE
    row.cards[: len(cards)] = cards
    read_deck(row, back if slash else None, names)


def read_deck(row: Row, back: str | None, names: Names) -> None:
    """Reads a deck, top card first; None leaves it to `fill`."""
    hidden = [names.number(text) for text in unlisted(back or "-")]
    if len(hidden) > len(row.deck):
        raise BadPosition(f"{len(hidden)} cards in a deck of {len(row.deck)} at most")
    row.deck[:] = NONE
    row.deck[: len(hidden)] = hidden[::-1]
    row.left = NONE if back is None else len(hidden)


def fill(
    row: Row, names: Names, everything: Sequence[int], held: Sequence[str], generator: Bitset | None = None
) -> None:
    """Fills a deck that was not given with all cards not elsewhere; no card may be in two places or a wrong one.

    A generator shuffles such a deck; without one it lies in the order of the files.
    """
    lying = names.in_row(row.cards) + (deck(row, names) if row.left != NONE else [])
    if strange := [text for text in lying if names.number(text) not in everything]:
        raise BadPosition(f"never in a row or its deck: {', '.join(strange)}")
    seen = [text for text in held if names.number(text) in everything] + names.in_row(row.cards)
    if row.left == NONE:
        hidden = [int(number) for number in everything if names[number] not in seen]
        if generator is not None:
            _shuffle(hidden, generator)
        row.deck[: len(hidden)] = hidden[::-1]
        row.left = len(hidden)
    once(seen + deck(row, names))


def _shuffle(cards: list[int], generator: Bitset) -> None:
    """Shuffles cards in place."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance.below(generator, last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def once(texts: Sequence[str]) -> None:
    """Checks that no piece is in two places."""
    if twice := sorted({text for text in texts if texts.count(text) > 1}):
        raise BadPosition(f"in two places: {', '.join(twice)}")


def parts(value: str, *known: str) -> dict[str, str]:
    """Reads `key value, key value`; each key must be known and appear once."""
    found: dict[str, str] = {}
    for part in value.split(","):
        key, _, what = part.strip().partition(" ")
        if key not in known:
            raise BadPosition(f"unknown: {brief(key)}; known: {', '.join(known)}")
        if key in found:
            raise BadPosition(f"{key!r} is said twice")
        found[key] = what.strip()
    return found


def said(found: dict[str, str], key: str) -> str:
    """Returns the value of a required key."""
    if key not in found:
        raise BadPosition(f"{key!r} is missing")
    return found[key]


def number_in(text: str, least: int, most: int) -> int:
    """Reads a whole number in a range."""
    if not text.isdecimal() or len(text) > MOST_DIGITS or not least <= int(text) <= most:
        raise BadPosition(f"{brief(text)} is not a whole number from {least} to {most}")
    return int(text)


def read_set(found: dict[str, str], key: str, names: Names) -> np.uint64:
    """Reads a set of pieces; empty if not given."""
    numbers = [names.number(text) for text in unlisted(found.get(key, "-"))]
    if twice := {names[number] for number in numbers if numbers.count(number) > 1}:
        raise BadPosition(f"twice in {key!r}: {', '.join(sorted(twice))}")
    return set_of(numbers)


def apart(names: Names, *piles: np.uint64) -> None:
    """Checks that no piece is in two piles of one player."""
    for place, pile in enumerate(piles):
        for other in piles[:place]:
            if pile & other:
                raise BadPosition(f"in two piles of one player: {', '.join(names.of_set(pile & other))}")


def begin(game: str, text: str, dtype: np.dtype[np.void], most: int) -> tuple[State, list[str]]:
    """Reads the head of a position; returns an empty state for its number of players, and the other lines."""
    head, *lines = [line.strip() for line in text.strip().splitlines()] or [""]
    found = re.fullmatch(rf"{game}, ([2-{most}]) players", head)
    if not found:
        raise BadPosition(f"line 1: {brief(head)} is not '{game}, N players' with N from 2 to {most}")
    state: State = empty_states(dtype, 1)[0]
    state.seats = int(found[1])
    return state, lines


def read_lines(lines: list[str], read: Callable[[str, str], None]) -> None:
    """Reads every `key: value` line, each key once; errors name the line."""
    seen: set[str] = set()
    for number, line in enumerate(lines, 2):
        key, _, value = (part.strip() for part in line.partition(":"))
        try:
            if key in seen:
                raise BadPosition(f"{brief(key)} is said twice")
            read(key, value)
        except (BadPosition, UnknownPiece) as error:
            raise BadPosition(f"line {number}: {error}") from None
        seen.add(key)
