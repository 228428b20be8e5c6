"""Runs `serai` with few tables in memory, to measure growth: `python -m tools.small_cache_server TABLES serve …`."""

import sys
from functools import partial

from serai import cli
from serai.web import app
from serai.web.tables.service import House

if __name__ == "__main__":
    vars(app)["House"] = partial(House, most_cached=int(sys.argv.pop(1)))
    cli.main()
