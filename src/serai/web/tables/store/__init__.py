"""The store: tables as set-up rows and append-only events, in SQLite or PostgreSQL."""

from serai.web.tables.store.backups import BadBackup, backup, restore
from serai.web.tables.store.engines import Damaged, Unreachable, sqlite_url
from serai.web.tables.store.locking import InUse, held
from serai.web.tables.store.rows import Listed, TableStanding
from serai.web.tables.store.storing import Store
from serai.web.tables.store.upgrades import DatabaseTooNew

__all__ = [
    "BadBackup",
    "Damaged",
    "DatabaseTooNew",
    "InUse",
    "Listed",
    "Store",
    "TableStanding",
    "Unreachable",
    "backup",
    "held",
    "restore",
    "sqlite_url",
]
