"""Pieces as text: `YYR`, `+2`, `YY>RR`, a point card as its cost. No NumPy here: pages in a browser use it too."""

from collections.abc import Iterable, Sequence
from typing import SupportsInt

from serai.core.components import SPICES, Merchant
from serai.core.messages import brief

EMPTY = -1  # an empty slot of a row, `records.NONE`


class UnknownPiece(ValueError):
    """A text that does not name a piece of the set."""


def cubes(counts: Iterable[int]) -> str:
    """Writes (2, 1, 0, 0) as `YYR`."""
    return "".join(letter * int(count) for letter, count in zip(SPICES, counts, strict=True))


def merchant(card: Merchant) -> str:
    """Writes a merchant card: its cubes, `+n`, or its trade."""
    if card.kind == "upgrade":
        return f"+{card.upgrades}"
    return f"{cubes(card.give)}>{cubes(card.get)}" if card.kind == "trade" else cubes(card.get)


def plain(text: str) -> str:
    """Returns the text of a piece without its copy number: `YY` for `YY#2`."""
    return text.partition("#")[0]


class Names:
    """The texts of numbered pieces; a second piece with the same text gets `#2`."""

    def __init__(self, texts: Sequence[str], what: str, **special: int) -> None:
        """Names pieces in the order of their numbers; special pieces have numbers of their own."""
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
        """Counts the pieces, without special ones."""
        return len(self.texts)

    def get(self, text: str) -> int | None:
        """Returns the number of a piece, None if no piece has that text."""
        return self._numbers.get(text)

    def number(self, text: str) -> int:
        """Returns the number of a piece."""
        if text not in self._numbers:
            raise UnknownPiece(f"there is no {self.what} {brief(text)}")
        return self._numbers[text]

    def of_set(self, bits: SupportsInt) -> list[str]:
        """Lists the members of a bit set, lowest number first."""
        members = int(bits)
        return [text for number, text in self._texts.items() if members >> number & 1]

    def in_row(self, numbers: Iterable[int]) -> list[str]:
        """Lists pieces in order, skipping empty slots."""
        return [self[number] for number in numbers if number != EMPTY]
