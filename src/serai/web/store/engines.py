"""Connections to the database; on SQLite every transaction is begun by us, so that savepoints and locks hold."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
BUSY_SECONDS = 15
PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
)


def sqlite_url(path: Path) -> str:
    """Returns the address of a SQLite file."""
    return URL.create("sqlite", database=str(path.resolve())).render_as_string()


def sqlite_path(url: str) -> Path | None:
    """Returns the file of a SQLite address, None for another database."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def engine_for(url: str) -> AsyncEngine:
    """Makes an engine; a SQLite file is written through to the disk before anybody is answered."""
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend not in DRIVERS:
        raise ValueError(f"there is no store for {backend}; there are: {', '.join(DRIVERS)}")
    engine = create_async_engine(parsed.set(drivername=DRIVERS[backend]), hide_parameters=True)
    if backend == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


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
