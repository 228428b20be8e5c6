"""Cubes and cards as text: `YYR`, `+2`, `YY>RR`, a point card as its cost."""

from collections.abc import Iterable, Sequence

import numpy as np

from serai.notation.errors import BadPosition, brief
from serai.rules import components, questions
from serai.rules.records import NONE

SPICES = components.SPICES
MOST_CUBES = 127


def cubes(counts: Iterable[int]) -> str:
    """Writes (2, 1, 0, 0) as `YYR`."""
    return "".join(letter * int(count) for letter, count in zip(SPICES, counts, strict=True))


def parse_cubes(text: str) -> tuple[int, ...]:
    """Reads `YYR` as (2, 1, 0, 0); `-` is none."""
    letters = "" if text == "-" else text
    if any(letter not in SPICES for letter in letters):
        raise BadPosition(f"{brief(text)} is not made of the cubes {', '.join(SPICES)}")
    if len(letters) > MOST_CUBES:
        raise BadPosition(f"{len(letters)} cubes; there is room for {MOST_CUBES}")
    return tuple(letters.count(letter) for letter in SPICES)


def merchant(card: components.Merchant) -> str:
    """Writes a merchant card: what it gives, `+n`, or what it trades."""
    if card.kind == "upgrade":
        return f"+{card.upgrades}"
    return f"{cubes(card.give)}>{cubes(card.get)}" if card.kind == "trade" else cubes(card.get)


class Names:
    """The texts of numbered pieces; a second one of the same text gets `#2`."""

    def __init__(self, texts: Sequence[str], what: str, **special: int) -> None:
        """Names pieces in the order of their numbers; special pieces stand apart with numbers of their own."""
        self.what = what
        self.texts = [
            text if (copy := texts[: number + 1].count(text)) == 1 else f"{text}#{copy}"
            for number, text in enumerate(texts)
        ]
        self._numbers = {text: number for number, text in enumerate(self.texts)} | special
        self._texts = {number: text for text, number in self._numbers.items()}

    def __getitem__(self, number: int) -> str:
        """Returns the text of a piece."""
        return self._texts[int(number)]

    def __len__(self) -> int:
        """Counts the pieces, special ones left out."""
        return len(self.texts)

    def get(self, text: str) -> int | None:
        """Returns the number of a piece, None if there is none of that text."""
        return self._numbers.get(text)

    def number(self, text: str) -> int:
        """Returns the number of a piece."""
        if text not in self._numbers:
            raise BadPosition(f"there is no {self.what} {brief(text)}")
        return self._numbers[text]

    def of_set(self, bits: np.uint64) -> list[str]:
        """Lists the members of a set, lowest number first."""
        members = int(bits)
        return [text for number, text in self._texts.items() if members >> number & 1]

    def in_row(self, numbers: Iterable[int]) -> list[str]:
        """Lists pieces in order, leaving out empty places."""
        return [self[number] for number in numbers if number != NONE]


def plain(text: str) -> str:
    """Returns the text of a piece without the number of its copy: `YY#2` is `YY`."""
    return text.partition("#")[0]


MERCHANTS = Names([merchant(card) for card in components.merchant_cards()], "merchant card")


def common_decisions(base: int) -> dict[int, str]:
    """Returns the texts of the questions that all games ask, by action number."""
    texts = {base + questions.REST: "rest", base + questions.TRADE: "trade", base + questions.STOP: "stop"}
    for block, verb in (questions.PAY, "pay"), (questions.UPGRADE, "upgrade"), (questions.DISCARD, "discard"):
        texts |= {base + block + spice: f"{verb} {letter}" for spice, letter in enumerate(SPICES)}
    del texts[base + questions.UPGRADE + SPICES.index("B")]
    return texts
