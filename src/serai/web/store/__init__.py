"""The store: tables as set-up rows and events that are only ever added to, in SQLite or PostgreSQL."""

from serai.web.store.backups import BadBackup, backup, restore
from serai.web.store.engines import Damaged, Unreachable, sqlite_url
from serai.web.store.locking import InUse, held
from serai.web.store.rows import Listed, Standing
from serai.web.store.storing import Store
from serai.web.store.upgrades import DatabaseTooNew

__all__ = [
    "BadBackup",
    "Damaged",
    "DatabaseTooNew",
    "InUse",
    "Listed",
    "Standing",
    "Store",
    "Unreachable",
    "backup",
    "held",
    "restore",
    "sqlite_url",
]
