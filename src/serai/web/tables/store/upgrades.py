"""Automatic migrations, and the refusal of a database written by a newer program."""

from pathlib import Path

from alembic.command import upgrade
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from serai.version import VERSION
from serai.web.tables.store.schema import meta
from serai.web.tables.store.sets import keep_used

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x5E2A1


class DatabaseTooNew(Exception):
    """The database was written by a newer program."""


def config(connection: Connection | None = None) -> Config:
    """Returns the Alembic configuration, which needs no file."""
    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    found.attributes["connection"] = connection
    return found


def known_versions() -> list[str]:
    """Lists the versions of the database that this program knows, newest first."""
    return [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Migrates the database in one transaction; of several programs that start at once, only one does it."""
    async with engine.connect() as connection:
        await connection.execution_options(writes=True)
        async with connection.begin():
            await connection.run_sync(_migrate)


def _migrate(connection: Connection) -> None:
    """Migrates the database, while no other program can."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    version = version_of(connection)
    check(version, writer_of(connection), str(connection.engine.url.database))
    if version != known_versions()[0]:
        upgrade(config(connection), "head")
        connection.execute(delete(meta).where(meta.c.key == "written_by"))
        connection.execute(meta.insert().values(key="written_by", value=VERSION))
    keep_used(connection)


def version_of(connection: Connection) -> str | None:
    """Returns the schema version of a database, None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def writer_of(connection: Connection) -> str | None:
    """Returns the version of the program that last migrated a database."""
    if not inspect(connection).has_table("meta"):
        return None
    return connection.execute(select(meta.c.value).where(meta.c.key == "written_by")).scalar()


def check(version: str | None, writer: str | None, name: str) -> None:
    """Refuses a version that this program does not know."""
    if version is not None and version not in known_versions():
        raise DatabaseTooNew(
            f"{name} was written by Serai {writer or '(unknown version)'}, newer than this program ({VERSION}); "
            "update Serai, or name another data folder"
        )
