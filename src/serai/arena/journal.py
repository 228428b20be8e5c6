"""The journal: a file of JSON lines, first the settings, then one line for each finished game."""

import fcntl
import hashlib
import json
import os
from dataclasses import asdict, fields
from io import FileIO
from pathlib import Path
from typing import Any

from serai.arena.plan import Plan
from serai.arena.playing import Result
from serai.record import used_components
from serai.rules.games import GAMES
from serai.version import VERSION

FORMAT = 2
MARK = b'{"journal": '
PLAYERS_CODE = ("bots", "programs", "rules", "notation", "game.py", "setups.py")
OPTIONS = {name: f"--{name}" for name in ("bots", "players", "games", "seed", "rounds")} | {"programs": "--program"}


def _sources() -> str:
    """Names the code that plays: rules and bots."""
    package, seen = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(file for part in PLAYERS_CODE for file in (package / part, *(package / part).rglob("*.py"))):
        if path.is_file():
            seen.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:16]


SOURCES = _sources()


class Journal:
    """A journal that this process alone writes; a line torn by a kill is cut off, and its game is played again."""

    def __init__(self, path: Path, plan: Plan, records: bool) -> None:
        """Opens a journal or begins it; one of an arena with other settings is an error."""
        self._file = FileIO(path, "a+")
        try:
            self._lock(path)
            self.results = self._begin(path, plan, records)
        except BaseException:
            self._file.close()
            raise

    def _lock(self, path: Path) -> None:
        """Sees that no other arena writes this journal."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{path} is being written by another arena") from None

    def _begin(self, path: Path, plan: Plan, records: bool) -> list[Result]:
        """Reads what is there, or writes the settings."""
        header, lines = _whole_lines(path)
        settings = settings_of(plan, records)
        if header is None:
            self._file.truncate(0)
            self._write(json.dumps({"journal": FORMAT, **settings}) + "\n")
            return []
        _compare(path, _settings(path, header), settings)
        results = [_result(path, place, line, plan) for place, line in enumerate(lines, 2)]
        if len({result.number for result in results}) < len(results):
            raise ValueError(f"{path} holds a game twice")
        self._file.truncate(sum(len(line) + 1 for line in (header, *lines)))
        return results

    def store(self, results: list[Result]) -> None:
        """Adds results; when this returns, they are on the disk."""
        self._write("".join(result.line() for result in results))

    def _write(self, text: str) -> None:
        """Writes text to the end of the file and to the disk."""
        rest = memoryview(text.encode())
        while rest:
            rest = rest[self._file.write(rest) :]
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Lets others have the journal."""
        self._file.close()


def settings_of(plan: Plan, records: bool) -> dict[str, Any]:
    """Returns everything that the games of an arena depend on, as JSON holds it."""
    return {
        **asdict(plan),
        "bots": list(plan.bots),
        "programs": [program.body() for program in plan.programs],
        "records": records,
        "version": VERSION,
        "rules": GAMES[plan.game].VERSION,
        "components": used_components(plan.game),
        "sources": SOURCES,
    }


def seed_of(path: Path) -> int | None:
    """Returns the seed of a journal, None where there is none yet."""
    if not path.is_file():
        return None
    header, _ = _whole_lines(path)
    seed = None if header is None else _settings(path, header).get("seed")
    return seed if isinstance(seed, int) else None


def _whole_lines(path: Path) -> tuple[bytes | None, list[bytes]]:
    """Reads the lines that were written to their end; no first line when even that one was not."""
    *lines, torn = path.read_bytes().split(b"\n")
    if lines:
        return lines[0], lines[1:]
    if torn[: len(MARK)] != MARK[: len(torn)]:
        raise ValueError(f"{path} is not a journal of an arena")
    return None, []


def _settings(path: Path, header: bytes) -> dict[str, Any]:
    """Reads the first line."""
    try:
        found = json.loads(header)
    except ValueError:
        found = None
    if not isinstance(found, dict) or "journal" not in found:
        raise ValueError(f"{path} is not a journal of an arena")
    if found.pop("journal") != FORMAT:
        raise ValueError(f"{path} is a journal of another version of serai")
    return found


def _compare(path: Path, found: dict[str, Any], ours: dict[str, Any]) -> None:
    """Sees that a journal was begun with the same settings."""
    if found.get("records") != ours["records"]:
        raise ValueError(f"{path} was begun {'with' if found.get('records') else 'without'} --records; do the same now")
    for key, value in ours.items():
        if found.get(key) != value:
            what = OPTIONS.get(key, key)
            raise ValueError(f"{path} was begun with {what} {_plainly(found.get(key))}, not {_plainly(value)}")


def _plainly(value: Any) -> str:
    """Writes a setting as it is typed."""
    if isinstance(value, dict):
        return " ".join(map(str, value.values()))
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _result(path: Path, place: int, line: bytes, plan: Plan) -> Result:
    """Reads the result of a game, which must be one of the plan's."""
    try:
        found = json.loads(line)
        if found.keys() != {field.name for field in fields(Result)} or not 0 <= found["number"] < plan.total:
            raise ValueError(line)
        result, match = Result(**found), plan.match(found["number"])
        if (result.table, result.deal, result.rotation) != (match.table, match.deal, match.rotation):
            raise ValueError(line)
        if tuple(result.bots) != match.bots or sorted(result.ranking) != list(range(plan.players)):
            raise ValueError(line)
    except (ValueError, TypeError, AttributeError):
        raise ValueError(f"{path}, line {place}: not the result of a game of this arena") from None
    return result
