"""Which server plays the bots of a table: a row says so for ten seconds at a time, by the database's clock."""

import time
from collections.abc import Collection, Sequence

from sqlalchemy import Float, cast, delete, func, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import Executable

from serai.web.guests import new_id
from serai.web.tables.store.engines import answered, reaching
from serai.web.tables.store.schema import leases

SECONDS = 10.0

NOW = cast(func.extract("epoch", func.clock_timestamp()), Float)
# A lease that runs longer than any that is granted was written before the clock was set back.
HELD = leases.c.until.between(NOW, NOW + SECONDS)


class Leases:
    """The tables whose bots this server plays; over its own database it plays them all."""

    def __init__(self, engine: AsyncEngine, shared: bool, seconds: float = SECONDS) -> None:
        """Starts without leases."""
        self.shared = shared
        self.holder = new_id()
        self._engine, self._seconds = engine, seconds
        self._fresh: dict[str, float] = {}

    def mine(self, table_id: str) -> bool:
        """Whether this server was the last to play the bots of a table, as far as it knows."""
        return not self.shared or table_id in self._fresh

    async def hold(self, table_id: str) -> bool:
        """Takes or keeps the lease of a table; False while another server holds it."""
        if not self.shared or time.monotonic() < self._fresh.get(table_id, 0.0):
            return True
        asked = time.monotonic()
        wanted = insert(leases).values(table_id=table_id, holder=self.holder, until=NOW + self._seconds)
        free = (leases.c.holder == self.holder) | ~HELD
        change = {"holder": wanted.excluded.holder, "until": wanted.excluded.until}
        taking = wanted.on_conflict_do_update(index_elements=["table_id"], set_=change, where=free)
        taken = await self._write(taking.returning(leases.c.holder))
        if taken:
            # It counts as fresh for half its time and is then renewed, before others may take it.
            self._fresh[table_id] = asked + self._seconds / 2
        else:
            self._fresh.pop(table_id, None)
        return bool(taken)

    async def renew(self, table_ids: Collection[str]) -> None:
        """Renews the leases in use, so that they outlast a bot's long thinking; drops all others."""
        self._fresh = {table: until for table, until in self._fresh.items() if table in table_ids}
        if not self.shared or not self._fresh:
            return
        asked = time.monotonic()
        held = (leases.c.holder == self.holder) & leases.c.table_id.in_(list(self._fresh))
        keeping = update(leases).where(held).values(until=NOW + self._seconds).returning(leases.c.table_id)
        kept = await self._write(keeping)
        self._fresh = dict.fromkeys(kept, asked + self._seconds / 2)

    async def release(self) -> None:
        """Releases all leases, so that another server takes over at once."""
        self._fresh.clear()
        if self.shared:
            await self._write(delete(leases).where(leases.c.holder == self.holder).returning(leases.c.table_id))

    async def _write(self, change: Executable) -> Sequence[str]:
        """Changes leases; returns what the change returns."""

        async def do() -> Sequence[str]:
            async with self._engine.begin() as connection:
                return (await connection.execute(change)).scalars().all()

        with reaching():
            return await answered(do())
