"""The commands for one game: playing, replaying, its rules, and the bots to play with."""

import copy
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serai.cli.arguments import (
    USUAL_SECONDS,
    GameName,
    ProgramOptions,
    Programs,
    ProgramSeconds,
    check_game,
    polite,
    read_programs,
)

if TYPE_CHECKING:
    from serai.game import Game
    from serai.programs import Program
    from serai.record import Record


def play(
    game: GameName,
    bots: Annotated[str | None, typer.Option(help="Bots for the other seats, such as novice,random.")] = None,
    name: Annotated[list[str] | None, typer.Option(help="Your name; give it again for more people.")] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the deal.", show_default="from the system")] = None,
    players: Annotated[int | None, typer.Option(help="Players in all; bots come again to fill the seats.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Stop after so many rounds.", show_default="no limit")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Take up a saved game.")] = None,
    program: Programs = None,
    option: ProgramOptions = None,
    program_seconds: ProgramSeconds = USUAL_SECONDS,
) -> None:
    """Play in the terminal, in plain text."""
    check_game(game, players)
    outsiders = {found.name: found for found in read_programs(program, option, program_seconds)}
    record = None
    if resume is None:
        started = _new_game(game, bots, name, seed, players, rounds, outsiders)
    else:
        with polite():
            if (bots, name, seed, players, rounds) != (None,) * 5:
                raise ValueError("a saved game keeps its seats, seed and limit: give --resume without other options")
            record = _load(resume)
            started = copy.copy(record.game)
            if started.name != game:
                raise ValueError(f"{resume} is a game of {started.name}, not of {game}")
    from serai.terminal.seating import seated_bots
    from serai.terminal.table import Table

    typer.echo("Type help for what can be typed.")
    Table(started, seated_bots(started.names, outsiders), _read_line, typer.echo, resume, record=record).run()


def _new_game(
    game: str,
    bots: str | None,
    name: list[str] | None,
    seed: int | None,
    players: int | None,
    rounds: int | None,
    programs: "dict[str, Program]",
) -> "Game":
    """Deals a game for people and bots; chance decides who starts."""
    with polite():
        from serai.game import Game
        from serai.terminal.seating import seat_names

        wanted = [bot.strip() for bot in ("novice" if bots is None else bots).split(",") if bot.strip()]
        if bots is None and name and len(name) > 1 and players in (None, len(name)):
            wanted = []
        names = seat_names(name or ["you"], wanted, players, programs)
        return Game.new(game, seed=seed, names=names, rounds=rounds)


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Names the file with what is wrong in it."""
    from serai.record import BadRecord

    try:
        yield
    except BadRecord as error:
        raise ValueError(f"{file}: {error}") from None


def _load(file: Path) -> "Record":
    """Reads a record, or says what is wrong with it."""
    with polite(), _naming(file):
        from serai.record import read

        return read(_content(file))


def _content(file: Path) -> bytes:
    """Reads as much of a file as a record may have."""
    from serai.record import LARGEST

    with file.open("rb") as stream:
        return stream.read(LARGEST + 1)


def _each(file: Path) -> "Iterator[Record]":
    """Reads the records of a file one by one, or says what is wrong with them."""
    found = _several(file) if file.suffix == ".jsonl" else iter([_load(file)])
    while True:
        with polite(), _naming(file):
            record = next(found, None)
        if record is None:
            return
        yield record


def _several(file: Path) -> "Iterator[Record]":
    """Reads the records of JSON Lines, of which each has a bounded size."""
    from serai.record import LARGEST, read_lines

    with file.open("rb") as stream:
        yield from read_lines(iter(lambda: stream.readline(LARGEST + 2), b""))


def _read_line(prompt: str) -> str:
    """Reads a line from standard input, which need not be a terminal."""
    typer.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game, or several of them (*.jsonl).")],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each decision.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="Only the decisions, no positions.")] = False,
    number: Annotated[int | None, typer.Option(help="Which of several games, from 1.", show_default="all")] = None,
) -> None:
    """Print a saved game, each decision with the position after it and what was said of it."""
    count = 0
    for count, record in enumerate(_each(file), 1):
        if number in (None, count) and not _replay(record, step, brief):
            return
        if number == count:
            return
    if number is not None:
        with polite():
            raise ValueError(f"{file} has no game {number}; it has {count}")


def _replay(record: "Record", step: bool, brief: bool) -> bool:
    """Prints one game; False when nobody wants to see more."""
    from serai.terminal import telling

    remarks = telling.remarks(record)
    beginning = [*telling.tags(record), *([] if brief else [telling.opening(record.game)]), *remarks.get(0, [])]
    if beginning:
        typer.echo("\n".join(beginning))
    for taken, (line, position) in enumerate(telling.positions(record.game), 1):
        if step and not _wait():
            return False
        typer.echo("\n".join([line if brief else f"\n{line}\n{position}", *remarks.get(taken, [])]))
    typer.echo("\n".join(["", *telling.result(record.game)]))
    return True


def unpack(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that is not there yet.")],
) -> None:
    """Write the component files that a saved game brings into a folder, to play with them."""
    with polite(), _naming(file):
        from serai.record import unpack

        unpack(_content(file), folder)
    typer.echo(f"Play with them by: serai --components {shlex.quote(str(folder))} …")


def _wait() -> bool:
    """Waits for Enter; False at the end of input."""
    try:
        _read_line("Enter for the next decision: ")
    except EOFError:
        typer.echo("")
        return False
    return True


def rules(game: GameName) -> None:
    """Print the rules of a game in short, and which component values are in use."""
    check_game(game)
    from serai.terminal import telling

    for line in telling.rules(game):
        typer.echo(line)


def bots() -> None:
    """List the bots."""
    with polite():
        from serai.bots import LADDER

    for name, says in LADDER.items():
        typer.echo(f"{name}: {says}")
