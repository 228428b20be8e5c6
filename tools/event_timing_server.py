"""Logs when `serai` stored each event, for measurements: `python -m tools.event_timing_server FILE serve …`."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from serai import cli
from serai.web import app
from serai.web.tables.plans import Event
from serai.web.tables.store import Store


def noting(file: Path) -> type[Store]:
    """Returns a store that writes table, number and time of the last event of each change, once it is committed."""
    notes = file.open("a", buffering=1, encoding="utf-8")

    class Noting(Store):
        async def append(self, table_id: str, expected_number: int, events: Sequence[Event], *more: Any) -> None:
            await super().append(table_id, expected_number, events, *more)
            notes.write(f"{table_id} {events[-1].number} {time.time():.6f}\n")

    return Noting


def stored_at(file: Path) -> dict[tuple[str, int], float]:
    """Reads when events were stored, by table and number, in seconds since 1970."""
    lines = (line.split() for line in file.read_text(encoding="utf-8").splitlines())
    return {(table, int(number)): float(at) for table, number, at in lines}


if __name__ == "__main__":
    vars(app)["Store"] = noting(Path(sys.argv.pop(1)))
    cli.main()
