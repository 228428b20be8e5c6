"""Waiting for friends: who has sat down, links and codes for open seats, and a seat carried to another device."""

from dataclasses import dataclass
from gettext import NullTranslations
from ipaddress import ip_address
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from serai.web import rendering
from serai.web.guests import Guest
from serai.web.homes import ladder
from serai.web.plans import LONGEST_NAME, Options, clean_name
from serai.web.refusals import BadName, NotYourSeat, Refused
from serai.web.requests import (
    back_to,
    guest_of,
    here_of,
    house_of,
    language_of,
    names_of,
    page,
    player_of,
    some_guest,
    table_of,
    theme_of,
    told,
    translations_of,
)
from serai.web.scene import Sitter
from serai.web.seen import note_seen
from serai.web.tables import Table
from serai.web.words import Words

router = APIRouter()


@dataclass(frozen=True)
class Chair:
    """A seat of the lobby: who sits there or, while it is open, how to get there."""

    number: int
    name: str
    text: str
    open: bool
    address: str = ""
    qr: Markup | None = None
    may_sit: bool = False


async def lobby(
    request: Request, table: Table, guest: Guest | None, message: str | None = None, whole: bool = True
) -> Response:
    """Shows who has sat down and whom the table waits for; with `whole` false only the main part."""
    translations = translations_of(request)
    names = await names_of(request, table)
    sitters = table.sitters(names, guest.id if guest else None)
    maker = guest is not None and guest.id == table.maker
    mine = table.mine(guest.id if guest else None)
    chairs = [_chair(request, table, sitter, maker, not mine) for sitter in sitters]
    text = rendering.render(
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
        agreed=agreed(table.options, translations),
        ladder=ladder(translations, house_of(request).programs),
        complaint=message or "",
        only_here=is_loopback(public_address(request)),
    )
    return HTMLResponse(text)


def _chair(request: Request, table: Table, sitter: Sitter, maker: bool, may_sit: bool) -> Chair:
    """Tells one seat; only the maker sees its link."""
    _ = translations_of(request).gettext
    if sitter.kind == "bot":
        return Chair(sitter.seat, sitter.name, _("bot"), open=False)
    if sitter.kind == "guest":
        text = _("you") if sitter.you else _("made the table") if sitter.maker else _("is here")
        return Chair(sitter.seat, sitter.name, text, open=False)
    text = _("waiting for a friend")
    if not maker:
        return Chair(sitter.seat, "", text, open=True, may_sit=may_sit and table.options.listed and not table.closed)
    token = house_of(request).join_token(table.id, sitter.seat)
    address = f"{public_address(request)}/join/{table.id}/{sitter.seat}/{token}"
    return Chair(sitter.seat, "", text, open=True, address=address, qr=qr(address, _("Code of the link")))


def agreed(options: Options, translations: NullTranslations) -> list[str]:
    """Tells in sentences what the maker of a table chose."""
    _ = translations.gettext
    paces = {
        "instant": _("Bots answer at once."),
        "brisk": _("Bots answer briskly."),
        "calm": _("Bots take their time."),
    }
    hints = _("Everybody may ask for hints.") if options.hints else _("Nobody gets hints.")
    watch = _("Others may watch.") if options.watch else _("Only players see the table.")
    minutes = round(options.absent_minutes)
    away = translations.ngettext(
        "A bot may play for somebody who is away for %(num)d minute.",
        "A bot may play for somebody who is away for %(num)d minutes.",
        minutes,
    )
    return [hints, paces[options.pace], watch, away % {"num": minutes}]


def public_address(request: Request) -> str:
    """Returns the address of the house as friends know it: not that of this machine alone, if there is a better one."""
    own = f"{request.url.scheme}://{request.url.netloc}"
    lan: str | None = getattr(request.app.state, "lan", None)
    return lan.rstrip("/") if lan and is_loopback(own) else own


def is_loopback(address: str) -> bool:
    """Tells whether an address works on this machine only."""
    host = address.split("://")[-1].rsplit(":", 1)[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def qr(text: str, label: str) -> Markup:
    """Draws a QR code to be put inline."""
    drawn = segno.make(text, micro=False, error="m").svg_inline(
        border=2, omitsize=True, svgclass="qr", dark="#1b1540", title=label
    )
    return Markup(drawn.replace("<svg ", '<svg role="img" ', 1))


async def named_guest(request: Request, name: str, needed: bool = False) -> Guest:
    """Returns who asks, under the name that was typed; whoever has none yet must type one if it is needed."""
    house, known = house_of(request), await guest_of(request)
    wanted = clean_name(name) or ""
    if (name.strip() and not wanted) or (needed and not wanted and not (known and known.name)):
        raise BadName(longest=LONGEST_NAME)
    guest = known or await some_guest(request, wanted)
    return await house.rename(guest, wanted) if wanted and wanted != guest.name else guest


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
            return await lobby(request, table, await guest_of(request), told(error, translations_of(request)))
    return back_to(f"/table/{table_id}")


@router.get("/table/{table_id}/device")
async def device(request: Request, table_id: str) -> Response:
    """Shows the private link by which a guest goes on at another device."""
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
