"""Plays for bots: at every table whose deciding seat is a bot's, it thinks and decides at the pace of the table.

Of several servers over one database the one with a table's lease plays its bots; when it dies, another takes over.
"""

import asyncio
import logging
import time

from serai.web.house import House
from serai.web.refusals import NoSuchTable, OtherComponents, OtherRules, Refused
from serai.web.store import Unreachable
from serai.web.tables import Table
from serai.web.thinking import Thinking

LOG = logging.getLogger("serai.runner")
PACES = {"instant": 0.0, "brisk": 0.6, "calm": 1.5}
WITHIN_A_TURN = 0.6
AFTER_A_FAULT = 5.0
LOOK_SECONDS = 2.0


class Runner:
    """One task for each table at which a bot is asked; a table never has two."""

    def __init__(self, house: House, thinking: Thinking) -> None:
        """Plays for nobody yet."""
        self._house, self._thinking, self._leases = house, thinking, house.store.leases
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    async def start(self) -> None:
        """Takes up all tables at which a bot is asked; over a shared database it goes on looking for them."""
        for table in await self._house.store.bots_asked():
            self.wake(table)
        if self._leases.shared:
            self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stops playing; what was thought and not stored is thought again after the next start, or elsewhere."""
        self._closed = True
        tasks = [*self._tasks.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._leases.release()

    def hear(self, table: str, number: int) -> None:
        """Hears that a table has changed, here or at another server; what we know nothing of is not ours to play."""
        if table in self._house.live or self._leases.mine(table):
            self.wake(table)

    def wake(self, table: str) -> None:
        """Plays at a table if a bot is asked."""
        if self._closed:
            return
        self._changed.add(table)
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._play(table))

    async def _look(self) -> None:
        """Keeps the leases in use, and takes over the tables whose server is gone."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._leases.renew(self._tasks)
                for table in await self._house.store.bots_asked():
                    self.wake(table)
            except Exception as error:
                LOG.warning("could not look for bots to play (%s); it is tried again", type(error).__name__)

    async def _play(self, table: str) -> None:
        """Decides for bots until a person is asked and nothing has changed meanwhile."""
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
        """Takes one decision; False when no bot is asked, or when all was refused because the table has changed."""
        try:
            table = await self._house.table(table_id)
        except (NoSuchTable, OtherComponents, OtherRules):
            return False
        if table.bot_asked is None or table.game is None or not await self._leases.hold(table_id):
            return False
        seat, bot = table.bot_asked
        due = time.monotonic() + pause(table)
        decision = await self._thinking.decide(table.game, bot)
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        try:
            await self._house.bot_decide(table_id, seat, decision, table.number)
        except Refused:
            self._changed.add(table_id)
            return False
        return True


def pause(table: Table) -> float:
    """Returns how long a bot waits from when it is asked; within its turn it goes on a little faster."""
    seconds = PACES[table.options.pace]
    steps = table.game.steps() if table.game is not None else []
    same_turn = len(steps) > 1 and steps[-1].seat == table.decides and steps[-1].turn == steps[-2].turn
    return seconds * WITHIN_A_TURN if same_turn else seconds
