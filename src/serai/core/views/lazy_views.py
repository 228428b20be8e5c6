"""Views computed key by key: in full when all is needed, in part for a log of many positions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

Makers = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class Position:
    """A position: the component set, the fields of the state, and a source of the rules' answers.

    State and answers are NumPy records or `Fields`.
    """

    pieces: Any
    state: Any
    ask: Callable[[], Any]

    @cached_property
    def answers(self) -> Any:
        """The rules' answers about the position."""
        return self.ask()

    @cached_property
    def players(self) -> Any:
        """The players of the state."""
        return self.state.players


class Shown(Mapping[str, Any]):
    """A dictionary whose values are made on each access."""

    __slots__ = ("_about", "_makers")

    def __init__(self, makers: Makers, *about: Any) -> None:
        """Takes the makers by key, and the arguments of each call."""
        self._makers, self._about = makers, about

    def __getitem__(self, key: str) -> Any:
        """Makes a value."""
        return self._makers[key](*self._about)

    def __iter__(self) -> Iterator[str]:
        """Lists the keys."""
        return iter(self._makers)

    def __len__(self) -> int:
        """Counts the keys."""
        return len(self._makers)


class Row(Sequence[Shown]):
    """A list of dictionaries, each made on access."""

    __slots__ = ("_about", "_makers", "_size")

    def __init__(self, makers: Makers, size: int, *about: Any) -> None:
        """Takes makers by key; they are called with the given arguments and the index."""
        self._makers, self._size, self._about = makers, size, about

    @overload
    def __getitem__(self, place: int) -> Shown: ...

    @overload
    def __getitem__(self, place: slice) -> list[Shown]: ...

    def __getitem__(self, place: int | slice) -> Shown | list[Shown]:
        """Makes one item, or a slice."""
        if isinstance(place, slice):
            return [self[number] for number in range(self._size)[place]]
        return Shown(self._makers, *self._about, range(self._size)[place])

    def __iter__(self) -> Iterator[Shown]:
        """Makes one item after another."""
        return (Shown(self._makers, *self._about, place) for place in range(self._size))

    def __len__(self) -> int:
        """Counts the items."""
        return self._size


def in_full(value: Any) -> Any:
    """Makes a whole view, as plain data; compares types, since `isinstance` is slow for abstract classes."""
    kind = type(value)
    if kind is Shown:
        return {key: in_full(make(*value._about)) for key, make in value._makers.items()}
    if kind is Row or (kind is list and value and type(value[0]) is Shown):
        return [in_full(part) for part in value]
    return value
