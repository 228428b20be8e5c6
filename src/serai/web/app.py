"""The application: opens the store, runs workers and bots, and assembles the routes."""

import logging
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from serai.programs import Program
from serai.version import VERSION
from serai.web import api, guests
from serai.web.drawing import render
from serai.web.http.compression import Compression
from serai.web.http.guard import Guard
from serai.web.http.limits import USUAL, Gate, Limits
from serai.web.http.session import refusal_text, translations_of, wants_fragment
from serai.web.pages import (
    account,
    bot_compilation,
    errors,
    fault_report,
    finished,
    home,
    lesson,
    lobby,
    own_sets,
    rulebook,
    table,
)
from serai.web.refusals import Refused, TooMany
from serai.web.tables.bot_pool import BotPool
from serai.web.tables.bot_runner import BotRunner
from serai.web.tables.expiry import Expiry
from serai.web.tables.hints import Hints
from serai.web.tables.peers import Peers
from serai.web.tables.service import House
from serai.web.tables.store import Store, Unreachable
from serai.web.tables.store.engines import answered
from serai.web.tables.streams import Hub

LOG = logging.getLogger("serai.web")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
VERSIONED = ("fonts/", "vendor/")
ANSWER_SECONDS = 3
METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
FOR_FILES = ("GET", "HEAD")


@dataclass(frozen=True)
class Settings:
    """Server settings: database, folder of the key, bot workers, host names, limits, programs that take seats."""

    database: str
    data: Path
    workers: int | None = None
    hosts: tuple[str, ...] = ()
    limits: Limits = USUAL
    programs: tuple[Program, ...] = ()


def create_app(settings: Settings) -> FastAPI:
    """Builds the application."""
    app = FastAPI(
        title="Serai",
        version=VERSION,
        description=api.ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=living(settings),
    )
    app.state.hub = Hub()
    app.state.gate = Gate(settings.limits)
    app.state.hints = Hints()
    app.state.ready = False
    app.include_router(api.router)
    for pages in (table, lesson, lobby, finished, home, account, rulebook, own_sets, bot_compilation, fault_report):
        app.include_router(pages.router, include_in_schema=False)
    app.mount("/static", Static(directory=render.WEB / "static"))
    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.add_api_route("/readyz", readyz, include_in_schema=False)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, failed)
    app.add_exception_handler(RequestValidationError, misread)
    app.add_exception_handler(Unreachable, unreachable)
    app.add_middleware(Compression)
    app.add_middleware(Guard, broken=broken, refused=refusal, gate=app.state.gate, hosts=settings.hosts)
    if settings.programs:
        api.name_programs(app.openapi(), [program.name for program in settings.programs])
    return app


def living(settings: Settings) -> Callable[[FastAPI], Any]:
    """Returns the lifespan: what runs when the server starts and stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            store = await Store.open(settings.database)
            stack.push_async_callback(store.close)
            app.state.key = await house_key(store, settings.data)
            programs = {program.name: program for program in settings.programs}
            house = House(store, app.state.key, programs=programs, data=settings.data)
            bot_pool = BotPool(settings.workers, programs=programs)
            bot_pool.start()
            stack.push_async_callback(bot_pool.close)
            runner = BotRunner(house, bot_pool)
            stack.push_async_callback(runner.close)
            house.listeners.extend([app.state.hub.tell, runner.hear])
            app.state.house, app.state.bot_pool = house, bot_pool
            if store.shared:
                peers = Peers(settings.database, house)
                peers.start()
                stack.push_async_callback(peers.close)
            expiry = Expiry(house)
            expiry.start()
            stack.push_async_callback(expiry.close)
            await runner.start()
            app.state.ready = True
            yield
            app.state.ready = False
            app.state.hub.close()

    return lifespan


async def house_key(store: Store, data: Path, new: bool = False) -> bytes:
    """Returns the signing key; servers that share a database share it too."""
    if guests.given_key() is None:
        if store.shared:
            return (await store.secret()).encode()
        if not new:
            await check_key(store, data / guests.KEY_FILE)
    return guests.house_key(data)


async def check_key(store: Store, path: Path) -> None:
    """Refuses to replace a lost key: every guest would become a new one, and stay so if the old key is found."""
    if not path.exists() and await store.has_guests():
        raise ValueError(
            f"{path} is missing, and without it no guest is known and no link to a seat works any more; put it back "
            "(copies made by `serai backup` do not hold it), or start with --new-key, which makes all guests new ones"
        )


class Static(StaticFiles):
    """Static files; browsers may cache those with a digest or a version in their address forever."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Finds a shared file, or a style sheet or script of a game."""
        own = render.static_files().get(path)
        return super().lookup_path(path) if own is None else (str(own), own.stat())

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Sends a file."""
        if scope["method"] not in FOR_FILES:
            return PlainTextResponse("Files can only be read.\n", 405, {"allow": ", ".join(FOR_FILES)})
        response = await super().get_response(path, scope)
        asked = scope.get("query_string", b"").decode("latin-1")
        known = response.status_code < 400 and f"/static/{path}?{asked}" == render.static(path)
        kept = known or path.startswith(VERSIONED)
        response.headers["cache-control"] = FOR_EVER if kept else ASK_AGAIN
        return response


async def healthz() -> PlainTextResponse:
    """Answers while the process is alive."""
    return PlainTextResponse("ok\n")


async def answers(store: Store) -> bool:
    """Whether the database answers soon enough for a monitor; the log says why not."""
    try:
        return await answered(store.ready(), ANSWER_SECONDS)
    except Unreachable as error:
        LOG.warning("not ready: the database does not answer (%s)", error)
        return False


async def readyz(request: Request) -> PlainTextResponse:
    """Reports whether the database answers and a bot worker is ready."""
    state = request.app.state
    if not state.ready or state.hub.closing:
        return PlainTextResponse("not ready\n", 503)
    if not await answers(state.house.store):
        return PlainTextResponse("the database does not answer\n", 503)
    if state.bot_pool.ready == 0:
        return PlainTextResponse("the bots are still getting ready\n", 503)
    return PlainTextResponse("ready\n")


def is_for_programs(request: Request) -> bool:
    """Whether the request is for the API."""
    return request.url.path.startswith("/api/")


async def refused(request: Request, error: Exception) -> Response:
    """Answers a refusal of the house."""
    assert isinstance(error, Refused)
    return refusal(request, error)


def refusal(request: Request, error: Refused) -> Response:
    """Says why something is refused: as JSON, as a page, or in plain text when htmx asks too often."""
    if is_for_programs(request):
        answer = api.refusal(request, error)
    elif isinstance(error, TooMany) and wants_fragment(request):
        answer = PlainTextResponse(refusal_text(error, translations_of(request)), api.STATUS[error.code])
    else:
        answer = errors.refused_page(request, error)
    if isinstance(error, TooMany):
        answer.headers["retry-after"] = str(error.values["seconds"])
    return answer


async def failed(request: Request, error: Exception) -> Response:
    """Answers an HTTP error, such as 404 or 405."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        error.headers = {"allow": allowed(request)}
    if is_for_programs(request):
        return JSONResponse({"code": "http", "text": str(error.detail)}, error.status_code, error.headers)
    page = errors.error_page(request, error.status_code)
    page.headers.update(error.headers or {})
    return page


def allowed(request: Request) -> str:
    """Lists the methods that a path allows; each has its own route."""
    found = [method for method in METHODS if _is_routed({**request.scope, "method": method}, request.app.routes)]
    return ", ".join(found)


def _is_routed(scope: Scope, routes: Sequence[BaseRoute]) -> bool:
    """Whether a route matches a path and its method."""
    return any(route.matches(scope)[0] is Match.FULL for route in routes)


async def misread(request: Request, error: Exception) -> Response:
    """Answers an invalid request; what was sent is not echoed."""
    assert isinstance(error, RequestValidationError)
    if not is_for_programs(request):
        return errors.error_page(request, 400)
    faults = [{"where": [str(part) for part in fault["loc"]], "text": str(fault["msg"])} for fault in error.errors()]
    return JSONResponse({"code": "misread", "text": "The request is not as the API wants it.", "faults": faults}, 422)


async def unreachable(request: Request, error: Exception) -> Response:
    """Answers 503 while the database does not respond; the client tries again."""
    LOG.warning("the database does not answer (%s)", error)
    if is_for_programs(request):
        told = {"code": "unreachable", "text": "The database does not answer; try again."}
        return JSONResponse(told, 503, {"retry-after": "2"})
    return errors.error_page(request, 503)


def broken(request: Request) -> Response:
    """Answers 500 after an internal error, which is in the log."""
    if is_for_programs(request):
        return JSONResponse({"code": "broken", "text": "Something went wrong here; it has been noted."}, 500)
    return errors.error_page(request, 500)
