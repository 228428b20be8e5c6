"""What the writing of all games shares. No NumPy here: the input may be a record, or Fields in a browser."""

from collections.abc import Iterable, Sequence
from typing import Any

from serai.core import numbers
from serai.core.component_set import ComponentSet
from serai.core.components import SPICES
from serai.core.piece_names import Names, cubes

Fields = Any  # a state, or a part of it: a NumPy record, or `serai.core.views.fields.Fields`


def listed(texts: Sequence[str]) -> str:
    """Joins texts; `-` when there are none."""
    return " ".join(texts) or "-"


def deck(row: Fields, names: Names) -> list[str]:
    """Lists a deck, top card first."""
    return names.in_row(row.deck[: row.left][::-1])


def draw_order(row: Fields, names: Names) -> list[str]:
    """Lists a row, then its deck: the order in which the cards of a newly set-up game are drawn."""
    return names.in_row(row.cards) + deck(row, names)


def merchant_row(pieces: ComponentSet, row: Fields) -> str:
    """Writes a row of merchants, each with the cubes lying on it in parentheses, and its deck."""
    texts = []
    for card, spices in zip(pieces.merchant_names.in_row(row.cards), row.spices, strict=False):
        texts.append(f"{card}({cubes(spices)})" if any(spices) else card)
    return f"{listed(texts)} / {listed(deck(row, pieces.merchant_names))}"


def shared_decisions(base: int) -> dict[int, str]:
    """Returns the texts of the questions that all games ask, by action number."""
    texts = {base + numbers.REST: "rest", base + numbers.TRADE: "trade", base + numbers.STOP: "stop"}
    for block, verb in (numbers.PAY, "pay"), (numbers.UPGRADE, "upgrade"), (numbers.DISCARD, "discard"):
        texts |= {base + block + spice: f"{verb} {letter}" for spice, letter in enumerate(SPICES)}
    del texts[base + numbers.UPGRADE + SPICES.index("B")]
    return texts


def members(words: Iterable[int]) -> list[int]:
    """Lists the members of a set given as 64-bit words, lowest first."""
    found: list[int] = []
    for base, word in enumerate(words):
        bits = int(word)
        while bits:
            lowest = bits & -bits
            found.append(64 * base + lowest.bit_length() - 1)
            bits ^= lowest
    return found
