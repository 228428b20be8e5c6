"""Reads a record from its bytes and its description, without NumPy: `state.players[0].caravan`."""

from collections.abc import Callable, Mapping
from math import prod
from struct import Struct
from typing import Any

CODES = {"u8": "Q", "i8": "q", "u4": "I", "i4": "i", "u2": "H", "i2": "h", "u1": "B", "i1": "b", "f8": "d"}

Read = Callable[[bytes, int], Any]


class RecordLayout:
    """The offsets of a record's fields; the description is plain data, as `serai.core.records.described` writes it."""

    def __init__(self, description: Mapping[str, Any]) -> None:
        """Makes a reader for each field."""
        self.size: int = description["size"]
        self.readers: dict[str, Read] = {name: reader(*about) for name, *about in description["fields"]}

    def read(self, data: bytes) -> "Fields":
        """Reads a record from its bytes."""
        if len(data) != self.size:
            raise ValueError(f"{len(data)} bytes where a record has {self.size}")
        return Fields(self, data, 0)


class Fields:
    """A record whose fields are read on first access, and kept: a row of a view asks for the same ones again."""

    def __init__(self, layout: RecordLayout, data: bytes, start: int) -> None:
        """Takes the bytes and the offset of the record."""
        self._layout, self._data, self._start = layout, data, start

    def __getattr__(self, name: str) -> Any:
        """Reads a field that has not been read."""
        try:
            read = self._layout.readers[name]
        except KeyError:
            raise AttributeError(f"there is no field {name!r}") from None
        value = self.__dict__[name] = read(self._data, self._start)
        return value


def reader(offset: int, shape: list[int], kind: str | Mapping[str, Any]) -> Read:
    """Returns a reader of a number, a record, or a list of them, nested for two dimensions."""
    if not isinstance(kind, str):
        return record_reader(offset, shape, RecordLayout(kind))
    unpack = Struct(f"<{prod(shape)}{CODES[kind]}").unpack_from
    if not shape:
        return lambda data, start: unpack(data, start + offset)[0]
    if len(shape) == 1:
        return lambda data, start: unpack(data, start + offset)
    rows, size = range(0, prod(shape), shape[1]), shape[1]

    def read(data: bytes, start: int) -> Any:
        flat = unpack(data, start + offset)
        return [flat[row : row + size] for row in rows]

    return read


def record_reader(offset: int, shape: list[int], layout: RecordLayout) -> Read:
    """Returns a reader of a record inside a record, or of a list of them."""
    if not shape:
        return lambda data, start: Fields(layout, data, start + offset)
    places = [offset + number * layout.size for number in range(shape[0])]
    return lambda data, start: [Fields(layout, data, start + place) for place in places]
