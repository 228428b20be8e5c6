"""Middleware around the application: who may send what, response headers, and a log without private data."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import PlainTextResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.web import guests
from serai.web.http.limits import Gate, Large
from serai.web.http.session import COOKIE, client_of
from serai.web.refusals import NoSuchTable, Refused, TooMany

LOG = logging.getLogger("serai.web")
LARGEST_BODY = 64 * 1024
LARGEST: dict[Large, int] = {"uploads": 4_200_000, "forms": 300 * 1024}
UPLOAD = "/upload"
SETS = "/sets/"
READING = ("GET", "HEAD", "OPTIONS")
UNCOUNTED = ("/static/", "/healthz", "/readyz")
LONGEST_LENGTH = 12
PIECE_SECONDS = 20.0
BODY_SECONDS = 120.0
HEADERS = {
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


class Guard:
    """Admits or refuses requests, and adds headers to the responses."""

    def __init__(
        self,
        app: ASGIApp,
        broken: Callable[[Request], Response],
        refused: Callable[[Request, Refused], Response],
        gate: Gate,
        hosts: Collection[str] = (),
    ) -> None:
        """Takes the host names of the server, besides its numeric addresses; `*` is any."""
        self.app, self.broken, self.refused, self.gate = app, broken, refused, gate
        self.hosts = frozenset(host.lower() for host in hosts) | {"localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admits a request, or refuses it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope.setdefault("state", {})
        begun, headers, status = time.perf_counter(), Headers(scope=scope), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _dress(message, scope, headers)
            await send(message)

        try:
            with ExitStack() as held:
                answer = self._refusal(scope, headers, held) or self.app
                await answer(scope, _limited(receive, _most(scope)), sending)
        except ClientDisconnect:
            status = 400
        except Exception:
            LOG.exception("a fault of ours")
            if not status:
                await self.broken(Request(scope))(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "-")
            spent = 1000 * (time.perf_counter() - begun)
            LOG.info("%s %s %d %.0f ms", scope["method"], route, status, spent)

    def _refusal(self, scope: Scope, headers: Headers, held: ExitStack) -> Response | None:
        """Returns the refusal of a request: a wrong host, a change requested by another site, or too much."""
        if scope["path"] in ("/healthz", "/readyz"):
            return None
        if not self._is_ours(headers.get("host", "")):
            return PlainTextResponse("This server does not go by that name.\n", 421)
        if scope["method"] not in READING and not _same_origin(headers):
            return PlainTextResponse("Another site may not do this for you.\n", 403)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:LONGEST_LENGTH]) > _most(scope):
            return PlainTextResponse("This is too large.\n", 413)
        if "\0" in scope["path"]:
            return self.refused(Request(scope), NoSuchTable())
        return self._too_much(scope, held)

    def _too_much(self, scope: Scope, held: ExitStack) -> Response | None:
        """Refuses a client that is over its limits; `held` counts a large body until it is answered."""
        if scope["path"].startswith(UNCOUNTED):
            return None
        request, reads = Request(scope), scope["method"] in READING
        client = client_of(request)
        try:
            self.gate.take("reads" if reads else "changes", client)
            if not reads and (kind := _large(scope)) is not None:
                held.enter_context(self.gate.holding(kind, client))
        except TooMany as error:
            return self.refused(request, error)
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a request is meant for this server; a name that another site rebound to it (DNS rebinding) is not."""
        name = _host_name(host)
        if name is None or "*" in self.hosts or name in self.hosts:
            return name is not None
        try:
            return bool(ip_address(name))
        except ValueError:
            return False


def _host_name(host: str) -> str | None:
    """Returns the name in a Host header, without its port; None if it cannot be read."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "") if host.isascii() and "/" not in host and parts.port != 0 else None
    except ValueError:  # unmatched brackets, or a port that is not a number
        return None


def _same_origin(headers: Headers) -> bool:
    """Whether a change comes from our own pages, or from a program that is not a browser."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site in ("same-origin", "none")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def _large(scope: Scope) -> Large | None:
    """Returns what a large body is: the record to look at, or a form for component sets; None of a small one."""
    if scope["path"].startswith(SETS):
        return "forms"
    return "uploads" if scope["path"] == UPLOAD else None


def _most(scope: Scope) -> int:
    """Returns the largest allowed request body."""
    kind = _large(scope)
    return LARGEST_BODY if kind is None else LARGEST[kind]


def _limited(receive: Receive, most: int) -> Receive:
    """Limits the size of a body, even without a Content-Length, and the wait for each piece and for all of it."""
    seen, whole, until = 0, False, asyncio.get_running_loop().time() + BODY_SECONDS

    async def receiving() -> Message:
        nonlocal seen, whole
        if whole:
            return await receive()
        try:
            left = until - asyncio.get_running_loop().time()
            # `asyncio.wait_for` loses a cancellation that comes together with the message (Python 3.11).
            async with asyncio.timeout(max(0.0, min(PIECE_SECONDS, left))):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, "This comes too slowly.", {"connection": "close"}) from None
        seen, whole = seen + len(message.get("body", b"")), not message.get("more_body", False)
        if seen > most:
            raise HTTPException(413, "This is too large.")
        return message

    return receiving


def _dress(message: Message, scope: Scope, asked: Headers) -> None:
    """Adds the headers of every response, the last event that it shows, and the cookie of a new guest."""
    headers = MutableHeaders(scope=message)
    for name, value in scope["state"].get("seen", {}).items():
        headers.append(name, value)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("referrer-policy", _referrer_policy(asked))
    if not scope["path"].startswith("/static/"):
        headers.setdefault("cache-control", "no-store")
    if (value := scope["state"].get("cookie")) is not None:
        age = guests.MAX_AGE if value else 0
        secure = "; Secure" if scope.get("scheme") == "https" else ""
        headers.append("set-cookie", f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}")


def _referrer_policy(asked: Headers) -> str:
    """Returns `no-referrer`, or `same-origin` for pages of a browser that does not send Sec-Fetch-Site.

    Browsers omit that header over plain HTTP, as in a home network, and old ones always do. With `no-referrer` they
    would send forms with a null Origin; with `same-origin` the Origin shows that a form is ours.
    """
    is_page = "text/html" in asked.get("accept", "")
    return "same-origin" if is_page and "sec-fetch-site" not in asked else "no-referrer"
