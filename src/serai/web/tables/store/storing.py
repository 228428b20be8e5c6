"""Rows, events and guests: read directly, written by the writer."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row as Found
from sqlalchemy import Select, delete, exists, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.web.guests import Guest
from serai.web.refusals import NoSuchTable, Refused, Stale
from serai.web.tables.plans import Event, Stage, TableRow
from serai.web.tables.store.engines import answered, engine_for, is_shared, keep_log, reaching
from serai.web.tables.store.engines import close as close_engine
from serai.web.tables.store.leasing import HELD, NOW, Leases
from serai.web.tables.store.news import announce
from serai.web.tables.store.rows import (
    Holder,
    Listed,
    TableStanding,
    columns,
    entry,
    event_of,
    row_of,
    standing_columns,
)
from serai.web.tables.store.schema import component_sets as sets_table
from serai.web.tables.store.schema import events as events_table
from serai.web.tables.store.schema import guests as guests_table
from serai.web.tables.store.schema import leases as leases_table
from serai.web.tables.store.schema import lives as lives_table
from serai.web.tables.store.schema import meta as meta_table
from serai.web.tables.store.schema import seats as seats_table
from serai.web.tables.store.schema import tables as tables_table
from serai.web.tables.store.sets import built_in_pieces, keep, kept_pieces
from serai.web.tables.store.upgrades import bring_up_to_date
from serai.web.tables.store.writing import Do, Result, Writer

MOST_LISTED = 100
MOST_KNOWN = 10_000
TRY_SECONDS = 1.0
ROOM = 65536


class Store:
    """The database of the house; opened with `Store.open`."""

    def __init__(self, engine: AsyncEngine, shared: bool = False) -> None:
        """Starts the writer over an up-to-date database; a shared one has other servers too."""
        self.shared = shared
        self.leases = Leases(engine, shared)
        self._engine = engine
        self._writer = Writer(engine, shared)
        self._known: dict[str, Guest] = {}
        self._changes = 0
        self._sets: set[str] = set()
        self._tried = -TRY_SECONDS

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Opens a database, creating or migrating it first; raises DatabaseTooNew."""
        engine = engine_for(url)
        try:
            with reaching():
                await keep_log(url)
                await bring_up_to_date(engine)
        except BaseException:
            await close_engine(engine)
            raise
        return cls(engine, is_shared(url))

    async def close(self) -> None:
        """Stores what is queued and closes the database."""
        await self._writer.close()
        await close_engine(self._engine)

    @property
    def commits(self) -> int:
        """The number of transactions committed since the store was opened."""
        return self._writer.commits

    async def write(self, do: Do[Result]) -> Result:
        """Runs `do` in a transaction, queued with all other writes; cached guests are dropped afterwards."""
        return await asyncio.shield(asyncio.create_task(self._changing_guests(do)))

    async def _changing_guests(self, do: Do[Result]) -> Result:
        """Writes, then clears the cached guests, even if the caller is gone by then."""
        try:
            return await self._writer.write(do)
        finally:
            self._changes += 1
            self._known.clear()

    async def ready(self) -> bool:
        """Checks that the database answers and is writable; writing is tried at most once a second."""
        answers = bool((await self._all(select(literal(1))))[0][0] == 1)
        if time.monotonic() >= self._tried + TRY_SECONDS:
            await self._writer.write(_try_room)
            self._tried = time.monotonic()
        return answers

    async def has_guests(self) -> bool:
        """Whether there is any guest."""
        return bool(await self._all(select(guests_table.c.id).limit(1)))

    async def secret(self) -> str:
        """Returns the secret that the servers of this database share, created by the first of them."""
        made = {"key": "secret", "value": secrets.token_hex(32)}
        making = insert(meta_table).values(made).on_conflict_do_nothing()
        await self._writer.write(lambda connection: connection.execute(making))
        return str((await self._all(select(meta_table.c.value).where(meta_table.c.key == "secret")))[0].value)

    async def new_guest(self, guest: Guest, now: float) -> None:
        """Stores a new guest."""
        values = {"id": guest.id, "name": guest.name, "made_at": now}
        await self._writer.write(lambda connection: connection.execute(guests_table.insert().values(values)))

    async def rename(self, guest_id: str, name: str) -> None:
        """Renames a guest."""
        change = update(guests_table).where(guests_table.c.id == guest_id).values(name=name)
        await self.write(lambda connection: connection.execute(change))

    async def guest(self, guest_id: str) -> Guest | None:
        """Finds a guest."""
        return (await self._guests([guest_id])).get(guest_id)

    async def names(self, guest_ids: Sequence[str]) -> dict[str, str]:
        """Returns the names of guests by id."""
        return {guest.id: guest.name for guest in (await self._guests(guest_ids)).values()}

    async def _guests(self, guest_ids: Sequence[str]) -> dict[str, Guest]:
        """Finds guests; unless the database is shared, they are cached until one of them changes."""
        known = {guest_id: self._known[guest_id] for guest_id in guest_ids if guest_id in self._known}
        missing = [guest_id for guest_id in guest_ids if guest_id not in known]
        if not missing:
            return known
        changes = self._changes
        found = await self._all(select(guests_table).where(guests_table.c.id.in_(missing)))
        read = {row.id: Guest(row.id, row.name) for row in found}
        if changes == self._changes and not self.shared:
            self._keep(read)
        return known | read

    def _keep(self, guests: dict[str, Guest]) -> None:
        """Caches guests; a full cache is cleared first."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known.update(guests)

    async def new_table(
        self, row: TableRow, events: Sequence[Event], standing: TableStanding, pieces: ComponentSet | None = None
    ) -> None:
        """Stores a table with its first events, and its component set unless it is already stored."""
        used = pieces or standard(row.game)
        missing = used.digest == row.components["digest"] and used.digest not in self._sets

        async def do(connection: AsyncConnection) -> None:
            if missing:
                await connection.run_sync(keep, used)
            await connection.execute(tables_table.insert().values(columns(row, standing, len(events))))
            await _add(connection, row.id, events)
            await announce(connection, row.id, len(events))

        await self._writer.write(do)
        self._sets.update([used.digest] if missing else [])

    async def component_files(self, digest: str) -> dict[str, str] | None:
        """Finds the files of a component set by its digest."""
        found = await self._all(select(sets_table.c.files).where(sets_table.c.digest == digest))
        return dict(found[0].files) if found else None

    async def pieces_of(self, row: TableRow) -> ComponentSet:
        """Returns the component set of a table; raises OtherComponents if it cannot be found."""
        return built_in_pieces(row) or kept_pieces(row, await self.component_files(row.components["digest"]))

    async def append(
        self, table_id: str, expected_number: int, events: Sequence[Event], standing: TableStanding | None = None
    ) -> None:
        """Adds events, all or none; raises Stale unless the last event is the expected one."""
        last = expected_number + len(events)
        if [event.number for event in events] != list(range(expected_number + 1, last + 1)) or not events:
            raise ValueError(f"events of table {table_id} do not follow {expected_number} one by one")
        changed = {
            "number": last,
            "changed_at": events[-1].at,
            **({} if standing is None else standing_columns(standing)),
        }
        expected = (tables_table.c.id == table_id) & (tables_table.c.number == expected_number)

        async def do(connection: AsyncConnection) -> None:
            if (await connection.execute(update(tables_table).where(expected).values(changed))).rowcount != 1:
                raise await _refusal(connection, table_id)
            await _add(connection, table_id, events)
            await announce(connection, table_id, last)

        await self._writer.write(do)

    async def table_row(self, table_id: str) -> TableRow | None:
        """Finds a table's row."""
        found = await self._all(select(tables_table).where(tables_table.c.id == table_id))
        return row_of(found[0]) if found else None

    async def events(self, table_id: str, after: int = 0) -> list[Event]:
        """Lists the events of a table after a number."""
        query = select(events_table).where(events_table.c.table_id == table_id, events_table.c.number > after)
        return [event_of(found) for found in await self._all(query.order_by(events_table.c.number))]

    async def numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Returns the last event numbers of some tables."""
        query = select(tables_table.c.id, tables_table.c.number).where(tables_table.c.id.in_(table_ids))
        return {found.id: found.number for found in await self._all(query)}

    async def note_lives(self, lives: dict[tuple[str, str], float]) -> None:
        """Stores how many seconds ago guests, by table and id, gave a sign of life, by the database's clock."""
        guests, tables = await self.names([who for _, who in lives]), await self.numbers([where for where, _ in lives])
        there = {who: ago for who, ago in sorted(lives.items()) if who[0] in tables and who[1] in guests}
        if not there:
            return
        rows = [{"table_id": table, "guest": guest, "at": NOW - ago} for (table, guest), ago in there.items()]
        noting = insert(lives_table).values(rows)
        later = noting.on_conflict_do_update(
            index_elements=["table_id", "guest"],
            set_={"at": noting.excluded.at},
            where=(lives_table.c.at < noting.excluded.at) | (lives_table.c.at > NOW),
        )
        await self._writer.write(lambda connection: connection.execute(later))

    async def lives(self, table_id: str) -> dict[str, float]:
        """Returns how many seconds ago the guests of a table gave a sign of life, as noted by the servers.

        Entries in the future are left out: the database's clock was set back since.
        """
        ago = (NOW - lives_table.c.at).label("ago")
        query = select(lives_table.c.guest, ago).where(lives_table.c.table_id == table_id, lives_table.c.at <= NOW)
        return {row.guest: row.ago for row in await self._all(query)}

    async def tables_of(self, guest_id: str, stages: Sequence[Stage], limit: int = MOST_LISTED) -> list[Listed]:
        """Lists the tables that a guest made or sits at, the latest first."""
        sits = select(seats_table.c.table_id).where(seats_table.c.guest == guest_id)
        mine = tables_table.c.id.in_(sits) | (tables_table.c.maker == guest_id)
        return await self._listed(select(tables_table).where(mine, tables_table.c.stage.in_(stages)), limit)

    async def open_tables(self, limit: int = MOST_LISTED) -> list[Listed]:
        """Lists the tables with open seats that their makers opened to the house."""
        query = select(tables_table).where(tables_table.c.listed == 1, tables_table.c.stage == "open")
        return await self._listed(query, limit)

    async def unjoined(self, before: float) -> dict[str, int]:
        """Returns the last event numbers of open tables with nobody but the maker and without events since `before`."""
        others = (seats_table.c.table_id == tables_table.c.id) & (seats_table.c.guest != tables_table.c.maker)
        query = select(tables_table.c.id, tables_table.c.number).where(
            tables_table.c.stage == "open", tables_table.c.changed_at < before, ~exists().where(others)
        )
        return {found.id: found.number for found in await self._all(query)}

    async def bots_asked(self) -> list[str]:
        """Lists the ids of all tables where a bot has to decide and no server holds the lease."""
        query = select(tables_table.c.id).where(tables_table.c.stage == "running", tables_table.c.bot_asked == 1)
        if self.shared:
            held = (leases_table.c.table_id == tables_table.c.id) & HELD
            query = query.where(~exists().where(held))
        return [found.id for found in await self._all(query.order_by(tables_table.c.changed_at))]

    async def _listed(self, query: "Select[Any]", limit: int) -> list[Listed]:
        """Runs the query of a list and finds who sits at its tables."""
        found = await self._all(query.order_by(tables_table.c.changed_at.desc()).limit(limit))
        holders = await self._holders([row.id for row in found])
        return [entry(row, holders) for row in found]

    async def _holders(self, table_ids: list[str]) -> dict[tuple[str, int], Holder]:
        """Finds the holders of the seats of some tables."""
        joined = seats_table.outerjoin(guests_table, guests_table.c.id == seats_table.c.guest)
        query = select(seats_table, guests_table.c.name).select_from(joined)
        found = await self._all(query.where(seats_table.c.table_id.in_(table_ids)))
        return {(row.table_id, row.seat): Holder(row.guest, row.name, row.bot) for row in found}

    async def read(self, query: "Select[Any]") -> Sequence["Found[Any]"]:
        """Reads all rows of a query, for what has a module of its own."""
        return await self._all(query)

    async def _all(self, query: "Select[Any]") -> Sequence["Found[Any]"]:
        """Reads all rows of a query."""
        with reaching():
            return await (answered(self._read(query)) if self.shared else self._read(query))

    async def _read(self, query: "Select[Any]") -> Sequence["Found[Any]"]:
        """Reads all rows of a query on a connection of the pool."""
        async with self._engine.connect() as connection:
            found: Sequence[Found[Any]] = (await connection.execute(query)).all()
            return found


async def _try_room(connection: AsyncConnection) -> None:
    """Writes a row and deletes it again; in SQLite it is long enough to need disk space."""
    value = func.zeroblob(ROOM) if connection.dialect.name == "sqlite" else ""
    await connection.execute(meta_table.insert().values(key="room", value=value))
    await connection.execute(delete(meta_table).where(meta_table.c.key == "room"))


async def _refusal(connection: AsyncConnection, table_id: str) -> Refused:
    """Returns the refusal of events that do not follow the last one."""
    found = (await connection.execute(select(tables_table.c.id).where(tables_table.c.id == table_id))).first()
    return NoSuchTable() if found is None else Stale()


async def _add(connection: AsyncConnection, table_id: str, events: Sequence[Event]) -> None:
    """Adds events, and updates who holds which seat."""
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
