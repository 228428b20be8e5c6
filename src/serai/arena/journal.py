"""The journal: a file of JSON lines, first the settings, then one for each finished game and each change of machine."""

import json
import os
from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from serai.arena.machine import UNKNOWN, Hand, Machine, with_a_hand
from serai.arena.match import Result
from serai.arena.plan import ArenaSettings
from serai.arena.sources import WITHOUT_NETWORKS, sources
from serai.core.spec import GAMES
from serai.locks import lock
from serai.version import VERSION

FORMAT = 3
OLD_FORMAT = 2  # has no machines, and its sources do not cover weights
MACHINE = "machine"
OPTIONS = {name: f"--{name}" for name in ("bot", "bots", "players", "games", "seed", "rounds")} | {
    "programs": "--program"
}


class JournalLine(Protocol):
    """The result of one game, as a journal keeps it."""

    @property
    def key(self) -> Hashable:
        """Identifies the game; a journal holds each once."""

    def line(self) -> str:
        """Writes it as one line of JSON."""


Kept = TypeVar("Kept", bound=JournalLine)
Read = TypeVar("Read")


class Book(Generic[Kept]):
    """A journal that only this process writes; a line cut short by a kill is dropped, and its game is played again."""

    def __init__(self, path: Path, settings: dict[str, Any], read: Callable[[Any], Kept], of: str) -> None:
        """Opens or creates a journal `of` something; one with other settings is an error."""
        if path.exists() and not path.is_file():
            raise ValueError(f"{path} cannot hold a journal")
        self._file = FileIO(path, "a+")
        self._hands = [Hand(UNKNOWN)]
        self.sources = settings["sources"]
        try:
            self._lock(path, of)
            self.results = self._begin(path, settings, read, of)
        except BaseException:
            self._file.close()
            raise

    def _lock(self, path: Path, of: str) -> None:
        """Checks that no other process writes this journal."""
        try:
            free = lock(self._file.fileno())
        except OSError:  # a system or a file system without locks
            return
        if not free:
            raise ValueError(f"{path} is being written by another {of}")

    def _begin(self, path: Path, settings: dict[str, Any], read: Callable[[Any], Kept], of: str) -> list[Kept]:
        """Reads an existing journal, or writes the settings."""
        header, lines = _whole_lines(path, of)
        if header is None:
            self._file.truncate(0)
            self._write(json.dumps({_mark(of): FORMAT, **settings}) + "\n")
            return []
        found = _settings(path, header, of)
        if found[_mark(of)] == OLD_FORMAT:
            self.sources = sources(WITHOUT_NETWORKS)
        _compare(path, found, settings | {"sources": self.sources})
        results = list(self._read(path, lines, read, of))
        if len({result.key for result in results}) < len(results):
            raise ValueError(f"{path} holds a game twice")
        self._file.truncate(sum(len(line) + 1 for line in (header, *lines)))
        return results

    def _read(self, path: Path, lines: list[bytes], read: Callable[[Any], Kept], of: str) -> Iterator[Kept]:
        """Yields the results; counts them for the machine noted last."""
        for place, line in enumerate(lines, 2):
            if line.startswith(f'{{"{MACHINE}": '.encode()):
                self._hands.append(Hand(_parsed(path, place, line, _read_machine, of)))
                continue
            yield _parsed(path, place, line, read, of)
            self._hands[-1].games += 1

    @property
    def machines(self) -> list[Machine]:
        """The machines that have played, as far as the journal says."""
        return with_a_hand(self._hands)

    def note(self, machine: Machine) -> None:
        """Notes the machine that plays the games from now on, unless it was noted last."""
        if self._hands[-1].machine != machine:
            self._write(json.dumps({MACHINE: machine}) + "\n")
            self._hands.append(Hand(machine))

    def store(self, results: list[Kept]) -> None:
        """Adds results; when this returns, they are on disk."""
        self._write("".join(result.line() for result in results))
        self._hands[-1].games += len(results)

    def _write(self, text: str) -> None:
        """Appends text to the file and syncs it to disk."""
        rest = memoryview(text.encode())
        while rest:
            rest = rest[self._file.write(rest) :]
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Closes and unlocks the journal."""
        self._file.close()


class Journal(Book[Result]):
    """The journal of an arena."""

    def __init__(self, path: Path, plan: ArenaSettings, records: bool) -> None:
        """Opens or creates a journal; one of an arena with other settings is an error."""
        super().__init__(path, settings_of(plan, records), partial(read_result, plan), "arena")


def settings_of(plan: ArenaSettings, records: bool) -> dict[str, Any]:
    """Returns everything that the games of an arena depend on, as JSON values."""
    return {
        **{field.name: getattr(plan, field.name) for field in fields(plan) if field.name != "components"},
        "bots": list(plan.bots),
        "programs": [program.body() for program in plan.programs],
        "records": records,
        "version": VERSION,
        "rules": GAMES[plan.game].VERSION,
        "components": plan.pieces.named,
        "sources": sources(),
    }


def seed_of(path: Path, of: str = "arena") -> int | None:
    """Returns the seed of a journal, None if there is no journal yet."""
    if not path.is_file():
        return None
    header, _ = _whole_lines(path, of)
    seed = None if header is None else _settings(path, header, of).get("seed")
    return seed if isinstance(seed, int) else None


def _mark(of: str) -> str:
    """Returns the first key of a journal, which says what it is a journal of."""
    return "journal" if of == "arena" else f"{of} journal"


def _whole_lines(path: Path, of: str) -> tuple[bytes | None, list[bytes]]:
    """Reads the complete lines: the first, None if even that one is incomplete, and the rest."""
    *lines, torn = path.read_bytes().split(b"\n")
    if lines:
        return lines[0], lines[1:]
    mark = f'{{"{_mark(of)}": '.encode()
    if torn[: len(mark)] != mark[: len(torn)]:
        raise _foreign(path, of)
    return None, []


def _foreign(path: Path, of: str) -> ValueError:
    """Returns the error for a file that is not such a journal."""
    return ValueError(f"{path} is not a journal of {'an' if of[0] in 'aeiou' else 'a'} {of}")


def _settings(path: Path, header: bytes, of: str) -> dict[str, Any]:
    """Reads the first line."""
    try:
        found = json.loads(header)
    except ValueError:
        found = None
    if not isinstance(found, dict) or _mark(of) not in found:
        raise _foreign(path, of)
    if found[_mark(of)] not in (OLD_FORMAT, FORMAT):
        raise ValueError(f"{path} is a journal of another version of serai")
    return found


def _compare(path: Path, found: dict[str, Any], ours: dict[str, Any]) -> None:
    """Checks that a journal was created with the same settings."""
    if found.get("records") != ours.get("records"):
        raise ValueError(f"{path} was begun {'with' if found.get('records') else 'without'} --records; do the same now")
    for key, value in ours.items():
        if found.get(key) != value:
            what = OPTIONS.get(key, key)
            raise ValueError(f"{path} was begun with {what} {_plainly(found.get(key))}, not {_plainly(value)}")


def _plainly(value: Any) -> str:
    """Writes a setting as it is typed on the command line."""
    if isinstance(value, dict):
        return " ".join(map(str, value.values()))
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _parsed(path: Path, place: int, line: bytes, read: Callable[[Any], Read], of: str) -> Read:
    """Reads the line of a result or of a machine."""
    try:
        return read(json.loads(line))
    except (ValueError, TypeError, AttributeError, KeyError):
        raise ValueError(f"{path}, line {place}: not the result of a game of this {of}") from None


def _read_machine(found: Any) -> Machine:
    """Reads the entry of a machine."""
    machine = found.pop(MACHINE)
    if found or not isinstance(machine, dict):
        raise ValueError(found)
    return machine


def read_result(plan: ArenaSettings, found: Any) -> Result:
    """Reads the result of a game, which must be one of the plan's."""
    if found.keys() != {field.name for field in fields(Result)} or not 0 <= found["number"] < plan.total:
        raise ValueError(found)
    result, match = Result(**found), plan.match(found["number"])
    if (result.table, result.deal, result.rotation) != (match.table, match.deal, match.rotation):
        raise ValueError(found)
    if tuple(result.bots) != match.bots or sorted(result.ranking) != list(range(plan.players)):
        raise ValueError(found)
    return result
