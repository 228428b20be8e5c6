"""The commands of the server: the table in the browser, backups of its store, and a seat for language models."""

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
    Path | None,
    typer.Option(metavar="DIR", help="The folder of the database and the key.", show_default="the user's own"),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", envvar="SERAI_DATABASE", help="Another database.", show_default="a SQLite file in --data"
    ),
]


def serve(
    port: Annotated[int, typer.Option(help="The port; 0 picks a free one.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    lan: Annotated[
        bool, typer.Option("--lan", help="Allow other devices on the local network, such as phones; prints a QR code.")
    ] = False,
    database: Database = None,
    data: Data = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes in which bots think.", show_default="all cores but one")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A host name that clients may use for the server; * allows any."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    log: Annotated[bool, typer.Option("--log", help="Log every request.")] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER", envvar="SERAI_LIMITS", help="A limit on client requests (docs/security.md)."
        ),
    ] = None,
    behind_proxy: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="SERAI_BEHIND_PROXY",
            help="A reverse proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.",
        ),
    ] = None,
    program: Programs = None,
    option: ProgramOptions = None,
    program_seconds: ProgramSeconds = USUAL_SECONDS,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new key if it is missing; all guests then count as new.")
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
    """Copy all tables into a file; works while the server runs."""
    with polite():
        from serai.web.serve import back_up

        back_up(file, database, data)
    typer.echo(f"All tables are in {file}; it holds the decks of running games, so keep it to yourself.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `serai backup`.")],
    database: Database = None,
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the existing tables.")] = False,
) -> None:
    """Restore all tables from a copy; stop the server first."""
    with polite():
        from serai.web.serve import put_back

        put_back(file, database, data, force)
    typer.echo(f"All tables are as they were in {file}.")


def bridge(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The invitation link of an open seat.")],
    bot: Annotated[
        str,
        typer.Option(metavar="BOT|NAME", help="Who plays: planner, grandmaster:2000ms, …, or a --program by its name."),
    ],
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The server under another address.", show_default="that of the link"),
    ] = None,
    name: Annotated[str | None, typer.Option(help="The name at the table.", show_default="that of the bot")] = None,
    token: Annotated[
        str | None,
        typer.Option(envvar="SERAI_TOKEN", help="The token of a guest on that server.", show_default="a new guest"),
    ] = None,
    program: Programs = None,
    option: ProgramOptions = None,
    program_seconds: ProgramSeconds = USUAL_SECONDS,
) -> None:
    """Seat a bot or your own program at a table on another server (docs/bot-protocol.md)."""
    outsiders = read_programs(program, option, program_seconds)
    with polite():
        from serai.programs.bridge import Wishes, run

        run(Wishes(link, bot, server, name, token, outsiders), typer.echo)


def mcp(
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play at the tables of a running server.", show_default="here")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(envvar="SERAI_TOKEN", help="The token of a guest on that server.", show_default="a new guest"),
    ] = None,
) -> None:
    """Give a language model a seat: the Model Context Protocol on standard input and output (docs/mcp.md)."""
    with polite():
        from serai.mcp.command import serve

        serve(server, token)
