"""The home page: tables to open, to continue and to join."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from serai.core.component_folders import WITH
from serai.core.registry import SPECS
from serai.web.drawing.profiles import lesson, profile
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
from serai.web.pages.table_form import WAITS, TableForm
from serai.web.pages.table_lines import TableLines
from serai.web.refusals import BadName

SHOWN = 8

router = APIRouter()


@router.get("/")
async def home(request: Request, game: str = "") -> Response:
    """Shows the home page; a game named in the address is selected, and offered even if it is not listed."""
    guest = await guest_of(request)
    name = guest.name if guest else ""
    return await home_page(request, guest, TableForm(game, name=name) if game in SPECS else TableForm(name=name))


@router.post("/tables")
async def create(request: Request) -> Response:
    """Opens a table as the form says."""
    async with request.form() as read:
        sent = {key: value for key, value in read.items() if isinstance(value, str)}
    programs = house_of(request).programs
    form = TableForm.read(sent, programs)
    try:
        plan = form.plan(translations_of(request), programs, house_of(request).sets[form.game])
        guest = await named_guest(request, form.name)
    except ValueError as error:
        return await home_page(request, await guest_of(request), form, str(error))
    except BadName as error:
        return await home_page(request, await guest_of(request), form, refusal_text(error, translations_of(request)))
    return back_to(f"/table/{(await open_table(request, guest, plan)).id}")


async def home_page(request: Request, guest: Guest | None, form: TableForm, complaint: str = "") -> Response:
    """Shows the home page."""
    lists, programs = await house_of(request).lists(guest), house_of(request).programs
    lines = TableLines(language_of(request), translations_of(request), guest.id if guest else None)
    translations = translations_of(request)
    cards = game_cards(translations, form.game)
    sets = {game: [name for name in known if WITH not in name] for game, known in house_of(request).sets.items()}
    running = sorted((lines.running(listed) for listed in lists.running), key=lambda line: not line.yours)
    return page(
        request,
        "home.html",
        status=422 if complaint else 200,
        complaint=complaint,
        known=guest is not None,
        form=form,
        learn=lesson(),
        games=cards,
        ladder=ladder(translations, programs),
        waits=WAITS,
        sets={game: names for game, names in sets.items() if len(names) > 1},
        variants={card.key: variant_choices(card.key, translations) for card in cards},
        titles={game: profile(game).title for game in SPECS},
        mine=running,
        house=[lines.open(listed) for listed in lists.open[:SHOWN]],
        finished=[lines.finished(listed) for listed in lists.finished[:SHOWN]],
    )
