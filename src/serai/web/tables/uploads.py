"""Uploaded records: checked in a short-lived process with limits, kept in memory for a while, never stored."""

import asyncio
import json
import secrets
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import OrderedDict
from typing import Any

from serai.game import Game
from serai.record import LARGEST, BadRecord, read

SECONDS = 30
MEMORY = 2 << 30
MOST_DECISIONS = 5000
MOST_KEPT = 20
AT_ONCE = 2


class TookTooLong(RuntimeError):
    """A record could not be checked within the time limit."""


class Uploads:
    """The recently uploaded records, by unguessable names."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """Starts empty."""
        self._seconds = seconds
        self._kept: OrderedDict[str, Game] = OrderedDict()
        self._free = asyncio.Semaphore(AT_ONCE)

    async def add(self, text: bytes) -> str:
        """Checks a record and keeps its game; returns its name. Raises BadRecord or TookTooLong."""
        if len(text) > LARGEST:
            raise BadRecord(f"the record is larger than {LARGEST // 1_000_000} MB")
        async with self._free:
            told = await checked(text, self._seconds)
            if "bad" in told:
                raise BadRecord(told["bad"])
            game = await asyncio.to_thread(Game.from_json, text)
        name = secrets.token_urlsafe(9)
        self._kept[name] = game
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> Game | None:
        """Returns the game of a record, None if it is no longer kept."""
        if name in self._kept:
            self._kept.move_to_end(name)
        return self._kept.get(name)


async def checked(text: bytes, seconds: float) -> dict[str, Any]:
    """Replays a record in a separate process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "serai.web.tables.uploads", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(text), seconds)
    except TimeoutError:
        raise TookTooLong from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise TookTooLong
    told: dict[str, Any] = json.loads(output)
    return told


def answer(text: bytes) -> dict[str, Any]:
    """Checks a record; returns its number of decisions, or what is wrong with it."""
    try:
        return {"decisions": len(read(text, MOST_DECISIONS).game.decisions())}
    except BadRecord as error:
        return {"bad": str(error)}


def limit() -> None:
    """Limits the memory and CPU time of this process; systems without such limits have the time limit alone."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    if sys.platform != "darwin":  # macOS refuses a limit of memory
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """Checks the record on standard input and prints the result."""
    limit()
    print(json.dumps(answer(sys.stdin.buffer.read(LARGEST + 1))))


if __name__ == "__main__":
    main()
