"""One server at a time per SQLite file: a lock that ends with its process, however that ends."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serai.locks import lock
from serai.web.tables.store.engines import sqlite_path

LOG = logging.getLogger("serai.store")


class InUse(ValueError):
    """Another server is using the database; says which, and what to do."""


@contextmanager
def held(url: str) -> Iterator[None]:
    """Locks a SQLite file against other servers; any number of servers may share a PostgreSQL database."""
    path = sqlite_path(url)
    if path is None:
        yield
        return
    file = os.open(_beside(path), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(file, path)
        yield
    finally:
        os.close(file)


def _beside(path: Path) -> Path:
    """Returns the lock file: not the database itself, which SQLite locks in its own way."""
    real = path.resolve()
    return real.with_name(f"{real.name}.lock")


def _take(file: int, path: Path) -> None:
    """Locks the file and writes our process id into it; on a file system without locks it only warns."""
    try:
        free = lock(file)
    except OSError as error:
        LOG.warning("%s cannot be locked (%s): see to it that only one server uses it", path, error.strerror)
        return
    if not free:
        raise InUse(_in_use(file, path))
    os.truncate(file, 0)
    os.write(file, f"{os.getpid()}\n".encode())


def _in_use(file: int, path: Path) -> str:
    """Says which process uses a database, and what to do."""
    process = os.read(file, 20).decode("ascii", "replace").strip() or "unknown"
    return (
        f"{path} is in use by another server (process {process}); end that one first, or name another data folder "
        "with --data (several servers at once need PostgreSQL, see docs/operations.md)"
    )
