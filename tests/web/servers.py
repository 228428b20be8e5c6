"""Servers to test with: one in this process, one as a process of its own, and a player that talks to them."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from serai.web.app import Settings, create_app
from serai.web.http.limits import UNLIMITED, Limits
from serai.web.tables.store import sqlite_url

Json = dict[str, Any]
START_SECONDS = 180
WithApp = Callable[[Callable[[FastAPI], Coroutine[Any, Any, None]]], None]
PLANS: dict[str, list[Json]] = {
    "spice_road": [{"kind": "me"}, {"kind": "bot", "bot": "planner"}, {"kind": "bot", "bot": "trader"}],
    "sand_to_sea": [{"kind": "me"}, {"kind": "bot", "bot": "trader"}],
    "east_to_west": [{"kind": "me"}, {"kind": "bot", "bot": "planner"}],
}


@asynccontextmanager
async def application(folder: Path, limits: Limits = UNLIMITED, workers: int = 1) -> AsyncIterator[FastAPI]:
    """Runs an application in this process, with one worker and, unless the test wants some, without limits."""
    app = create_app(Settings(sqlite_url(folder / "serai.db"), folder, workers, ("test",), limits))
    async with app.router.lifespan_context(app):
        yield app


@asynccontextmanager
async def client(app: FastAPI, name: str | None = None) -> AsyncIterator[httpx.AsyncClient]:
    """Opens a browser's worth of cookies; with a name it is a guest."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as opened:
        if name is not None:
            (await opened.post("/api/guest", json={"name": name})).raise_for_status()
        yield opened


@contextmanager
def running(folder: Path) -> Iterator[WithApp]:
    """Keeps an application running in a thread of its own while tests run with it one after the other.

    Its loop must not stand still between tests: an answer of a bot that waits there longer than its limit is late.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def run(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    opened = application(folder)
    app = run(opened.__aenter__())
    try:
        yield lambda test: run(test(app))
    finally:
        run(opened.__aexit__(None, None, None))
        run(loop.shutdown_default_executor())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def new_table(guest: httpx.AsyncClient, game: str, places: list[Json] | None = None, **options: Any) -> Json:
    """Makes a table at which bots answer at once."""
    plan = {"game": game, "places": places or PLANS[game], "options": {"pace": "instant", **options}}
    made = await guest.post("/api/tables", json=plan)
    assert made.status_code == 201, made.text
    told: Json = made.json()
    return told


async def asked(guest: httpx.AsyncClient, table: str) -> Json | None:
    """Waits until a guest is asked: number and legal decisions; None when the game is over."""
    async with asyncio.timeout(120):
        while True:
            answer = await guest.get(f"/api/tables/{table}/legal")
            told: Json = answer.json()
            if answer.status_code == 200 and told["legal"]:
                return told
            answer = await guest.get(f"/api/tables/{table}")
            if answer.status_code == 200 and answer.json()["stage"] != "running":
                return None
            await asyncio.sleep(0.005 if answer.status_code == 200 else 0.5)  # who asks too often has to wait


def choose(legal: list[str], chance: random.Random) -> str:
    """Chooses a decision that brings the game to its end: claiming, delivering and building before all else."""
    for verb in ("claim", "deliver", "port", "build", "bonus"):
        if good := [text for text in legal if text.startswith(verb)]:
            return chance.choice(good)
    return chance.choice(legal)


async def play_out(guest: httpx.AsyncClient, table: str, chance: random.Random) -> int:
    """Plays a seat to the end of the game; returns how many decisions it took."""
    count = 0
    while (question := await asked(guest, table)) is not None:
        sent = {"decisions": [choose(question["legal"], chance)], "seen": question["number"]}
        answer = await guest.post(f"/api/tables/{table}/decide", json=sent)
        assert answer.status_code == 200, answer.text
        count += 1
    return count


class Served:
    """A server in a process of its own."""

    def __init__(self, data: Path, *options: str, module: Sequence[str] = ("serai",)) -> None:
        """Starts it and waits until it listens; another module than `serai` may start it, to measure by."""
        told = ["serve", "--no-browser", "--port", "0", "--data", str(data)]
        command = [sys.executable, "-m", *module, *told, "--limit", "all=none", *options]
        self.log = data / "server.log"
        with self.log.open("ab") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        self.said: list[str] = []
        too_late = threading.Timer(START_SECONDS, self.process.kill)
        too_late.start()
        try:
            self.address = self._address()
        finally:
            too_late.cancel()

    def _address(self) -> str:
        """Reads what the server says until it tells where it is."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Serai is at "):
                return line.split()[3].rstrip("/")
        raise AssertionError(f"the server ended: {''.join(self.said)}{self.log.read_text()}")

    def workers(self) -> list[int]:
        """Lists the process ids of its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children]

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def stop(self) -> int:
        """Ends it politely; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self) -> int:
        """Waits for the end."""
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def served(data: Path, *options: str, module: Sequence[str] = ("serai",)) -> Iterator[Served]:
    """Runs a server for a while."""
    server = Served(data, *options, module=module)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        elif server.process.stdout is not None:
            server.process.stdout.close()


class Balancer(httpx.BaseTransport):
    """Sends each request to the next of several servers, as a proxy without sticky sessions does.

    A server that nobody listens at is passed over. The addresses may change meanwhile, as many as they are.
    """

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses, self._turn, self._way = addresses, 0, httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        for left in reversed(range(len(self.addresses))):
            self._turn += 1
            port = int(self.addresses[self._turn % len(self.addresses)].rpartition(":")[2])
            request.url = request.url.copy_with(port=port)
            try:
                return self._way.handle_request(request)
            except httpx.ConnectError:
                if not left:
                    raise
        raise httpx.ConnectError("there is no server")

    def close(self) -> None:
        self._way.close()


def gone(process: int, seconds: float = 60.0) -> bool:
    """Returns whether a process ends within some time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def read_events(lines: Iterator[str]) -> Iterator[tuple[int, str, Json]]:
    """Reads server-sent events: number, name, data; the heartbeat of a page is none."""
    number, name = 0, ""
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "id":
            number = int(value)
        elif key == "event":
            name = value
        elif key == "data" and name != "alive":
            yield number, name, json.loads(value)
