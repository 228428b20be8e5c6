"""The decisions of a game as everyone saw them: what a log is written from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

View = Mapping[str, Any]


@dataclass(frozen=True)
class PublicStep:
    """One decision: who took it and what it revealed; `show` makes the view of that seat right after it."""

    text: str
    seat: int
    reveals: tuple[str, ...]
    show: Callable[[], View]

    @cached_property
    def view(self) -> View:
        """The view of the deciding seat right after the decision."""
        return self.show()
