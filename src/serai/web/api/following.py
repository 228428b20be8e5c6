"""What happened at a table: events as a list and as a stream, and the record of a finished game."""

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse

from serai.web.api.models import LARGEST, SEEN, EventTold, Seen
from serai.web.http.event_stream import EventStream
from serai.web.http.session import house_of, looked_at, names_of
from serai.web.refusals import NoRecordYet
from serai.web.tables import streams
from serai.web.tables.events import public_events
from serai.web.tables.model import Table

router = APIRouter(prefix="/api", responses=SEEN)


@router.get("/tables/{table_id}/events", summary="What happened")
async def events(
    request: Request, table_id: str, after: Annotated[int, Query(ge=0, le=LARGEST)] = 0, seen: Seen = 0
) -> list[EventTold]:
    """Lists the public events after a number."""
    found, _ = await looked_at(request, table_id, max(after, seen))
    return [EventTold(**event) for event in await public_events(house_of(request).store, found, after)]


@router.get(
    "/tables/{table_id}/stream",
    summary="What happens, as it happens",
    response_class=StreamingResponse,
    responses={200: {**SEEN[200], "content": {"text/event-stream": {}}, "description": "Server-sent events"}},
)
async def stream(
    request: Request, table_id: str, after: Annotated[int, Query(ge=0, le=LARGEST)] = 0, seen: Seen = 0
) -> StreamingResponse:
    """Sends each event with its number as id and its kind as name; resumes after `Last-Event-ID` or `after`."""
    heard = streams.resumed(request.headers, after)
    found, _ = await looked_at(request, table_id, max(heard, seen))
    return EventStream(request, _streamed(request, found, heard))


async def _streamed(request: Request, found: Table, after: int) -> AsyncIterator[bytes]:
    """Sends events as they are stored."""
    keeper = house_of(request)

    async def newest() -> int:
        return (await keeper.table(found.id)).number

    yield streams.RETRY
    async for number in request.app.state.hub.numbers(found.id, after, newest):
        if not number:
            yield streams.COMMENT
            continue
        now = await keeper.table(found.id, number)
        for event in await public_events(keeper.store, now, after):
            yield streams.message(event["number"], event["kind"], json.dumps(event))
            after = event["number"]


@router.get("/tables/{table_id}/record", summary="The record of a finished game")
async def record(request: Request, table_id: str, seen: Seen = 0) -> Response:
    """Returns the record; it holds the seed, so it is available only when the game is over."""
    found, _ = await looked_at(request, table_id, seen)
    if not found.over:
        raise NoRecordYet
    return Response(found.record(await names_of(request, found)), media_type="application/json")
