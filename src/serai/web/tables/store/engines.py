"""Connections to the database; on SQLite we begin every transaction ourselves, so that savepoints and locks hold."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import aiosqlite
from sqlalchemy import Connection, Engine, event, make_url
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


# SQLSTATE classes of PostgreSQL that mean "not now": a lost connection, no disk space or memory, a limit or stop by
# the operator, a system error, an unavailable lock, and a read-only replica (after a failover).
AWAY = ("08", "53", "57", "58", "55P03", "25006")
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

Result = TypeVar("Result")
ENDING: set["asyncio.Task[Any]"] = set()
CLOSE_SECONDS = 10
THREADS: "WeakKeyDictionary[Engine, list[Thread]]" = WeakKeyDictionary()


class Unreachable(Exception):
    """The database does not answer; says why. A pending change may or may not have been stored."""


class Damaged(Unreachable):
    """The file is not a database, or is damaged."""


@contextmanager
def reaching() -> Iterator[None]:
    """Raises Unreachable for all the ways in which a database can be gone, full or damaged."""
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
    """Whether SQLite reports that its file is damaged."""
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode & 0xFF in DAMAGED


def reason(error: BaseException) -> str:
    """Returns a database error in one line, without the URL, which may hold a password."""
    told = getattr(error, "orig", None) or error
    return (str(told).splitlines() or [""])[0][:200] or type(told).__name__


async def answered(work: Coroutine[Any, Any, Result], seconds: float | None = None) -> Result:
    """Waits for a database, up to a time limit; late work is cancelled in the background."""
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
    """Drops an abandoned task and its exception."""
    ENDING.discard(task)
    if not task.cancelled():
        task.exception()


def sqlite_url(path: Path) -> str:
    """Returns the URL of a SQLite file."""
    return URL.create("sqlite", database=str(path.resolve())).render_as_string()


def sqlite_path(url: str) -> Path | None:
    """Returns the file of a SQLite URL, None for another database."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def is_shared(url: str) -> bool:
    """Whether several servers may use a database at once."""
    return make_url(url).get_backend_name() == "postgresql"


def engine_for(url: str) -> AsyncEngine:
    """Makes an engine; SQLite writes reach the disk before any caller is answered."""
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
    threads = THREADS[engine.sync_engine] = []
    event.listen(engine.sync_engine, "do_connect", partial(_watch, threads))
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


async def close(engine: AsyncEngine) -> None:
    """Closes all connections and waits for their threads: one that answers after the event loop is closed fails."""
    loop = asyncio.get_running_loop()
    if ending := [task for task in list(ENDING) if task.get_loop() is loop]:
        await asyncio.wait(ending, timeout=CLOSE_SECONDS)
    await engine.dispose()
    end = time.monotonic() + CLOSE_SECONDS
    for thread in THREADS.get(engine.sync_engine, []):
        await asyncio.to_thread(thread.join, max(0.0, end - time.monotonic()))


def _time_limits() -> dict[str, str]:
    """Returns settings by which PostgreSQL itself ends what takes too long, even if the server that asked is gone."""
    most = str(round(1000 * STATEMENT_SECONDS))
    return {"statement_timeout": most, "idle_in_transaction_session_timeout": most}


async def keep_log(url: str) -> None:
    """Switches a SQLite file to WAL, so that readers never wait for the writer; the setting is stored in the file.

    The switch needs exclusive access, and SQLite refuses it at once while another program opens the file, without the
    busy timeout that every other statement has: so it is retried.
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
    """Switches a file to WAL; False if another program was in the way."""
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
    """Opens a connection of the PostgreSQL driver itself, outside the pool, with the options of the URL."""
    import asyncpg

    parsed = make_url(url).set(drivername=DRIVERS["postgresql"])
    _, options = parsed.get_dialect()().create_connect_args(parsed)
    return await asyncpg.connect(**options, timeout=CONNECT_SECONDS, command_timeout=CONNECT_SECONDS)


def _watch(threads: list[Thread], dialect: Any, record: Any, arguments: Any, options: dict[str, Any]) -> None:
    """Has the thread of every SQLite connection listed before it opens: opening may be cancelled half-way."""
    options["async_creator_fn"] = partial(_opening, threads)


def _opening(threads: list[Thread], *arguments: Any, **options: Any) -> Any:
    """Returns a SQLite connection to be awaited, whose thread does not keep the program from ending."""
    connection = _Closing(aiosqlite.connect(*arguments, **options)._connector)
    connection._thread.daemon = True
    threads[:] = [*(thread for thread in threads if thread.is_alive()), connection._thread]
    return connection


class _Closing(aiosqlite.Connection):
    """A SQLite connection that is closed even if its opening was cancelled; aiosqlite forgets such a one."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        """Notes what the connector opens."""
        self._opened: list[sqlite3.Connection] = []
        super().__init__(partial(self._noted, connector), iter_chunk_size=64)

    def _noted(self, connector: Callable[[], sqlite3.Connection]) -> sqlite3.Connection:
        """Opens, in the thread of the connection."""
        self._opened.append(connector())
        return self._opened[0]

    def _forget(self) -> None:
        """Closes what was opened, in the same thread; a closed one stays so."""
        for opened in self._opened:
            opened.close()

    def stop(self) -> asyncio.Future[Any] | None:
        """Closes before the thread ends."""
        self._tx.put_nowait((None, self._forget))
        return super().stop()


def _prepare(connection: Any, record: Any) -> None:
    """Sets up a new SQLite connection; `isolation_level` None leaves transactions to us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begins a transaction; a writer takes the lock at once, so it never fails half-way."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
