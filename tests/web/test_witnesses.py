"""The witnesses of the power cuts notice what they are there for: events lost, doubled, invented or rewritten."""

from typing import Any

import pytest

from serai.web.tables.model import Table
from serai.web.tables.plans import Event, Options, TableRow
from tests.web.servers import Json
from tests.web.witnesses import Seen

ROW = TableRow("t", "spice_road", 7, 2, Options(), "ada", 0.0, {"set": "1", "digest": "?"}, (None, None))
BEGUN: list[tuple[str, Json]] = [
    ("sat", {"seat": 0, "guest": "ada"}),
    ("sat", {"seat": 1, "guest": "ben"}),
    ("begun", {}),
]


def stored(*happened: tuple[str, Json]) -> list[Event]:
    """Numbers what happened at the table after the game began."""
    return [Event(number, kind, body, 0.0) for number, (kind, body) in enumerate([*BEGUN, *happened], 1)]


def told(events: list[Event]) -> list[Json]:
    """Returns events as the API does."""
    return [{"number": event.number, "kind": event.kind, **event.body} for event in events]


def decided(seat: int, decision: str = "play YY") -> tuple[str, Json]:
    """A decision."""
    return "decided", {"seat": seat, "decision": decision}


def seen(answered: dict[int, Any], *lost: dict[int, Any]) -> Seen:
    """What players at both seats know."""
    named = {number: {"kind": kind, **body} for number, (kind, body) in answered.items()}
    caught = [{number: {"kind": kind, **body} for number, (kind, body) in deed.items()} for deed in lost]
    return Seen("t", "spice_road", {0: "a", 1: "b"}, answered=named, lost=caught)


def test_what_was_answered_and_what_a_power_cut_caught_is_as_it_should_be() -> None:
    witness = seen({4: decided(0), 5: ("undone", {"seat": 0})}, {6: decided(0, "play +2")}, {7: decided(1)})
    witness.read(told(stored(decided(0), ("undone", {"seat": 0}), decided(0, "play +2"))))
    assert (len(witness.events), witness.caught) == (6, 1)


def test_an_answered_undo_that_is_lost_is_noticed() -> None:
    witness = seen({4: decided(0), 5: ("undone", {"seat": 0})})
    with pytest.raises(AssertionError, match="answered events are missing"):
        witness.read(told(stored(decided(0))))


def test_an_answered_takeback_that_became_something_else_is_noticed() -> None:
    witness = seen({4: decided(0), 5: ("taken_back", {"seat": 0})})
    with pytest.raises(AssertionError, match="nobody did"):
        witness.read(told(stored(decided(0), decided(1))))


def test_a_decision_that_is_stored_twice_is_noticed() -> None:
    witness = seen({}, {4: decided(0)})
    with pytest.raises(AssertionError, match="nobody did"):
        witness.read(told(stored(decided(0), decided(0))))


def test_a_gap_is_noticed() -> None:
    with pytest.raises(AssertionError, match="event 5 follows 3"):
        seen({}).read(told([*stored(), Event(5, *decided(0), 0.0)]))


def test_decisions_that_were_undone_or_taken_back_do_not_remain() -> None:
    happened = [decided(0), ("undone", {"seat": 0}), decided(0), decided(1), ("taken_back", {"seat": 0, "steps": 0})]
    witness = seen(dict(enumerate(happened, 4)))
    witness.read(told(stored(*happened)))
    assert [witness.decisions(number) for number in range(4, 9)] == [
        ["play YY"],
        [],
        ["play YY"],
        ["play YY", "play YY"],
        [],
    ]


def test_a_position_that_does_not_follow_from_the_events_is_noticed() -> None:
    events = stored(decided(0), ("undone", {"seat": 0}), decided(0, "play +2"))
    witness = seen({number: (event.kind, event.body) for number, event in enumerate(events, 1)})
    witness.read(told(events))
    scene = Table.of(ROW, events).scene("ada", {})
    position = {"number": 6, "seat": 0, "view": {**scene.view, "names": ["Ada", "Ben"]}}
    witness.compare(position, ROW, events)
    for wrong in (Table.of(ROW, events[:4]), Table.of(ROW, events[:5])):
        with pytest.raises(AssertionError, match="shows something else"):
            witness.compare({**position, "view": wrong.scene("ada", {}).view}, ROW, events)
    with pytest.raises(AssertionError):
        witness.compare(position, ROW, events[:5])
    with pytest.raises(AssertionError, match="undone"):
        witness.compare(position, ROW, [*events[:4], Event(5, "taken_back", {"seat": 0, "steps": 0}, 0.0), events[5]])
