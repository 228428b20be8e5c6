"""Plays the compiled rules and a naive implementation side by side and compares everything after every decision."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from serai.core import spec
from serai.core.component_folders import original
from serai.core.phases import Phase
from serai.core.records import State, empty_states
from serai.core.rounds import best
from tests import positions


class Naive(Protocol):
    """What every naive implementation offers."""

    seat: int
    over: bool
    version: int

    def legal(self) -> set[str]: ...

    def decide(self, text: str) -> None: ...

    def scores(self) -> list[int]: ...

    def winner(self) -> int | None: ...

    def position(self) -> dict[str, object]: ...


@dataclass(frozen=True)
class Sides:
    """How to set up the naive game, convert a state for comparison, and shorten games."""

    game: str
    begin: Callable[[int, State], Naive]
    told: Callable[[State], dict[str, Any]]
    eager: Callable[[State, list[str]], list[str]]


class Reading:
    """A state read once, field by field: attributes of a record of NumPy are looked up slowly."""

    def __init__(self, record: np.void) -> None:
        """Reads every field, records inside too."""
        for name in record.dtype.names or ():
            setattr(self, name, read(record[name]))

    def __getitem__(self, name: str) -> Any:
        """Returns a field by its name."""
        return getattr(self, name)


def read(value: Any) -> Any:
    """Reads a record, or a row of them; numbers and arrays of numbers are read already."""
    if not value.dtype.names:
        return value
    return Reading(value) if value.ndim == 0 else [Reading(one) for one in value]


def compare(sides: Sides, players: int, seed: int, decisions: int = 20_000, version: int = 2) -> int:
    """Plays one game on both sides by a version of the rules; returns the number of decisions compared."""
    state: State = empty_states(spec.GAMES[sides.game].STATE, 1)[0]
    values = original(sides.game).values(version)
    spec.setup(values, state, players, np.uint64(players), np.uint64(seed))
    naive = sides.begin(players, state)
    naive.version = version
    chooser = random.Random(seed * 10 + players)
    for number in range(decisions):
        seen = read(state)
        assert sides.told(seen) == naive.position(), (players, seed, number)
        assert [spec.score(values, state, seat) for seat in range(players)] == naive.scores()
        if naive.over:
            assert seen.phase == Phase.OVER
            assert best(np.array(naive.scores(), np.int16), players) == naive.winner()
            return number
        offered = positions.decisions(state, seen, version)
        assert set(offered) == naive.legal(), (players, seed, number)
        assert naive.winner() is None
        text = choose(chooser, seen, sorted(offered), sides)
        naive.decide(text)
        spec.apply(values, state, offered[text])
    raise AssertionError(f"no end after {decisions} decisions: {players} players, seed {seed}")


def choose(chooser: random.Random, state: State, texts: list[str], sides: Sides, eagerness: float = 0.5) -> str:
    """Often goes for the end of the game; else picks a kind of decision, then one of that kind."""
    wanted = sides.eager(state, texts) if chooser.random() < eagerness else []
    if wanted:
        return chooser.choice(wanted)
    verb = chooser.choice(sorted({text.split()[0] for text in texts}))
    return chooser.choice([text for text in texts if text.split()[0] == verb])
