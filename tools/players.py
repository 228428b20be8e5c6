"""Scripted people for the load test: plain HTTP over keep-alive connections, so that the server is the bottleneck."""

import asyncio
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]
FIRST = ("claim", "deliver", "port", "build", "bonus")
NUMBER = re.compile(rb' data-number="(\d+)"')
MAIN = re.compile(rb'<main id="table"[^>]*>')
WHOLE_PAGES = 0.1
SECONDS = 60.0
FINE = (200, 201)
STALE = 409


@dataclass
class Notes:
    """Measurements of all people: seconds per kind of answer, when boards showed events, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    shown: list[tuple[str, int, float]] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    games: int = 0

    @property
    def nothing(self) -> bool:
        """Returns whether nothing was decided, shown or went wrong yet: such a run measures nothing."""
        return not (self.wrong or (self.seconds["decide"] and self.shown))

    def forget(self) -> None:
        """Resets: what happened while the tables filled does not count."""
        self.seconds.clear()
        self.shown.clear()
        self.stale = self.games = 0


class Line:
    """One keep-alive connection to the server."""

    def __init__(self, address: str, token: str = "") -> None:
        """Stores the address and the token."""
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self.token = token
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, sent: Json | None = None) -> tuple[int, bytes]:
        """Sends a request and returns status and body; reconnects if the server has closed the connection."""
        asked = self._head(method, path, b"" if sent is None else json.dumps(sent).encode())
        async with asyncio.timeout(SECONDS):
            kept = self._ends is not None
            try:
                return await self._answer(asked)
            except (asyncio.IncompleteReadError, ConnectionResetError):
                if not kept:
                    raise
                self.close()
                return await self._answer(asked)

    async def _answer(self, asked: bytes) -> tuple[int, bytes]:
        """Sends a request and reads the answer."""
        reader, writer = await self._open()
        writer.write(asked)
        status, length = await _read_head(reader)
        return status, await reader.readexactly(length)

    async def numbers(self, path: str) -> AsyncIterator[int]:
        """Follows a stream: yields the event numbers it sends."""
        reader, writer = await self._open()
        writer.write(self._head("GET", path, b""))
        status, _ = await _read_head(reader)
        if status not in FINE:
            raise ConnectionError(f"stream: {status}")
        while line := await reader.readline():
            if line.startswith(b"id: "):
                yield int(line[4:])

    def close(self) -> None:
        """Ends the connection."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Returns the connection, opened if needed."""
        if self._ends is None:
            self._ends = await asyncio.open_connection(self.host, self.port)
        return self._ends

    def _head(self, method: str, path: str, body: bytes) -> bytes:
        """Writes a request."""
        lines = [f"{method} {path} HTTP/1.1", f"host: {self.host}:{self.port}", "hx-request: true"]
        lines += [f"authorization: Bearer {self.token}"] if self.token else []
        lines += ["content-type: application/json", f"content-length: {len(body)}"] if body else []
        return "\r\n".join([*lines, "", ""]).encode() + body


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, int]:
    """Reads the head of an answer: status, and the length of the body (0 for a stream)."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    found = re.search(rb"content-length: (\d+)", head)
    return int(head.split(b" ", 2)[1]), int(found[1]) if found else 0


class Person:
    """A person at a table, who follows its stream, looks at the board and decides."""

    def __init__(self, address: str, token: str, table: str, notes: Notes, pause: float, seed: int) -> None:
        """Prepares the connections."""
        self.line, self.following = Line(address, token), Line(address, token)
        self.table, self.notes, self.pause = table, notes, pause
        self.chance = random.Random(seed)
        self.newest, self.news = 0, asyncio.Event()

    async def ask(self, kind: str, method: str, path: str, sent: Json | None = None) -> tuple[int, bytes]:
        """Sends a request, and notes how long the answer took and whether it succeeded."""
        begun = time.perf_counter()
        status, body = await self.line.ask(method, path, sent)
        self.notes.seconds[kind].append(time.perf_counter() - begun)
        if status not in FINE and status != STALE:
            self.notes.wrong[f"{kind}: {status}"] += 1
        return status, body

    async def play(self) -> None:
        """Plays until the game is over."""
        follow = asyncio.create_task(self._follow())
        try:
            seen, over = 0, False
            while not over:
                if self.newest <= seen:
                    self.news.clear()
                    await self.news.wait()
                seen, yours, over = await self._look(seen)
                if yours and not over:
                    await self._decide()
        finally:
            follow.cancel()
            self.line.close()
            self.following.close()

    async def _follow(self) -> None:
        """Follows the events of the table."""
        async for number in self.following.numbers(f"/table/{self.table}/stream"):
            self.newest = max(self.newest, number)
            self.news.set()

    async def _look(self, seen: int) -> tuple[int, bool, bool]:
        """Fetches the board, sometimes the whole page: its number, whether it is our turn, whether the game is over."""
        whole = seen == 0 or self.chance.random() < WHOLE_PAGES
        kind, path = ("page", f"/table/{self.table}") if whole else ("board", f"/table/{self.table}/board?seen={seen}")
        heard = self.newest
        status, body = await self.ask(kind, "GET", path)
        self.notes.shown.append((self.table, heard, time.time()))
        found = MAIN.search(body)
        if status not in FINE or found is None or (number := NUMBER.search(found[0])) is None:
            return heard, False, b" data-over" in body
        return int(number[1]), b" data-yours" in found[0], b" data-over" in found[0]

    async def _decide(self) -> None:
        """Thinks, asks what is legal, and decides."""
        await asyncio.sleep(self.pause * self.chance.uniform(0.5, 1.5))
        told = json.loads((await self.ask("legal", "GET", f"/api/tables/{self.table}/legal"))[1])
        if not told["legal"]:
            return
        sent = {"decisions": [choose(told["legal"], self.chance)], "seen": told["number"]}
        status, _ = await self.ask("decide", "POST", f"/api/tables/{self.table}/decide", sent)
        self.notes.stale += status == STALE


def choose(legal: list[str], chance: random.Random) -> str:
    """Chooses at random, but prefers what brings the game to its end."""
    good = next((found for verb in FIRST if (found := [text for text in legal if text.startswith(verb)])), legal)
    return chance.choice(good)
