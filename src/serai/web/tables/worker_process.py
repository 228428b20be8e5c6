"""One worker process as the server sees it: a question and an answer at a time, each a line of JSON."""

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any

WARM_SECONDS = 900.0
LONGEST_LINE = 1 << 22


class WorkerFailed(RuntimeError):
    """A worker died, hung or answered nonsense."""


class BotWorker:
    """One worker process; it gets one question at a time."""

    def __init__(self, process: Process) -> None:
        """Wraps a running process; `loaded` counts the bots compiled meanwhile that it has loaded."""
        self.process, self.loaded = process, 0

    @classmethod
    async def start(cls, command: list[str]) -> "BotWorker":
        """Starts a process."""
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE))

    async def warm(self) -> None:
        """Waits until the process has loaded or compiled the rules."""
        if "ready" not in await self._read(WARM_SECONDS):
            raise WorkerFailed("a worker did not say that it is ready")

    async def ask(self, body: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Sends a question and waits for its answer."""
        stdin = self.process.stdin
        assert stdin is not None
        try:
            stdin.write(json.dumps(body).encode() + b"\n")
            await stdin.drain()
        except OSError:
            raise WorkerFailed("a worker is gone") from None
        told = await self._read(seconds)
        if told.get("number") != body["number"]:
            raise WorkerFailed("a worker answered another question")
        return told

    async def _read(self, seconds: float) -> dict[str, Any]:
        """Reads one line."""
        stdout = self.process.stdout
        assert stdout is not None
        try:
            # `asyncio.wait_for` loses a cancellation that comes together with the line (Python 3.11).
            async with asyncio.timeout(seconds):
                line = await stdout.readline()
            told = json.loads(line)
        except TimeoutError:
            raise WorkerFailed(f"a worker took longer than {seconds:g} s") from None
        except (OSError, ValueError):
            raise WorkerFailed("a worker died") from None
        if not isinstance(told, dict):
            raise WorkerFailed("a worker answered nonsense")
        return told

    async def kill(self) -> None:
        """Kills the process."""
        with suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.wait()
