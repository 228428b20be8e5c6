"""Plays for bots: at every table whose deciding seat is a bot's, it thinks and decides at the pace of the table."""

import asyncio
import logging
import time

from serai.web.house import House
from serai.web.refusals import NoSuchTable, Refused
from serai.web.tables import Table
from serai.web.thinking import Thinking

LOG = logging.getLogger("serai.runner")
PACES = {"instant": 0.0, "brisk": 0.6, "calm": 1.5}
WITHIN_A_TURN = 0.6
AFTER_A_FAULT = 5.0


class Runner:
    """One task for each table at which a bot is asked; a table never has two."""

    def __init__(self, house: House, thinking: Thinking) -> None:
        """Plays for nobody yet."""
        self._house, self._thinking = house, thinking
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._closed = False

    async def start(self) -> None:
        """Takes up all tables that are running."""
        for table in await self._house.running():
            self.wake(table)

    async def close(self) -> None:
        """Stops playing; what was thought and not stored is thought again after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, table: str, number: int = 0) -> None:
        """Hears that a table has changed."""
        if self._closed:
            return
        self._changed.add(table)
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._play(table))

    async def _play(self, table: str) -> None:
        """Decides for bots until a person is asked and nothing has changed meanwhile."""
        try:
            while table in self._changed:
                self._changed.discard(table)
                try:
                    while await self._turn(table):
                        pass
                except Exception:
                    LOG.exception("a bot could not play; it is tried again")
                    await asyncio.sleep(AFTER_A_FAULT)
                    self._changed.add(table)
        finally:
            self._tasks.pop(table, None)

    async def _turn(self, table_id: str) -> bool:
        """Takes one decision; False when no bot is asked, or when all was refused because the table has changed."""
        try:
            table = await self._house.table(table_id)
        except NoSuchTable:
            return False
        if table.bot_asked is None or table.game is None:
            return False
        seat, bot = table.bot_asked
        due = table.changed_at + pause(table)
        decision = await self._thinking.decide(table.game, bot)
        await asyncio.sleep(max(0.0, due - time.time()))
        try:
            await self._house.bot_decide(table_id, seat, decision, table.number)
        except Refused:
            self._changed.add(table_id)
            return False
        return True


def pause(table: Table) -> float:
    """Returns how long a bot waits after the last event; within its turn it goes on a little faster."""
    seconds = PACES[table.options.pace]
    steps = table.game.steps() if table.game is not None else []
    same_turn = len(steps) > 1 and steps[-1].seat == table.decides and steps[-1].turn == steps[-2].turn
    return seconds * WITHIN_A_TURN if same_turn else seconds
