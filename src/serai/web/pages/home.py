"""The home page: tables to open, to continue and to join."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import Response

from serai.core.component_folders import WITH
from serai.core.registry import SPECS
from serai.web.drawing.profiles import games_with_lessons, profile
from serai.web.guests import Guest
from serai.web.http.session import (
    back_to,
    guest_of,
    house_of,
    language_of,
    named_guest,
    open_table,
    page,
    refusal_text,
    translations_of,
)
from serai.web.pages.choices import game_cards, ladder, variant_choices
from serai.web.pages.levels import remember, suggested
from serai.web.pages.remembered_choices import invitation, keep, kept, last_game, usual_form
from serai.web.pages.table_form import WAITS, TableForm
from serai.web.pages.table_lines import TableLines
from serai.web.refusals import BadName

SHOWN, TURNS = 8, 3  # tables in a list, and turns to take in the strip

router = APIRouter()


@router.get("/")
async def home(request: Request, game: str = "", components: str = "") -> Response:
    """Shows the home page; with a game, even one that is not listed, and maybe a set, the table can be set up."""
    guest = await guest_of(request)
    form = usual_form(request, game if game in SPECS else last_game(request), house_of(request).programs)
    sets = {game: components} if components and game in SPECS else form.sets
    form = replace(form, name=guest.name if guest else "", sets=sets)
    return await home_page(request, guest, form, setting_up=game in SPECS)


@router.post("/me/name")
async def rename(request: Request, name: Annotated[str, Form()] = "") -> Response:
    """Renames the guest; a name that cannot be used is shown again."""
    known = await guest_of(request)
    try:
        await named_guest(request, name, needed=True)
    except BadName as error:
        form = replace(usual_form(request, last_game(request)), name=known.name if known else "")
        told = refusal_text(error, translations_of(request))
        return await home_page(request, known, form, setting_up=False, name_complaint=told, called=name)
    return back_to("/")


@router.post("/tables")
async def create(request: Request) -> Response:
    """Opens a table as the form says."""
    async with request.form() as read:
        sent = {key: value for key, value in read.items() if isinstance(value, str)}
    return await open_by(request, TableForm.read(sent, house_of(request).programs))


@router.post("/play")
async def play(request: Request, game: Annotated[str, Form()], name: Annotated[str, Form()] = "") -> Response:
    """Opens a table of a game like the last one."""
    if game not in SPECS:
        raise HTTPException(404)
    return await open_by(request, replace(usual_form(request, game, house_of(request).programs), name=name))


async def open_by(request: Request, form: TableForm) -> Response:
    """Opens a table, and remembers its choices; a form that cannot be carried out is shown again."""
    try:
        pieces = await house_of(request).sets.named(form.game, form.chosen_set)
        plan = form.plan(translations_of(request), house_of(request).programs, pieces)
        guest = await named_guest(request, form.name)
    except ValueError as error:
        return await home_page(request, await guest_of(request), form, str(error))
    except BadName as error:
        return await home_page(request, await guest_of(request), form, refusal_text(error, translations_of(request)))
    answer = back_to(f"/table/{(await open_table(request, guest, plan)).id}")
    return keep(request, remember(request, answer, plan), form)


async def home_page(
    request: Request,
    guest: Guest | None,
    form: TableForm,
    complaint: str = "",
    setting_up: bool = True,
    name_complaint: str = "",
    called: str | None = None,
) -> Response:
    """Shows the home page."""
    lists, programs = await house_of(request).lists(guest), house_of(request).programs
    lines = TableLines(language_of(request), translations_of(request), guest.id if guest else None)
    translations = translations_of(request)
    cards = game_cards(translations, form.game)
    known = await house_of(request).sets.names(guest)
    sets = {game: [name for name in names if WITH not in name] for game, names in known.items()}
    running = [lines.running(listed) for listed in lists.running]
    yours = [line for line in running if line.yours][:TURNS]
    return page(
        request,
        "home.html",
        status=422 if complaint or name_complaint else 200,
        complaint=complaint,
        name_complaint=name_complaint,
        called=(guest.name if guest else "") if called is None else called,
        known=guest is not None,
        played=bool(kept(request)),
        form=form,
        setting_up=setting_up,
        invitations={card.key: invitation(usual_form(request, card.key, programs), translations) for card in cards},
        lessons={game: profile(game).lesson for game in games_with_lessons()},
        games=cards,
        ladder=ladder(translations, programs),
        levels={card.key: suggested(request, card.key) for card in cards},
        waits=WAITS,
        sets={game: names for game, names in sets.items() if len(names) > 1},
        variants={card.key: variant_choices(card.key, translations) for card in cards},
        titles={game: profile(game).title for game in SPECS},
        yours=yours,
        mine=sorted((line for line in running if line not in yours), key=lambda line: not line.yours),
        house=[lines.open(listed) for listed in lists.open[:SHOWN]],
        finished=[lines.finished(listed) for listed in lists.finished[:SHOWN]],
    )
