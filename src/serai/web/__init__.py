"""The table in the browser, in five packages, each of which imports only those before it.

`drawing` turns plain data into pages, `tables` runs games and bots, `http` identifies clients and limits them,
`pages` and `api` are the routes for people and for programs; `app` assembles them and `serve` runs it.
"""
