"""The tables in memory: built from the store on demand, one change at a time, in step with other servers."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from serai.core.component_set import ComponentSet
from serai.game import Step
from serai.record import result
from serai.web.refusals import NoSuchTable, Refused
from serai.web.tables.model import Table
from serai.web.tables.plans import Event, TableRow
from serai.web.tables.store import Store, TableStanding
from serai.web.tables.store.news import REWRITTEN
from serai.web.tables.store.sets import check_rules

LOG = logging.getLogger("serai.table_cache")
MOST_CACHED = 1000
MANY_EVENTS = 20

Happening = tuple[str, dict[str, Any]] | tuple[str, dict[str, Any], Step]
Clock = Callable[[], float]


class TableCache:
    """The recently used tables; a table here is never changed, but replaced by its successor."""

    def __init__(self, store: Store, clock: Clock, most: int = MOST_CACHED, steady: Clock = time.monotonic) -> None:
        """Starts empty; a server with its own database knows of every change, since it makes them all."""
        self.listeners: list[Callable[[str, int], None]] = []
        self._hears_all = not store.shared
        self._store, self._clock, self._most, self._steady = store, clock, most, steady
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._hearing: set[asyncio.Task[None]] = set()

    def __contains__(self, table_id: str) -> bool:
        """Whether a table is in memory."""
        return table_id in self._tables

    def known(self, table_id: str) -> Table | None:
        """Returns a table from memory, None if it is not there."""
        return self._tables.get(table_id)

    async def table(self, table_id: str, at_least: int = 0) -> Table:
        """Returns a snapshot of a table, built from its events if needed; later changes do not affect it.

        If it lacks the event `at_least`, which another server may have just stored, it is brought up to date first.
        """
        if table_id in self._tables and not self._behind(self._tables[table_id], at_least):
            self._tables.move_to_end(table_id)
            return self._tables[table_id]
        async with self._lock(table_id):
            known = table_id in self._tables
            table = await self._loaded(table_id)
            return await self._newest(table) if known and self._behind(table, at_least) else table

    def _behind(self, table: Table, at_least: int) -> bool:
        """Whether other servers may have stored events that are missing here."""
        return not self._hears_all or (self._store.shared and table.number < at_least)

    async def create(self, row: TableRow, happenings: list[Happening], pieces: ComponentSet | None = None) -> Table:
        """Stores a new table with its first events."""
        events = numbered(0, happenings, row.made_at)
        table = Table.of(row, events, pieces)
        table.asked_at = self._steady()
        await self._store.new_table(row, events, standing(table), table.pieces)
        self._keep(table)
        self._tell(table)
        return table

    async def change(
        self, table_id: str, happens: Callable[[Table], list[Happening]], alive: str | None = None
    ) -> Table:
        """Changes a table, one change at a time; it completes even if the caller is cancelled."""
        return await asyncio.shield(asyncio.create_task(self._changed(table_id, happens, alive)))

    @asynccontextmanager
    async def apart(self, table_id: str) -> AsyncIterator[None]:
        """Blocks changes to a table meanwhile; it is read again from the store afterwards."""
        async with self._lock(table_id):
            try:
                yield
            finally:
                self._tables.pop(table_id, None)

    def hear(self, table_id: str, number: int) -> None:
        """Handles news from another server: the number of a table's last event, or 0 if it was rewritten."""
        if number == REWRITTEN:
            self._in_background(self._forgotten(table_id))
        elif table_id not in self._tables:
            for listener in self.listeners:
                listener(table_id, number)
            if self._busy(table_id):
                # It is being read just now, perhaps without this event.
                self._in_background(self._caught_up(table_id))
        elif self._tables[table_id].number < number:
            self._in_background(self._caught_up(table_id))

    async def listening(self, hears_all: bool) -> None:
        """Starts or stops receiving every change; missed changes are caught up with."""
        self._hears_all = hears_all
        if not hears_all:
            return
        known = await self._store.numbers(list(self._tables))
        for table in list(self._tables.values()):
            # A table that has ended gets no more events, but may have been rewritten to forget a guest.
            ended = table.stage in ("over", "closed")
            self.hear(table.id, REWRITTEN if ended else known.get(table.id, REWRITTEN))
        for table_id in [each for each in list(self._locks) if each not in self._tables and self._busy(each)]:
            self._in_background(self._caught_up(table_id))

    async def settle(self) -> None:
        """Waits until all reported changes have been read."""
        await asyncio.gather(*self._hearing)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs work that follows from news without delaying further news."""
        task = asyncio.create_task(work)
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    async def _forgotten(self, table_id: str) -> None:
        """Drops a table from memory, after the change in progress."""
        async with self.apart(table_id):
            pass

    async def _caught_up(self, table_id: str) -> None:
        """Reads the new events of a table; if that fails, the whole table is read at its next use."""
        async with self._lock(table_id):
            if table_id not in self._tables:
                return
            try:
                await self._newest(self._tables[table_id])
            except Exception as error:
                LOG.warning("could not catch up with a table (%s)", type(error).__name__)
                self._tables.pop(table_id, None)

    async def _changed(self, table_id: str, happens: Callable[[Table], list[Happening]], alive: str | None) -> Table:
        """Checks and stores a change; a refusal stands only if the table has no events that were unknown here."""
        async with self._lock(table_id):
            table = await self._loaded(table_id)
            if alive is not None:
                table.alive(alive, self._steady())
            try:
                return await self._attempt(table, happens)
            except Refused:
                newest = await self._newest(table)
                if newest is table:
                    raise
                return await self._attempt(newest, happens)

    async def _attempt(self, table: Table, happens: Callable[[Table], list[Happening]]) -> Table:
        """Stores the events of a change, and only then replaces the live table."""
        events = numbered(table.number, happens(table), self._clock())
        if not events:
            return await self._unless_newer(table, happens)
        after = self._after(table, events)
        try:
            await self._store.append(table.id, table.number, events, standing(after))
        except Refused:
            raise
        except BaseException:
            self._tables.pop(table.id, None)
            raise
        self._keep(after)
        self._tell(after)
        return after

    async def _unless_newer(self, table: Table, happens: Callable[[Table], list[Happening]]) -> Table:
        """Returns a table that needs no change, unless newer events of other servers make one necessary."""
        newest = await self._newest(table) if self._store.shared else table
        return table if newest is table else await self._attempt(newest, happens)

    async def _newest(self, table: Table) -> Table:
        """Returns a table with the events that others have stored since; the caller holds its lock."""
        events = await self._store.events(table.id, table.number)
        if not events:
            return table
        after = self._after(table, events)
        self._keep(after)
        self._tell(after)
        return after

    def _after(self, table: Table, events: list[Event]) -> Table:
        """Returns a table after new events; a new question counts as asked now, whatever the clocks say."""
        after = after_events(table, events)
        if after.question > table.question:
            after.asked_at = self._steady()
        return after

    async def _loaded(self, table_id: str) -> Table:
        """Returns the live table, built from the store if it is not in memory; the caller holds its lock."""
        if table_id not in self._tables:
            row = await self._store.table_row(table_id)
            if row is None:
                raise NoSuchTable
            check_rules(row)
            pieces, events = await self._store.pieces_of(row), await self._store.events(table_id)
            if len(events) > MANY_EVENTS:
                table = await asyncio.to_thread(Table.of, row, events, pieces)
            else:
                table = Table.of(row, events, pieces)
            # An event dated in the future was stored before the clock was set back.
            table.asked_at = self._steady() - max(0.0, self._clock() - table.asked_at)
            self._keep(table)
        self._tables.move_to_end(table_id)
        return self._tables[table_id]

    def _keep(self, table: Table) -> None:
        """Keeps a table in memory and evicts the least recently used one that is not being changed."""
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        while len(self._tables) > self._most:
            oldest = next((key for key in self._tables if key != table.id and not self._busy(key)), None)
            if oldest is None:
                return
            del self._tables[oldest]

    def _busy(self, table_id: str) -> bool:
        """Whether a table is being changed."""
        lock = self._locks.get(table_id)
        return lock is not None and lock.locked()

    def _lock(self, table_id: str) -> asyncio.Lock:
        """Returns the lock of a table."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    def _tell(self, table: Table) -> None:
        """Notifies the listeners of the number of a table's last event."""
        for listener in self.listeners:
            listener(table.id, table.number)


def numbered(number: int, happenings: list[Happening], now: float) -> list[Event]:
    """Turns happenings into numbered events."""
    return [Event(number + place, kind, body, now, *step) for place, (kind, body, *step) in enumerate(happenings, 1)]


def after_events(table: Table, events: list[Event]) -> Table:
    """Returns a copy of a table after events; the live one is unchanged."""
    twin = table.twin()
    for event in events:
        twin.apply(event)
    return twin


def standing(table: Table) -> TableStanding:
    """Returns how a table stands."""
    told = result(table.game) if table.game and table.over else None
    return TableStanding(table.stage, table.decides, told, table.bot_asked is not None)
