"""Closes tables that nobody joins: a day after their last event, if nobody but their maker sits at them."""

import asyncio
import logging
import time
from contextlib import suppress

from serai.web.house import House
from serai.web.live import Clock
from serai.web.plans import Event
from serai.web.refusals import Refused
from serai.web.store import Standing

LOG = logging.getLogger("serai.closing")
DAY = 24 * 60 * 60.0
LOOK_SECONDS = 600.0


async def close_unjoined(house: House, now: float) -> int:
    """Closes what nobody joined, and returns how many tables that were; what somebody changes meanwhile stays open.

    The event follows the number that was found, so of several servers one alone can store it. The tables are not read
    into memory: there may be many, and nobody has looked at them for a day.
    """
    count = 0
    for table_id, number in (await house.store.unjoined(now - DAY)).items():
        with suppress(Refused):
            await house.store.append(table_id, number, [Event(number + 1, "closed", {}, now)], Standing("closed"))
            house.live.hear(table_id, number + 1)
            count += 1
    await house.live.settle()
    return count


class Closing:
    """Looks for such tables when the server starts, and from then on every ten minutes."""

    def __init__(self, house: House, clock: Clock = time.time, seconds: float = LOOK_SECONDS) -> None:
        """Knows the house and the time of day, by which events are stored."""
        self._house, self._clock, self._seconds = house, clock, seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins in the background."""
        self._task = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Ends."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        """Looks again and again."""
        while True:
            try:
                await close_unjoined(self._house, self._clock())
            except Exception as error:
                LOG.warning("could not close tables that nobody joined (%s); it is tried again", type(error).__name__)
            await asyncio.sleep(self._seconds)
