"""Waiting for friends: who has sat down, invitations to open seats, and a seat carried to another device."""

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from serai.core.component_folders import WITH, standard_name, variant_of
from serai.core.component_set import CUSTOM, ComponentSet
from serai.web import guests
from serai.web.drawing import render
from serai.web.drawing.profiles import profile
from serai.web.drawing.scene import Sitter
from serai.web.drawing.words import Words
from serai.web.guests import Guest
from serai.web.http.addresses import is_loopback, public_address
from serai.web.http.compression import UNCOMPRESSED
from serai.web.http.freshness import note_seen
from serai.web.http.session import (
    back_to,
    give_cookie,
    guest_of,
    here_of,
    house_of,
    language_of,
    named_guest,
    names_of,
    page,
    player_of,
    refusal_text,
    table_of,
    theme_of,
    translations_of,
)
from serai.web.pages.choices import ladder
from serai.web.pages.levels import suggested
from serai.web.refusals import BadName, NotYourSeat, Refused, WrongLink
from serai.web.tables.model import Table
from serai.web.tables.plans import Options

router = APIRouter()


@dataclass(frozen=True)
class LobbySeat:
    """A seat of the lobby: who sits there or, while it is open, how to get there."""

    number: int
    name: str
    text: str
    open: bool
    address: str = ""
    qr: Markup | None = None
    may_sit: bool = False


async def lobby_page(
    request: Request, table: Table, guest: Guest | None, message: str | None = None, whole: bool = True
) -> Response:
    """Shows who has sat down and whom the table waits for; with `whole` false only the main part."""
    translations = translations_of(request)
    names = await names_of(request, table)
    sitters = table.sitters(names, guest.id if guest else None)
    maker = guest is not None and guest.id == table.maker
    mine = table.mine(guest.id if guest else None)
    chairs = [_chair(request, table, sitter, maker, not mine) for sitter in sitters]
    text = render.render(
        "lobby.html",
        language_of(request),
        theme=theme_of(request),
        here=here_of(request),
        whole=whole,
        table=table.id,
        number=table.number,
        title=Words(table.game_name, translations).title,
        chairs=chairs,
        waiting=len(table.open_seats),
        unjoined=set(table.guests) <= {table.maker},
        closed=table.closed,
        maker=maker,
        seated=mine[0] + 1 if mine else 0,
        named=bool(guest and guest.name),
        agreed=[*agreed(table.options, translations), *chosen_set(table.pieces, translations)],
        ladder=ladder(translations, house_of(request).programs),
        level=suggested(request, table.game_name),
        complaint=message or "",
        only_here=is_loopback(public_address(request)),
    )
    return HTMLResponse(text, headers=UNCOMPRESSED)


def _chair(request: Request, table: Table, sitter: Sitter, maker: bool, may_sit: bool) -> LobbySeat:
    """Returns one seat; only the maker sees its link."""
    _ = translations_of(request).gettext
    if sitter.kind == "bot":
        return LobbySeat(sitter.seat, sitter.name, _("bot"), open=False)
    if sitter.program:
        return LobbySeat(sitter.seat, sitter.name, _("a guest’s program"), open=False)
    if sitter.kind == "guest":
        text = _("you") if sitter.you else _("made the table") if sitter.maker else _("is here")
        return LobbySeat(sitter.seat, sitter.name, text, open=False)
    text = _("waiting for a friend")
    if not maker:
        return LobbySeat(
            sitter.seat, "", text, open=True, may_sit=may_sit and table.options.listed and not table.closed
        )
    token = house_of(request).join_token(table.id, sitter.seat)
    address = f"{public_address(request)}/join/{table.id}/{sitter.seat}/{token}"
    return LobbySeat(sitter.seat, "", text, open=True, address=address, qr=qr(address, _("Code of the link")))


def agreed(options: Options, translations: NullTranslations) -> list[str]:
    """Describes in sentences what the maker of a table chose."""
    _ = translations.gettext
    paces = {
        "instant": _("Bots answer at once."),
        "brisk": _("Bots answer briskly."),
        "calm": _("Bots take their time."),
    }
    hints = _("Everyone may ask for hints.") if options.hints else _("Nobody gets hints.")
    watch = _("Others may watch.") if options.watch else _("Only players see the table.")
    minutes = round(options.absent_minutes)
    away = translations.ngettext(
        "A bot may play for anyone who is away for %(num)d minute.",
        "A bot may play for anyone who is away for %(num)d minutes.",
        minutes,
    )
    return [hints, paces[options.pace], watch, away % {"num": minutes}]


def chosen_set(pieces: ComponentSet, translations: NullTranslations) -> list[str]:
    """Names the component set of a table and its variant, unless they are the standard ones."""
    variant, told = variant_of(pieces), profile(pieces.game).variants
    texts = (told.title, told.texts[variant][0]) if told and variant else ()
    named = [": ".join(map(translations.gettext, texts)) + "."] if texts else []
    name = pieces.name.partition(WITH)[0]
    if name == standard_name(pieces.game):
        return named
    if name == CUSTOM:
        return [translations.gettext("It is played with this server’s own cards and tiles."), *named]
    return [translations.gettext("It is played with cards and tiles of set %(name)s.") % {"name": name}, *named]


def qr(text: str, label: str) -> Markup:
    """Draws a QR code as inline SVG."""
    drawn = segno.make(text, micro=False, error="m").svg_inline(
        border=2, omitsize=True, svgclass="qr", dark="#1b1540", title=label
    )
    return Markup(drawn.replace("<svg ", '<svg role="img" ', 1))


@router.post("/table/{table_id}/sit")
async def sit(
    request: Request, table_id: str, seat: Annotated[int, Form()], name: Annotated[str, Form()] = ""
) -> Response:
    """Sits down at a table that was opened to the house."""
    house = house_of(request)
    await table_of(request, table_id)
    try:
        note_seen(request, await house.sit(table_id, await named_guest(request, name, needed=True), seat))
    except Refused as error:
        table = await table_of(request, table_id)
        if not table.begun:
            return await lobby_page(
                request, table, await guest_of(request), refusal_text(error, translations_of(request))
            )
    return back_to(f"/table/{table_id}")


@router.get("/table/{table_id}/device")
async def device(request: Request, table_id: str) -> Response:
    """Shows the private link that moves a guest to another device."""
    house = house_of(request)
    table, guest = await table_of(request, table_id), await player_of(request)
    seat = table.seat_of(guest.id)
    if seat is None:
        raise NotYourSeat
    token = await house.carry_token(table_id, guest, seat)
    address = f"{public_address(request)}/carry/{table_id}/{seat}/{token}"
    translations = translations_of(request)
    return page(
        request,
        "device.html",
        table=table_id,
        title=Words(table.game_name, translations).title,
        address=address,
        qr=qr(address, translations.gettext("Code of the link")),
        only_here=is_loopback(address),
    )


@router.get("/join/{table_id}/{seat}/{token}")
async def invitation(request: Request, table_id: str, seat: int, token: str) -> Response:
    """Shows a friend's invitation."""
    table = await table_of(request, table_id)
    guest = await guest_of(request)
    if guest is not None and table.mine(guest.id):
        return back_to(f"/table/{table_id}")
    check_invitation(request, table, seat, token)
    return await join_page(request, table, seat, guest.name if guest else "")


def check_invitation(request: Request, table: Table, seat: int, token: str) -> None:
    """Checks that the link belongs to the seat."""
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
        return await join_page(request, table, seat, name, refusal_text(error, translations_of(request)))
    note_seen(request, await house_of(request).sit(table_id, guest, seat, token))
    return back_to(f"/table/{table_id}")


@router.get("/carry/{table_id}/{seat}/{token}")
async def carry(request: Request, table_id: str, seat: int, token: str) -> Response:
    """Exchanges a private link for the cookie; asks first on a device with another guest's cookie."""
    holder = await house_of(request).carried(table_id, seat, token)
    here = await guest_of(request)
    if here is not None and here.id != holder.id:
        return page(request, "carry.html", here=here.name, holder=holder.name, table=table_id)
    give_cookie(request, holder.id)
    return back_to(f"/table/{table_id}")


@router.post("/carry/{table_id}/{seat}/{token}")
async def carry_on(request: Request, table_id: str, seat: int, token: str) -> Response:
    """Continues as the holder of the seat."""
    holder = await house_of(request).carried(table_id, seat, token)
    give_cookie(request, holder.id)
    return back_to(f"/table/{table_id}")
