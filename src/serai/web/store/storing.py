"""Rows, events and guests: read by everybody, written by one task."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row as Found
from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from serai.web.guests import Guest
from serai.web.refusals import NoSuchTable, Stale
from serai.web.store.engines import engine_for
from serai.web.store.schema import events as events_table
from serai.web.store.schema import guests as guests_table
from serai.web.store.schema import seats as seats_table
from serai.web.store.schema import tables as tables_table
from serai.web.store.upgrades import bring_up_to_date
from serai.web.store.writing import Do, Result, Writer
from serai.web.tables import Event, Row, Stage, options_body, options_of

MOST_LISTED = 100


@dataclass(frozen=True)
class Standing:
    """How a table stands after its last event, for the lists."""

    stage: Stage
    decides: int | None = None
    result: dict[str, Any] | None = None


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


class Store:
    """The database of the house; `Store.open` is the door."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Starts the writer over a database that is up to date."""
        self._engine = engine
        self._writer = Writer(engine)

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Opens a database, makes or migrates it first; raises DatabaseTooNew."""
        engine = engine_for(url)
        try:
            await bring_up_to_date(engine)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Stores what waits and lets the database go."""
        await self._writer.close()
        await self._engine.dispose()

    @property
    def commits(self) -> int:
        """How many transactions have been stored since the store was opened."""
        return self._writer.commits

    async def write(self, do: Do[Result]) -> Result:
        """Does something in a transaction, in turn with all else that is written."""
        return await self._writer.write(do)

    async def ready(self) -> bool:
        """Tells whether the database answers."""
        async with self._engine.connect() as connection:
            return (await connection.execute(select(1))).scalar() == 1

    async def new_guest(self, guest: Guest, now: float) -> None:
        """Stores a new guest."""
        values = {"id": guest.id, "name": guest.name, "made_at": now}
        await self._writer.write(lambda connection: connection.execute(guests_table.insert().values(values)))

    async def rename(self, guest_id: str, name: str) -> None:
        """Gives a guest another name."""
        change = update(guests_table).where(guests_table.c.id == guest_id).values(name=name)
        await self._writer.write(lambda connection: connection.execute(change))

    async def guest(self, guest_id: str) -> Guest | None:
        """Finds a guest."""
        found = await self._all(select(guests_table).where(guests_table.c.id == guest_id))
        return Guest(found[0].id, found[0].name) if found else None

    async def names(self, guest_ids: Sequence[str]) -> dict[str, str]:
        """Returns the names of guests by id."""
        found = await self._all(select(guests_table).where(guests_table.c.id.in_(guest_ids)))
        return {guest.id: guest.name for guest in found}

    async def new_table(self, row: Row, events: Sequence[Event], standing: Standing) -> None:
        """Stores a table with its first events."""

        async def do(connection: AsyncConnection) -> None:
            await connection.execute(tables_table.insert().values(_columns(row, standing)))
            await _add(connection, row.id, events)

        await self._writer.write(do)

    async def append(
        self, table_id: str, expected_number: int, events: Sequence[Event], standing: Standing | None = None
    ) -> None:
        """Adds events, all or none; raises Stale unless the last event is the expected one."""

        async def do(connection: AsyncConnection) -> None:
            await _expect(connection, table_id, expected_number, events)
            await _add(connection, table_id, events)
            changed = {"changed_at": events[-1].at, **({} if standing is None else _standing(standing))}
            await connection.execute(update(tables_table).where(tables_table.c.id == table_id).values(changed))

        await self._writer.write(do)

    async def table_row(self, table_id: str) -> Row | None:
        """Finds a table's row."""
        found = await self._all(select(tables_table).where(tables_table.c.id == table_id))
        return _row(found[0]) if found else None

    async def events(self, table_id: str, after: int = 0) -> list[Event]:
        """Lists the events of a table after a number."""
        query = select(events_table).where(events_table.c.table_id == table_id, events_table.c.number > after)
        return [_event(found) for found in await self._all(query.order_by(events_table.c.number))]

    async def tables_of(self, guest_id: str, stages: Sequence[Stage], limit: int = MOST_LISTED) -> list[Listed]:
        """Lists the tables that a guest made or sits at, the latest first."""
        sits = select(seats_table.c.table_id).where(seats_table.c.guest == guest_id)
        mine = tables_table.c.id.in_(sits) | (tables_table.c.maker == guest_id)
        return await self._listed(select(tables_table).where(mine, tables_table.c.stage.in_(stages)), limit)

    async def open_tables(self, limit: int = MOST_LISTED) -> list[Listed]:
        """Lists the tables with open seats that their makers opened to the house."""
        query = select(tables_table).where(tables_table.c.listed == 1, tables_table.c.stage == "open")
        return await self._listed(query, limit)

    async def running(self) -> list[str]:
        """Lists the ids of all tables at which a game is running."""
        query = select(tables_table.c.id).where(tables_table.c.stage == "running")
        return [found.id for found in await self._all(query.order_by(tables_table.c.changed_at))]

    async def _listed(self, query: "Select[Any]", limit: int) -> list[Listed]:
        """Runs the query of a list and finds who sits at its tables."""
        found = await self._all(query.order_by(tables_table.c.changed_at.desc()).limit(limit))
        holders = await self._holders([row.id for row in found])
        return [_entry(row, holders) for row in found]

    async def _holders(self, table_ids: list[str]) -> dict[tuple[str, int], Holder]:
        """Finds the holders of the seats of some tables."""
        joined = seats_table.outerjoin(guests_table, guests_table.c.id == seats_table.c.guest)
        query = select(seats_table, guests_table.c.name).select_from(joined)
        found = await self._all(query.where(seats_table.c.table_id.in_(table_ids)))
        return {(row.table_id, row.seat): Holder(row.guest, row.name, row.bot) for row in found}

    async def _all(self, query: "Select[Any]") -> Sequence["Found[Any]"]:
        """Reads all rows of a query."""
        async with self._engine.connect() as connection:
            found: Sequence[Found[Any]] = (await connection.execute(query)).all()
            return found


async def _expect(connection: AsyncConnection, table_id: str, number: int, events: Sequence[Event]) -> None:
    """Refuses events that do not come right after the last one that is stored."""
    if [event.number for event in events] != list(range(number + 1, number + 1 + len(events))) or not events:
        raise ValueError(f"events of table {table_id} do not follow {number} one by one")
    last = func.max(events_table.c.number)
    query = select(tables_table.c.id, last).outerjoin(events_table).where(tables_table.c.id == table_id)
    found = (await connection.execute(query.group_by(tables_table.c.id))).first()
    if found is None:
        raise NoSuchTable
    if (found[1] or 0) != number:
        raise Stale


async def _add(connection: AsyncConnection, table_id: str, events: Sequence[Event]) -> None:
    """Adds events, and what they say about who holds which seat."""
    if not events:
        return
    rows = [
        {"table_id": table_id, "number": event.number, "kind": event.kind, "body": event.body, "at": event.at}
        for event in events
    ]
    try:
        await connection.execute(events_table.insert(), rows)
    except IntegrityError:
        raise Stale from None
    for event in events:
        if event.kind in ("sat", "bot"):
            holder = {"guest": event.body.get("guest"), "bot": event.body.get("bot")}
            values = {"table_id": table_id, "seat": event.body["seat"], **holder}
            await connection.execute(seats_table.insert().values(values))
        elif event.kind == "left":
            here = (seats_table.c.table_id == table_id) & (seats_table.c.seat == event.body["seat"])
            await connection.execute(delete(seats_table).where(here))


def _columns(row: Row, standing: Standing) -> dict[str, Any]:
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
        "labels": list(row.labels),
        "listed": int(row.options.listed),
        **_standing(standing),
    }


def _standing(standing: Standing) -> dict[str, Any]:
    """Returns the columns of a standing."""
    return {"stage": standing.stage, "decides": standing.decides, "result": standing.result}


def _row(found: "Found[Any]") -> Row:
    """Reads a table's row."""
    return Row(
        found.id,
        found.game,
        int(found.seed, 16),
        found.players,
        options_of(found.options),
        found.maker,
        found.made_at,
        found.components,
        tuple(found.labels),
    )


def _event(found: "Found[Any]") -> Event:
    """Reads an event."""
    return Event(found.number, found.kind, found.body, found.at)


def _entry(row: "Found[Any]", holders: dict[tuple[str, int], Holder]) -> Listed:
    """Puts a line of a list together."""
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
