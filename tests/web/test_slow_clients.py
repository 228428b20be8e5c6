"""Clients that send or read slowly, by raw sockets: they hold nothing for long, and nobody else waits for them."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from serai.web.http import guard
from serai.web.http.limits import UNLIMITED, Gate, Limits, read_limits
from serai.web.http.slow_clients import Impatient
from serai.web.pages import own_sets
from serai.web.tables import uploads
from tests.web.servers import application, client, new_table

pytestmark = pytest.mark.compiled

BRIEF = 0.4
LONG = 60
DRIP = BRIEF / 8


@pytest.mark.parametrize("ticks", range(8))
def test_who_gives_up_a_request_while_its_body_arrives_waits_no_longer(ticks: int) -> None:
    """A page that watches whether its client is still there ends the watch when it is done."""
    ended = []

    async def arriving() -> Message:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        watching = asyncio.ensure_future(receive())
        for _ in range(ticks):
            await asyncio.sleep(0)
        given_up = watching.cancel()
        await asyncio.wait({watching})
        ended.append(watching.cancelled() == given_up)

    async def sent(message: Message) -> None: ...

    def never(*given: object) -> Response:
        raise AssertionError(given)

    admitting = guard.Guard(page, never, never, Gate(UNLIMITED))
    scope = {"type": "http", "method": "GET", "path": "/healthz", "headers": [], "client": ("127.0.0.1", 1)}
    asyncio.run(admitting(scope, arriving, sent))
    assert ended == [True]


class VeryImpatient(Impatient):
    """Waits as the real one does, but not as long."""

    headers_seconds = BRIEF
    reading_seconds = BRIEF


class Server:
    """An application that listens on a port."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        config = uvicorn.Config(app, port=0, lifespan="off", log_config=None, access_log=False, http=VeryImpatient)
        self.uvicorn = uvicorn.Server(config)

    @property
    def port(self) -> int:
        return int(self.uvicorn.servers[0].sockets[0].getsockname()[1])

    @property
    def open(self) -> int:
        """How many connections are open."""
        return len(self.uvicorn.server_state.connections)

    @asynccontextmanager
    async def callers(self, count: int, **options: int) -> AsyncIterator[list["Caller"]]:
        """Connects some clients."""
        opened = [await asyncio.open_connection("127.0.0.1", self.port, **options) for _ in range(count)]
        found = [Caller(reader, writer) for reader, writer in opened]
        try:
            yield found
        finally:
            for caller in found:
                await caller.hang_up()


class Caller:
    """A client that sends what a test says, as slowly as it says."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def drip(self, text: bytes) -> float:
        """Sends byte by byte until the server hangs up; returns how long that took."""
        begun = time.monotonic()
        with suppress(ConnectionError):
            for byte in text:
                if self.reader.at_eof() or self.writer.is_closing():
                    break
                self.writer.write(bytes([byte]))
                await self.writer.drain()
                await asyncio.sleep(DRIP)
        return time.monotonic() - begun

    async def status(self) -> int:
        """Reads the first line of the answer."""
        return int((await asyncio.wait_for(self.reader.readline(), LONG)).split()[1])

    async def is_left(self) -> bool:
        """Reads until the server hangs up, possibly by a reset; returns whether it has sent nothing."""
        with suppress(ConnectionError):
            return await asyncio.wait_for(self.reader.read(), LONG) == b""
        return True

    async def hang_up(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


@asynccontextmanager
async def serving(folder: Path, limits: Limits = UNLIMITED) -> AsyncIterator[Server]:
    """Lets an application listen."""
    async with application(folder, limits, 0) as app:
        server = Server(app)
        task = asyncio.create_task(server.uvicorn.serve())
        while not server.uvicorn.started:
            await asyncio.sleep(0.01)
        try:
            yield server
        finally:
            app.state.hub.close()
            server.uvicorn.should_exit = True
            await task


def run(test: Callable[[Path], Awaitable[None]], folder: Path) -> None:
    """Runs an async test."""

    async def inside() -> None:
        async with asyncio.timeout(60):
            await test(folder)

    asyncio.run(inside())


async def until(condition: Callable[[], bool]) -> None:
    """Waits until a condition holds."""
    async with asyncio.timeout(LONG):
        while not condition():
            await asyncio.sleep(0.01)


def test_who_says_nothing_or_drips_headers_is_hung_up_on(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with serving(folder) as server, server.callers(2) as (silent, slow):
            spent = await slow.drip(b"GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-Long: yes\r\n" * 100)
            assert BRIEF * 0.5 < spent < LONG / 2
            assert await slow.is_left()
            assert await silent.is_left()
            await until(lambda: server.open == 0)

    run(test, tmp_path)


def test_a_body_that_comes_too_slowly_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(folder: Path) -> None:
        async with serving(folder) as server, server.callers(2) as (dripping, stopped):
            head = b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            for caller in (dripping, stopped):
                caller.writer.write(head + b'Content-Length: 400\r\n\r\n{"name": "')
            dropping = asyncio.create_task(dripping.drip(b"A" * 390))
            assert [await caller.status() for caller in (stopped, dripping)] == [408, 408]
            assert await dropping < LONG
            await until(lambda: server.open == 0)

    monkeypatch.setattr(guard, "PIECE_SECONDS", BRIEF)
    monkeypatch.setattr(guard, "BODY_SECONDS", 3 * BRIEF)
    run(test, tmp_path)


def test_the_record_of_somebody_who_has_gone_is_not_checked_any_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(folder: Path) -> None:
        checking = {"begun": 0, "dropped": 0}

        async def checked(text: bytes, seconds: float) -> dict[str, str]:
            checking["begun"] += 1
            try:
                await asyncio.Event().wait()
            finally:
                checking["dropped"] += 1
            return {}

        monkeypatch.setattr(uploads, "checked", checked)
        async with serving(folder) as server, server.callers(uploads.AT_ONCE + 1) as callers:
            body = b'--b\r\nContent-Disposition: form-data; name="record"; filename="x"\r\n\r\n{}\r\n--b--\r\n'
            head = f"POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
            for number, caller in enumerate(callers):
                kind = f"Content-Type: multipart/form-data; boundary=b\r\nX-Forwarded-For: 10.0.0.{number}\r\n\r\n"
                caller.writer.write((head + kind).encode() + body)
                await until(lambda held=number + 1: server.app.state.gate.held("uploads") == held)  # type: ignore[misc]
            await until(lambda: checking["begun"] == uploads.AT_ONCE)
            for number, caller in reversed(list(enumerate(callers))):
                await caller.hang_up()
                await until(lambda held=number: server.app.state.gate.held("uploads") == held)  # type: ignore[misc]
            assert checking == {"begun": uploads.AT_ONCE, "dropped": uploads.AT_ONCE}

    monkeypatch.setattr(VeryImpatient, "headers_seconds", LONG)  # the last one waits while the others send
    run(test, tmp_path)


def test_the_form_of_somebody_who_has_gone_is_not_drawn_any_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether they go while their form is drawn or before all of it is here."""

    async def test(folder: Path) -> None:
        go_on = threading.Event()
        drawn: list[int] = []
        left: list[bool] = []

        def slowly(*_: object) -> Iterator[int]:
            try:
                for number in range(2):
                    drawn.append(number)
                    go_on.wait(LONG)
                    yield number
            finally:
                left.append(True)

        monkeypatch.setattr(own_sets, "sheets_shown", slowly)
        async with serving(folder) as server, server.callers(2) as (waiting, sending):
            gate = server.app.state.gate
            head = b"POST /sets/spice_road HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            head += b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\nname=mine"
            waiting.writer.write(head % 9)
            sending.writer.write(head % 99)
            await until(lambda: drawn == [0] and gate.held("forms") == 2)
            await sending.hang_up()
            await until(lambda: gate.held("forms") == 1)
            await waiting.hang_up()
            await until(lambda: gate.held("forms") == 0)
            go_on.set()
            await until(lambda: bool(left))
            assert drawn == [0]
            assert "a fault of ours" not in caplog.text

    run(test, tmp_path)


def test_who_goes_on_sending_after_the_answer_is_hung_up_on(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with serving(folder) as server, server.callers(1) as (caller,):
            head = b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\n"
            caller.writer.write(head + b"Content-Length: 4000\r\n\r\n")
            assert await caller.status() == 403
            assert await caller.drip(b"x" * 4000) < LONG
            await until(lambda: server.open == 0)

    run(test, tmp_path)


def test_a_reader_who_does_not_read_is_hung_up_on(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with serving(folder) as server, server.callers(1, limit=1) as (caller,):
            one = b"GET /static/vendor/htmx-2.0.11.min.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            caller.writer.write(one * 500)
            await until(lambda: server.open == 1)
            await until(lambda: server.open == 0)

    run(test, tmp_path)


def test_a_crowd_of_slow_clients_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with serving(folder) as server, server.callers(200) as crowd:
            for caller in crowd:
                caller.writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as quick:
                assert (await quick.get("/api/house", timeout=LONG)).status_code == 200
            await until(lambda: server.open == 0)

    run(test, tmp_path)


def test_a_keen_listener_may_have_some_streams_and_not_more(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with serving(folder, read_limits(["streams=2"], UNLIMITED)) as server, client(server.app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            ask = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
            state = server.app.state
            async with server.callers(2) as callers:
                for caller in callers:
                    caller.writer.write(ask)
                await until(lambda: state.hub.listening == 2)
                async with server.callers(1) as (late,):
                    late.writer.write(ask)
                    assert [await caller.status() for caller in (*callers, late)] == [200, 200, 429]
                await callers[0].hang_up()
                await until(lambda: state.hub.listening == 1)
                async with server.callers(1) as (again,):
                    again.writer.write(ask)
                    assert await again.status() == 200
            await until(lambda: state.hub.listening == 0 and state.gate.streams == 0)

    run(test, tmp_path)


def test_a_listener_who_does_not_read_is_dropped_and_its_stream_forgotten(tmp_path: Path) -> None:
    async def test(folder: Path) -> None:
        async with serving(folder) as server, client(server.app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            hub, number = server.app.state.hub, 3
            async with server.callers(1, limit=1) as (caller,):
                caller.writer.write(f"GET /table/{table}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                await until(lambda: hub.listening == 1)
                while hub.listening:
                    number += 1
                    hub.tell(table, number)
                    await asyncio.sleep(0 if number % 2000 else 0.01)
                await until(lambda: server.app.state.gate.streams == 0)

    run(test, tmp_path)
