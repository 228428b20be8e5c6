"""Connections to the database; on SQLite every transaction is begun by us, so that savepoints and locks hold."""

import asyncio
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
BUSY_SECONDS = 15
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 8
ANSWER_SECONDS = 10
CONNECTIONS = 16
AGAIN_SECONDS = 0.02
PRAGMAS = (
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
)


# SQLSTATE classes of PostgreSQL that mean "not now": a lost connection, no room or memory, a limit or stop by the
# operator, a fault of its machine, a lock that is not to be had, and a read-only copy (after a failover).
AWAY = ("08", "53", "57", "58", "55P03", "25006")
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

Result = TypeVar("Result")
ENDING: set["asyncio.Task[Any]"] = set()


class Unreachable(Exception):
    """The database does not answer, and says why; what was to be stored may or may not have been."""


class Damaged(Unreachable):
    """The file is no database, or no longer a whole one."""


@contextmanager
def reaching() -> Iterator[None]:
    """Says Unreachable for all the ways in which a database can be gone, full or damaged."""
    try:
        yield
    except (OSError, InterfaceError, OperationalError, NoConnection) as error:
        raise Unreachable(reason(error)) from error
    except DBAPIError as error:
        if is_damage(error.orig):
            raise Damaged(reason(error)) from error
        if error.connection_invalidated or str(getattr(error.orig, "sqlstate", None)).startswith(AWAY):
            raise Unreachable(reason(error)) from error
        raise


def is_damage(error: BaseException | None) -> bool:
    """Tells whether SQLite finds its file damaged."""
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode & 0xFF in DAMAGED


def reason(error: BaseException) -> str:
    """Says in one line what a database said; its address, which may hold a password, is not in it."""
    told = getattr(error, "orig", None) or error
    return (str(told).splitlines() or [""])[0][:200] or type(told).__name__


async def answered(work: Coroutine[Any, Any, Result], seconds: float | None = None) -> Result:
    """Waits for a database, but not for ever; what it does not do in time is ended in the background."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task}, timeout=ANSWER_SECONDS if seconds is None else seconds)
        if not task.done():
            raise Unreachable("it takes too long")
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            ENDING.add(task)
            task.add_done_callback(_ended)


def _ended(task: "asyncio.Task[Any]") -> None:
    """Forgets a task that nobody waits for any more, and what it says."""
    ENDING.discard(task)
    if not task.cancelled():
        task.exception()


def sqlite_url(path: Path) -> str:
    """Returns the address of a SQLite file."""
    return URL.create("sqlite", database=str(path.resolve())).render_as_string()


def sqlite_path(url: str) -> Path | None:
    """Returns the file of a SQLite address, None for another database."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def is_shared(url: str) -> bool:
    """Tells whether several servers may work over a database at once."""
    return make_url(url).get_backend_name() == "postgresql"


def engine_for(url: str) -> AsyncEngine:
    """Makes an engine; a SQLite file is written through to the disk before anybody is answered."""
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend not in DRIVERS:
        raise ValueError(f"there is no store for {backend}; there are: {', '.join(DRIVERS)}")
    parsed = parsed.set(drivername=DRIVERS[backend])
    if backend == "postgresql":
        return create_async_engine(
            parsed,
            hide_parameters=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=ANSWER_SECONDS,
            pool_pre_ping=True,
            connect_args={"timeout": CONNECT_SECONDS, "server_settings": _time_limits()},
        )
    engine = create_async_engine(parsed, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _time_limits() -> dict[str, str]:
    """Has PostgreSQL itself end what takes too long, also when the server that asked is gone."""
    most = str(round(1000 * STATEMENT_SECONDS))
    return {"statement_timeout": most, "idle_in_transaction_session_timeout": most}


async def keep_log(url: str) -> None:
    """Has a SQLite file log its changes (WAL), so that readers never wait for the writer; the file remembers it.

    The change needs the file alone, and SQLite refuses it at once where another program begins, without the wait
    that every other statement has: so it is asked again.
    """
    path = sqlite_path(url)
    if path is None:
        return
    loop = asyncio.get_running_loop()
    end = loop.time() + BUSY_SECONDS
    while not await asyncio.to_thread(_keeps_log, path):
        if loop.time() > end:
            raise Unreachable(f"{path} is locked by another program")
        await asyncio.sleep(AGAIN_SECONDS)


def _keeps_log(path: Path) -> bool:
    """Asks a file to log its changes; tells whether it does, and not whether another program was in the way."""
    try:
        database = sqlite3.connect(path, timeout=0)
        try:
            return bool(database.execute("PRAGMA journal_mode=WAL").fetchone()[0] == "wal")
        finally:
            database.close()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return False
        raise (Damaged if is_damage(error) else Unreachable)(reason(error)) from error


async def driver_connection(url: str) -> Any:
    """Opens a connection of the driver of PostgreSQL itself, apart from the pool, with what the address says."""
    import asyncpg

    parsed = make_url(url).set(drivername=DRIVERS["postgresql"])
    _, options = parsed.get_dialect()().create_connect_args(parsed)
    return await asyncpg.connect(**options, timeout=CONNECT_SECONDS, command_timeout=CONNECT_SECONDS)


def _prepare(connection: Any, record: Any) -> None:
    """Sets a fresh SQLite connection up; `isolation_level` None leaves transactions to us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begins a transaction; who is going to write takes the lock at once and so never fails half-way."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
