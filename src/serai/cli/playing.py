"""The commands for one game: playing, replaying, its rules, and the bots to play with."""

import sys
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
    if resume is None:
        started = _new_game(game, bots, name, seed, players, rounds, outsiders)
    else:
        with polite():
            if (bots, name, seed, players, rounds) != (None,) * 5:
                raise ValueError("a saved game keeps its seats, seed and limit: give --resume without other options")
            if (started := _load(resume)).name != game:
                raise ValueError(f"{resume} is a game of {started.name}, not of {game}")
    from serai.terminal.seating import seated_bots
    from serai.terminal.table import Table

    typer.echo("Type help for what can be typed.")
    Table(started, seated_bots(started.names, outsiders), _read_line, typer.echo, saved_as=resume).run()


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


def _load(file: Path) -> "Game":
    """Reads a record, or says what is wrong with it."""
    with polite():
        from serai.game import Game
        from serai.record import LARGEST, BadRecord

        with file.open("rb") as stream:
            text = stream.read(LARGEST + 1)
        try:
            return Game.from_json(text)
        except BadRecord as error:
            raise ValueError(f"{file}: {error}") from None


def _read_line(prompt: str) -> str:
    """Reads a line from standard input, which need not be a terminal."""
    typer.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each decision.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="Only the decisions, no positions.")] = False,
) -> None:
    """Print a saved game, each decision with the position after it."""
    game = _load(file)
    from serai.terminal import telling

    if not brief:
        typer.echo(telling.opening(game))
    for line, position in telling.positions(game):
        if step and not _wait():
            return
        typer.echo(line if brief else f"\n{line}\n{position}")
    typer.echo("\n".join(["", *telling.result(game)]))


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
