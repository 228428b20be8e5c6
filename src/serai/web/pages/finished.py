"""Games that are over: scores by source and by round, replay step by step, records and logs, and a rematch."""

import asyncio
import copy
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Request, UploadFile
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from serai.bots import LADDER
from serai.bots.levels import NAMES
from serai.core import spec
from serai.core.phases import SET_UP, Phase
from serai.core.records import Values
from serai.core.views.lazy_views import Shown
from serai.core.views.states import Steps, seen
from serai.game import Game, Step
from serai.record import BadRecord
from serai.web.drawing import charts, render, results
from serai.web.drawing.outcome import Outcome
from serai.web.drawing.profiles import profile
from serai.web.drawing.scene import Scene, Sitter
from serai.web.drawing.words import Words, acting
from serai.web.guests import Guest
from serai.web.http.addresses import public_address
from serai.web.http.session import (
    back_to,
    here_of,
    house_of,
    language_of,
    looked_at,
    names_of,
    open_table,
    page,
    take,
    theme_of,
    translations_of,
    while_there,
)
from serai.web.pages.levels import Offer, offer, remember
from serai.web.pages.win_chart import chances_of
from serai.web.refusals import NotYourSeat
from serai.web.tables.model import Table
from serai.web.tables.plans import NewSeat, NewTable, clean_name
from serai.web.tables.service import STAND_IN
from serai.web.tables.uploads import TookTooLong, Uploads

router = APIRouter()


@dataclass(frozen=True)
class Replay:
    """Where a replay stands: the address of its steps, the step, the last one, the round, and the result page."""

    base: str
    step: int
    last: int
    round: int
    back: str = ""


@dataclass(frozen=True)
class Links:
    """The links of a finished game, and the name under which its curve is cached; empty links are not offered."""

    name: str
    replay: str
    address: str = ""
    again: str = ""
    record: str = ""
    log: str = ""


async def finished_page(request: Request, table: Table, guest: Guest | None) -> Response:
    """Shows how the game of a table ended."""
    if table.game is None or not table.over:
        raise HTTPException(404)
    here = f"/table/{table.id}"
    sitters = table.sitters(await names_of(request, table), guest.id if guest else None)
    again = f"{here}/again" if any(sitter.mine for sitter in sitters) or (guest and guest.id == table.maker) else ""
    address = f"{public_address(request)}{here}"
    links = Links(here, f"{here}/replay", address, again, f"{here}/record.json", f"{here}/log.txt")
    return await result_page(request, table.game, sitters, links, await offered(request, table, guest))


async def offered(request: Request, table: Table, guest: Guest | None) -> Offer | None:
    """Returns the level that is offered next to a guest, if any."""
    if guest is None:
        return None
    played = await house_of(request).store.tables_of(guest.id, ("over",))
    return offer(played, table.id, guest.id, translations_of(request))


async def result_page(
    request: Request, game: Game, sitters: Sequence[Sitter], links: Links, next_level: Offer | None = None
) -> Response:
    """Shows the result of a game."""
    translations = translations_of(request)
    names = called(sitters, translations)
    curve = await chances_of(request, links.name, game, sitters, names, links.replay)
    return page(request, "finished.html", **result(game, sitters, links, translations), chances=curve, offer=next_level)


def called(sitters: Sequence[Sitter], translations: NullTranslations) -> list[str]:
    """Returns what the page calls each player: the viewer is "You", unless several seats are the viewer's."""
    return [translations.gettext("You") if sitter.you else acting(sitter, translations) for sitter in sitters]


def result(game: Game, sitters: Sequence[Sitter], links: Links, translations: NullTranslations) -> dict[str, Any]:
    """Returns what the page of a finished game shows, except the chances and the offer."""
    lines, sources = results.standings(game.components, game.view(0)), results.sources(game.name, translations)
    rounds, names = by_round(game.values, game.steps(), game.players), called(sitters, translations)
    outcome = Outcome(translations, sitters, game.stopped)
    return {
        "title": Words(game.name, translations).title,
        "art_at": profile(game.name).art,
        "heading": outcome.heading(lines),
        "lead": outcome.lead(lines, rounds),
        "lines": lines,
        "sources": sources,
        "names": names,
        "pieces_label": results.pieces_labels(lines, sources),
        "most": results.widest(lines),
        "chart": charts.chart(rounds, names),
        "chart_label": outcome.chart(names, lines),
        "rounds": rounds,
        "again": links.again,
        "replay_at": f"{links.replay}?step=0",
        "board_at": f"{links.replay}?step={len(game.steps())}",
        "address": links.address,
        "record_at": links.record,
        "log_at": links.log,
    }


def replay_page(
    request: Request, game: Game, sitters: Sequence[Sitter], address: str, back: str, step: int
) -> Response:
    """Draws the table after `step` decisions, from the seat of who looks, or the first."""
    last = len(game.steps())
    step = max(0, min(step, last))
    then = copy.copy(game)
    then.rewind(step)
    beside = next((sitter.seat for sitter in sitters if sitter.mine), 0)
    sitters = [sitter.at(step) for sitter in sitters]
    view = {**then.view(beside), "legal": [], "names": [sitter.name for sitter in sitters]}
    before, steps = public_steps(then)
    scene = Scene(
        "replay",
        0,
        view,
        None,
        tuple(sitters),
        steps,
        fresh=min(1, len(steps)),
        before=before,
        components=game.components,
        beside=beside,
    )
    replay = Replay(f"{address}?step=", step, last, then.round, back)
    here = here_of(request)
    text = render.table_page(scene, language_of(request), theme=theme_of(request), replay=replay, here=here)
    return HTMLResponse(text)


def public_steps(game: Game) -> tuple[Shown, Steps]:
    """Returns the view before the first step of the log, and the steps.

    A game that was set up from a position may begin in the middle of an action, which the log leaves out.
    """
    start = copy.copy(game)
    start.rewind(0)
    states = [start.state, *(step.state for step in game.steps())]
    first = next(
        (number for number, state in enumerate(states) if state.phase in (Phase.TURN, SET_UP)), len(states) - 1
    )
    steps = Steps(game.components, game.values, game.steps()[first:])
    return seen(game.components, game.values, states[first]), steps


async def over(request: Request, table_id: str) -> tuple[Table, Game, Guest | None]:
    """Returns a table whose game is over, with its game and its viewer."""
    table, guest = await looked_at(request, table_id)
    if table.game is None or not table.over:
        raise HTTPException(404)
    return table, table.game, guest


@router.get("/table/{table_id}/replay")
async def replay(request: Request, table_id: str, step: int = 0) -> Response:
    """Replays a finished game."""
    table, game, guest = await over(request, table_id)
    sitters = table.sitters(await names_of(request, table), guest.id if guest else None)
    return replay_page(request, game, sitters, f"/table/{table_id}/replay", f"/table/{table_id}", step)


@router.get("/table/{table_id}/record.json")
async def record(request: Request, table_id: str) -> Response:
    """Sends the record of a finished game."""
    table, game, _ = await over(request, table_id)
    names = await names_of(request, table)
    text = await asyncio.to_thread(table.record, names)
    return download(text, f"serai-{game.name}-{table_id}.json", "application/json")


@router.get("/table/{table_id}/log.txt")
async def log(request: Request, table_id: str) -> Response:
    """Sends the log of a finished game in the notation."""
    table, game, _ = await over(request, table_id)
    names = table.names(await names_of(request, table))
    return download(log_text(game, names), f"serai-{game.name}-{table_id}.txt", "text/plain; charset=utf-8")


def download(text: str, name: str, kind: str) -> Response:
    """Sends a text as a download."""
    return PlainTextResponse(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def log_text(game: Game, names: Sequence[str]) -> str:
    """Writes a game in the notation: a line for each decision and what it revealed, a heading for each round."""
    lines, round_ = [f"{game.name}: {', '.join(names)}"], 0
    current = 1
    for step in game.steps():
        if current != round_:
            lines.append(f"\nround {current}")
            round_ = current
        shown = f"  (reveal {', '.join(step.reveals)})" if step.reveals else ""
        lines.append(f"{names[step.seat]}: {step.text}{shown}")
        current = step.round
    scores = ", ".join(f"{name} {points}" for name, points in zip(names, game.scores(), strict=True))
    return "\n".join([*lines, f"\n{scores}", ""])


@router.post("/table/{table_id}/again")
async def again(request: Request, table_id: str, level: Annotated[str, Form()] = "") -> Response:
    """Opens a table with the same seats, or against another level: friends get new links."""
    table, _, guest = await over(request, table_id)
    if guest is None or (guest.id not in table.guests and guest.id != table.maker):
        raise NotYourSeat
    plan = same_again(table, guest, house_of(request).programs)
    if level in NAMES:
        plan = against(plan, level)
    return remember(request, back_to(f"/table/{(await open_table(request, guest, plan)).id}"), plan)


def same_again(table: Table, guest: Guest, programs: Collection[str] = ()) -> NewTable:
    """Returns the plan of a table like another one, made by a guest who sat there; a bot replaces a lost program."""
    places = []
    for chair, label in zip(table.chairs, table.row.labels, strict=True):
        if chair.bot is not None:
            known = chair.bot in LADDER or chair.bot in programs
            places.append(NewSeat("bot", chair.bot if known else STAND_IN, programs=programs))
        elif chair.guest == guest.id:
            places.append(NewSeat("me", name=clean_name(label) if label and guest.id == table.maker else None))
        else:
            places.append(NewSeat("friend"))
    return NewTable(table.game_name, tuple(places), table.options, table.pieces)


def against(plan: NewTable, level: str) -> NewTable:
    """Returns a plan with another level at the places of bots."""
    places = (NewSeat("bot", level) if place.kind == "bot" else place for place in plan.places)
    return replace(plan, places=tuple(places))


def uploads_of(request: Request) -> Uploads:
    """Returns the records that were uploaded to this server."""
    state = request.app.state
    if not hasattr(state, "uploads"):
        state.uploads = Uploads()
    found: Uploads = state.uploads
    return found


@router.get("/upload")
async def upload_form(request: Request) -> Response:
    """Shows the form to upload a record."""
    return page(request, "upload.html", complaint="")


@router.post("/upload")
async def upload(request: Request, record: UploadFile) -> Response:
    """Checks a record and shows its replay."""
    _ = translations_of(request).gettext
    take(request, "uploads")
    try:
        name = await while_there(request, uploads_of(request).add(await record.read()))
    except BadRecord as error:
        complaint = _("This record cannot be shown: %(why)s.") % {"why": str(error).rstrip(".")}
        return page(request, "upload.html", status=422, complaint=complaint)
    except TookTooLong:
        return page(request, "upload.html", status=422, complaint=_("Checking this record took too long."))
    return back_to(f"/upload/{name}/replay")


def uploaded(request: Request, name: str) -> tuple[Game, list[Sitter]]:
    """Returns an uploaded game with the names in it."""
    game = uploads_of(request).get(name)
    if game is None:
        raise HTTPException(404)
    return game, [sitter_named(seat, called) for seat, called in enumerate(game.names)]


def sitter_named(seat: int, name: str) -> Sitter:
    """Returns who sat at a seat of a record, which holds names only: tables name bots by what they are."""
    bot = name.partition(" ")[0].lower()
    return Sitter(seat, name, "bot", bot) if bot in LADDER else Sitter(seat, name, "guest")


@router.get("/upload/{name}")
async def upload_result(request: Request, name: str) -> Response:
    """Shows how an uploaded game ended."""
    game, sitters = uploaded(request, name)
    if not game.over:
        return back_to(f"/upload/{name}/replay")
    return await result_page(request, game, sitters, Links(f"/upload/{name}", f"/upload/{name}/replay"))


@router.get("/upload/{name}/replay")
async def upload_replay(request: Request, name: str, step: int = 0) -> Response:
    """Replays an uploaded game."""
    game, sitters = uploaded(request, name)
    return replay_page(request, game, sitters, f"/upload/{name}/replay", f"/upload/{name}" if game.over else "", step)


def by_round(values: Values, steps: Iterable[Step], players: int) -> list[tuple[int, ...]]:
    """Lists the points of every seat at the end of each round; the last round may be incomplete."""
    ends, last = [], None
    for step in steps:
        if last is not None and step.round > last.round:
            ends.append(step)
        last = step
    return [
        tuple(int(spec.score(values, step.state, seat)) for seat in range(players))
        for step in (*ends, *([last] if last else []))
    ]
