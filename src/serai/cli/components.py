"""The commands for component sets: list, new, check, install."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serai.cli.arguments import GameName, check_game, polite

if TYPE_CHECKING:
    from serai.core.component_set import ComponentSet

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with GAME/*.csv in it.")]
Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The data folder.", show_default="the user's own")]

sets = typer.Typer(help="List component sets, and make, check and install your own.", no_args_is_help=True)


@sets.command("list")
def list_sets(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only this game.")] = None, data: Data = None
) -> None:
    """List the built-in and installed sets of each game; the first is the standard one."""
    if game is not None:
        check_game(game)
    with polite():
        from serai.component_sets import listed
        from serai.core.component_folders import KINDS

        for each in KINDS if game is None else (game,):
            typer.echo(each)
            for name, pieces in listed(each, data):
                typer.echo(f"  {name:12} {pieces.digest}  {', '.join(sorted(set(_sure(pieces))))}")


def _sure(pieces: "ComponentSet") -> list[str]:
    """Lists how certain the values of each file are."""
    return [pieces.sureness(name) for name in pieces.notes]


@sets.command("new")
def new_set(
    game: GameName, folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to create.")]
) -> None:
    """Make a folder to fill in: the files of the standard set, for you to edit to match your copy of the game."""
    check_game(game)
    with polite():
        from serai.component_sets import new_folder

        for file in new_folder(game, folder):
            typer.echo(str(file))
    typer.echo(f"Change them, then: serai components check {folder}")


@sets.command("check")
def check_set(folder: Folder) -> None:
    """Check every file of a folder, and say which files and lines are wrong."""
    with polite():
        from serai.component_sets import check_folder

        found = check_folder(folder)
    for game, pieces in found.items():
        typer.echo(f"{game}: OK, digest {pieces.digest}")


@sets.command("install")
def install_set(
    folder: Folder,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the set on this machine.")],
    data: Data = None,
) -> None:
    """Check a folder and copy it into the data folder; every command, and a server started later, knows it by NAME."""
    with polite():
        from serai.component_sets import install

        found = install(folder, name, data)
    for game in found:
        typer.echo(f"{game}: to play with it: serai play {game} --components {name}")
