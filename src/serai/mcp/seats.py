"""What a text seat is: tables somewhere, looked at from one's own seat, as plain data that holds nothing hidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Refused(ValueError):
    """Something that cannot be done; says why in words that help to do it right."""


@dataclass(frozen=True)
class Look:
    """A table from one's seat: its view, what others decided since the last look, and who is waited for."""

    view: dict[str, Any]
    happened: list[str]


class Tables(Protocol):
    """Tables that an agent may play at, in this process or on a server."""

    def bots(self) -> dict[str, str]:
        """Returns the bots with what they do."""

    def listed(self) -> list[str]:
        """Tells the agent's tables, one a line."""

    def new(self, game: str, bots: Sequence[str], rounds: int | None) -> str:
        """Begins a game against bots; returns the name of the table."""

    def look(self, table: str) -> Look:
        """Looks at a table once the agent is asked or the game is over."""

    def decide(self, table: str, decisions: Sequence[str]) -> None:
        """Takes decisions, all or none."""


def told(name: str, decision: str, reveals: Sequence[str]) -> str:
    """Tells one decision of a player in a line."""
    return f"{name}: {decision}" + (f" (revealed {', '.join(reveals)})" if reveals else "")
