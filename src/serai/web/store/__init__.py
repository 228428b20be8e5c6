"""The store: tables as set-up rows and events that are only ever added to, in SQLite or PostgreSQL."""

from serai.web.store.backups import BadBackup, backup, restore
from serai.web.store.engines import Unreachable, sqlite_url
from serai.web.store.storing import Listed, Standing, Store
from serai.web.store.upgrades import DatabaseTooNew

__all__ = [
    "BadBackup",
    "DatabaseTooNew",
    "Listed",
    "Standing",
    "Store",
    "Unreachable",
    "backup",
    "restore",
    "sqlite_url",
]
