"""What the entries of an observation mean: one table per game, the source of all offsets for writer and page."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np

from serai.core.records import filled, record

Entries = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Where: TypeAlias = np.record

# This file counts for the cache, which looks for `core.compiled import`.
MOST = 255


@dataclass(frozen=True)
class Field:
    """Entries that belong together: `of` names each of them; `scale` divides an entry for a network."""

    name: str
    meaning: str
    of: Sequence[object] = ("",)
    scale: int = 1

    @property
    def labels(self) -> list[str]:
        """The name of each entry."""
        return [f"{self.name} {one}".rstrip() for one in self.of]


def pairs(places: Sequence[object], things: Sequence[object]) -> list[str]:
    """Names every thing at every place, place by place."""
    return [f"{place} {thing}" for place in places for thing in things]


def places(count: int) -> list[str]:
    """Names the places of a row, counted from 1."""
    return [f"place {number + 1}" for number in range(count)]


class Layout:
    """The offsets of a game's fields: first those of the table, then a block for each seat of a full table."""

    def __init__(self, game: str, seats: int, table: Sequence[Field], seat: Sequence[Field]) -> None:
        """Places the fields one after another."""
        self.game, self.seats, self.table, self.seat = game, seats, tuple(table), tuple(seat)
        self.begin = sum(len(field.of) for field in table)
        self.stride = sum(len(field.of) for field in seat)
        self.size = self.begin + seats * self.stride
        self._at = _starts(self.table)
        self._in_seat = _starts(self.seat)

    def at(self, name: str) -> int:
        """Returns the first entry of a field of the table."""
        return self._at[name]

    def in_seat(self, name: str) -> int:
        """Returns the first entry of a field of a seat, counted from the beginning of the seat's block."""
        return self._in_seat[name]

    def where(self, table: int, seat: int) -> Where:
        """Returns the offsets of all but the first fields, for compiled code: `owed`, in a seat's block `own_hand`.

        They depend on the component set, which determines how many cards of each kind there are.
        """
        fields = {"begin": self.begin, "stride": self.stride}
        fields |= {_word(field): self._at[field.name] for field in self.table[table:]}
        fields |= {f"own_{_word(field)}": self._in_seat[field.name] for field in self.seat[seat:]}
        return filled(record(*((name, np.int64) for name in fields)), **fields)

    def labels(self) -> list[str]:
        """Names every entry; `+0` is the observer's seat, `+1` the next."""
        names = [label for field in self.table for label in field.labels]
        for step in range(self.seats):
            names += [f"+{step} {label}" for field in self.seat for label in field.labels]
        return names

    def scales(self) -> Floats:
        """Returns what each entry is divided by for a network."""
        table = [field.scale for field in self.table for _ in field.of]
        seat = [field.scale for field in self.seat for _ in field.of]
        return np.array(table + self.seats * seat, np.float32)


def _word(field: Field) -> str:
    """Returns the name of a field as one word."""
    return field.name.replace(" ", "_")


def _starts(fields: Sequence[Field]) -> dict[str, int]:
    """Returns where each field begins when they are packed."""
    ends = list(accumulate(len(field.of) for field in fields))
    return {field.name: end - len(field.of) for field, end in zip(fields, ends, strict=True)}
