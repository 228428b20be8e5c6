"""The commands of the server: the table in the browser, copies of its store, and a seat for language models."""

from pathlib import Path
from typing import Annotated

import typer

from serai.cli.arguments import (
    MOST_JOBS,
    USUAL_SECONDS,
    ProgramOptions,
    Programs,
    ProgramSeconds,
    check_number,
    polite,
    read_programs,
)

Data = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The folder of database and key.", show_default="the user's own")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", envvar="SERAI_DATABASE", help="Another database.", show_default="a SQLite file in --data"
    ),
]


def serve(
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    lan: Annotated[bool, typer.Option("--lan", help="Let phones in the same network in; prints a QR code.")] = False,
    database: Database = None,
    data: Data = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes in which bots think.", show_default="all cores but one")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A name that the server is called by; * is any.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    log: Annotated[bool, typer.Option("--log", help="Write a line for each request.")] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER", envvar="SERAI_LIMITS", help="How much a client may ask for, see docs/security.md."
        ),
    ] = None,
    behind_proxy: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="SERAI_BEHIND_PROXY",
            help="A reverse proxy whose X-Forwarded-For and X-Forwarded-Proto are believed.",
        ),
    ] = None,
    program: Programs = None,
    option: ProgramOptions = None,
    program_seconds: ProgramSeconds = USUAL_SECONDS,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new key if it is missing: all guests become new guests.")
    ] = False,
) -> None:
    """Open the table in the browser."""
    outsiders = read_programs(program, option, program_seconds)
    check_number("--port", port, 0, 65535)
    check_number("--workers", 1 if workers is None else workers, 1, MOST_JOBS)
    with polite():
        from serai.web.serve import Wishes
        from serai.web.serve import serve as run

        names, limits = tuple(name or ()), tuple(limit or ())
        wishes = Wishes(
            host,
            port,
            lan,
            database,
            data,
            workers,
            not no_browser,
            names,
            log,
            limits,
            behind_proxy,
            outsiders,
            new_key,
        )
        run(wishes, typer.echo)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    database: Database = None,
    data: Data = None,
) -> None:
    """Copy all tables into a file, also while the server runs."""
    with polite():
        from serai.web.serve import back_up

        back_up(file, database, data)
    typer.echo(f"All tables are in {file}; it holds the decks of running games, so keep it to yourself.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `serai backup` has written.")],
    database: Database = None,
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the tables that are there now.")] = False,
) -> None:
    """Put a copy of all tables back; end the server first."""
    with polite():
        from serai.web.serve import put_back

        put_back(file, database, data, force)
    typer.echo(f"All tables are as they were in {file}.")


def mcp(
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play at the tables of a running server.", show_default="here")
    ] = None,
    token: Annotated[
        str | None, typer.Option(envvar="SERAI_TOKEN", help="The token of a guest there.", show_default="a new guest")
    ] = None,
) -> None:
    """Give a language model a seat: the Model Context Protocol on standard input and output (docs/mcp.md)."""
    with polite():
        from serai.mcp.command import serve

        serve(server, token)
