"""The workers of an arena on a Ray cluster; one with other rules, components or code is refused."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from serai.arena.journal import settings_of
from serai.arena.match import Result, play, warm_up, write_record
from serai.arena.plan import ArenaSettings
from serai.arena.workers import ArenaFailed
from serai.cluster import ClusterFailed, joined, spread

_WARM: set[str] = set()


@dataclass(frozen=True)
class Order:
    """One game to play elsewhere; the settings define its rules, values and code."""

    plan: ArenaSettings
    number: int
    settings: dict[str, Any]


def play_far(order: Order) -> tuple[Result, str | None]:
    """Plays a game on a worker of the cluster; returns its record too, if records are kept."""
    here = settings_of(order.plan, order.settings["records"])
    other = sorted(key for key, value in order.settings.items() if here[key] != value)
    if other:
        raise ValueError(f"a worker of the cluster has other {', '.join(other)}; install the same serai on every node")
    if repr(order.plan) not in _WARM:
        warm_up(order.plan)
        _WARM.add(repr(order.plan))
    game, result = play(order.plan, order.plan.match(order.number))
    return result, game.to_json() if order.settings["records"] else None


class FarCrew:
    """Plays the games of an arena on a cluster; leaving the context cancels the games in progress."""

    def __init__(self, plan: ArenaSettings, address: str, records: Path | None) -> None:
        """Stores the settings."""
        self._plan, self._address, self._records = plan, address, records
        self._stack = ExitStack()

    def __enter__(self) -> "FarCrew":
        """Joins the cluster."""
        self._stack.enter_context(joined(self._address))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leaves the cluster."""
        self._stack.close()

    def play(self, numbers: Iterable[int]) -> Iterator[list[Result]]:
        """Plays games by number; yields batches of results as they arrive."""
        settings = settings_of(self._plan, self._records is not None)
        orders = (Order(self._plan, number, settings) for number in numbers)
        try:
            for found in spread(play_far, orders):
                yield [self._kept(*each) for each in found]
        except ClusterFailed as error:
            raise ArenaFailed(str(error)) from None

    def _kept(self, result: Result, record: str | None) -> Result:
        """Keeps the record of a game on this machine, wherever it was played."""
        if self._records is not None and record is not None:
            write_record(self._records, result.number, record)
        return result
