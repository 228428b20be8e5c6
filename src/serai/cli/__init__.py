"""The command `serai`; the rules are imported only when a command runs, so that help appears at once."""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from serai.cli.components import sets
from serai.cli.exporting import dataset, weights
from serai.cli.measuring import arena, perft, simulate, study
from serai.cli.playing import bots, play, replay, rules, unpack
from serai.cli.serving import backup, bridge, mcp, restore, serve
from serai.version import VERSION

app = typer.Typer(
    help="A fan-made table for the Century board games: play in the browser or in the terminal, simulate, replay.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(sets, name="components")
for command in (
    play,
    replay,
    unpack,
    simulate,
    arena,
    study,
    perft,
    dataset,
    weights,
    serve,
    backup,
    restore,
    bridge,
    mcp,
    rules,
    bots,
):
    app.command()(command)


def main() -> None:
    """Runs the command line; characters that a terminal cannot show or read must not stop it."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


def _show_version(wanted: bool) -> None:
    """Prints the version and exits."""
    if wanted:
        typer.echo(f"serai {VERSION}")
        raise typer.Exit


@app.callback()
def options(
    components: Annotated[str | None, typer.Option(hidden=True)] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Reads the options common to all commands; says what replaced the former global --components."""
    from serai.component_sets import explain_old_variable

    explain_old_variable()
    if components is not None:
        typer.echo(
            f"serai: each command takes its own set; write --components {components} after the command", err=True
        )
        raise typer.Exit(2)
