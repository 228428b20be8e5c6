"""Migrations of the database, run by `serai.web.store.upgrades`."""
