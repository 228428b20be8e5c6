"""The commands for component sets: list, show, new, check, install, pack."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serai.cli.arguments import Components, GameName, check_game, polite, read_components

if TYPE_CHECKING:
    from serai.core.component_set import ComponentSet

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with GAME/*.csv in it, or a .zip of one.")]
Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The data folder.", show_default="the user's own")]

sets = typer.Typer(help="List and show component sets; make, check, install and pack your own.", no_args_is_help=True)


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
    """Lists how certain the values are, file by file and where single lines come from a box."""
    from serai.core.components import ids_from_box

    some = any(ids_from_box(notes) for notes in pieces.notes.values())
    return [*(pieces.certainty(name) for name in pieces.notes), *["box"] * some]


@sets.command("show")
def show_set(game: GameName, components: Components = None) -> None:
    """Show every piece of a set, and where its values come from."""
    check_game(game)
    chosen = read_components(game, components)
    with polite():
        from serai.core.component_folders import standard
        from serai.terminal.pieces import shown

        for line in shown(chosen or standard(game)):
            typer.echo(line)


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
    """Check every file of a folder or .zip file, and say which files and lines are wrong."""
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
    """Check a folder or .zip file and copy it into the data folder; all commands and later servers know it by NAME."""
    with polite():
        from serai.component_sets import install

        found = install(folder, name, data)
    for game in found:
        typer.echo(f"{game}: to play with it: serai play {game} --components {name}")


@sets.command("pack")
def pack_set(
    source: Annotated[str, typer.Argument(metavar="SET", help="The name of an installed set, or a folder.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The .zip file to write.")],
    data: Data = None,
) -> None:
    """Pack a set into a .zip file to share; `install` takes it elsewhere, and so does the page of a server."""
    with polite():
        from serai.component_sets import pack

        for path in pack(source, file, data):
            typer.echo(path)
