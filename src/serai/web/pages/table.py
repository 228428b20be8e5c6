"""The table for people: its page, its board, and the forms for everything that players do."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from serai.web.drawing import render
from serai.web.drawing.scene import Hint
from serai.web.guests import Guest
from serai.web.http.event_stream import EventStream
from serai.web.http.freshness import note_seen
from serai.web.http.session import (
    back_to,
    here_of,
    house_of,
    language_of,
    looked_at,
    names_of,
    player_of,
    prepared_of,
    refusal_text,
    table_of,
    take,
    theme_of,
    translations_of,
    wants_fragment,
)
from serai.web.pages import finished, lobby
from serai.web.refusals import Refused
from serai.web.tables import streams
from serai.web.tables.hints import hint_for
from serai.web.tables.model import Table
from serai.web.tables.past import look_back, next_turn
from serai.web.tables.presence import attended, presences
from serai.web.tables.service import House

router = APIRouter()
MOST_FIELDS = 20
LONGEST_FIELD = 4000
LONGEST_NUMBER = 9


@dataclass(frozen=True)
class Form:
    """What a form of the table sends: the last event that its page showed, the seat, and all fields."""

    seen: int
    seat: int | None
    fields: dict[str, str]

    @property
    def has(self) -> str:
        """The digests of drawn parts that the page keeps."""
        return self.fields.get("has", "")


Deed = Callable[[House, Guest, Form], Awaitable[Table]]


async def read_form(request: Request) -> Form:
    """Reads a form; raises 400 for one that our pages never send."""
    async with request.form(max_files=0, max_fields=MOST_FIELDS, max_part_size=LONGEST_FIELD) as sent:
        fields = {name: value for name, value in sent.items() if isinstance(value, str)}
    seen = number_in(fields, "seen")
    if seen is None:
        raise HTTPException(400)
    return Form(seen, number_in(fields, "seat"), fields)


def number_in(fields: dict[str, str], name: str) -> int | None:
    """Reads a number from a form, None if it is missing."""
    text = fields.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > LONGEST_NUMBER:
        raise HTTPException(400)
    return int(text)


@router.get("/table/{table_id}")
async def show(request: Request, table_id: str) -> Response:
    """Shows a table: the lobby before the game, the board during it, the result after it."""
    table, guest = await looked_at(request, table_id)
    if not table.begun:
        return await lobby.lobby_page(request, table, guest)
    if table.over:
        return await finished.finished_page(request, table, guest)
    return await table_response(request, table, guest, whole=True)


@router.get("/table/{table_id}/board")
async def board(
    request: Request, table_id: str, seen: int | None = None, newest: int = 0, paced: bool = False, has: str = ""
) -> Response:
    """Shows what lies on the table, at least as new as the page and the newest event that it has heard of.

    A paced page gets the next turn that it has not seen; what it `has` is left out.
    """
    table, guest = await looked_at(request, table_id, max(seen or 0, newest))
    if not table.begun:
        return await lobby.lobby_page(request, table, guest, whole=False)
    return await table_response(request, table, guest, whole=False, seen=seen, paced=paced, has=has)


@router.get("/table/{table_id}/look")
async def earlier_board(request: Request, table_id: str, first: int, last: int) -> Response:
    """Shows the board as it was after a decision, with the traces of those from `first` on."""
    table, guest = await looked_at(request, table_id)
    if not table.begun:
        raise HTTPException(404)
    now = table.scene(None if guest is None else guest.id, await names_of(request, table))
    then = look_back(table, now, first, last)
    return HTMLResponse(render.table_page(then, language_of(request), whole=False, now=now))


@router.get("/table/{table_id}/stream")
async def stream(request: Request, table_id: str, after: int = 0) -> StreamingResponse:
    """Sends a message whenever the table has changed."""
    heard = streams.resumed(request.headers, after)
    table, guest = await looked_at(request, table_id, heard)
    return EventStream(request, watched(request, table, guest, heard))


async def watched(request: Request, table: Table, guest: Guest | None, after: int) -> AsyncIterator[bytes]:
    """Reports each change of a table, and that a player has come, gone, or been absent for too long."""
    house, hub, guest_id = house_of(request), request.app.state.hub, guest.id if guest else None
    absent: tuple[int, ...] = ()
    there = presences(table, hub, house.now, guest_id)

    async def newest() -> int:
        return (await house.table(table.id)).number

    yield streams.RETRY
    async for number in hub.numbers(table.id, after, newest, guest_id):
        if number:
            yield streams.changed(number)
            absent = ()
            continue
        now = await house.table(table.id)
        found, who = await house.may_call_bot(now, guest), presences(now, hub, house.now, guest_id)
        same = (found, who) == (absent, there)
        yield streams.ALIVE if same else streams.message(now.number, "absent", "{}")
        absent, there = found, who


@router.post("/table/{table_id}/decide")
async def decide(request: Request, table_id: str) -> Response:
    """Takes one decision, or several that are joined by semicolons."""

    def deed(house: House, guest: Guest, form: Form) -> Awaitable[Table]:
        decisions = [text for text in form.fields.get("decision", "").split(";") if text.strip()]
        return house.decide(table_id, guest, decisions, form.seen, form.seat)

    return await done(request, table_id, deed)


@router.post("/table/{table_id}/undo")
async def undo(request: Request, table_id: str) -> Response:
    """Undoes the last decision."""
    return await done(request, table_id, lambda house, guest, form: house.undo(table_id, guest, form.seen, form.seat))


@router.post("/table/{table_id}/takeback")
async def takeback(request: Request, table_id: str) -> Response:
    """Asks to go back to the start of the last turn."""
    return await done(
        request, table_id, lambda house, guest, form: house.ask_takeback(table_id, guest, form.seen, form.seat)
    )


@router.post("/table/{table_id}/takeback/answer")
async def answer(request: Request, table_id: str) -> Response:
    """Accepts or declines a takeback."""

    def deed(house: House, guest: Guest, form: Form) -> Awaitable[Table]:
        return house.answer_takeback(table_id, guest, form.fields.get("yes") == "1", form.seen)

    return await done(request, table_id, deed)


@router.post("/table/{table_id}/resign")
async def resign(request: Request, table_id: str) -> Response:
    """Gives up a seat; a bot plays on."""
    return await done(request, table_id, lambda house, guest, form: house.resign(table_id, guest, form.seat))


@router.post("/table/{table_id}/back")
async def back(request: Request, table_id: str) -> Response:
    """Takes the seat back from the bot that played it."""
    return await done(request, table_id, lambda house, guest, form: house.back(table_id, guest))


@router.post("/table/{table_id}/bot")
async def bot(request: Request, table_id: str) -> Response:
    """Has a bot play for an absent player, or gives it a seat that is still open."""

    async def deed(house: House, guest: Guest, form: Form) -> Table:
        seat = -1 if form.seat is None else form.seat
        if (await table_of(request, table_id, form.seen)).begun:
            return await house.call_bot(table_id, guest, seat)
        return await house.give_to_bot(table_id, guest, seat, form.fields.get("bot", ""))

    return await done(request, table_id, deed)


@router.post("/table/{table_id}/leave")
async def leave(request: Request, table_id: str) -> Response:
    """Leaves the table."""
    return await done(request, table_id, lambda house, guest, form: house.leave(table_id, guest), to="/")


@router.post("/table/{table_id}/close")
async def close(request: Request, table_id: str) -> Response:
    """Closes the table."""
    return await done(request, table_id, lambda house, guest, form: house.close(table_id, guest), to="/")


@router.post("/table/{table_id}/hint")
async def hint(request: Request, table_id: str) -> Response:
    """Shows what a strong bot would do; the question stays open."""
    form = await read_form(request)
    table, guest = await looked_at(request, table_id, form.seen)
    try:
        take(request, "hints")
        advice, message = await hint_for(table, await player_of(request), form.seen, request.app.state.bot_pool), None
        request.app.state.hints.keep(table, advice)
    except Refused as error:
        advice, message = None, refusal_text(error, translations_of(request))
    table = await table_of(request, table_id, form.seen)
    return await table_response(
        request, table, guest, not wants_fragment(request), form.seen, form.seat, message, advice, has=form.has
    )


async def done(request: Request, table_id: str, deed: Deed, to: str | None = None) -> Response:
    """Does something and shows the table after it; a refusal is shown on the fresh board."""
    form, house, message = await read_form(request), house_of(request), None
    try:
        guest: Guest | None = await player_of(request)
        assert guest is not None
        table = note_seen(request, await deed(house, guest, form))
    except Refused as error:
        message = refusal_text(error, translations_of(request))
        table, guest = await looked_at(request, table_id, form.seen)
    if message is None and (to is not None or not wants_fragment(request)):
        return gone_to(request, to or f"/table/{table_id}")
    if not table.begun:
        return await lobby.lobby_page(request, table, guest, message, whole=not wants_fragment(request))
    whole = not wants_fragment(request)
    return await table_response(request, table, guest, whole, form.seen, form.seat, message, has=form.has)


def gone_to(request: Request, address: str) -> Response:
    """Redirects to another page, also for htmx."""
    return Response(headers={"hx-redirect": address}) if wants_fragment(request) else back_to(address)


async def table_response(
    request: Request,
    table: Table,
    guest: Guest | None,
    whole: bool,
    seen: int | None = None,
    seat: int | None = None,
    message: str | None = None,
    advice: Hint | None = None,
    paced: bool = False,
    has: str = "",
) -> HTMLResponse:
    """Draws a table that has begun for its viewer; what a page keeps is left out of what it gets."""
    names = await names_of(request, table)
    looker = None if guest is None else guest.id
    absent = await house_of(request).may_call_bot(table, guest)
    mine = seat if seat == table.decides else None
    asked = table.decides if table.decides in table.mine(looker) else None
    advice = advice or request.app.state.hints.followed(table, asked)
    scene = table.scene(looker, names, seen, mine, message, advice, absent)
    scene = attended(scene, table, request.app.state.hub, house_of(request).now)
    scene = next_turn(table, scene, seen) if paced and seen is not None else scene
    scene = scene if whole or seen is None else replace(scene, has=frozenset(has.split()), brief=True)
    given: dict[str, Any] = {"theme": theme_of(request), "here": here_of(request), "preparing": prepared_of(request)}
    return HTMLResponse(render.table_page(scene, language_of(request), whole, **given))
