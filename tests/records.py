"""Records to be edited in tests, in both formats: what v0.1.0 wrote, and what is written now."""

import json
from collections.abc import Callable
from typing import Any

from serai.game import Game
from serai.record import checksum
from tests.spice_road.positions import play_hastily

Json = dict[str, Any]
Edit = Callable[[Json], Any]

GAME = play_hastily(Game.new("spice_road", seed=0, names=["Ada", "Ben"]), seed=0)
TEXT = GAME.to_json()


def sealed(record: Json) -> str:
    """Writes a record with the checksum that it should have."""
    return json.dumps({**record, "checksum": checksum(record)})


def edited(edit: Edit, text: str = TEXT) -> str:
    """Returns a record after an edit, sealed again."""
    record: Json = json.loads(text)
    edit(record)
    return sealed(record)


def first_format(text: str = TEXT) -> Json:
    """Returns a record as v0.1.0 would have written it."""
    record: Json = json.loads(text)
    start = record.pop("start")
    del record["checksum"]
    return {**record, **start, "format": 1, "count": len(record["decisions"])}


def second_format(record: Json) -> str:
    """Writes a record of the first format as the second one, whatever was done to it."""
    start = {key: record.pop(key) for key in ("seed", "deal") if key in record}
    record.pop("count", None)
    return sealed({**record, **({"format": 2} if record.get("format") == 1 else {}), "start": start})
