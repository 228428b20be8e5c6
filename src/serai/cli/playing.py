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
    Components,
    GameName,
    ProgramOptions,
    Programs,
    ProgramSeconds,
    check_game,
    polite,
    read_components,
    read_programs,
)

if TYPE_CHECKING:
    from serai.core.component_set import ComponentSet
    from serai.game import Game
    from serai.programs import Program
    from serai.record import Record


def play(
    game: GameName,
    bots: Annotated[str | None, typer.Option(help="Bots for the other seats, such as novice,random.")] = None,
    name: Annotated[list[str] | None, typer.Option(help="Your name; repeat the option for more people.")] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the deal.", show_default="from the system")] = None,
    players: Annotated[
        int | None, typer.Option(help="Total number of players; bots are repeated to fill the seats.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="Stop after this many rounds.", show_default="no limit")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Resume a saved game.")] = None,
    components: Components = None,
    program: Programs = None,
    option: ProgramOptions = None,
    program_seconds: ProgramSeconds = USUAL_SECONDS,
) -> None:
    """Play in the terminal, in plain text."""
    check_game(game, players)
    outsiders = {found.name: found for found in read_programs(program, option, program_seconds)}
    record = None
    if resume is None:
        chosen = read_components(game, components)
        started = _new_game(game, bots, name, seed, players, rounds, outsiders, chosen)
    else:
        with polite():
            if (bots, name, seed, players, rounds) != (None,) * 5:
                raise ValueError("a saved game keeps its seats, seed and limit: give --resume without other options")
            record = _load(resume, components)
            started = copy.copy(record.game)
            if started.name != game:
                raise ValueError(f"{resume} is a game of {started.name}, not of {game}")
    from serai.terminal.seating import seated_bots
    from serai.terminal.table import TerminalTable

    typer.echo("Type help for a list of commands.")
    TerminalTable(started, seated_bots(started.names, outsiders), _read_line, typer.echo, resume, record=record).run()


def _new_game(
    game: str,
    bots: str | None,
    name: list[str] | None,
    seed: int | None,
    players: int | None,
    rounds: int | None,
    programs: "dict[str, Program]",
    components: "ComponentSet | None",
) -> "Game":
    """Deals a game for people and bots; the start player is random."""
    with polite():
        from serai.game import Game
        from serai.terminal.seating import seat_names

        wanted = [bot.strip() for bot in ("novice" if bots is None else bots).split(",") if bot.strip()]
        if bots is None and name and len(name) > 1 and players in (None, len(name)):
            wanted = []
        names = seat_names(name or ["you"], wanted, players, programs)
        return Game.new(game, seed=seed, names=names, rounds=rounds, components=components)


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Adds the name of the file to errors about its content."""
    from serai.record import BadRecord

    try:
        yield
    except BadRecord as error:
        raise ValueError(f"{file}: {error}") from None


def _load(file: Path, components: str | None = None) -> "Record":
    """Reads a record, or says what is wrong with it; `components` are for one that does not include its own."""
    with polite(), _naming(file):
        from serai.record import read

        content = _content(file)
        return read(content, components=_at_hand(content, components))


def _at_hand(record: bytes, components: str | None) -> "ComponentSet | None":
    """Returns the component set named for a record."""
    if components is None:
        return None
    from serai.component_sets import find_components
    from serai.record import game_of

    return find_components(game_of(record), components)


def _content(file: Path) -> bytes:
    """Reads a file up to the size limit of a record."""
    from serai.record import LARGEST

    with file.open("rb") as stream:
        return stream.read(LARGEST + 1)


def _each(file: Path, components: str | None) -> "Iterator[Record]":
    """Reads the records of a file one by one, or says what is wrong with them."""
    found = _several(file) if file.suffix == ".jsonl" else iter([_load(file, components)])
    while True:
        with polite(), _naming(file):
            record = next(found, None)
        if record is None:
            return
        yield record


def _several(file: Path) -> "Iterator[Record]":
    """Reads the records of a JSON Lines file, each of bounded size."""
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
    brief: Annotated[bool, typer.Option("--brief", help="Print only the decisions, no positions.")] = False,
    number: Annotated[
        int | None, typer.Option(help="Which of several games, counted from 1.", show_default="all")
    ] = None,
    components: Annotated[
        str | None,
        typer.Option(metavar="NAME|FOLDER", help="The component set of an old record that does not include its own."),
    ] = None,
) -> None:
    """Print a saved game: each decision with the position after it and the comments on it."""
    count = 0
    for count, record in enumerate(_each(file, components), 1):
        if number in (None, count) and not _replay(record, step, brief):
            return
        if number == count:
            return
    if number is not None:
        with polite():
            raise ValueError(f"{file} has no game {number}; it has {count}")


def _replay(record: "Record", step: bool, brief: bool) -> bool:
    """Prints one game; returns False if the reader wants no more."""
    from serai.terminal import transcript

    remarks = transcript.remarks(record)
    beginning = [*transcript.tags(record), *([] if brief else [transcript.opening(record.game)]), *remarks.get(0, [])]
    if beginning:
        typer.echo("\n".join(beginning))
    for taken, (line, position) in enumerate(transcript.positions(record.game), 1):
        if step and not _wait():
            return False
        typer.echo("\n".join([line if brief else f"\n{line}\n{position}", *remarks.get(taken, [])]))
    typer.echo("\n".join(["", *transcript.result(record.game)]))
    return True


def unpack(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to create.")],
) -> None:
    """Write the component files of a saved game into a folder, to play with them."""
    with polite(), _naming(file):
        from serai.record import unpack

        unpack(_content(file), folder)
    typer.echo(f"To play with them: serai play GAME --components {shlex.quote(str(folder))}")


def _wait() -> bool:
    """Waits for Enter; False at the end of input."""
    try:
        _read_line("Enter for the next decision: ")
    except EOFError:
        typer.echo("")
        return False
    return True


def rules(game: GameName, components: Components = None) -> None:
    """Print the rules of a game in short, and where its component values come from."""
    check_game(game)
    chosen = read_components(game, components)
    from serai.core.component_folders import standard
    from serai.terminal import transcript

    for line in transcript.rules(chosen or standard(game)):
        typer.echo(line)


def bots() -> None:
    """List the bots."""
    with polite():
        from serai.bots import LADDER

    for name, says in LADDER.items():
        typer.echo(f"{name}: {says}")
