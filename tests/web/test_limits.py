"""How much a client may ask for: rates that fill up again, open streams, tables; and that people never notice."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request

from serai.web.http import limits
from serai.web.http.limits import (
    CROWD,
    HELD,
    MOST_FORMS,
    MOST_FORMS_OF_ONE,
    MOST_UPLOADS,
    MOST_UPLOADS_OF_ONE,
    SHARE_OF_ONE,
    UNLIMITED,
    USUAL,
    Client,
    Gate,
    Limits,
    network,
    read_limits,
)
from serai.web.pages import own_sets
from serai.web.pages.set_form import SetForm, Shown
from serai.web.refusals import TooMany
from serai.web.tables import uploads
from serai.web.tables.streams import MOST_LISTENERS
from tests.web.servers import application, client, new_table

ADA, BEN, SOMEBODY = Client("10.0.0.1", "ada"), Client("10.0.0.1", "ben"), Client("10.0.0.1")


class Clock:
    """Returns the time that the test has set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(gate: Gate, kind: limits.Kind, who: Client, most: int = 10_000) -> int:
    """Takes until there is nothing left; returns how often it went well."""
    for count in range(most):
        try:
            gate.take(kind, who)
        except TooMany:
            return count
    return most


def test_an_allowance_is_used_up_and_fills_up_again_within_a_minute() -> None:
    clock = Clock()
    gate = Gate(Limits(changes=60), clock)
    assert taken(gate, "changes", ADA) == 60
    with pytest.raises(TooMany) as told:
        gate.take("changes", ADA)
    assert told.value.values["seconds"] == 1
    clock.now += 10
    assert taken(gate, "changes", ADA) == 10
    clock.now += 3600
    assert taken(gate, "changes", ADA) == 60


def test_guests_of_one_address_have_allowances_of_their_own_and_a_large_one_together() -> None:
    gate = Gate(Limits(changes=5), Clock())
    assert taken(gate, "changes", ADA) == 5
    assert taken(gate, "changes", BEN) == 5
    assert taken(gate, "changes", SOMEBODY) == 5
    assert taken(gate, "changes", Client("10.0.0.2", "eve")) == 5
    others = sum(taken(gate, "changes", Client("10.0.0.1", f"guest {number}")) for number in range(3 * CROWD))
    assert others == 5 * CROWD - 10


def test_a_refused_try_costs_nothing() -> None:
    clock = Clock()
    gate = Gate(Limits(hints=1), clock)
    assert taken(gate, "hints", ADA) == 1
    for _ in range(100):
        assert taken(gate, "hints", ADA) == 0
    clock.now += 60
    assert taken(gate, "hints", ADA) == 1


def test_no_more_clients_are_remembered_than_can_be_borne(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 100)
    gate = Gate(USUAL, Clock())
    for number in range(1000):
        gate.take("reads", Client(f"10.0.{number // 256}.{number % 256}"))
    assert len(gate) == 100


def test_streams_are_counted_while_they_are_open() -> None:
    gate = Gate(Limits(streams=2))
    with gate.streaming(ADA), gate.streaming(ADA), gate.streaming(BEN), pytest.raises(TooMany), gate.streaming(ADA):
        pass
    assert gate.streams == 0
    with gate.streaming(ADA):
        assert gate.streams == 2


def test_no_address_holds_more_than_a_share_of_all_streams() -> None:
    gate, share = Gate(USUAL), int(SHARE_OF_ONE * MOST_LISTENERS)
    with ExitStack() as opened:
        assert [streams_of_everybody(gate, opened, address) for address in ("10.0.0.1", "10.0.0.2")] == [share, share]
        assert 2 * share < MOST_LISTENERS / 4
        for number in range(20):
            opened.enter_context(gate.streaming(Client("10.0.0.3", f"child {number}")))
    assert gate.streams == 0


def streams_of_everybody(gate: Gate, opened: ExitStack, address: str) -> int:
    """Opens as many streams as one address gets, with and without cookies; returns how many."""
    count = 0
    for number in range(100):
        with suppress(TooMany):
            for _ in range(MOST_LISTENERS):
                opened.enter_context(gate.streaming(Client(address, f"guest {number}" if number else None)))
                count += 1
    return count


def test_who_may_have_more_streams_has_them_at_one_address() -> None:
    many = int(3 * SHARE_OF_ONE * MOST_LISTENERS)
    for gate in (Gate(Limits(streams=many)), Gate(UNLIMITED)):
        with ExitStack() as opened:
            for _ in range(many):
                opened.enter_context(gate.streaming(ADA))
            assert gate.streams == len(("ada", "her address"))


def test_one_address_opens_so_many_tables_an_hour_whoever_its_guests_are() -> None:
    clock = Clock()
    gate = Gate(Limits(tables=30, tables_an_hour=120), clock)

    def opened(address: str) -> int:
        """Opens tables as one guest after the other until the address may open none."""
        return sum(taken(gate, "tables", Client(address, f"guest {number}")) for number in range(50))

    assert taken(gate, "tables", ADA) == 30
    assert opened("10.0.0.1") == 90
    assert opened("10.0.0.2") == 120
    clock.now += 1800
    assert opened("10.0.0.1") == 60


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_a_household_counts_as_one(host: str, found: str) -> None:
    assert network(host) == found


def test_limits_are_read_from_words() -> None:
    assert read_limits([]) == USUAL
    assert read_limits(["streams=7", "hints=none"]) == Limits(streams=7, hints=None)
    assert read_limits(["all=none"]) == UNLIMITED
    assert read_limits(["all=none", "uploads=3"]).uploads == 3
    for text in ("streams", "streams=", "streams=-1", "streams=0", "streams=1e9", "speed=9", "streams=9999999999999"):
        with pytest.raises(ValueError, match="limit"):
            read_limits([text])


# In the application.

pages = pytest.mark.compiled


@asynccontextmanager
async def limited(folder: Path, **given: int) -> AsyncIterator[FastAPI]:
    """Runs an application, without workers, whose clients may do a little of one thing."""
    chosen = read_limits([f"{name}={number}" for name, number in given.items()], UNLIMITED)
    async with application(folder, chosen, 0) as app:
        yield app


def run(test: Callable[[Path], Awaitable[None]], folder: Path) -> None:
    """Runs an async test."""

    async def inside() -> None:
        await test(folder)

    asyncio.run(inside())


def in_program_words(answer: httpx.Response) -> bool:
    """Returns whether a response says that it was too much, and when to try again."""
    told = answer.json()
    return answer.status_code == 429 and told["code"] == "too_many" and int(answer.headers["retry-after"]) > 0


TWO_OF_ME = [{"kind": "me"}, {"kind": "me"}]


@pages
def test_changes_and_reads_have_allowances_apart(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with limited(folder, changes=3, reads=5) as app, client(app) as nobody:
            for _ in range(3):
                assert (await nobody.post("/theme", data={"theme": "dark"})).status_code == 303
            assert in_program_words(await nobody.post("/api/guest", json={}))
            for _ in range(5):
                assert (await nobody.get("/api/house")).status_code == 200
            assert in_program_words(await nobody.get("/api/house"))
            assert (await nobody.get("/static/table.css")).status_code == 200
            assert (await nobody.get("/healthz")).status_code == 200

    run(test, tmp_path)


@pages
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "That was a lot at once."), ("de", "Das war viel auf einmal."), ("it", "È stato molto tutto insieme.")],
)
def test_people_are_told_in_their_language(tmp_path: Path, language: str, sentence: str) -> None:
    async def test(folder: Path) -> None:
        async with limited(folder, changes=1) as app, client(app) as browser:
            browser.cookies.set("language", language)
            await browser.post("/theme")
            page = await browser.post("/theme")
            assert (page.status_code, "<!doctype html>" in page.text.lower()) == (429, True)
            assert sentence in page.text
            assert 0 < int(page.headers["retry-after"]) <= 60
            fragment = await browser.post("/table/x/decide", headers={"hx-request": "true"})
            assert fragment.status_code == 429
            assert fragment.text.startswith(sentence)

    run(test, tmp_path)


@pages
def test_guests_are_counted_by_address_whatever_cookie_is_sent(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with limited(folder, guests=2) as app:
            async with client(app, "Ada") as ada:
                assert (await ada.post("/api/guest", json={})).status_code == 201
                assert in_program_words(await ada.post("/api/guest", json={}))
            async with client(app) as nobody:
                form = {"game": "spice_road", "seat-0": "me", "seat-1": "bot"}
                assert (await nobody.post("/tables", data=form)).status_code == 429

    run(test, tmp_path)


@pages
def test_tables_are_limited_a_minute_and_at_a_time(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with limited(folder, tables=4, going_on=2) as app, client(app, "Ada") as ada, client(app, "Ben") as ben:
            tables = [(await new_table(ada, "spice_road", TWO_OF_ME))["id"] for _ in range(2)]
            plan = {"game": "spice_road", "places": TWO_OF_ME}
            refused = await ada.post("/api/tables", json=plan)
            assert (refused.status_code, refused.json()["code"]) == (409, "too_many_tables")
            assert (await ben.post("/api/tables", json=plan)).status_code == 201
            await ada.post(f"/api/tables/{tables[0]}/close")
            assert (await ada.post("/api/tables", json=plan)).status_code == 201
            assert in_program_words(await ada.post("/api/tables", json=plan))

    run(test, tmp_path)


@pages
def test_hints_are_limited_on_the_page_and_for_programs(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with limited(folder, hints=1) as app, client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", TWO_OF_ME, hints=False))["id"]
            assert (await ada.post(f"/api/tables/{table}/hint", json={"seen": 3})).json()["code"] == "no_hints"
            assert in_program_words(await ada.post(f"/api/tables/{table}/hint", json={"seen": 3}))
            page = await ada.post(f"/table/{table}/hint", data={"seen": "3"}, headers={"hx-request": "true"})
            assert page.status_code == 200
            assert "That was a lot at once." in page.text

    run(test, tmp_path)


@pages
def test_uploads_are_limited(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with limited(folder, uploads=1) as app, client(app) as nobody:
            record = {"record": ("game.json", b"{}", "application/json")}
            assert (await nobody.post("/upload", files=record)).status_code == 422
            assert (await nobody.post("/upload", files=record)).status_code == 429

    run(test, tmp_path)


class Checking:
    """Stands in for the checking of records: each waits until the test lets all of them go on."""

    def __init__(self) -> None:
        self.begun, self.go_on = 0, asyncio.Event()

    async def __call__(self, text: bytes, seconds: float) -> dict[str, str]:
        self.begun += 1
        await self.go_on.wait()
        return {"bad": "it is only a test"}


async def sent(app: FastAPI, address: str, path: str, **given: Any) -> httpx.Response:
    """Sends something from an address."""
    transport = httpx.ASGITransport(app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as browser:
        return await browser.post(path, **given)


async def uploaded(app: FastAPI, address: str) -> httpx.Response:
    """Brings a record of some size from an address."""
    return await sent(app, address, "/upload", files={"record": ("game.json", b"x" * 1_000_000, "application/json")})


async def entered(app: FastAPI, address: str) -> httpx.Response:
    """Sends a large form for a component set from an address."""
    return await sent(app, address, "/sets/sand_to_sea", data={"t1": "x" * 290_000})


Sending = Callable[[FastAPI, str], Awaitable[httpx.Response]]


async def few_are_held(app: FastAPI, sending: Sending, most: int, most_of_one: int, checking: Checking) -> list[int]:
    """Sends as many large bodies as are held, and more; returns the statuses of those held."""
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        addresses = [f"10.0.0.{number // most_of_one}" for number in range(most)]
        held = [group.create_task(answer(sending, app, address)) for address in addresses]
        while not checking.begun or sum(map(app.state.gate.held, HELD)) < most:
            await asyncio.sleep(0.01)
        for address, status, said in (
            ("10.0.0.0", 429, "That was a lot at once."),
            ("10.0.9.9", 503, "Too much is going on here just now."),
        ):
            refused = await sending(app, address)
            assert (refused.status_code, refused.headers["retry-after"]) == (status, "10")
            assert said in refused.text
        checking.go_on.set()
    assert sum(map(app.state.gate.held, HELD)) == 0
    again = await sending(app, "10.0.0.0")
    return [*(task.result() for task in held), again.status_code]


async def answer(sending: Sending, app: FastAPI, address: str) -> int:
    """Returns the status of an answer."""
    return (await sending(app, address)).status_code


@pages
def test_few_uploads_are_held_at_once_of_an_address_and_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(folder: Path) -> None:
        checking = Checking()
        monkeypatch.setattr(uploads, "checked", checking)
        async with application(folder, UNLIMITED, 0) as app:
            found = await few_are_held(app, uploaded, MOST_UPLOADS, MOST_UPLOADS_OF_ONE, checking)
            assert set(found) == {422}

    run(test, tmp_path)


@pages
def test_few_forms_of_component_sets_are_held_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(folder: Path) -> None:
        checking, drawing = Checking(), own_sets.checked

        async def slowly(request: Request, form: SetForm, opened: int | None = None) -> Shown:
            await checking(b"", 0)
            return await drawing(request, form, opened)

        monkeypatch.setattr(own_sets, "checked", slowly)
        async with application(folder, UNLIMITED, 0) as app:
            assert set(await few_are_held(app, entered, MOST_FORMS, MOST_FORMS_OF_ONE, checking)) == {200}

    run(test, tmp_path)


@pages
def test_a_family_behind_one_address_never_notices(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with application(folder, USUAL, 0) as app:
            for number in range(8):
                async with client(app, f"Child {number}") as child:
                    table = (await new_table(child, "spice_road", TWO_OF_ME))["id"]
                    for seen in range(3, 53, 2):
                        sent = {"decisions": ["play YY"], "seen": seen}
                        assert (await child.post(f"/api/tables/{table}/decide", json=sent)).status_code == 200
                        assert (await child.get(f"/table/{table}/board", params={"seen": seen})).status_code == 200
                        sent = {"seen": seen + 1}
                        assert (await child.post(f"/api/tables/{table}/undo", json=sent)).status_code == 200

    run(test, tmp_path)
