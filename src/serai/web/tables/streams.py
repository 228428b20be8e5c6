"""Listeners by table, and server-sent events that can be resumed by their number."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

HEARTBEAT = 15.0
MOST_LISTENERS = 2000


class TooManyListeners(RuntimeError):
    """More streams than one server should hold open."""


class Listener:
    """One open stream; it keeps only the newest event number, however slow its reader is."""

    def __init__(self) -> None:
        """Starts without events."""
        self.newest = 0
        self._heard = asyncio.Event()

    def tell(self, number: int) -> None:
        """Notes a new event."""
        self.newest = max(self.newest, number)
        self._heard.set()

    async def wait(self, seconds: float) -> None:
        """Waits for an event, at most for `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._heard.wait()
        self._heard.clear()


class Hub:
    """All open streams by table."""

    def __init__(self) -> None:
        """Starts without listeners."""
        self._listeners: dict[str, set[Listener]] = {}
        self._count = 0
        self._here: Counter[tuple[str, str | None]] = Counter()
        self.closing = False

    @property
    def listening(self) -> int:
        """The number of open streams."""
        return self._count

    @property
    def full(self) -> bool:
        """Whether no other stream may be opened."""
        return self.closing or self._count >= MOST_LISTENERS

    def here(self, table: str, guest: str) -> bool:
        """Whether a guest has a table open in front of them: a page that is hidden closes its stream."""
        return self._here[table, guest] > 0

    def tell(self, table: str, number: int) -> None:
        """Notifies the listeners of a table of a stored event."""
        for listener in self._listeners.get(table, ()):
            listener.tell(number)

    @contextmanager
    def listen(self, table: str, guest: str | None = None) -> Iterator[Listener]:
        """Listens to a table, for a guest if it is known."""
        if self.full:
            raise TooManyListeners
        listener = Listener()
        self._listeners.setdefault(table, set()).add(listener)
        self._count += 1
        self._here[table, guest] += 1
        try:
            yield listener
        finally:
            self._count -= 1
            self._here[table, guest] -= 1
            self._here += Counter()
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]

    def close(self) -> None:
        """Ends every stream; browsers reconnect by themselves."""
        self.closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.tell(0)

    async def numbers(
        self,
        table: str,
        after: int,
        newest: Callable[[], Awaitable[int]],
        guest: str | None = None,
        heartbeat: float = HEARTBEAT,
    ) -> AsyncIterator[int]:
        """Yields a table's newest event number whenever it exceeds `after`; 0 as a heartbeat when nothing happens.

        `newest` reads that number once the stream listens, so that nothing stored before is left out.
        """
        with self.listen(table, guest) as listener:
            listener.tell(await newest())
            while not self.closing:
                if listener.newest > after:
                    after = listener.newest
                    yield after
                    continue
                await listener.wait(heartbeat)
                if listener.newest <= after and not self.closing:
                    yield 0


def message(number: int, kind: str, data: str) -> bytes:
    """Writes one server-sent event; data is one line."""
    return f"id: {number}\nevent: {kind}\ndata: {data}\n\n".encode()


COMMENT = b": still here\n\n"
ALIVE = b"event: alive\ndata: {}\n\n"
RETRY = b"retry: 1000\n\n"


def changed(number: int) -> bytes:
    """Writes the event that a table has changed."""
    return message(number, "changed", f'{{"number": {number}}}')


def resumed(headers: Mapping[str, str], after: int) -> int:
    """Returns the number to resume after: the `Last-Event-ID` of a reconnecting browser, else `after`."""
    heard = headers.get("last-event-id", "")
    return int(heard) if heard.isascii() and heard.isdigit() and len(heard) < 10 else max(0, after)
