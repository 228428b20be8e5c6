"""Responses that are streams of events."""

from collections.abc import AsyncIterator
from contextlib import suppress

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from serai.web.http.limits import SOON
from serai.web.http.session import client_of
from serai.web.refusals import Refused


class EventStream(StreamingResponse):
    """Server-sent events that proxies must not buffer; limited for each client and for the server."""

    def __init__(self, request: Request, content: AsyncIterator[bytes]) -> None:
        """Keeps the client, whose streams are limited."""
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(ended(content), media_type="text/event-stream", headers=headers)
        self._state, self._client = request.app.state, client_of(request)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streams until the client disconnects."""
        if self._state.hub.full:
            raise HTTPException(503, "There are too many streams.", {"retry-after": str(SOON)})
        with self._state.gate.streaming(self._client):
            await super().__call__(scope, receive, send)


async def ended(content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Ends a stream when its table no longer exists."""
    with suppress(Refused):
        async for piece in content:
            yield piece
