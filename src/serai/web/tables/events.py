"""Public events: without guest ids, and with what each decision revealed."""

import copy
from collections.abc import Sequence
from typing import Any

from serai.web.tables.model import Table
from serai.web.tables.plans import Event
from serai.web.tables.store import Store

PUBLIC = ("seat", "program", "bot", "decision", "yes", "steps")


async def public_events(store: Store, table: Table, after: int) -> list[dict[str, Any]]:
    """Lists the public events of a table after a number and up to its last one."""
    if after >= table.number:
        return []
    new = [event for event in await store.events(table.id, after) if event.number <= table.number]
    if all(event.kind == "decided" for event in new):
        return [_public(event, turned) for event, turned in zip(new, _latest(table, len(new)), strict=True)]
    events = [event for event in await store.events(table.id) if event.number <= table.number]
    turned = reveals(table, events)
    return [_public(event, turned.get(event.number, ())) for event in events if event.number > after]


def _public(event: Event, turned: Sequence[str]) -> dict[str, Any]:
    """Returns the public form of an event."""
    body = {key: event.body[key] for key in PUBLIC if key in event.body}
    shown = {"reveals": list(turned)} if event.kind == "decided" else {}
    return {"number": event.number, "kind": event.kind, "at": event.at, **body, **shown}


def _latest(table: Table, count: int) -> list[tuple[str, ...]]:
    """Returns what the last decisions revealed."""
    steps = table.game.steps() if table.game is not None else []
    return [step.reveals for step in steps[-count:]]


def reveals(table: Table, events: Sequence[Event]) -> dict[int, tuple[str, ...]]:
    """Returns what each decision revealed, by event number, including decisions that were taken back later."""
    found: dict[int, tuple[str, ...]] = {}
    if table.game is None:
        return found
    game = copy.copy(table.game)
    game.rewind(0)
    for event in events:
        if event.kind == "decided":
            found[event.number] = tuple(game.play(event.body["decision"]))
        elif event.kind == "undone":
            game.undo()
        elif event.kind == "taken_back":
            game.rewind(event.body["steps"])
    return found
