"""The pages around the tables, asked for over HTTP as browsers do; the house behind them is real."""

import asyncio
import copy
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from serai.bots import ask, make
from serai.game import Game
from serai.record import BadRecord
from serai.web import pages, results
from serai.web.app import Settings, create_app
from serai.web.house import House
from serai.web.lobbies import is_loopback
from serai.web.store import sqlite_url
from serai.web.uploads import TookTooLong, Uploads, answer

pytestmark = pytest.mark.compiled

Browser = httpx.AsyncClient


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
            async with place_at(tmp_path) as place:
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


@visit
async def test_two_clicks_start_a_game_against_a_bot(place: Place) -> None:
    browser = place.browser()
    home = Page((await browser.get("/")).text)
    assert [home.fields[f"seat-{seat}"] for seat in range(5)] == ["me", "bot", "empty", "empty", "empty"]
    for game, title in (
        ("spice_road", "Spice Road"),
        ("sand_to_sea", "Sand to Sea"),
        ("east_to_west", "From East to West"),
    ):
        address = await opened(browser, game=game)
        table = await place.house.table(address.split("/")[-1])
        assert table.game_name == game
        assert table.begun
        assert sorted((chair.guest is not None, chair.bot) for chair in table.chairs) == [
            (False, "trader"),
            (True, None),
        ]
        page = await browser.get(address)
        assert page.status_code == 200
        assert title in page.text


@visit
async def test_the_guest_cookie_is_for_the_server_alone(place: Place) -> None:
    browser = place.browser()
    fields = Page((await browser.get("/")).text).fields
    assert "guest" not in browser.cookies
    answered = await browser.post("/tables", data=fields)
    cookie = answered.headers["set-cookie"]
    assert cookie.startswith("guest=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@visit
async def test_the_home_form_keeps_every_choice(place: Place) -> None:
    browser = place.browser()
    address = await opened(
        browser,
        **{
            "game": "spice_road",
            "seat-0": "bot",
            "bot-0": "planner",
            "seat-2": "me",
            "seat-3": "friend",
            "seat-4": "me",
        },
        **{"label-2": "Uncle", "pace": "calm", "minutes": "60", "listed": "1", "name": "Ada"},
    )
    table = await place.house.table(address.split("/")[-1])
    assert table.players == 5
    assert sorted(chair.bot or "" for chair in table.chairs) == ["", "", "", "planner", "trader"]
    assert (table.options.pace, table.options.absent_minutes, table.options.listed) == ("calm", 60, True)
    assert table.options.hints
    assert sorted(table.names(await place.house.names(table))) == ["", "Ada", "Planner", "Trader", "Uncle"]


@visit
async def test_seat_five_is_only_there_on_the_spice_road(place: Place) -> None:
    browser = place.browser()
    address = await opened(browser, **{"game": "sand_to_sea", "seat-2": "bot", "seat-3": "bot", "seat-4": "bot"})
    assert (await place.house.table(address.split("/")[-1])).players == 4


@visit
async def test_a_table_needs_two_players(place: Place) -> None:
    browser = place.browser()
    fields = {**Page((await browser.get("/")).text).fields, "game": "east_to_west", "seat-1": "empty", "name": "Ada"}
    answered = await browser.post("/tables", data=fields)
    assert answered.status_code == 422
    assert "From East to West needs at least 2 players" in answered.text
    kept = Page(answered.text).fields
    assert (kept["game"], kept["seat-1"], kept["name"]) == ("east_to_west", "empty", "Ada")
    answered = await browser.post("/tables", data={**fields, "seat-1": "bot", "name": "x" * 41})
    assert answered.status_code == 422
    assert "1 to 40 characters" in answered.text


@visit
async def test_home_lists_my_tables_and_those_of_the_house(place: Place) -> None:
    ada, ben = place.browser(), place.browser()
    assert "No game is running" in (await ada.get("/")).text
    mine = await opened(ada, **{"seat-1": "me", "name": "Ada"})
    hidden = await opened(ada, **{"seat-1": "friend"})
    shown = await opened(ada, **{"seat-1": "friend", "listed": "1", "game": "sand_to_sea"})
    home = (await ada.get("/")).text
    assert {mine, hidden, shown} <= set(Page(home).links)
    assert home.count("Your turn") == 1
    assert "waiting for 1 more" in home
    house = (await ben.get("/")).text
    assert shown in Page(house).links
    assert not {mine, hidden} & set(Page(house).links)
    assert "with Ada · 1 free seat" in house


@visit
async def test_a_friend_joins_by_link(place: Place) -> None:
    ada, ben = place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend", "name": "Ada", "hints": "1", "pace": "calm"})
    lobby = (await ada.get(address)).text
    link = unescape(re.search(r'value="http://house\.test(/join/[^"]+)"', lobby)[1])  # type: ignore[index]
    assert "<svg" in lobby
    assert link.split("/")[-1] not in (await ben.get(address)).text
    invitation = (await ben.get(link)).text
    assert "Ada invites you to Spice Road" in invitation
    assert "Everybody may ask for hints." in invitation
    assert "Bots take their time." in invitation
    nameless = await ben.post(link, data={"name": " "})
    assert "A name has 1 to 40 characters" in nameless.text
    assert not (await place.house.table(address.split("/")[-1])).begun
    assert (await ben.post(link, data={"name": "Ben"})).headers["location"] == address
    table = await place.house.table(address.split("/")[-1])
    assert table.begun
    assert (await ben.get(address)).status_code == 200
    assert (await ben.get(link)).headers["location"] == address


@visit
async def test_a_friend_is_called_by_the_name_given(place: Place) -> None:
    ada, ben, eve = place.browser(), place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend", "seat-2": "friend", "name": "Ada"})
    links = re.findall(r'value="http://house\.test(/join/[^"]+)"', (await ada.get(address)).text)
    assert len(links) == 2
    answered = await ben.post(links[0], data={"name": "<b>Ben</b>"})
    assert answered.headers["location"] == address
    lobby = (await ada.get(address)).text
    assert "&lt;b&gt;Ben&lt;/b&gt;" in lobby
    assert "<b>Ben</b>" not in lobby
    assert "Waiting for 1 more" in lobby
    taken = await eve.post(links[0], data={"name": "Eve"})
    assert taken.status_code == 409
    assert "Somebody sits here already" in taken.text
    assert (await eve.get(links[0][:-1] + ("0" if links[0][-1] != "0" else "1"))).status_code == 403
    assert (await eve.post(f"/join/{address.split('/')[-1]}/9/x", data={"name": "Eve"})).status_code == 403


@visit
async def test_the_lobby_sends_its_main_part_alone(place: Place) -> None:
    ada = place.browser()
    address = await opened(ada, **{"seat-1": "friend"})
    part = (await ada.get(f"{address}/board")).text
    assert "<html" not in part
    assert f'data-lobby="{address.split("/")[-1]}"' in part


@visit
async def test_the_maker_gives_an_open_seat_to_a_bot(place: Place) -> None:
    ada, eve = place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend"})
    table = await place.house.table(address.split("/")[-1])
    form = {"seen": str(table.number), "seat": str(table.open_seats[0]), "bot": "novice"}
    await eve.get("/")
    await eve.post(f"{address}/bot", data=form)
    assert not (await place.house.table(table.id)).begun
    assert (await ada.post(f"{address}/bot", data=form)).headers["location"] == address
    table = await place.house.table(table.id)
    assert table.begun
    assert "novice" in [chair.bot for chair in table.chairs]


@visit
async def test_a_closed_table_says_so(place: Place) -> None:
    ada = place.browser()
    address = await opened(ada, **{"seat-1": "friend"})
    await ada.post(f"{address}/close", data={"seen": "1"})
    lobby = (await ada.get(address)).text
    assert "This table is closed" in lobby
    assert "/join/" not in lobby


@visit
async def test_anybody_sits_down_at_a_listed_table(place: Place) -> None:
    ada, ben = place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend", "listed": "1"})
    table = await place.house.table(address.split("/")[-1])
    lobby = (await ben.get(address)).text
    assert "Sit down here" in lobby
    assert "/join/" not in lobby
    form = {"seen": str(table.number), "seat": str(table.open_seats[0]), "name": "Ben"}
    assert (await ben.post(f"{address}/sit", data={**form, "name": "x" * 41})).status_code == 200
    assert not (await place.house.table(table.id)).begun
    assert (await ben.post(f"{address}/sit", data=form)).headers["location"] == address
    assert (await place.house.table(table.id)).begun


@visit
async def test_a_seat_is_carried_to_another_device(place: Place) -> None:
    laptop, phone, shared = place.browser(), place.browser(), place.browser()
    address = await opened(laptop, name="Ada")
    shown = (await laptop.get(f"{address}/device")).text
    link = re.search(r'value="http://house\.test(/carry/[^"]+)"', shown)[1]  # type: ignore[index]
    answered = await phone.get(link)
    assert answered.status_code == 303
    assert answered.headers["location"] == address
    assert await guest_id(place, phone) == await guest_id(place, laptop)
    await opened(shared, name="Zoe")
    asked = await shared.get(link)
    assert "Go on here as Ada?" in asked.text
    assert await guest_id(place, shared) != await guest_id(place, laptop)
    await shared.post(link)
    assert await guest_id(place, shared) == await guest_id(place, laptop)
    assert (await phone.get(link[:-3] + "xyz")).status_code == 403
    assert (await place.browser().get(f"{address}/device")).status_code == 409


@visit
async def test_a_finished_game_shows_its_scores(place: Place) -> None:
    ada = place.browser()
    address = await played(place, ada)
    table = await place.house.table(address.split("/")[-1])
    assert table.game is not None
    page = (await ada.get(address)).text
    lines = results.standings(table.game.view(0))
    for line in lines:
        assert f'<td class="total">{line.total}</td>' in page
    assert "You win" in page
    assert page.count('class="l c') == 2
    assert f'<th scope="row">{table.game.round}</th>' in page
    watcher = (await place.browser().get(address)).text
    winner = table.names(await place.house.names(table))[lines[0].seat]
    assert f"{winner} wins" in watcher
    assert "Play again" not in watcher
    home = (await ada.get("/")).text
    assert "You won" in home


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_a_game_is_replayed_step_by_step(tmp_path: Path, game: str) -> None:
    async def inside() -> None:
        async with place_at(tmp_path) as place:
            ada = place.browser()
            address = await played(place, ada, game)
            table = await place.house.table(address.split("/")[-1])
            assert table.game is not None
            last = len(table.game.steps())
            for step in (0, 1, last // 2, last):
                page = await ada.get(f"{address}/replay?step={step}")
                assert page.status_code == 200
                drawn = Page(page.text)
                assert f"Step {step} of {last}" in page.text
                assert not [
                    button for button in drawn.buttons if button.get("name") == "decision" and button.get("value")
                ]
                links = [link for link in drawn.links if "/replay?step=" in link]
                assert (f"{address}/replay?step={step + 1}" in links) == (step < last)
                assert (f"{address}/replay?step={step - 1}" in links) == (step > 0)
            assert f"Step {last} of {last}" in (await ada.get(f"{address}/replay?step=999999")).text
            assert (await ada.get(f"{address}/replay?step=x")).status_code == 400

    asyncio.run(inside())


@visit
async def test_record_and_log_are_for_finished_games(place: Place) -> None:
    ada = place.browser()
    running = await opened(ada, **{"seat-1": "me"})
    for part in ("record.json", "log.txt", "replay"):
        assert (await ada.get(f"{running}/{part}")).status_code == 404
    address = await played(place, ada)
    table = await place.house.table(address.split("/")[-1])
    assert table.game is not None
    record = await ada.get(f"{address}/record.json")
    assert "attachment" in record.headers["content-disposition"]
    game = Game.from_json(record.text)
    assert game.scores() == table.game.scores()
    assert sorted(game.names) == ["Ada", "Ben"]
    log = (await ada.get(f"{address}/log.txt")).text
    lines = [line.split(": ", 1)[1].partition("  (")[0] for line in log.splitlines()[1:] if ": " in line]
    assert lines == table.game.decisions()
    assert log.count("\nround ") == table.game.round


@visit
async def test_nobody_else_sees_a_table_that_may_not_be_watched(place: Place) -> None:
    ada, eve = place.browser(), place.browser()
    fields = {key: value for key, value in Page((await ada.get("/")).text).fields.items() if key != "watch"}
    address = (await ada.post("/tables", data={**fields, "seat-1": "me"})).headers["location"]
    guest = await place.house.guest(await guest_id(place, ada))
    assert guest is not None
    assert (await ada.get(address)).status_code == 200
    for part in ("", "/replay", "/record.json"):
        assert (await eve.get(f"{address}{part}")).status_code in (403, 404, 409)


@visit
async def test_again_with_the_same_seats(place: Place) -> None:
    ada, eve = place.browser(), place.browser()
    address = await played(place, ada)
    assert (await eve.post(f"{address}/again")).status_code == 409
    new = (await ada.post(f"{address}/again")).headers["location"]
    assert new != address
    table = await place.house.table(new.split("/")[-1])
    assert table.begun
    assert sorted(table.names(await place.house.names(table))) == ["Ada", "Ben"]


@visit
async def test_an_uploaded_record_is_replayed(place: Place) -> None:
    ada = place.browser()
    game = Game.new("sand_to_sea", names=["Ada", "<i>Ben</i>"], seed=7)
    for _ in range(30):
        game.play(game.actions()[0])
    sent = await ada.post("/upload", files={"record": ("game.json", game.to_json().encode(), "application/json")})
    assert sent.status_code == 303, sent.text
    address = sent.headers["location"]
    page = (await ada.get(f"{address}?step=30")).text
    assert "Step 30 of 30" in page
    assert "&lt;i&gt;Ben&lt;/i&gt;" in page
    assert "<i>Ben</i>" not in page
    assert (await ada.get(address.removesuffix("/replay"))).headers["location"] == address
    assert (await ada.get("/upload/nothing/replay")).status_code == 404


@visit
async def test_a_bad_record_is_told_in_the_words_of_the_reader(place: Place) -> None:
    ada = place.browser()
    record = json.loads(Game.new("spice_road", seed=1).to_json())
    for text in ("not a record", "[]", json.dumps({**record, "count": 5}), json.dumps({**record, "game": "<script>"})):
        with pytest.raises(BadRecord) as told:
            Game.from_json(text)
        sent = await ada.post("/upload", files={"record": ("game.json", text.encode(), "application/json")})
        assert sent.status_code == 422
        assert str(told.value).rstrip(".") in unescape(sent.text)
        assert "<script>" not in sent.text
    sent = await ada.post("/upload", files={"record": ("game.json", b" " * 5_000_000, "application/json")})
    assert sent.status_code == 413
    assert (await ada.post("/upload")).status_code == 400


def test_a_record_gets_a_bounded_time_and_length() -> None:
    async def inside() -> None:
        with pytest.raises(TookTooLong):
            await Uploads(seconds=0.001).add(Game.new("spice_road", seed=1).to_json().encode())
        with pytest.raises(BadRecord):
            await Uploads().add(b" " * 4_000_001)

    asyncio.run(inside())
    record = json.loads(Game.new("spice_road", seed=1).to_json())
    assert answer(json.dumps(record).encode()) == {"decisions": 0}
    assert "5000" in answer(json.dumps({**record, "count": 5001}).encode())["bad"]


@visit
async def test_language_and_theme_are_remembered(place: Place) -> None:
    browser = place.browser()
    assert '<html lang="en">' in (await browser.get("/about")).text
    fields = Page((await browser.get("/about?x=1")).text).fields
    answered = await browser.post("/language", data={"language": "de", **fields})
    assert answered.headers["location"] == "/about?x=1"
    assert '<html lang="de">' in (await browser.get("/about")).text
    await browser.post("/theme", data={"theme": "dark"})
    assert 'data-theme="dark"' in (await browser.get("/about")).text
    await browser.post("/theme", data={"theme": "pink"})
    assert "data-theme" not in (await browser.get("/about")).text
    for back in ("http://elsewhere.test/about", "//elsewhere.test/", "/\\elsewhere.test", "/x\r\ny: z", "nonsense", ""):
        answered = await browser.post("/language", data={"language": "it", "back": back})
        assert answered.headers["location"] == "/"
    assert '<html lang="it">' in (await place.browser(**{"accept-language": "fr, it;q=0.8, en;q=0.2"}).get("/")).text


@visit
async def test_what_is_not_there_is_told_kindly(place: Place) -> None:
    browser = place.browser()
    for address in ("/nowhere", "/table/nothing", "/table/nothing/replay", "/join/nothing/0/x"):
        answered = await browser.get(address)
        assert answered.status_code == 404
        assert "Nothing but sand here" in answered.text


def test_a_fault_of_ours_is_told_kindly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: Any, **given: Any) -> None:
        raise RuntimeError("secret words")

    async def inside() -> None:
        async with place_at(tmp_path) as place:
            monkeypatch.setattr(pages, "home_page", fails)
            answered = await place.browser().get("/")
            assert answered.status_code == 500
            assert "A wheel came off" in answered.text
            assert "secret words" not in answered.text

    asyncio.run(inside())


@visit
async def test_about_names_the_licences(place: Place) -> None:
    browser = place.browser()
    page = await browser.get("/about")
    for words in ("not affiliated", "MIT", "SIL Open Font License", "Zero-Clause BSD"):
        assert words in page.text
    licences = [link for link in Page(page.text).links if link.startswith("/static/")]
    assert len(licences) == 3
    for link in licences:
        assert (await browser.get(link)).status_code == 200


def test_addresses_of_this_machine_alone_are_known() -> None:
    assert all(
        map(is_loopback, ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000", "http://localhost"])
    )
    assert not any(map(is_loopback, ["http://192.168.1.4:8000", "https://serai.example", "http://[2001:db8::1]:80"]))
