"""Converts between database rows and tables, standings, events and list entries."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row as Found

from serai.web.tables.plans import Event, Stage, TableRow, options_body, options_of


@dataclass(frozen=True)
class TableStanding:
    """How a table stands after its last event, for the lists."""

    stage: Stage
    decides: int | None = None
    result: dict[str, Any] | None = None
    bot_asked: bool = False


@dataclass(frozen=True)
class Holder:
    """Who holds a seat of a listed table: a guest, with the name, or a bot; neither when the seat is open."""

    guest: str | None
    name: str | None
    bot: str | None


@dataclass(frozen=True)
class Listed:
    """A table as lists show it."""

    id: str
    game: str
    maker: str
    stage: Stage
    decides: int | None
    result: dict[str, Any] | None
    made_at: float
    changed_at: float
    labels: tuple[str | None, ...]
    holders: tuple[Holder, ...]


def columns(row: TableRow, standing: TableStanding, number: int) -> dict[str, Any]:
    """Returns the columns of a new table."""
    return {
        "id": row.id,
        "game": row.game,
        "seed": f"{row.seed:x}",
        "players": row.players,
        "options": options_body(row.options),
        "maker": row.maker,
        "made_at": row.made_at,
        "changed_at": row.made_at,
        "components": row.components,
        "rules": row.rules,
        "labels": list(row.labels),
        "listed": int(row.options.listed),
        "number": number,
        **standing_columns(standing),
    }


def standing_columns(standing: TableStanding) -> dict[str, Any]:
    """Returns the columns of a standing."""
    return {
        "stage": standing.stage,
        "decides": standing.decides,
        "bot_asked": int(standing.bot_asked),
        "result": standing.result,
    }


def row_of(found: "Found[Any]") -> TableRow:
    """Reads a table's row."""
    return TableRow(
        found.id,
        found.game,
        int(found.seed, 16),
        found.players,
        options_of(found.options),
        found.maker,
        found.made_at,
        found.components,
        tuple(found.labels),
        found.rules,
    )


def event_of(found: "Found[Any]") -> Event:
    """Reads an event."""
    return Event(found.number, found.kind, found.body, found.at)


def entry(row: "Found[Any]", holders: dict[tuple[str, int], Holder]) -> Listed:
    """Builds an entry of a list."""
    nobody = Holder(None, None, None)
    seated = tuple(holders.get((row.id, seat), nobody) for seat in range(row.players))
    return Listed(
        row.id,
        row.game,
        row.maker,
        row.stage,
        row.decides,
        row.result,
        row.made_at,
        row.changed_at,
        tuple(row.labels),
        seated,
    )
