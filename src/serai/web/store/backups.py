"""Copies of the database, taken while it is in use, and put back."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from serai.web.store.engines import BUSY_SECONDS, sqlite_path
from serai.web.store.upgrades import check


class BadBackup(Exception):
    """The file cannot be taken, or not be put back; says why."""


def backup(url: str, file: Path, force: bool = False) -> None:
    """Copies the database into one file, also while the server runs."""
    source = _database(url)
    if not source.exists():
        raise BadBackup(f"there is no database {source} yet")
    if file.exists() and (not force or file.samefile(source)):
        raise BadBackup(f"{file} is there already; name another file")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    _copy(source, part)
    with closing(sqlite3.connect(part)) as copied:
        copied.execute("PRAGMA journal_mode=DELETE")
    part.replace(file)


def restore(file: Path, url: str, force: bool = False) -> None:
    """Puts a copy back in the place of the database."""
    target = _database(url)
    check_backup(file)
    if target.exists() and not force:
        raise BadBackup(f"{target} is there already and would be lost; say so with --force")
    target.parent.mkdir(parents=True, exist_ok=True)
    _copy(file, target)


def check_backup(file: Path) -> None:
    """Sees that a file is a whole database of Serai, of a version that this program knows."""
    if not file.is_file():
        raise BadBackup(f"there is no file {file}")
    try:
        with closing(_open(file)) as database:
            whole = database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            writer = database.execute("SELECT value FROM meta WHERE key = 'written_by'").fetchone()
            version = database.execute("SELECT version_num FROM alembic_version").fetchone()
            database.execute("SELECT count(*) FROM events").fetchone()
    except sqlite3.DatabaseError:
        raise BadBackup(f"{file} is no database of Serai") from None
    if not whole or version is None or writer is None:
        raise BadBackup(f"{file} is damaged")
    check(version[0], writer[0], str(file))


def _database(url: str) -> Path:
    """Returns the file of a SQLite database."""
    path = sqlite_path(url)
    if path is None:
        raise BadBackup("only a SQLite database is copied this way; for PostgreSQL use pg_dump and pg_restore")
    return path


def _open(path: Path) -> sqlite3.Connection:
    """Opens an existing database to be read."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)


def _copy(source: Path, target: Path) -> None:
    """Copies a database by the online backup of SQLite, in one transaction of the target."""
    if not target.exists():
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    with closing(_open(source)) as old, closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as new:
        new.execute("PRAGMA synchronous=FULL")
        old.backup(new)
