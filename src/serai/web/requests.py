"""What all routes share: who asks and in which language, what a request must look like, which headers an answer has."""

import logging
import time
from collections.abc import Callable, Collection
from gettext import NullTranslations
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.web import guests, rendering
from serai.web.guests import Guest
from serai.web.refusals import NotYourSeat, NoWatching, Refused

if TYPE_CHECKING:
    from serai.web.house import House
    from serai.web.tables import Table

LOG = logging.getLogger("serai.web")
COOKIE = "guest"
THEMES = ("light", "dark")
LARGEST_BODY = 64 * 1024
LARGEST_UPLOAD = 4_200_000
READING = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    # Sharing the address within the site only keeps the Origin header of plain forms, which `no-referrer` would null.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    ),
}


def house_of(request: Request) -> "House":
    """Returns the house that the server keeps."""
    house: House = request.app.state.house
    return house


def language_of(request: Request) -> str:
    """Returns the language of a page: the one that was chosen, else the first that the browser wants and we speak."""
    chosen = request.cookies.get("language")
    if chosen in rendering.LANGUAGES:
        return chosen
    wanted = [_wish(part) for part in request.headers.get("accept-language", "")[:200].split(",")]
    spoken = [(weight, language) for weight, language in wanted if language in rendering.LANGUAGES and weight > 0]
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
    return rendering.catalogue(language_of(request))


def told(refused: Refused, translations: NullTranslations) -> str:
    """Says in a language why something was not done."""
    return translations.gettext(refused.text) % refused.values


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Renders a page in the language and theme of who asks."""
    text = rendering.render(template, language_of(request), theme=theme_of(request), **context)
    return HTMLResponse(text, status)


async def guest_of(request: Request) -> Guest | None:
    """Returns who asks, by cookie or bearer token; None for somebody new."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    value = bearer.strip() if kind.lower() == "bearer" else request.cookies.get(COOKIE, "")
    guest_id = guests.read(request.app.state.key, value, time.time()) if value else None
    return None if guest_id is None else await house_of(request).guest(guest_id)


async def some_guest(request: Request, name: str = "") -> Guest:
    """Returns who asks; somebody new becomes a guest and gets the cookie with the answer."""
    known = await guest_of(request)
    if known is not None:
        return known
    guest = await house_of(request).new_guest(name)
    give_cookie(request, guest.id)
    return guest


async def player_of(request: Request) -> Guest:
    """Returns who asks; somebody new holds no seat."""
    known = await guest_of(request)
    if known is None:
        raise NotYourSeat
    return known


async def looked_at(request: Request, table_id: str) -> "tuple[Table, Guest | None]":
    """Returns a table and who looks at it, which is a sign of life; raises NoWatching."""
    table, guest = await house_of(request).table(table_id), await guest_of(request)
    mine = table.mine(guest.id) if guest else ()
    is_maker = guest is not None and guest.id == table.maker
    if table.begun and not table.options.watch and not mine and not is_maker:
        raise NoWatching
    if guest is not None and mine:
        house_of(request).seen_alive(table, guest)
    return table, guest


def give_cookie(request: Request, guest_id: str) -> str:
    """Makes the answer to a request carry a guest's cookie; returns its value."""
    value = guests.sign(request.app.state.key, guest_id, time.time())
    request.state.cookie = value
    return value


def back_to(address: str) -> RedirectResponse:
    """Sends a browser to a page after something was done."""
    return RedirectResponse(address, 303)


def wants_fragment(request: Request) -> bool:
    """Tells whether htmx asks, which takes a part of the page."""
    return request.headers.get("hx-request") == "true"


class Guard:
    """Stands around the application: who may send what, which headers go out, and a log without anything private."""

    def __init__(self, app: ASGIApp, broken: Callable[[Request], Response], hosts: Collection[str] = ()) -> None:
        """Knows by which names the server is called, besides its numeric addresses; `*` is any."""
        self.app, self.broken = app, broken
        self.hosts = frozenset(host.lower() for host in hosts) | {"localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or refuses it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope.setdefault("state", {})
        begun, headers, status = time.perf_counter(), Headers(scope=scope), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _dress(message, scope)
            await send(message)

        answer = self._refusal(scope, headers) or self.app
        try:
            await answer(scope, _limited(receive, _most(headers)), sending)
        except Exception:
            LOG.exception("a fault of ours")
            if not status:
                await self.broken(Request(scope))(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "-")
            spent = 1000 * (time.perf_counter() - begun)
            LOG.info("%s %s %d %.0f ms", scope["method"], route, status, spent)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Says why a request is not let through: a wrong host, a change asked for by another site, a large body."""
        if scope["path"] in ("/healthz", "/readyz"):
            return None
        if not self._is_ours(headers.get("host", "")):
            return PlainTextResponse("This server is not called so.\n", 421)
        if scope["method"] not in READING and not _same_origin(headers):
            return PlainTextResponse("Another site may not do this for you.\n", 403)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > _most(headers):
            return PlainTextResponse("This is too large.\n", 413)
        return None

    def _is_ours(self, host: str) -> bool:
        """Tells whether a request is meant for this server; a name that another site rebound to it is not."""
        name = (urlsplit(f"//{host}").hostname or "") if host.isascii() and "/" not in host else ""
        if "*" in self.hosts or name in self.hosts:
            return True
        try:
            return bool(ip_address(name))
        except ValueError:
            return False


def _same_origin(headers: Headers) -> bool:
    """Tells whether a change comes from our own pages, or from a program that is no browser."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site in ("same-origin", "none")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def _most(headers: Headers) -> int:
    """Returns how large the body of a request may be; files come as multipart."""
    is_upload = headers.get("content-type", "").startswith("multipart/form-data")
    return LARGEST_UPLOAD if is_upload else LARGEST_BODY


def _limited(receive: Receive, most: int) -> Receive:
    """Counts what is received, for bodies that do not say how large they are."""
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413, "This is too large.")
        return message

    return receiving


def _dress(message: Message, scope: Scope) -> None:
    """Adds the headers that every answer has, and the cookie of a new guest."""
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if not scope["path"].startswith("/static/"):
        headers.setdefault("cache-control", "no-store")
    if (value := scope["state"].get("cookie")) is not None:
        secure = "; Secure" if scope.get("scheme") == "https" else ""
        headers.append(
            "set-cookie", f"{COOKIE}={value}; Path=/; Max-Age={guests.MAX_AGE}; HttpOnly; SameSite=Lax{secure}"
        )
