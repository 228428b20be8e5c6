"""The table in the browser: a server-rendered page for every game, an open API beside it, bots in worker processes."""
