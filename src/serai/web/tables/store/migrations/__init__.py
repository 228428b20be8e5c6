"""Migrations of the database, run by `serai.web.tables.store.upgrades`."""
