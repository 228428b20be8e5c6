"""What v0.1.0 has written (`tools/fixtures.py`): later versions may add to it but not change it."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OVER = {"phase": "over", "turn_of": None}
FOLDER = Path(__file__).parent / "fixtures" / "v0.1.0"


def content(name: str) -> bytes:
    """Reads a compressed file."""
    return gzip.decompress((FOLDER / f"{name}.gz").read_bytes())


def told(name: str) -> dict[str, Any]:
    """Reads what v0.1.0 says is to be found, without its faults."""
    found: dict[str, Any] = json.loads(content(name), object_hook=corrected)
    return found


def corrected(view: dict[str, Any]) -> dict[str, Any]:
    """Corrects the view of a game that is over: v0.1.0 named a phase when it was stopped, and whose turn it was."""
    return {**view, **{key: value for key, value in OVER.items() if view.get("over") and key in view}}


def lost(was: Any, now: Any, where: str = "") -> Iterator[str]:
    """Lists what is no longer said, or is said otherwise."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key, value in was.items():
            yield from lost(value, now.get(key, "nothing"), f"{where}.{key}")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for place, (before, after) in enumerate(zip(was, now, strict=True)):
            yield from lost(before, after, f"{where}[{place}]")
    elif was != now:
        yield f"{where} was {was!r}, is {now!r}"
