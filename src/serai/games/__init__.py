"""The games: one folder each, described by `GAME` in its `__init__`; docs/architecture.md says what a folder holds."""
