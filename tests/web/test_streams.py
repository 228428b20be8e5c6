"""Streams: what was missed comes at once, nothing is left out, and nobody slow or gone holds anything."""

import asyncio
import random
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request

from serai.web import guests
from serai.web.pages import table as table_pages
from serai.web.tables import streams
from serai.web.tables.streams import Hub, TooManyListeners
from tests.web.power_cuts import wait_for_workers
from tests.web.servers import PLANS, Served, WithApp, client, new_table, read_events, served

pytestmark = pytest.mark.compiled


def stored(number: int) -> Callable[[], Awaitable[int]]:
    """Reads the newest number of a table."""

    async def newest() -> int:
        return number

    return newest


def reading(path: str, query: str) -> dict[str, Any]:
    """Asks an application for a path."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"host", b"test")],
    }


async def take(numbers: Any, count: int) -> list[int]:
    """Takes some numbers of a stream."""
    async with asyncio.timeout(60):
        return [await anext(numbers) for _ in range(count)]


def test_what_was_missed_comes_at_once_and_then_each_change() -> None:
    async def run() -> None:
        hub = Hub()
        numbers = hub.numbers("t", after=3, newest=stored(5))
        assert await take(numbers, 1) == [5]
        hub.tell("other", 9)
        hub.tell("t", 6)
        assert await take(numbers, 1) == [6]
        await numbers.aclose()  # type: ignore[attr-defined]
        assert hub.listening == 0

    asyncio.run(run())


def test_what_is_stored_while_a_stream_begins_is_not_left_out() -> None:
    """It is told before there is a listener, or after the listener has read the table: never in between."""

    async def run() -> None:
        hub = Hub()

        async def newest() -> int:
            hub.tell("t", 6)
            return 5

        numbers = hub.numbers("t", after=5, newest=newest)
        assert await take(numbers, 1) == [6]
        await numbers.aclose()  # type: ignore[attr-defined]

    asyncio.run(run())


def test_a_slow_listener_holds_the_newest_number_only() -> None:
    async def run() -> None:
        hub = Hub()
        numbers = hub.numbers("t", after=0, newest=stored(1))
        assert await take(numbers, 1) == [1]
        for number in range(2, 10_000):
            hub.tell("t", number)
        assert await take(numbers, 1) == [9999]
        await numbers.aclose()  # type: ignore[attr-defined]

    asyncio.run(run())


def test_a_quiet_stream_beats_and_closing_ends_all() -> None:
    async def run() -> None:
        hub = Hub()
        numbers = hub.numbers("t", after=1, newest=stored(1), heartbeat=0.01)
        assert await take(numbers, 3) == [0, 0, 0]
        hub.close()
        with pytest.raises(StopAsyncIteration):
            await anext(numbers)
        assert hub.listening == 0
        with pytest.raises(TooManyListeners), hub.listen("t"):
            pass

    asyncio.run(run())


def test_where_a_stream_goes_on() -> None:
    assert streams.resumed({}, 7) == 7
    assert streams.resumed({"last-event-id": "9"}, 7) == 9
    assert streams.resumed({"last-event-id": "x"}, 7) == 7
    assert streams.resumed({"last-event-id": "9" * 30}, -7) == 0


@pytest.mark.parametrize("path", ["/table/{}/stream", "/api/tables/{}/stream"])
def test_a_decision_between_the_request_and_its_stream_is_told(with_app: WithApp, path: str) -> None:
    """The table was looked up, the first line is on its way, and nothing listens yet."""

    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            told = (await ada.get(f"/api/tables/{table}/legal")).json()
            gone, heard = asyncio.Event(), asyncio.Event()

            async def receive() -> dict[str, Any]:
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: dict[str, Any]) -> None:
                if message.get("body") == streams.RETRY:
                    sent = {"decisions": told["legal"][:1], "seen": told["number"]}
                    (await ada.post(f"/api/tables/{table}/decide", json=sent)).raise_for_status()
                if f"id: {told['number'] + 1}".encode() in message.get("body", b""):
                    heard.set()

            scope = reading(path.format(table), f"after={told['number']}")
            streaming = asyncio.create_task(app(scope, receive, send))  # type: ignore[arg-type]
            await asyncio.wait_for(heard.wait(), 5)
            gone.set()
            await asyncio.wait_for(streaming, 5)

    with_app(test)


@pytest.mark.parametrize("path", ["/table/{}/stream", "/api/tables/{}/stream"])
def test_a_listener_who_goes_away_is_forgotten(with_app: WithApp, path: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            gone, heard = asyncio.Event(), asyncio.Event()

            async def receive() -> dict[str, Any]:
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: dict[str, Any]) -> None:
                if b"id: 3" in message.get("body", b""):
                    heard.set()

            scope = reading(path.format(table), "after=0")
            streaming = asyncio.create_task(app(scope, receive, send))  # type: ignore[arg-type]
            await asyncio.wait_for(heard.wait(), 5)
            assert app.state.hub.listening == 1
            gone.set()
            await asyncio.wait_for(streaming, 5)
            assert app.state.hub.listening == 0

    with_app(test)


def test_more_streams_than_the_server_can_bear_are_refused(with_app: WithApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            for path in (f"/table/{table}/stream", f"/api/tables/{table}/stream"):
                assert (await ada.get(path)).status_code == 503

    monkeypatch.setattr(streams, "MOST_LISTENERS", 0)
    with_app(test)


def test_a_page_hears_that_somebody_has_become_absent(with_app: WithApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Bob") as bob:
            made = await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "friend"}], absent_minutes=1)
            ((seat, token),) = made["joins"].items()
            await bob.post(f"/api/tables/{made['id']}/join", json={"seat": int(seat), "token": token})
            waiting = bob if seat == "1" else ada
            guest_id = str(guests.read(app.state.key, str(waiting.cookies["guest"]), time.time()))
            table, guest = await app.state.house.table(made["id"]), await app.state.house.guest(guest_id)
            request = Request({"type": "http", "app": app, "headers": []})
            pieces = table_pages.watched(request, table, guest, table.number)
            assert await anext(pieces) == streams.RETRY
            assert {await anext(pieces) for _ in range(5)} == {streams.ALIVE}
            monkeypatch.setattr(app.state.house, "_steady", lambda: time.monotonic() + 60)
            heard = [await anext(pieces) for _ in range(20)]
            assert [piece for piece in heard if b"absent" in piece] == [b"id: 3\nevent: absent\ndata: {}\n\n"]
            await pieces.aclose()  # type: ignore[attr-defined]

    monkeypatch.setattr(Hub.numbers, "__defaults__", (0.01,))
    with_app(test)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), "--workers", "1") as running:
        wait_for_workers(running)
        yield running


def events_of(guest: httpx.Client, table: str, after: int, last: str | None = None) -> Iterator[tuple[int, str, Any]]:
    """Opens the API's stream of a table; ends with the connection."""
    headers = {} if last is None else {"last-event-id": last}
    with guest.stream("GET", f"/api/tables/{table}/stream", params={"after": after}, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield from read_events(answer.iter_lines())


def test_a_stream_that_breaks_again_and_again_leaves_nothing_out(server: Served) -> None:
    chance = random.Random(3)
    with (
        httpx.Client(base_url=server.address, timeout=30) as guest,
        httpx.Client(base_url=server.address, timeout=10) as watcher,  # shorter than what a heartbeat bridges
    ):
        guest.post("/api/guest", json={"name": "Ada"})
        plan = {"game": "spice_road", "places": PLANS["spice_road"], "options": {"pace": "instant", "rounds": 8}}
        table = guest.post("/api/tables", json=plan).json()["id"]
        player = threading.Thread(target=play, args=(guest, table, chance))
        player.start()
        heard: list[tuple[int, str, Any]] = []
        over = False
        while not over:
            after = heard[-1][0] if heard else 0
            by_header = chance.random() < 0.5
            pieces = events_of(watcher, table, 0 if by_header else after, str(after) if by_header else None)
            for _, event in zip(range(chance.randrange(1, 12)), pieces, strict=False):
                heard.append(event)
                over = is_last(watcher, table, event[0])
                if over:
                    break
            pieces.close()  # type: ignore[attr-defined]
        player.join()
        told = guest.get(f"/api/tables/{table}/events").json()
    assert [number for number, _, _ in heard] == list(range(1, len(told) + 1))
    assert [name for _, name, _ in heard] == [event["kind"] for event in told]
    fields = ("number", "seat", "decision", "reveals", "bot")
    assert [{key: data.get(key) for key in fields} for _, _, data in heard] == [
        {key: event[key] for key in fields} for event in told
    ]


def is_last(guest: httpx.Client, table: str, number: int) -> bool:
    """Returns whether an event is the last one of a finished game."""
    told = guest.get(f"/api/tables/{table}").json()
    return bool(told["stage"] == "over" and told["number"] == number)


def play(guest: httpx.Client, table: str, chance: random.Random) -> None:
    """Plays the guest's seat until the game is over."""
    while guest.get(f"/api/tables/{table}").json()["stage"] == "running":
        told = guest.get(f"/api/tables/{table}/legal").json()
        if told["legal"]:
            sent = {"decisions": [chance.choice(told["legal"])], "seen": told["number"]}
            assert guest.post(f"/api/tables/{table}/decide", json=sent).status_code == 200


def test_the_stream_of_a_page_tells_of_a_change_at_once(server: Served) -> None:
    with httpx.Client(base_url=server.address, timeout=30) as guest:
        guest.post("/api/guest", json={"name": "Ada"})
        plan = {"game": "spice_road", "places": [{"kind": "me"}, {"kind": "me"}]}
        table = guest.post("/api/tables", json=plan).json()["id"]
        with guest.stream("GET", f"/table/{table}/stream", params={"after": 0}) as answer:
            events = read_events(answer.iter_lines())
            assert next(events) == (3, "changed", {"number": 3})
            guest.post(f"/api/tables/{table}/decide", json={"decisions": ["play YY"], "seen": 3})
            assert next(events) == (4, "changed", {"number": 4})


def test_the_end_of_the_server_ends_streams_cleanly(tmp_path: Path) -> None:
    with served(tmp_path, "--workers", "1") as server, httpx.Client(base_url=server.address, timeout=30) as guest:
        guest.post("/api/guest", json={"name": "Ada"})
        plan = {"game": "spice_road", "places": [{"kind": "me"}, {"kind": "me"}]}
        table = guest.post("/api/tables", json=plan).json()["id"]
        with guest.stream("GET", f"/table/{table}/stream", params={"after": 0}) as answer:
            lines = answer.iter_lines()
            assert next(read_events(lines))[0] == 3
            stopping = threading.Thread(target=server.stop)
            stopping.start()
            rest = list(lines)
            stopping.join()
        assert not [line for line in rest if line.startswith("event") and line != "event: alive"]
        assert server.process.returncode == 0
        assert server.log.read_text() == ""
