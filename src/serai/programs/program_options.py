"""Programs as an operator names them: `--program NAME=COMMAND`, `--option NAME.KEY=VALUE`."""

import json
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from serai.bots import BOTS

NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")
USUAL_SECONDS = 5.0


@dataclass(frozen=True)
class Program:
    """A program: the name of its seats, its command, the options set for it, and the seconds it has for a decision."""

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, Any], ...] = ()
    seconds: float = USUAL_SECONDS

    def body(self) -> dict[str, Any]:
        """Returns the program as plain JSON data."""
        body: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return body

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> "Program":
        """Reads what `body` wrote."""
        options = tuple((key, value) for key, value in body["options"])
        return cls(body["name"], tuple(body["command"]), options, body["seconds"])


def read_programs(named: Iterable[str], options: Iterable[str] = (), seconds: float = USUAL_SECONDS) -> list[Program]:
    """Reads the programs of a command line; names must be unique and not those of bots."""
    found: dict[str, Program] = {}
    for text in named:
        program = _program(text, seconds)
        if program.name in found:
            raise ValueError(f"--program {program.name} is given twice")
        found[program.name] = program
    for text in options:
        name, key, value = _option(text)
        if name not in found:
            raise ValueError(f"--option {text!r}: there is no --program {name}")
        found[name] = replace(found[name], options=(*found[name].options, (key, value)))
    return list(found.values())


def _program(text: str, seconds: float) -> Program:
    """Reads `NAME=COMMAND`; the command is split into words as a shell would, but no shell runs it."""
    name, equals, command = text.partition("=")
    if not equals or not NAME.fullmatch(name):
        raise ValueError(
            f"--program {text!r} is not NAME=COMMAND; a name consists of lower-case letters, digits, - and _"
        )
    if name in BOTS:
        raise ValueError(f"--program {name}: a bot of ours has this name; choose another one")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ValueError(f"--program {name}: the command cannot be read ({error})") from None
    if not words:
        raise ValueError(f"--program {name}: there is no command")
    return Program(name, words, (), seconds)


def _option(text: str) -> tuple[str, str, Any]:
    """Reads `NAME.KEY=VALUE`; a value that is not JSON is text."""
    where, equals, value = text.partition("=")
    name, dot, key = where.partition(".")
    if not equals or not dot or not key:
        raise ValueError(f"--option {text!r} is not NAME.KEY=VALUE")
    try:
        return name, key, json.loads(value)
    except ValueError:
        return name, key, value
