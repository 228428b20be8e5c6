"""What the position texts of all games share: lists, rows with decks, and `key value, key value` lines."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from serai.notation.cards import MERCHANTS, Names, cubes, parse_cubes
from serai.notation.errors import BadPosition
from serai.rules.bits import set_of
from serai.rules.records import NONE, Row, State, empty_states


def listed(texts: Sequence[str]) -> str:
    """Joins texts, `-` when there are none."""
    return " ".join(texts) or "-"


def unlisted(text: str) -> list[str]:
    """Splits what `listed` has joined."""
    return [] if text.strip() == "-" else text.split()


def deck(row: Row, names: Names) -> list[str]:
    """Lists a deck, top card first."""
    return names.in_row(row.deck[: row.left][::-1])


def merchant_row(row: Row) -> str:
    """Writes a row of merchants, each with the cubes lying on it in parentheses, and its deck."""
    texts = []
    for card, spices in zip(MERCHANTS.in_row(row.cards), row.spices, strict=False):
        texts.append(f"{card}({cubes(spices)})" if spices.any() else card)
    return f"{listed(texts)} / {listed(deck(row, MERCHANTS))}"


def read_merchant_row(row: Row, value: str) -> None:
    """Reads a row of merchants with the cubes on them."""
    read_row(row, re.sub(r"\([A-Z]*\)", "", value), MERCHANTS)
    row.spices[:] = 0
    for slot, card in enumerate(unlisted(value.partition("/")[0])):
        found = re.search(r"\(([A-Z]*)\)", card)
        row.spices[slot] = parse_cubes(found[1] if found else "")


def read_row(row: Row, value: str, names: Names) -> None:
    """Reads a row and its deck, top card first; without `/` the deck is left to `fill`."""
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
    row.deck[:] = NONE
    row.deck[: len(hidden)] = hidden[::-1]
    row.left = NONE if back is None else len(hidden)


def fill(row: Row, names: Names, everything: Sequence[int], held: Sequence[str]) -> None:
    """Fills a deck that was not given with what is nowhere else, and sees that no card lies in two places."""
    seen = [text for text in held if names.number(text) in everything] + names.in_row(row.cards)
    if row.left == NONE:
        hidden = [int(number) for number in everything if names[number] not in seen]
        row.deck[: len(hidden)] = hidden[::-1]
        row.left = len(hidden)
    seen += deck(row, names)
    twice = sorted({text for text in seen if seen.count(text) > 1})
    if twice:
        raise BadPosition(f"in two places: {', '.join(twice)}")


def parts(value: str, *known: str) -> dict[str, str]:
    """Reads `key value, key value`; keys that are not known are an error."""
    found = dict(part.strip().partition(" ")[::2] for part in value.split(","))
    unknown = sorted(set(found) - set(known))
    if unknown:
        raise BadPosition(f"unknown: {', '.join(map(repr, unknown))}; known: {', '.join(known)}")
    return found


def number_in(text: str, least: int, most: int) -> int:
    """Reads a whole number in a range."""
    if not text.isdecimal() or not least <= int(text) <= most:
        raise BadPosition(f"{text!r} is not a whole number from {least} to {most}")
    return int(text)


def read_set(found: dict[str, str], key: str, names: Names) -> np.uint64:
    """Reads a set of pieces; one that is not given is empty."""
    return set_of([names.number(text) for text in unlisted(found.get(key, "-"))])


def begin(game: str, text: str, dtype: np.dtype[np.void], most: int) -> tuple[State, list[str]]:
    """Reads the head of a position; returns an empty state for so many players and the other lines."""
    head, *lines = [line.strip() for line in text.strip().splitlines()] or [""]
    found = re.fullmatch(rf"{game}, ([2-{most}]) players", head)
    if not found:
        raise BadPosition(f"line 1: {head!r} is not '{game}, N players' with N from 2 to {most}")
    state: State = empty_states(dtype, 1)[0]
    state.seats = int(found[1])
    return state, lines


def read_lines(state: State, lines: list[str], read: Callable[[State, str, str], None]) -> None:
    """Reads every `key: value` line; errors tell the line."""
    for number, line in enumerate(lines, 2):
        key, _, value = line.partition(":")
        try:
            read(state, key.strip(), value.strip())
        except (ValueError, KeyError, IndexError) as error:
            raise BadPosition(f"line {number}: {error}") from None
