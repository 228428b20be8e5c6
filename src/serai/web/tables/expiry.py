"""Closes tables that nobody joins: a day after their last event, if nobody but their maker sits at them."""

import asyncio
import logging
import time
from contextlib import suppress

from serai.web.refusals import Refused
from serai.web.tables.plans import Event
from serai.web.tables.service import House
from serai.web.tables.store import TableStanding
from serai.web.tables.table_cache import Clock

LOG = logging.getLogger("serai.expiry")
DAY = 24 * 60 * 60.0
LOOK_SECONDS = 600.0


async def close_unjoined(house: House, now: float) -> int:
    """Closes the tables that nobody joined and returns how many; a table that changes meanwhile stays open.

    The event follows the number that was read, so only one of several servers can store it. The tables are not loaded
    into memory: there may be many, and nothing has happened at them for a day.
    """
    count = 0
    for table_id, number in (await house.store.unjoined(now - DAY)).items():
        with suppress(Refused):
            await house.store.append(table_id, number, [Event(number + 1, "closed", {}, now)], TableStanding("closed"))
            house.cache.hear(table_id, number + 1)
            count += 1
    await house.cache.settle()
    return count


class Expiry:
    """Closes such tables when the server starts, and every ten minutes after that."""

    def __init__(self, house: House, clock: Clock = time.time, seconds: float = LOOK_SECONDS) -> None:
        """Keeps the house and the wall clock, by which events are dated."""
        self._house, self._clock, self._seconds = house, clock, seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts in the background."""
        self._task = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stops."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        """Looks for such tables periodically."""
        while True:
            try:
                await close_unjoined(self._house, self._clock())
            except Exception as error:
                LOG.warning("could not close tables that nobody joined (%s); it is tried again", type(error).__name__)
            await asyncio.sleep(self._seconds)
