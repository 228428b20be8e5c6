"""Browsers that visit a server of this process over HTTP, and what they find on its pages."""

import asyncio
import copy
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path

import httpx
from fastapi import FastAPI

from serai.bots import ask, make
from serai.game import Game
from serai.web.app import Settings, create_app
from serai.web.tables.service import House
from serai.web.tables.store import sqlite_url

Browser = httpx.AsyncClient
SECONDS = 240  # after which a test has failed, and says what it waited for


class Page(HTMLParser):
    """What a page sends when its form is sent as it stands, and the links on it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.links: list[str] = []
        self.buttons: list[dict[str, str | None]] = []
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (
            tag == "input"
            and given.get("name")
            and (given.get("type") not in ("radio", "checkbox") or "checked" in given)
        ):
            self.fields[given["name"] or ""] = given.get("value") or ""
        elif tag == "select":
            self._select = given.get("name") or ""
        elif tag == "option" and "selected" in given:
            self.fields[self._select] = given.get("value") or ""
        elif tag == "a":
            self.links.append(given.get("href") or "")
        elif tag == "button":
            self.buttons.append(given)


class Place:
    """A server in this process and browsers that visit it."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.open: list[Browser] = []

    @property
    def house(self) -> House:
        found: House = self.app.state.house
        return found

    def browser(self, **headers: str) -> Browser:
        """Opens a browser without cookies."""
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        self.open.append(Browser(transport=transport, base_url="http://house.test", headers=headers))
        return self.open[-1]


@asynccontextmanager
async def place_at(folder: Path) -> AsyncIterator[Place]:
    """Starts a server without bot workers."""
    app = create_app(Settings(sqlite_url(folder / "serai.db"), folder, 0, ("house.test",)))
    async with app.router.lifespan_context(app):
        place = Place(app)
        try:
            yield place
        finally:
            for browser in place.open:
                await browser.aclose()


def visit(test: Callable[..., Awaitable[None]]) -> Callable[[Path], None]:
    """Runs an async test with a server."""

    def run(tmp_path: Path) -> None:
        async def inside() -> None:
            async with asyncio.timeout(SECONDS), place_at(tmp_path) as place:
                await test(place)

        asyncio.run(inside())

    run.__name__, run.__doc__ = getattr(test, "__name__", "test"), test.__doc__
    return run


async def opened(browser: Browser, **changes: str) -> str:
    """Opens a table with the form of the home page as it stands, but for changes; returns its address."""
    fields = Page((await browser.get("/")).text).fields
    answered = await browser.post("/tables", data={**fields, **changes})
    assert answered.status_code == 303, answered.text
    return answered.headers["location"]


async def guest_id(place: Place, browser: Browser) -> str:
    """Returns the id of a browser's guest, as the server reads it from the cookie."""
    return browser.cookies["guest"].split(".")[0]


async def played(place: Place, browser: Browser, game: str = "spice_road", **changes: str) -> str:
    """Plays a game of two seats of one guest to its end; returns the address of the table."""
    address = await opened(browser, game=game, **{"seat-1": "me", "name": "Ada", "label-1": "Ben", **changes})
    guest = await place.house.guest(await guest_id(place, browser))
    assert guest is not None
    table = await place.house.table(address.split("/")[-1])
    bot = make("trader")
    while not table.over:
        assert table.game is not None
        action = ask(bot, table.game, table.number)
        table = await place.house.decide(table.id, guest, [decision_text(table.game, action)], table.number)
    return address


def decision_text(game: Game, action: int) -> str:
    """Returns an action in the notation."""
    twin = copy.copy(game)
    twin.play(action)
    return twin.decisions()[-1]
