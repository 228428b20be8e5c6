"""News from other servers over the same PostgreSQL: the last event number of each table, and nothing else.

It comes on its own connection. Whenever that had to be reopened, anything may have changed meanwhile.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from serai.web.tables.store.engines import driver_connection

LOG = logging.getLogger("serai.news")
CHANNEL = "serai"
REWRITTEN = 0
SIGN_OF_LIFE = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0


async def announce(connection: AsyncConnection, table_id: str, number: int) -> None:
    """Announces an event to all servers, once it is committed; the one server of a SQLite file knows already."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_notify(CHANNEL, f"{table_id} {number}")))


class News:
    """Listens for news in the background."""

    def __init__(
        self, url: str, heard: Callable[[str, int], None], listening: Callable[[bool], Awaitable[None]]
    ) -> None:
        """Takes a callback for each piece of news, and one for when listening starts or stops."""
        self._url, self._heard, self._listening = url, heard, listening
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts listening in the background."""
        self._task = asyncio.create_task(self._run(), name="news")

    async def close(self) -> None:
        """Stops listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Listens, and reconnects whenever the connection is lost."""
        pause = FIRST_PAUSE
        while True:
            try:
                connection = await driver_connection(self._url)
                pause = FIRST_PAUSE
                try:
                    await self._listen(connection)
                finally:
                    connection.terminate()
                    await self._listening(False)
            except Exception as error:
                LOG.warning("no news from the database (%s); it is tried again", type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _listen(self, connection: Any) -> None:
        """Receives news until the connection is lost, which a regular query detects."""
        gone = asyncio.Event()
        connection.add_termination_listener(lambda _: gone.set())
        await connection.add_listener(CHANNEL, self._notified)
        await self._listening(True)
        while not gone.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(SIGN_OF_LIFE):
                    await gone.wait()
            if not gone.is_set():
                await connection.execute("SELECT 1", timeout=SIGN_OF_LIFE)

    def _notified(self, driver: Any, process: int, channel: str, text: str) -> None:
        """Reads a notification."""
        table_id, _, number = text.rpartition(" ")
        if table_id and number.isdigit():
            self._heard(table_id, int(number))
