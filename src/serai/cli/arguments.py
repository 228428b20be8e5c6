"""What commands share: the types of their arguments, and how they reject invalid ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from serai.core.component_set import ComponentSet
    from serai.programs import Program

MOST_JOBS = 256
USUAL_SECONDS = 5.0
MOST_SECONDS = 3600.0

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; an unknown name lists them all.")]
Programs = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=COMMAND", help="A program of your own that plays as NAME (docs/bot-protocol.md)."),
]
ProgramOptions = Annotated[
    list[str] | None, typer.Option(metavar="NAME.KEY=VALUE", help="Set an option that a program offers.")
]
ProgramSeconds = Annotated[float, typer.Option(help="Seconds a program may think about a decision.")]


Components = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FOLDER",
        help="Play with another component set: its name, or a folder with files of your own (serai components).",
        show_default="the standard set",
    ),
]


@contextmanager
def polite() -> Iterator[None]:
    """Turns errors in arguments, files and components into exit code 2 and a line for each."""
    try:
        yield
    except OSError as error:
        typer.echo(f"serai: {error if error.filename is None else f'{error.filename}: {error.strerror}'}", err=True)
        raise typer.Exit(2) from None
    except ValueError as error:
        for fault in getattr(error, "faults", (error,)):
            typer.echo(f"serai: {fault}", err=True)
        raise typer.Exit(2) from None


def check_game(game: str, players: int | None = None) -> int:
    """Returns the number of players; raises an error if there is no such game or not for that many players."""
    with polite():
        from serai.core.spec import GAMES

        if game not in GAMES:
            raise ValueError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
        least, most = GAMES[game].SEATS
        players = least if players is None else players
        if not least <= players <= most:
            raise ValueError(f"{game} is for {least} to {most} players, not {players}")
        return int(players)


def read_components(game: str, choice: str | None) -> "ComponentSet | None":
    """Returns the chosen component set, None for the standard one; raises an error if it is invalid."""
    with polite():
        from serai.component_sets import find_components

        return find_components(game, choice)


def check_number(what: str, value: int, least: int, most: int) -> None:
    """Raises an error if a number is out of range."""
    with polite():
        if not least <= value <= most:
            raise ValueError(f"{what} is {value}; it must be from {least:,} to {most:,}")


def read_programs(named: list[str] | None, options: list[str] | None, seconds: float) -> "tuple[Program, ...]":
    """Reads the programs of the command line."""
    with polite():
        if not 0 < seconds <= MOST_SECONDS:
            raise ValueError(
                f"--program-seconds is {seconds:g}; it must be more than 0 and at most {MOST_SECONDS:,.0f}"
            )
        if not named and not options:
            return ()
        from serai.programs import read_programs

        return tuple(read_programs(named or (), options or (), seconds))
