"""Closes connections whose client is too slow to send headers, to send a body, or to read."""

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_SECONDS = 20.0
READING_SECONDS = 60.0


class Impatient(H11Protocol):
    """The HTTP protocol of uvicorn, with time limits for requests and for readers."""

    headers_seconds = HEADERS_SECONDS
    reading_seconds = READING_SECONDS
    _asking: TimerHandle | None = None
    _reading: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Starts the timer of the first request."""
        super().connection_made(transport)
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        """Keeps the timer running until the headers are complete; single bytes do not extend it."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait_for_request()
        else:
            self._stop_asking()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops both timers."""
        self._stop_asking()
        self._stop_reading()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Starts the timer of a client that does not read."""
        super().pause_writing()
        self._reading = self._reading or self.loop.call_later(self.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Stops the timer of a client that reads again."""
        super().resume_writing()
        self._stop_reading()

    def on_response_complete(self) -> None:
        """Stops the request timer; uvicorn itself closes idle connections."""
        self._stop_asking()
        super().on_response_complete()

    def _wait_for_request(self) -> None:
        """Starts the request timer, unless it is running."""
        self._asking = self._asking or self.loop.call_later(self.headers_seconds, self.transport.close)

    def _stop_asking(self) -> None:
        """Stops the request timer."""
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _stop_reading(self) -> None:
        """Stops the reading timer."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
