"""Connections whose other side is too slow are ended: with its headers, with what it still sends, or in reading."""

from asyncio import TimerHandle, Transport

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
            self._stop_asking()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing any more."""
        self._stop_asking()
        self._stop_reading()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Waits for a reader who does not take what is sent."""
        super().pause_writing()
        self._reading = self._reading or self.loop.call_later(self.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Has a reader again."""
        super().resume_writing()
        self._stop_reading()

    def on_response_complete(self) -> None:
        """Is at rest; who keeps the connection without a word is seen to by uvicorn."""
        self._stop_asking()
        super().on_response_complete()

    def _wait_for_request(self) -> None:
        """Gives the other side some time for a whole request."""
        self._asking = self._asking or self.loop.call_later(self.headers_seconds, self.transport.close)

    def _stop_asking(self) -> None:
        """Waits for no request."""
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _stop_reading(self) -> None:
        """Waits for no reader."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
