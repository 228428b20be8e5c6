"""The table for programs: JSON under /api, the same house behind it as behind the pages."""

import json
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from serai.bots import LADDER
from serai.rules import games
from serai.web import guests, streams
from serai.web.checks import MOST_DECISIONS
from serai.web.events import told_events
from serai.web.guests import Guest
from serai.web.plans import LONGEST_NAME, LONGEST_WAIT, Options, Place, Plan
from serai.web.refusals import BadPlan, NoRecordYet, NotBegun, Refused
from serai.web.requests import (
    give_cookie,
    guest_of,
    house_of,
    looked_at,
    page,
    player_of,
    told,
    translations_of,
)
from serai.web.scene import Takeback
from serai.web.store import Listed
from serai.web.table_pages import Form, event_stream, hint_for
from serai.web.tables import Table

ABOUT = """A table for the Century board games, open to programs. Decisions and cards are written in the notation.

Make a guest first (`POST /api/guest`) and send its token as `Authorization: Bearer TOKEN`; browsers may use the cookie.
A decision names the last event that you have seen: two answers to one question are never both stored.
Nobody sees the seed or the order of the decks before the game is over."""
STATUS = {
    "no_such_table": 404,
    "no_such_seat": 404,
    "no_record_yet": 403,
    "not_your_seat": 403,
    "not_maker": 403,
    "wrong_link": 403,
    "no_watching": 403,
    "no_hints": 403,
    "no_hint_now": 503,
    "illegal": 422,
    "bad_name": 422,
    "bad_plan": 422,
    "no_such_bot": 422,
}
LONGEST_DECISION = 80
LONGEST_TOKEN = 100
MOST_SEATS = 5
LARGEST = 2**31 - 1


class Fault(BaseModel):
    """Why something was not done."""

    code: str
    text: str


router = APIRouter(
    prefix="/api",
    responses={code: {"model": Fault, "description": "Refused"} for code in (403, 404, 409, 422)},
)

Name = Annotated[str, Field(max_length=4 * LONGEST_NAME)]
Number = Annotated[int, Field(ge=0, le=LARGEST)]
Seat = Annotated[int | None, Field(ge=0, lt=MOST_SEATS)]


class Sent(BaseModel):
    """What a program sends; fields that we do not know are refused."""

    model_config = ConfigDict(extra="forbid")


class Naming(Sent):
    """The name of a guest."""

    name: Name = ""


class PlaceSent(Sent):
    """Whom the maker wants at a place."""

    kind: Literal["me", "friend", "bot"]
    bot: Annotated[str | None, Field(max_length=40)] = None
    name: Annotated[str | None, Field(max_length=4 * LONGEST_NAME)] = None


class OptionsSent(Sent):
    """What the maker of a table chooses."""

    pace: Literal["instant", "brisk", "calm"] = "brisk"
    hints: bool = True
    watch: bool = True
    listed: bool = False
    absent_minutes: Annotated[float, Field(gt=0, le=LONGEST_WAIT)] = 3
    rounds: Annotated[int | None, Field(ge=1, le=LARGEST)] = None


class PlanSent(Sent):
    """A table to be made."""

    game: Annotated[str, Field(max_length=40)]
    places: Annotated[list[PlaceSent], Field(min_length=1, max_length=MOST_SEATS)]
    options: OptionsSent = OptionsSent()


class Joining(Sent):
    """The seat to take, and the token of its link unless the table is open to the house."""

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    token: Annotated[str | None, Field(max_length=LONGEST_TOKEN)] = None


class Deciding(Sent):
    """Decisions in the notation, stored all or none; `seen` is the last event that you know."""

    decisions: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_DECISION)]], Field(min_length=1, max_length=MOST_DECISIONS)
    ]
    seen: Number
    seat: Seat = None


class Seeing(Sent):
    """The last event that you know, and which of your seats is meant if you have several."""

    seen: Number
    seat: Seat = None


class Answering(Sent):
    """Whether you agree to a takeback."""

    yes: bool
    seen: Number


class Calling(Sent):
    """The seat that a bot shall have."""

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    bot: Annotated[str, Field(max_length=40)] = "trader"


class GuestTold(BaseModel):
    """A guest; the token is the key to all of the guest's seats."""

    name: str
    token: str


class GameTold(BaseModel):
    """A game that can be played."""

    game: str
    players: tuple[int, int]


class HouseTold(BaseModel):
    """What there is: games with their numbers of players, bots from weak to strong."""

    games: list[GameTold]
    bots: dict[str, str]


class SitterTold(BaseModel):
    """Who sits at a seat."""

    seat: int
    name: str
    kind: Literal["guest", "bot", "open"]
    bot: str | None
    mine: bool
    away: bool
    maker: bool


class TableTold(BaseModel):
    """A table; `joins` are the tokens of open seats by seat, for the eyes of its maker."""

    id: str
    game: str
    stage: Literal["open", "running", "over", "closed"]
    number: int
    decides: int | None
    sitters: list[SitterTold]
    options: OptionsSent
    joins: dict[int, str]


class LineTold(BaseModel):
    """A table in a list."""

    id: str
    game: str
    stage: Literal["open", "running", "over", "closed"]
    decides: int | None
    names: list[str | None]
    result: dict[str, Any] | None


class ListsTold(BaseModel):
    """Your tables, your finished games, and tables that are open to the house."""

    running: list[LineTold]
    finished: list[LineTold]
    open: list[LineTold]


class TakebackTold(BaseModel):
    """A wish to go back to the start of a turn."""

    asked_by: int
    waiting_for: list[int]
    mine_to_answer: bool


class PositionTold(BaseModel):
    """All that a seat may know; who holds no seat watches from seat 0 with nothing legal."""

    number: int
    seat: int | None
    view: dict[str, Any]
    can_undo: bool
    can_takeback: bool
    takeback: TakebackTold | None


class LegalTold(BaseModel):
    """What your seat may decide now; nothing when another seat is asked."""

    number: int
    seat: int | None
    legal: list[str]


class NumberTold(BaseModel):
    """The last event of the table after what you did."""

    number: int
    stage: Literal["open", "running", "over", "closed"]


class HintTold(BaseModel):
    """What `planner` would do, and the points that it expects."""

    number: int
    turns: list[list[str]]
    points: float


class EventTold(BaseModel):
    """Something that happened at a table, as everybody may know it."""

    number: int
    kind: str
    at: float
    seat: int | None = None
    bot: str | None = None
    decision: str | None = None
    reveals: list[str] | None = None
    yes: bool | None = None
    steps: int | None = None


def refusal(request: Request, error: Refused) -> Response:
    """Says why the house did not do something."""
    text = told(error, translations_of(request))
    return JSONResponse({"code": error.code, "text": text}, STATUS.get(error.code, 409))


@router.get("/house", summary="Games and bots")
async def house() -> HouseTold:
    """Lists the games that can be played and the bots."""
    return HouseTold(
        games=[GameTold(game=name, players=rules.SEATS) for name, rules in games.GAMES.items()], bots=LADDER
    )


@router.post("/guest", summary="Become a guest", status_code=201)
async def new_guest(request: Request, sent: Naming) -> GuestTold:
    """Makes a new guest, whose cookie comes with the answer too."""
    guest = await house_of(request).new_guest(sent.name)
    return GuestTold(name=guest.name, token=give_cookie(request, guest.id))


@router.get("/guest", summary="Who am I")
async def who_am_i(request: Request) -> GuestTold:
    """Tells the guest whom the token or cookie belongs to, with a fresh token."""
    guest = await player_of(request)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.patch("/guest", summary="Change my name")
async def rename(request: Request, sent: Naming) -> GuestTold:
    """Gives you another name, at all tables."""
    guest = await house_of(request).rename(await player_of(request), sent.name)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.get("/tables", summary="My tables, and those open to the house")
async def lists(request: Request) -> ListsTold:
    """Lists tables, the latest first."""
    found = await house_of(request).lists(await guest_of(request))
    return ListsTold(
        running=[_line(listed) for listed in found.running],
        finished=[_line(listed) for listed in found.finished],
        open=[_line(listed) for listed in found.open],
    )


@router.post("/tables", summary="Make a table", status_code=201)
async def create(request: Request, sent: PlanSent) -> TableTold:
    """Makes a table; who starts is drawn by lot, and the game begins when all seats are filled."""
    guest = await player_of(request)
    try:
        places = tuple(Place(place.kind, place.bot, place.name) for place in sent.places)
        plan = Plan(sent.game, places, Options(**sent.options.model_dump()))
    except ValueError as error:
        raise BadPlan(why=error) from None
    return await _table(request, await house_of(request).create(guest, plan), guest)


@router.get("/tables/{table_id}", summary="A table")
async def table(request: Request, table_id: str) -> TableTold:
    """Tells who sits where and how far the table is."""
    return await _table(request, *await looked_at(request, table_id))


@router.post("/tables/{table_id}/join", summary="Take a seat")
async def join(request: Request, table_id: str, sent: Joining) -> TableTold:
    """Takes an open seat; the last one begins the game."""
    guest = await player_of(request)
    return await _table(request, await house_of(request).sit(table_id, guest, sent.seat, sent.token), guest)


@router.get("/tables/{table_id}/position", summary="What my seat sees")
async def position(
    request: Request, table_id: str, seat: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None
) -> PositionTold:
    """Returns the view of your seat; its fields are told in docs/views."""
    found, guest = await looked_at(request, table_id)
    _expect_begun(found)
    scene = found.scene(guest.id if guest else None, await house_of(request).names(found), seat=seat)
    return PositionTold(
        number=scene.number,
        seat=scene.seat,
        view=scene.view,
        can_undo=scene.can_undo,
        can_takeback=scene.can_takeback,
        takeback=_takeback(scene.takeback),
    )


@router.get("/tables/{table_id}/legal", summary="What I may decide")
async def legal(request: Request, table_id: str) -> LegalTold:
    """Lists the legal decisions of your seat in the notation."""
    found, guest = await looked_at(request, table_id)
    _expect_begun(found)
    mine = found.mine(guest.id) if guest else ()
    asked = found.game is not None and found.decides in mine
    texts = found.game.legal() if found.game is not None and asked else []
    return LegalTold(number=found.number, seat=found.decides if asked else None, legal=texts)


@router.post("/tables/{table_id}/decide", summary="Decide")
async def decide(request: Request, table_id: str, sent: Deciding) -> NumberTold:
    """Stores decisions of your seat, all or none; answered when they are on the disk."""
    guest = await player_of(request)
    return _number(await house_of(request).decide(table_id, guest, sent.decisions, sent.seen, sent.seat))


@router.post("/tables/{table_id}/undo", summary="Undo my last decision")
async def undo(request: Request, table_id: str, sent: Seeing) -> NumberTold:
    """Takes your last decision back, if nobody has decided since and it turned nothing up."""
    guest = await player_of(request)
    return _number(await house_of(request).undo(table_id, guest, sent.seen, sent.seat))


@router.post("/tables/{table_id}/takeback", summary="Ask for a takeback")
async def takeback(request: Request, table_id: str, sent: Seeing) -> NumberTold:
    """Goes back to the start of your last turn, once all other people at the table agree."""
    guest = await player_of(request)
    return _number(await house_of(request).ask_takeback(table_id, guest, sent.seen, sent.seat))


@router.post("/tables/{table_id}/takeback/answer", summary="Answer a takeback")
async def answer(request: Request, table_id: str, sent: Answering) -> NumberTold:
    """Agrees to a takeback of another, or does not; who asked may withdraw by a no."""
    guest = await player_of(request)
    return _number(await house_of(request).answer_takeback(table_id, guest, sent.yes, sent.seen))


@router.post("/tables/{table_id}/hint", summary="A hint")
async def hint(request: Request, table_id: str, sent: Seeing) -> HintTold:
    """Tells what `planner` would do in your place."""
    found, _ = await looked_at(request, table_id)
    form = Form(sent.seen, sent.seat, {})
    advice = await hint_for(found, await player_of(request), request.app.state.thinking, form)
    return HintTold(number=found.number, turns=advice.turns, points=advice.points)


@router.post("/tables/{table_id}/bot", summary="Give a seat to a bot")
async def bot(request: Request, table_id: str, sent: Calling) -> NumberTold:
    """Gives an open seat to a bot, as the maker may, or lets one play for somebody who is absent."""
    guest, keeper = await player_of(request), house_of(request)
    if (await keeper.table(table_id)).begun:
        return _number(await keeper.call_bot(table_id, guest, sent.seat))
    return _number(await keeper.give_to_bot(table_id, guest, sent.seat, sent.bot))


@router.post("/tables/{table_id}/back", summary="Come back")
async def back(request: Request, table_id: str) -> NumberTold:
    """Takes your seats back from the bots that played them."""
    return _number(await house_of(request).back(table_id, await player_of(request)))


@router.post("/tables/{table_id}/leave", summary="Leave")
async def leave(request: Request, table_id: str) -> NumberTold:
    """Leaves the table; a bot plays on, or the table closes with its last guest."""
    return _number(await house_of(request).leave(table_id, await player_of(request)))


@router.post("/tables/{table_id}/resign", summary="Resign")
async def resign(request: Request, table_id: str, seat: Annotated[Seat, Body(embed=True)] = None) -> NumberTold:
    """Gives your seat up for good; a bot plays on."""
    return _number(await house_of(request).resign(table_id, await player_of(request), seat))


@router.post("/tables/{table_id}/close", summary="Close the table")
async def close(request: Request, table_id: str) -> NumberTold:
    """Closes a table that you made and at which no other people play."""
    return _number(await house_of(request).close(table_id, await player_of(request)))


@router.get("/tables/{table_id}/events", summary="What happened")
async def events(
    request: Request, table_id: str, after: Annotated[int, Query(ge=0, le=LARGEST)] = 0
) -> list[EventTold]:
    """Lists the events after a number, as everybody may know them."""
    found, _ = await looked_at(request, table_id)
    return [EventTold(**event) for event in await told_events(house_of(request).store, found, after)]


@router.get(
    "/tables/{table_id}/stream",
    summary="What happens, as it happens",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Server-sent events"}},
)
async def stream(
    request: Request, table_id: str, after: Annotated[int, Query(ge=0, le=LARGEST)] = 0
) -> StreamingResponse:
    """Sends each event with its number as id and its kind as name; resumes after `Last-Event-ID` or `after`."""
    found, _ = await looked_at(request, table_id)
    return event_stream(request, _streamed(request, found, streams.resumed(request.headers, after)))


async def _streamed(request: Request, found: Table, after: int) -> AsyncIterator[bytes]:
    """Sends events as they are stored."""
    keeper = house_of(request)
    yield streams.RETRY
    async for number in request.app.state.hub.numbers(found.id, after, found.number):
        if not number:
            yield streams.COMMENT
            continue
        now = await keeper.table(found.id)
        for event in await told_events(keeper.store, now, after):
            yield streams.message(event["number"], event["kind"], json.dumps(event))
            after = event["number"]


@router.get("/tables/{table_id}/record", summary="The record of a finished game")
async def record(request: Request, table_id: str) -> Response:
    """Returns the record, which holds the seed and is therefore given out only when the game is over."""
    found, _ = await looked_at(request, table_id)
    if not found.over:
        raise NoRecordYet
    return Response(found.record(await house_of(request).names(found)), media_type="application/json")


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """Shows the operations of the API, without anything from outside."""
    schema = request.app.openapi()
    operations = [
        {"method": method.upper(), "path": path, **operation}
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    return page(request, "api_docs.html", about=ABOUT.split("\n\n"), operations=operations, schemas=_schemas(schema))


def _schemas(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Lists the models of the API with their fields as text."""
    return {
        name: {
            "text": model.get("description", ""),
            "fields": {key: _kind(of) for key, of in model["properties"].items()},
        }
        for name, model in schema["components"]["schemas"].items()
        if "properties" in model and not name.startswith("HTTP") and name != "ValidationError"
    }


def _kind(field: dict[str, Any]) -> str:
    """Tells the kind of a field in a word or two."""
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "anyOf" in field:
        return " | ".join(_kind(part) for part in field["anyOf"])
    if "enum" in field:
        return " | ".join(json.dumps(value) for value in field["enum"])
    if field.get("type") == "array" and "items" in field:
        return f"[{_kind(field['items'])}]"
    return str(field.get("type", "object"))


async def _table(request: Request, found: Table, guest: Guest | None) -> TableTold:
    """Tells a table to a guest."""
    keeper = house_of(request)
    is_maker = guest is not None and guest.id == found.maker
    sitters = found.sitters(await keeper.names(found), guest.id if guest else None)
    return TableTold(
        id=found.id,
        game=found.game_name,
        stage=found.stage,
        number=found.number,
        decides=found.decides,
        sitters=[SitterTold(**vars(sitter)) for sitter in sitters],
        options=OptionsSent(**vars(found.options)),
        joins={seat: keeper.join_token(found.id, seat) for seat in found.open_seats} if is_maker else {},
    )


def _line(listed: Listed) -> LineTold:
    """Tells a table of a list."""
    return LineTold(
        id=listed.id,
        game=listed.game,
        stage=listed.stage,
        decides=listed.decides,
        names=[holder.name or holder.bot for holder in listed.holders],
        result=listed.result,
    )


def _takeback(wish: Takeback | None) -> TakebackTold | None:
    """Tells a takeback that waits for answers."""
    if wish is None:
        return None
    return TakebackTold(asked_by=wish.asked_by, waiting_for=list(wish.waiting_for), mine_to_answer=wish.mine_to_answer)


def _number(found: Table) -> NumberTold:
    """Tells the number of a table's last event."""
    return NumberTold(number=found.number, stage=found.stage)


def _expect_begun(found: Table) -> None:
    """Refuses what there is only in a game."""
    if not found.begun:
        raise NotBegun
