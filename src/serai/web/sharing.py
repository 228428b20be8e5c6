"""One of several servers over one database: hears what the others store, and tells them who is alive here."""

import asyncio
import logging

from serai.web.house import House
from serai.web.store.news import News

LOG = logging.getLogger("serai.sharing")
LIVES_SECONDS = 5.0


class Sharing:
    """Keeps a house in step with the other servers of its database."""

    def __init__(self, url: str, house: House) -> None:
        """Knows the address of the database."""
        self._house = house
        self._news = News(url, house.live.hear, house.live.listening)
        self._telling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins in the background."""
        self._news.start()
        self._telling = asyncio.create_task(self._tell())

    async def close(self) -> None:
        """Ends, and leaves nothing half read."""
        await self._news.close()
        await self._house.live.settle()
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    async def _tell(self) -> None:
        """Tells from time to time who has given a sign of life."""
        while True:
            await asyncio.sleep(LIVES_SECONDS)
            try:
                await self._house.tell_lives()
            except Exception as error:
                LOG.warning("could not tell who is alive (%s); it is tried again", type(error).__name__)
