"""Backups of the database, made while it is in use, and restored."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from serai.web.tables.store.engines import BUSY_SECONDS, is_damage, sqlite_path
from serai.web.tables.store.locking import held
from serai.web.tables.store.upgrades import check

MOST_FAULTS = 3


class BadBackup(Exception):
    """A backup cannot be made or restored; says why."""


def backup(url: str, file: Path, force: bool = False) -> None:
    """Copies the database into one file, even while the server runs."""
    source = _database(url)
    if not source.exists():
        raise BadBackup(f"there is no database {source} yet")
    if file.exists() and (not force or file.samefile(source)):
        raise BadBackup(f"{file} already exists; name another file")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        _take(source, part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _take(source: Path, part: Path) -> None:
    """Copies a database and checks the copy; a damaged database makes a damaged copy."""
    try:
        _copy(source, part)
        with closing(sqlite3.connect(part)) as copied:
            copied.execute("PRAGMA journal_mode=DELETE")
        found = faults(part)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise BadBackup(
                f"cannot copy {source} ({error}); is there room, and may you read and write there?"
            ) from None
        found = str(error)
    if found:
        raise BadBackup(
            f"{source} is damaged, so no copy was made ({found}); end the server and put an earlier copy back with "
            "`serai restore FILE --force`, which keeps the damaged file, or see docs/operations.md"
        )


def faults(path: Path) -> str:
    """Returns what is wrong with a database, and in which tables; empty if it is sound."""
    with closing(_open(path)) as database:
        found = _faults(database)
        if found == ["ok"]:
            return ""
        damaged = [name for name in _names(database) if _faults(database, name) != ["ok"]]
    where = f" in {', '.join(damaged)}" if damaged else ""
    return f"{'; '.join(' '.join(fault.split()) for fault in found)}{where}"


def _names(database: sqlite3.Connection) -> list[str]:
    """Lists the tables of a database, none if not even that can be read."""
    try:
        return [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    except sqlite3.DatabaseError:
        return []


def _faults(database: sqlite3.Connection, of: int | str = MOST_FAULTS) -> list[str]:
    """Lists the faults that SQLite finds in a database, at most `of`, or in the one table named `of`."""
    found: list[str] = []
    try:
        found.extend(row[0] for row in database.execute(f"PRAGMA integrity_check('{of}')"))
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        found.append(str(error))
    return found


def restore(file: Path, url: str, force: bool = False) -> None:
    """Restores the database from a copy."""
    target = _database(url)
    check_backup(file)
    if target.exists() and not force:
        raise BadBackup(f"{target} already exists; --force replaces it")
    target.parent.mkdir(parents=True, exist_ok=True)
    with held(url):
        _put_back(file, target)


def _put_back(file: Path, target: Path) -> None:
    """Copies a backup over a database; a damaged database is moved aside first."""
    try:
        if target.exists() and faults(target):
            _set_aside(target)
        _copy(file, target)
    except sqlite3.Error as error:
        raise BadBackup(f"cannot write {target} ({error}); is there room, and may you write there?") from None


def _set_aside(target: Path) -> None:
    """Moves a damaged database aside, with the files that SQLite keeps beside it."""
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            target.with_name(f"{target.name}{ending}").replace(target.with_name(f"{target.name}.damaged{ending}"))


def check_backup(file: Path) -> None:
    """Checks that a file is a sound Serai database, of a version that this program knows."""
    if not file.is_file():
        raise BadBackup(f"there is no file {file}")
    try:
        with closing(_open(file)) as database:
            writer = database.execute("SELECT value FROM meta WHERE key = 'written_by'").fetchone()
            version = database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        raise BadBackup(f"{file} is not a Serai database") from None
    if found := faults(file):
        raise BadBackup(f"{file} is damaged ({found})")
    if version is None or writer is None:
        raise BadBackup(f"{file} is not a complete Serai database")
    check(version[0], writer[0], str(file))


def _database(url: str) -> Path:
    """Returns the file of a SQLite database."""
    path = sqlite_path(url)
    if path is None:
        raise BadBackup("only a SQLite database is copied this way; for PostgreSQL use pg_dump and pg_restore")
    return path


def _open(path: Path) -> sqlite3.Connection:
    """Opens an existing database read-only."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)


def _copy(source: Path, target: Path) -> None:
    """Copies a database with SQLite's online backup, in one transaction of the target."""
    if not target.exists():
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    with closing(_open(source)) as old, closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as new:
        new.execute("PRAGMA synchronous=FULL")
        old.backup(new)
