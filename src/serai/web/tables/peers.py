"""One of several servers over one database: learns what the others store, and shares signs of life with them."""

import asyncio
import logging

from serai.web.tables.service import House
from serai.web.tables.store.news import News

LOG = logging.getLogger("serai.peers")
LIVES_SECONDS = 5.0


class Peers:
    """Keeps a house in step with the other servers of its database."""

    def __init__(self, url: str, house: House) -> None:
        """Prepares to listen to the database at `url`."""
        self._house = house
        self._news = News(url, house.cache.hear, house.cache.listening)
        self._telling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts in the background."""
        self._news.start()
        self._telling = asyncio.create_task(self._tell())

    async def close(self) -> None:
        """Stops, after all reported changes have been read."""
        await self._news.close()
        await self._house.cache.settle()
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    async def _tell(self) -> None:
        """Shares signs of life every few seconds."""
        while True:
            await asyncio.sleep(LIVES_SECONDS)
            try:
                await self._house.tell_lives()
            except Exception as error:
                LOG.warning("could not tell who is alive (%s); it is tried again", type(error).__name__)
