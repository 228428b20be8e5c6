"""The writer: each caller is answered only after the commit of what it wants stored.

SQLite has one task, which stores all that waits in one transaction. PostgreSQL has several, which store one thing each:
it puts several commits on the disk at once by itself, and who changes one table only never waits in a circle.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from serai.web.store.engines import reaching

MOST_AT_ONCE = 200
TASKS = 8

Result = TypeVar("Result")
Do = Callable[[AsyncConnection], Awaitable[Result]]


@dataclass
class Work:
    """Something to be stored, and who waits for it."""

    do: Do[Any]
    done: "asyncio.Future[Any]"
    result: Any = None
    error: Exception | None = None


class Writer:
    """Stores what it is given, in order where there is one task."""

    def __init__(self, engine: AsyncEngine, shared: bool = False) -> None:
        """Starts the tasks; a shared database is written to by other servers too."""
        self._engine = engine
        self._waiting: asyncio.Queue[Work | None] = asyncio.Queue()
        self._closed = False
        self._at_once = 1 if shared else MOST_AT_ONCE
        self._tasks = [asyncio.create_task(self._run(), name="writer") for _ in range(TASKS if shared else 1)]
        self.commits = 0

    async def write(self, do: Do[Result]) -> Result:
        """Does something in a transaction and returns when it is on the disk; an error undoes this work only."""
        if self._closed:
            raise RuntimeError("the store is closed")
        work = Work(do, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(work)
        found: Result = await work.done
        return found

    async def close(self) -> None:
        """Stores what still waits and ends the tasks."""
        if not self._closed:
            self._closed = True
            for _ in self._tasks:
                self._waiting.put_nowait(None)
        await asyncio.gather(*self._tasks)

    async def _run(self) -> None:
        """Takes everything that waits, again and again."""
        last = False
        while not last:
            taken = [await self._waiting.get()]
            while not self._waiting.empty() and len(taken) < self._at_once:
                taken.append(self._waiting.get_nowait())
            last = None in taken
            works = [work for work in taken if work is not None]
            if works:
                await self._store(works)

    async def _store(self, works: list[Work]) -> None:
        """Stores several works in one transaction, each behind a savepoint of its own, and answers."""
        try:
            with reaching():
                async with self._engine.connect() as connection:
                    await connection.execution_options(writes=True)
                    async with connection.begin():
                        for work in works:
                            await _attempt(connection, work)
            self.commits += 1
        except Exception as error:
            for work in works:
                work.error = work.error or error
        for work in works:
            _answer(work)


async def _attempt(connection: AsyncConnection, work: Work) -> None:
    """Does a work behind a savepoint; its error is its caller's alone."""
    try:
        with reaching():
            async with connection.begin_nested():
                work.result = await work.do(connection)
    except Exception as error:
        work.error = error


def _answer(work: Work) -> None:
    """Tells a caller, if it still waits, what became of its work."""
    if work.done.done():
        return
    if work.error is not None:
        work.done.set_exception(work.error)
    else:
        work.done.set_result(work.result)
