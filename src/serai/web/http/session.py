"""What all routes share: the guest and the language of a request, who may see a table, and limits."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeVar

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException

from serai.web import guests
from serai.web.drawing import render
from serai.web.drawing.profiles import profile
from serai.web.guests import Guest
from serai.web.http.freshness import note_seen, seen_of
from serai.web.http.limits import Client, Gate, Kind, network
from serai.web.refusals import BadName, NotYourSeat, NoWatching, Refused, TooManyTables
from serai.web.tables.model import Table
from serai.web.tables.plans import LONGEST_NAME, NewTable, clean_name
from serai.web.tables.service import House

COOKIE = "guest"
THEMES = ("light", "dark")

Result = TypeVar("Result")


def house_of(request: Request) -> House:
    """Returns the house of this server."""
    house: House = request.app.state.house
    return house


def language_of(request: Request) -> str:
    """Returns the language of a page: the chosen one, else the one that the browser prefers among ours."""
    chosen = request.cookies.get("language")
    if chosen in render.LANGUAGES:
        return chosen
    wanted = [_wish(part) for part in request.headers.get("accept-language", "")[:200].split(",")]
    spoken = [(weight, language) for weight, language in wanted if language in render.LANGUAGES and weight > 0]
    return max(spoken, key=lambda wish: wish[0])[1] if spoken else "en"


def _wish(part: str) -> tuple[float, str]:
    """Reads one language and its weight, such as `de-AT;q=0.7`."""
    name, _, weight = part.partition(";q=")
    try:
        return float(weight or 1), name.strip().split("-")[0].lower()
    except ValueError:
        return 0.0, ""


def theme_of(request: Request) -> str | None:
    """Returns the chosen theme, None for the system's."""
    chosen = request.cookies.get("theme")
    return chosen if chosen in THEMES else None


def translations_of(request: Request) -> NullTranslations:
    """Returns the catalogue of a request's language."""
    return render.catalogue(language_of(request))


def refusal_text(refused: Refused, translations: NullTranslations) -> str:
    """Returns the sentence of a refusal in a language."""
    return translations.gettext(refused.text) % refused.values


@dataclass(frozen=True)
class Prepared:
    """How many bots are compiled, and which is being compiled, in words."""

    done: int
    of: int
    bot: str
    game: str


def prepared_of(request: Request) -> Prepared | None:
    """Returns how far the bots are compiled, None once all of them are."""
    progress = request.app.state.bot_pool.preparing.progress
    if progress is None:
        return None
    bot, game = progress.now or ("", "")
    title = translations_of(request).gettext(profile(game).title) if game else ""
    return Prepared(progress.done, progress.of, bot.capitalize(), title)


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Renders a page in the language and theme of the request."""
    given = {"theme": theme_of(request), "here": here_of(request), "preparing": prepared_of(request), **context}
    return HTMLResponse(render.render(template, language_of(request), **given), status)


def here_of(request: Request) -> str:
    """Returns the address of the current page, for forms that come back to it."""
    path, query = request.url.path, request.url.query
    if request.method == "GET":
        return f"{path}?{query}" if query else path
    return "/".join(path.split("/")[:3]) if path.startswith(("/table/", "/sets/")) else "/"


async def names_of(request: Request, table: Table) -> dict[str, str]:
    """Returns the names of the guests at a table by id, with a placeholder for forgotten guests."""
    gone = {guest: gone_word(request) for guest in table.guests if guests.is_gone(guest)}
    nameless = translations_of(request).gettext("Guest")
    known = await house_of(request).names(table)
    return {**{guest: known.get(guest) or nameless for guest in table.guests}, **gone}


def gone_word(request: Request) -> str:
    """Returns the placeholder for the names of forgotten guests."""
    return translations_of(request).gettext("Former player")


def guest_id_of(request: Request) -> str | None:
    """Returns the guest id in a signed cookie or bearer token, without checking that the guest exists."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    value = bearer.strip() if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")
    key = getattr(request.app.state, "key", None)
    return guests.read(key, value, time.time()) if value and key else None


async def guest_of(request: Request) -> Guest | None:
    """Returns the guest of a request, by cookie or bearer token; None for a new visitor."""
    guest_id = guest_id_of(request)
    return None if guest_id is None else await house_of(request).guest(guest_id)


def client_of(request: Request) -> Client:
    """Returns the client of a request, to which limits apply."""
    return Client(network(request.client.host if request.client else ""), guest_id_of(request))


def take(request: Request, kind: Kind) -> None:
    """Counts a limited action of a client; raises TooMany."""
    gate: Gate = request.app.state.gate
    gate.take(kind, client_of(request))


async def while_there(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Does the work of a request that was read in full, and cancels it if the client disconnects."""
    doing, leaving = asyncio.create_task(work), asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HTTPException(400)
        return doing.result()
    finally:
        for task in (doing, leaving):
            task.cancel()
        await asyncio.gather(doing, leaving, return_exceptions=True)


async def _hung_up(request: Request) -> None:
    """Waits until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def new_guest(request: Request, name: str = "") -> Guest:
    """Creates a guest, whose cookie comes with the response; limited for each address."""
    gate: Gate = request.app.state.gate
    gate.take("guests", Client(client_of(request).address))
    guest = await house_of(request).new_guest(name)
    give_cookie(request, guest.id)
    return guest


async def some_guest(request: Request, name: str = "") -> Guest:
    """Returns the guest of a request; a new visitor becomes a guest."""
    return await guest_of(request) or await new_guest(request, name)


async def named_guest(request: Request, name: str, needed: bool = False) -> Guest:
    """Returns the guest of a request, renamed as typed; raises BadName, also if a name is needed and there is none."""
    house, known = house_of(request), await guest_of(request)
    wanted = clean_name(name) or ""
    if (name.strip() and not wanted) or (needed and not wanted and not (known and known.name)):
        raise BadName(longest=LONGEST_NAME)
    guest = known or await some_guest(request, wanted)
    return await house.rename(guest, wanted) if wanted and wanted != guest.name else guest


async def open_table(request: Request, guest: Guest, plan: NewTable) -> Table:
    """Makes a table for a guest; raises TooMany or TooManyTables."""
    take(request, "tables")
    house, gate = house_of(request), request.app.state.gate
    most = gate.limits.going_on
    if most is not None and len(await house.store.tables_of(guest.id, ("open", "running"), most)) >= most:
        raise TooManyTables(most=most)
    return note_seen(request, await house.create(guest, plan))


async def player_of(request: Request) -> Guest:
    """Returns the guest of a request; raises NotYourSeat for a new visitor."""
    known = await guest_of(request)
    if known is None:
        raise NotYourSeat
    return known


async def table_of(request: Request, table_id: str, at_least: int = 0) -> Table:
    """Returns a table at least as new as the client has seen it, by cookie or by event number."""
    return await house_of(request).table(table_id, max(at_least, seen_of(request, table_id)))


async def looked_at(request: Request, table_id: str, at_least: int = 0) -> tuple[Table, Guest | None]:
    """Returns a table, at least as new as it was seen, and its viewer; notes a sign of life; raises NoWatching."""
    table, guest = await table_of(request, table_id, at_least), await guest_of(request)
    mine = table.mine(guest.id) if guest else ()
    is_maker = guest is not None and guest.id == table.maker
    if table.begun and not table.options.watch and not mine and not is_maker:
        raise NoWatching
    if guest is not None and mine:
        house_of(request).seen_alive(table, guest)
    return note_seen(request, table), guest


def give_cookie(request: Request, guest_id: str) -> str:
    """Adds a guest's cookie to the response; returns its value."""
    value = guests.sign(request.app.state.key, guest_id, time.time())
    request.state.cookie = value
    return value


def take_cookie(request: Request) -> None:
    """Makes the response delete the guest's cookie."""
    request.state.cookie = ""


def back_to(address: str) -> RedirectResponse:
    """Redirects a browser to a page after a change."""
    return RedirectResponse(address, 303)


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks, which wants only a part of the page."""
    return request.headers.get("hx-request") == "true"
