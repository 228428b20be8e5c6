"""Plays the bots: at every table where a bot has to decide, gets its decision and stores it at once.

Pages show what is stored at the table's pace. Of several servers over one database, the one with a table's lease plays
its bots; if it dies, another takes over.
"""

import asyncio
import logging

from serai.web.refusals import NoSuchTable, OtherComponents, OtherGame, OtherRules, Refused
from serai.web.tables.bot_pool import BotPool
from serai.web.tables.service import House
from serai.web.tables.store import Unreachable

LOG = logging.getLogger("serai.bot_runner")
AFTER_A_FAULT = 5.0
LOOK_SECONDS = 2.0


class BotRunner:
    """One task for each table where a bot has to decide; a table never has two."""

    def __init__(self, house: House, bot_pool: BotPool) -> None:
        """Starts without tasks."""
        self._house, self._bot_pool, self._leases = house, bot_pool, house.store.leases
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    async def start(self) -> None:
        """Starts with all tables where a bot has to decide; over a shared database it keeps looking for more."""
        for table in await self._house.store.bots_asked():
            self.wake(table)
        if self._leases.shared:
            self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stops playing; decisions that were not stored are made again after the next start, or elsewhere."""
        self._closed = True
        tasks = [*self._tasks.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._leases.release()

    def hear(self, table: str, number: int) -> None:
        """Handles a change of a table, here or at another server; tables unknown here are not ours to play."""
        if table in self._house.cache or self._leases.mine(table):
            self.wake(table)

    def wake(self, table: str) -> None:
        """Plays at a table if a bot has to decide."""
        if self._closed:
            return
        self._changed.add(table)
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._play(table))

    async def _look(self) -> None:
        """Renews the leases in use, and takes over tables whose server is gone."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._leases.renew(self._tasks)
                for table in await self._house.store.bots_asked():
                    self.wake(table)
            except Exception as error:
                LOG.warning("could not look for bots to play (%s); it is tried again", type(error).__name__)

    async def _play(self, table: str) -> None:
        """Plays the bots until a person has to decide and nothing has changed meanwhile."""
        try:
            while table in self._changed:
                self._changed.discard(table)
                try:
                    while await self._turn(table):
                        pass
                except Exception as error:
                    away = isinstance(error, Unreachable)
                    LOG.error("a bot could not play (%s); it is tried again", error, exc_info=None if away else error)
                    await asyncio.sleep(AFTER_A_FAULT)
                    self._changed.add(table)
        finally:
            self._tasks.pop(table, None)

    async def _turn(self, table_id: str) -> bool:
        """Makes one decision; False if no bot has to decide, or if it was refused because the table has changed."""
        try:
            table = await self._house.table(table_id)
        except (NoSuchTable, OtherComponents, OtherGame, OtherRules):
            return False
        if table.bot_asked is None or table.game is None or not await self._leases.hold(table_id):
            return False
        seat, bot = table.bot_asked
        decision = await self._bot_pool.decide(table.game, bot)
        try:
            await self._house.bot_decide(table_id, seat, decision, table.number)
        except Refused:
            self._changed.add(table_id)
            return False
        return True
