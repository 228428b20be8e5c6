"""Pages for people around the tables: home, invitations, waiting for friends, languages and themes, errors."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from serai.version import VERSION
from serai.web import farewells, guests, lobbies, rendering, reviews
from serai.web.homes import Wishes, home_page
from serai.web.lobbies import agreed, lobby, named_guest
from serai.web.refusals import BadName, NoSuchTable, Refused, WrongLink
from serai.web.requests import (
    THEMES,
    back_to,
    give_cookie,
    guest_of,
    house_of,
    open_table,
    page,
    table_of,
    take_cookie,
    told,
    translations_of,
)
from serai.web.reviews import finished
from serai.web.seen import note_seen
from serai.web.tables import Table
from serai.web.words import Words

__all__ = ["error_page", "finished", "lobby", "refused_page", "router"]

A_YEAR = 365 * 24 * 60 * 60
PAGE_STATUS = {"wrong_link": 403, "too_many": 429, "busy": 503}

router = APIRouter()
router.include_router(lobbies.router)
router.include_router(reviews.router)


@router.get("/")
async def home(request: Request) -> Response:
    """Shows the house."""
    guest = await guest_of(request)
    return await home_page(request, guest, Wishes(name=guest.name if guest else ""))


@router.post("/tables")
async def create(request: Request) -> Response:
    """Opens a table as the form says."""
    async with request.form() as form:
        sent = {key: value for key, value in form.items() if isinstance(value, str)}
    programs = house_of(request).programs
    wishes = Wishes.read(sent, programs)
    try:
        plan = wishes.plan(translations_of(request), programs)
        guest = await named_guest(request, wishes.name)
    except ValueError as error:
        return await home_page(request, await guest_of(request), wishes, str(error))
    except BadName as error:
        return await home_page(request, await guest_of(request), wishes, told(error, translations_of(request)))
    return back_to(f"/table/{(await open_table(request, guest, plan)).id}")


@router.get("/join/{table_id}/{seat}/{token}")
async def invitation(request: Request, table_id: str, seat: int, token: str) -> Response:
    """Shows to what a friend is invited."""
    table = await table_of(request, table_id)
    guest = await guest_of(request)
    if guest is not None and table.mine(guest.id):
        return back_to(f"/table/{table_id}")
    check_invitation(request, table, seat, token)
    return await join_page(request, table, seat, guest.name if guest else "")


def check_invitation(request: Request, table: Table, seat: int, token: str) -> None:
    """Sees that the link belongs to the seat."""
    if not 0 <= seat < table.players or not guests.same(token, house_of(request).join_token(table.id, seat)):
        raise WrongLink


async def join_page(request: Request, table: Table, seat: int, name: str, complaint: str = "") -> Response:
    """Shows an invitation, with a complaint about the name if there is one."""
    translations = translations_of(request)
    maker = await house_of(request).guest(table.maker)
    return page(
        request,
        "join.html",
        title=Words(table.game_name, translations).title,
        host=maker.name if maker and maker.name else translations.gettext("A friend"),
        seat=seat,
        players=table.players,
        agreed=agreed(table.options, translations),
        name=name,
        complaint=complaint,
    )


@router.post("/join/{table_id}/{seat}/{token}")
async def join(request: Request, table_id: str, seat: int, token: str, name: Annotated[str, Form()] = "") -> Response:
    """Takes the seat that a link belongs to."""
    table = await table_of(request, table_id)
    check_invitation(request, table, seat, token)
    try:
        guest = await named_guest(request, name, needed=True)
    except BadName as error:
        return await join_page(request, table, seat, name, told(error, translations_of(request)))
    note_seen(request, await house_of(request).sit(table_id, guest, seat, token))
    return back_to(f"/table/{table_id}")


@router.get("/carry/{table_id}/{seat}/{token}")
async def carry(request: Request, table_id: str, seat: int, token: str) -> Response:
    """Exchanges a private link for the cookie; on a device that is somebody else's, it is asked first."""
    holder = await house_of(request).carried(table_id, seat, token)
    here = await guest_of(request)
    if here is not None and here.id != holder.id:
        return page(request, "carry.html", here=here.name, holder=holder.name, table=table_id)
    give_cookie(request, holder.id)
    return back_to(f"/table/{table_id}")


@router.post("/carry/{table_id}/{seat}/{token}")
async def carry_on(request: Request, table_id: str, seat: int, token: str) -> Response:
    """Goes on as the holder of the seat."""
    holder = await house_of(request).carried(table_id, seat, token)
    give_cookie(request, holder.id)
    return back_to(f"/table/{table_id}")


@router.get("/about")
async def about(request: Request) -> Response:
    """Shows who made this and under which licences."""
    return page(request, "about.html", version=VERSION)


@router.get("/me")
async def my_data(request: Request) -> Response:
    """Shows what the house knows of who asks, and how it is deleted."""
    guest = await guest_of(request)
    lists = await house_of(request).lists(guest)
    return page(request, "my_data.html", guest=guest, going_on=len(lists.running), finished=len(lists.finished))


@router.post("/me/delete")
async def delete_me(request: Request, sure: Annotated[str, Form()] = "") -> Response:
    """Deletes name and games of who asks and means it; a cookie that nobody knows is only taken away."""
    guest = await guest_of(request)
    if guest is not None and sure == "1":
        await farewells.forget(house_of(request), guest)
    if guest is None or sure == "1":
        take_cookie(request)
    return back_to("/me")


@router.post("/language")
async def choose_language(
    request: Request, language: Annotated[str, Form()] = "", back: Annotated[str, Form()] = ""
) -> Response:
    """Remembers a language."""
    return remembered(request, "language", language if language in rendering.LANGUAGES else None, back)


@router.post("/theme")
async def choose_theme(
    request: Request, theme: Annotated[str, Form()] = "", back: Annotated[str, Form()] = ""
) -> Response:
    """Remembers a theme."""
    return remembered(request, "theme", theme if theme in THEMES else None, back)


def remembered(request: Request, name: str, value: str | None, back: str) -> RedirectResponse:
    """Sets a cookie, or takes it away, and goes back to where the choice was made."""
    answer = back_to(back if is_ours(back) else "/")
    if value is None:
        answer.delete_cookie(name)
    else:
        answer.set_cookie(name, value, max_age=A_YEAR, samesite="lax", secure=request.url.scheme == "https")
    return answer


def is_ours(address: str) -> bool:
    """Tells whether an address is a page of this house: two slashes would name another host."""
    plain = address.isascii() and address.isprintable() and "\\" not in address
    return plain and address.startswith("/") and not address.startswith("//")


def error_page(request: Request, status: int) -> Response:
    """Says kindly that something is not there or went wrong."""
    _ = translations_of(request).gettext
    if status == 404:
        heading, text = _("Nothing but sand here"), _("This page does not exist, or the table was never set up.")
    elif status == 413:
        heading, text = _("Too heavy for our camels"), _("What you sent is larger than we can take.")
    elif status >= 500:
        heading = _("A wheel came off")
        text = _("Something went wrong on our side. It has been noted, and your games are safe.")
    else:
        heading, text = _("That did not work"), _("We could not read what was sent. Go back and try it again.")
    again = request.url.path if status >= 500 and request.method == "GET" else ""
    return page(request, "error.html", status, heading=heading, text=text, again=again)


def refused_page(request: Request, error: Refused) -> Response:
    """Says why the house did not do something."""
    if isinstance(error, NoSuchTable):
        return error_page(request, 404)
    translations = translations_of(request)
    heading, status = translations.gettext("That cannot be done"), PAGE_STATUS.get(error.code, 409)
    return page(request, "error.html", status, heading=heading, text=told(error, translations), again="")
