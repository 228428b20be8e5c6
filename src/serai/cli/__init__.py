"""The command `serai`; nothing of the rules is imported before a command runs, so that options come first."""

import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from serai.cli.measuring import arena, perft, simulate, study
from serai.cli.playing import bots, play, replay, rules, unpack
from serai.cli.serving import backup, mcp, restore, serve
from serai.version import VERSION

COMPONENTS = "SERAI_COMPONENTS"

app = typer.Typer(
    help="A fan-made table for the Century board games: play in the browser or in the terminal, simulate, replay.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (play, replay, unpack, simulate, arena, study, perft, serve, backup, restore, mcp, rules, bots):
    app.command()(command)


def main() -> None:
    """Runs the command line; what a terminal cannot show or read must not stop it."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


def _show_version(wanted: bool) -> None:
    """Prints the version and ends."""
    if wanted:
        typer.echo(f"serai {VERSION}")
        raise typer.Exit


@app.callback()
def options(
    components: Annotated[
        str | None,
        typer.Option(metavar="DIR_OR_SET", help="Play with component files of your own, or with an older set."),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Takes the options of all commands, before any rule is imported."""
    if components is not None:
        os.environ[COMPONENTS] = components
