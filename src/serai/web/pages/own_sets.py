"""Values from your own box: choose a game, enter what is printed on its pieces, and save it as a set of the house."""

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from serai.core.component_folders import standard, with_files
from serai.core.component_set import ComponentSet
from serai.core.component_zips import own_files, packed
from serai.core.registry import SPECS
from serai.web.drawing import render
from serai.web.drawing.profiles import profile
from serai.web.drawing.words import Words
from serai.web.http.session import (
    back_to,
    guest_of,
    house_of,
    language_of,
    page,
    player_of,
    refusal_text,
    some_guest,
    take,
    translations_of,
    wants_fragment,
    while_there,
)
from serai.web.pages.choices import game_card, game_cards
from serai.web.pages.set_form import SetForm, Shown, first_unsure, sheets_shown
from serai.web.refusals import NoSuchSet, OtherFolder, Refused
from serai.web.tables.set_folders import unpacked

MOST_FIELDS = 4000

router = APIRouter(prefix="/sets")


@dataclass(frozen=True)
class SetLine:
    """A set in the list: its game, its name, and whether the guest made it."""

    game: str
    title: str
    name: str
    mine: bool


@router.get("")
async def choose(request: Request, saved: str = "") -> Response:
    """Shows the games, and the sets that guests have made; `saved` is GAME/NAME of a new one."""
    return await list_page(request, saved)


async def list_page(request: Request, saved: str = "", complaint: str = "") -> Response:
    """Shows the list of sets."""
    guest, translations = await guest_of(request), translations_of(request)
    lines = [
        SetLine(own.game, Words(own.game, translations).title, own.name, guest is not None and own.maker == guest.id)
        for own in await house_of(request).sets.made()
    ]
    return page(
        request,
        "sets/index.html",
        status=422 if complaint else 200,
        games=game_cards(translations),
        lines=lines,
        saved=next((line for line in lines if f"{line.game}/{line.name}" == saved), None),
        complaint=complaint,
    )


def check_game(game: str) -> None:
    """Answers 404 for an unknown game."""
    if game not in SPECS:
        raise HTTPException(404)


def usual_sets(request: Request, game: str) -> list[ComponentSet]:
    """Returns the built-in and installed sets, whose notes say how sure their values are."""
    return list(house_of(request).sets.fixed[game].values())


@router.get("/{game}")
async def begin(request: Request, game: str, start: str = "") -> Response:
    """Shows the form, filled with the standard set or another one of the house."""
    check_game(game)
    pieces = await house_of(request).sets.named(game, start) if start else None
    if start and pieces is None:
        raise NoSuchSet(name=start[:40])
    return await fresh_page(request, SetForm.of(game, (pieces or standard(game)).files), start=start)


async def fresh_page(request: Request, form: SetForm, complaint: str = "", start: str = "") -> Response:
    """Shows an unchanged form, open where values are not confirmed."""
    opened = first_unsure(form, usual_sets(request, form.game))
    return await form_page(request, form, complaint, start, opened)


async def checked(request: Request, form: SetForm, opened: int | None = None) -> Shown:
    """Checks and draws a form in threads, sheet by sheet, until the client disconnects."""
    sheets = sheets_shown(form, usual_sets(request, form.game), language_of(request), opened)

    async def work() -> Shown:
        drawn = []
        while (sheet := await asyncio.to_thread(next, sheets, None)) is not None:
            drawn.append(sheet)
        return Shown(tuple(drawn))

    return await while_there(request, work())


async def form_page(
    request: Request, form: SetForm, complaint: str = "", start: str = "", opened: int | None = None
) -> Response:
    """Shows the form, checked and drawn."""
    seen = await checked(request, form, opened)
    sets = await house_of(request).sets.names(await guest_of(request))
    return page(
        request,
        "sets/form.html",
        status=422 if complaint else 200,
        game=form.game,
        card=game_card(form.game, translations_of(request)),
        title=Words(form.game, translations_of(request)).title,
        say=Words(form.game, translations_of(request)),
        book=profile(form.game).rulebook,
        names=sets[form.game],
        start=start,
        form=form,
        shown=seen,
        complaint=complaint,
    )


@router.post("/{game}/upload")
async def upload(request: Request, game: str, folder: UploadFile) -> Response:
    """Fills the form with the files of an uploaded folder."""
    check_game(game)
    take(request, "uploads")
    translations = translations_of(request)
    try:
        files = unpacked(await folder.read())
        mine = {path: text for path, text in files.items() if path in SetForm.paths(game)}
        if not any(path.startswith(f"{game}/") for path in mine):
            raise OtherFolder(game=Words(game, translations).title)
        form = SetForm.of(game, mine)
    except Refused as error:
        return await fresh_page(request, SetForm.of(game, {}), refusal_text(error, translations))
    return await fresh_page(request, form)


@router.post("/{game}")
async def entered(request: Request, game: str) -> Response:
    """Handles the form: redraws a changed entry, checks everything, adds or removes a line, or saves the set."""
    check_game(game)
    async with request.form(max_fields=MOST_FIELDS) as read:
        sent = {key: value for key, value in read.items() if isinstance(value, str)}
    form, deed = SetForm.read(game, sent), sent.get("do", "check")
    verb, _, where = deed.partition(" ")
    place = _place(where, form)
    if verb == "add" and place is not None:
        form = form.with_row(place[0])
    elif verb == "remove" and place is not None:
        form = form.without_row(*place)
    elif verb == "save":
        return await save(request, form)
    if wants_fragment(request):
        return await changed(request, form, sent.get("marked", ""), sent.get("changed", ""), verb)
    return await form_page(request, form, opened=place[0] if place else None)


def _place(text: str, form: SetForm) -> tuple[int, int] | None:
    """Reads which line of which sheet is meant: `2-17`."""
    sheet, _, row = text.partition("-")
    if not (sheet.isascii() and sheet.isdigit() and len(sheet) < 4 and int(sheet) < len(form.sheets)):
        return None
    return int(sheet), int(row) if row.isascii() and row.isdigit() and len(row) < 4 else MOST_FIELDS


async def save(request: Request, form: SetForm) -> Response:
    """Saves a set without faults; any other form is shown again, and nothing has changed."""
    translations = translations_of(request)
    usual = usual_sets(request, form.game)
    seen = await checked(request, form)
    if seen.wrong:
        told = translations.ngettext(
            "Nothing was saved: %(num)d entry is impossible. It is marked below.",
            "Nothing was saved: %(num)d entries are impossible. They are marked below.",
            seen.wrong,
        )
        return await form_page(request, form, told % {"num": seen.wrong})
    take(request, "uploads")
    try:
        guest = await some_guest(request)
        made = await house_of(request).sets.save(guest, with_files(form.game, form.files(usual)), form.name)
    except Refused as error:
        return await form_page(request, form, refusal_text(error, translations))
    return back_to(f"/sets?saved={made.game}/{made.name}")


async def changed(request: Request, form: SetForm, marked: str, where: str, verb: str) -> Response:
    """Draws what changed: the piece, new and resolved faults, and sheets with added or removed lines."""
    seen = await checked(request, form)
    places = [place for text in [where, *seen.marked, *marked.split()[:200]] if (place := _place(text, form))]
    context = {"game": form.game, "shown": seen, "where": _place(where, form), "places": list(dict.fromkeys(places))}
    told = render.render("sets/changed.html", language_of(request), lines=verb in ("add", "remove"), **context)
    return HTMLResponse(told)


@router.get("/{game}/{name}.zip")
async def download(request: Request, game: str, name: str) -> Response:
    """Sends a set as a folder in a .zip file."""
    check_game(game)
    pieces = await house_of(request).sets.named(game, name)
    if pieces is None:
        raise NoSuchSet(name=name[:40])
    head = {"content-disposition": f'attachment; filename="{name}.zip"'}
    return Response(packed(own_files(pieces), name), media_type="application/zip", headers=head)


@router.post("/{game}/{name}/remove")
async def remove(request: Request, game: str, name: str) -> Response:
    """Removes a set from the list."""
    check_game(game)
    try:
        await house_of(request).sets.remove(await player_of(request), game, name)
    except Refused as error:
        return await list_page(request, complaint=refusal_text(error, translations_of(request)))
    return back_to("/sets")
