"""The text seat: tables, local or remote, seen from the agent's seat as plain data without anything hidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class ToolError(ValueError):
    """A refused request; says why, and how to do it right."""


@dataclass(frozen=True)
class Snapshot:
    """A table from the agent's seat: its view, the others' decisions since the last snapshot, and whose turn it is."""

    view: dict[str, Any]
    happened: list[str]


class Tables(Protocol):
    """Tables that an agent may play at, in this process or on a server."""

    def bots(self) -> dict[str, str]:
        """Returns the bots with their descriptions."""

    def listed(self) -> list[str]:
        """Lists the agent's tables, one per line."""

    def new(self, game: str, bots: Sequence[str], rounds: int | None, components: str | None = None) -> str:
        """Begins a game against bots; returns the name of the table."""

    def position(self, table: str) -> Snapshot:
        """Returns the table once it is the agent's turn or the game is over."""

    def decide(self, table: str, decisions: Sequence[str]) -> None:
        """Takes decisions, all or none."""


def decision_line(name: str, decision: str, reveals: Sequence[str]) -> str:
    """Writes one decision of a player as a line."""
    return f"{name}: {decision}" + (f" (revealed {', '.join(reveals)})" if reveals else "")
