"""The writer: each caller is answered only after the commit of what it wants stored.

SQLite has one task, which stores all that waits in one transaction. PostgreSQL has several, which store one thing each:
it puts several commits on the disk at once by itself, and who changes one table only never waits in a circle.

A refusal undoes the work of one caller. Any other error fails the whole transaction: SQLite may have rolled it back on
its own (when the disk is full, say), and then nothing done before the error is stored.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from serai.web.refusals import Refused
from serai.web.tables.store import engines
from serai.web.tables.store.engines import Unreachable, answered, reaching

MOST_AT_ONCE = 200
TASKS = 8
REFUSALS = (Refused, IntegrityError)

Result = TypeVar("Result")
Do = Callable[[AsyncConnection], Awaitable[Result]]


@dataclass
class Work:
    """A change to store, and the future of its caller."""

    do: Do[Any]
    done: "asyncio.Future[Any]"
    result: Any = None
    error: Exception | None = None


class Writer:
    """Stores changes, in order if there is one task."""

    def __init__(self, engine: AsyncEngine, shared: bool = False) -> None:
        """Starts the tasks; a shared database is written to by other servers too."""
        self._engine = engine
        self._waiting: asyncio.Queue[Work | None] = asyncio.Queue()
        self._closed = False
        self._shared = shared
        self._at_once = 1 if shared else MOST_AT_ONCE
        self._tasks = [asyncio.create_task(self._run(), name="writer") for _ in range(TASKS if shared else 1)]
        self.commits = 0

    async def write(self, do: Do[Result]) -> Result:
        """Runs `do` in a transaction and returns when it is on the disk; a refusal undoes this change only."""
        if self._closed:
            raise RuntimeError("the store is closed")
        loop = asyncio.get_running_loop()
        work = Work(do, loop.create_future())
        self._waiting.put_nowait(work)
        if self._shared:
            late = loop.call_later(engines.ANSWER_SECONDS, _give_up, work)
            work.done.add_done_callback(lambda _: late.cancel())
        found: Result = await work.done
        return found

    async def close(self) -> None:
        """Stores what is still queued and ends the tasks."""
        if not self._closed:
            self._closed = True
            for _ in self._tasks:
                self._waiting.put_nowait(None)
        await asyncio.gather(*self._tasks)

    async def _run(self) -> None:
        """Stores what is queued, batch by batch, until closed."""
        last = False
        while not last:
            taken = [await self._waiting.get()]
            while not self._waiting.empty() and len(taken) < self._at_once:
                taken.append(self._waiting.get_nowait())
            last = None in taken
            works = [work for work in taken if work is not None and work.error is None]
            if works:
                await self._store(works)

    async def _store(self, works: list[Work]) -> None:
        """Stores several changes in one transaction, each behind its own savepoint, and answers their callers."""
        try:
            with reaching():
                await (answered(self._transact(works)) if self._shared else self._transact(works))
            self.commits += 1
        except Exception as error:
            undone = error if isinstance(error, Unreachable) else Unreachable("undone with a change that failed")
            for work in works:
                work.error = work.error or undone
        for work in works:
            _answer(work)

    async def _transact(self, works: list[Work]) -> None:
        """Makes all changes and commits, unless one of them fails or the transaction is gone."""
        async with self._engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                for work in works:
                    await _attempt(connection, work)
                await _check_transaction(connection)


async def _attempt(connection: AsyncConnection, work: Work) -> None:
    """Makes a change behind a savepoint; a refusal concerns its caller alone, any other error ends the transaction."""
    savepoint = await connection.begin_nested()
    try:
        with reaching():
            work.result = await work.do(connection)
    except REFUSALS as error:
        work.error = error
        await savepoint.rollback()
    except Exception as error:
        work.error = error
        raise
    else:
        await savepoint.commit()


async def _check_transaction(connection: AsyncConnection) -> None:
    """Checks that SQLite has not rolled the transaction back on its own; a commit would not notice."""
    if connection.dialect.name == "sqlite":
        driver = (await connection.get_raw_connection()).driver_connection
        if driver is None or not driver.in_transaction:
            raise Unreachable("SQLite has rolled the transaction back")


def _give_up(work: Work) -> None:
    """Fails a caller that has waited too long; a change that was not begun by then is never made."""
    if not work.done.done():
        work.error = Unreachable("it takes too long")
        work.done.set_exception(work.error)


def _answer(work: Work) -> None:
    """Passes the result or the error to a caller that is still waiting."""
    if work.done.done():
        return
    if work.error is not None:
        work.done.set_exception(work.error)
    else:
        work.done.set_result(work.result)
