"""Connections whose other side is too slow are ended: with its headers, with what it still sends, or in reading."""

from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_SECONDS = 20.0
READING_SECONDS = 60.0


class Impatient(H11Protocol):
    """HTTP as uvicorn speaks it, which waits for a request and for a reader, but not for ever."""

    headers_seconds = HEADERS_SECONDS
    reading_seconds = READING_SECONDS
    _asking: TimerHandle | None = None
    _reading: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Waits for the first request."""
        super().connection_made(transport)
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        """Goes on waiting until a request is whole; bytes alone do not prolong it."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait_for_request()
        else:
            self._asking = _stopped(self._asking)

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing any more."""
        self._asking, self._reading = _stopped(self._asking), _stopped(self._reading)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Waits for a reader who does not take what is sent."""
        super().pause_writing()
        self._reading = self._reading or self.loop.call_later(self.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader has taken it."""
        super().resume_writing()
        self._reading = _stopped(self._reading)

    def on_response_complete(self) -> None:
        """Is at rest; who keeps the connection without a word is seen to by uvicorn."""
        self._asking = _stopped(self._asking)
        super().on_response_complete()

    def _wait_for_request(self) -> None:
        """Gives the other side some time for a whole request."""
        self._asking = self._asking or self.loop.call_later(self.headers_seconds, self.transport.abort)


def _stopped(timer: TimerHandle | None) -> Any:
    """Stops a timer."""
    if timer is not None:
        timer.cancel()
