"""The command `serai`; nothing of the rules is imported before a command runs, so that options come first."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serai.version import VERSION

if TYPE_CHECKING:
    from serai.game import Game
    from serai.programs import Program
    from serai.terminal.figures import Plan

COMPONENTS = "SERAI_COMPONENTS"
MOST_GAMES = 100_000_000
MOST_ARENA_GAMES = 1_000_000
MOST_JOBS = 256
DEEPEST = 100
USUAL_SECONDS = 5.0
MOST_SECONDS = 3600.0

app = typer.Typer(
    help="A fan-made table for the Century board games: play in the browser or in the terminal, simulate, replay.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as spice_road.")]
Players = Annotated[int | None, typer.Option(help="The number of players.", show_default="as few as the game allows")]
Programs = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=COMMAND", help="A program of your own that plays as NAME (docs/bot-protocol.md)."),
]
ProgramOptions = Annotated[
    list[str] | None, typer.Option(metavar="NAME.KEY=VALUE", help="Set an option that a program offers.")
]
Ray = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one on this machine.")
]
ProgramSeconds = Annotated[float, typer.Option(help="How long a program may think about a decision.")]


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


@contextmanager
def _polite() -> Iterator[None]:
    """Turns what is wrong with arguments, files and components into one line and exit code 2."""
    try:
        yield
    except OSError as error:
        typer.echo(f"serai: {error.filename}: {error.strerror}", err=True)
        raise typer.Exit(2) from None
    except ValueError as error:
        typer.echo(f"serai: {error}", err=True)
        raise typer.Exit(2) from None


def _check_game(game: str, players: int | None = None) -> int:
    """Returns the number of players of a game, or says that there is no such game or not for so many."""
    with _polite():
        from serai.rules.games import GAMES

        if game not in GAMES:
            raise ValueError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
        least, most = GAMES[game].SEATS
        players = least if players is None else players
        if not least <= players <= most:
            raise ValueError(f"{game} is for {least} to {most} players, not {players}")
        return int(players)


def _check_number(what: str, value: int, least: int, most: int) -> None:
    """Says that a number is out of range."""
    with _polite():
        if not least <= value <= most:
            raise ValueError(f"{what} is {value}; it must be from {least:,} to {most:,}")


def _read_programs(named: list[str] | None, options: list[str] | None, seconds: float) -> "tuple[Program, ...]":
    """Reads the programs that are named."""
    with _polite():
        if not 0 < seconds <= MOST_SECONDS:
            raise ValueError(
                f"--program-seconds is {seconds:g}; it must be more than 0 and at most {MOST_SECONDS:,.0f}"
            )
        if not named and not options:
            return ()
        from serai.programs import read_programs

        return tuple(read_programs(named or (), options or (), seconds))


def _load(file: Path) -> "Game":
    """Reads a record, or says what is wrong with it."""
    with _polite():
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


@app.command()
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
    _check_game(game)
    outsiders = {found.name: found for found in _read_programs(program, option, program_seconds)}
    if resume is None:
        started = _new_game(game, bots, name, seed, players, rounds, outsiders)
    else:
        with _polite():
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
    with _polite():
        from serai.game import Game
        from serai.terminal.seating import seat_names

        wanted = [bot.strip() for bot in ("novice" if bots is None else bots).split(",") if bot.strip()]
        if bots is None and name and len(name) > 1 and players in (None, len(name)):
            wanted = []
        names = seat_names(name or ["you"], wanted, players, programs)
        return Game.new(game, seed=seed, names=names, rounds=rounds)


@app.command()
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


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    jobs: Annotated[int, typer.Option(help="How many threads; the figures do not depend on it.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The seed of all games.", show_default="from the system")] = None,
    rounds: Annotated[int | None, typer.Option(help="Stop after so many rounds.", show_default="no limit")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ray: Ray = None,
) -> None:
    """Play many random games and print figures with 95 % intervals."""
    seats = _check_game(game, players)
    seed = int.from_bytes(os.urandom(8)) if seed is None else seed
    _check_number("--games", games, 1, MOST_GAMES)
    _check_number("--jobs", jobs, 1, MOST_JOBS)
    _check_number("--seed", seed, 0, 2**64 - 1)
    _check_number("--rounds", 1 if rounds is None else rounds, 1, 2**31 - 1)
    with _polite():
        from serai.cluster import ClusterFailed
        from serai.terminal.figures import Plan

        try:
            report = _with_progress(Plan(game, seats, games, seed, rounds or 0, jobs), ray)
        except ClusterFailed as error:
            typer.echo(f"serai: {error}", err=True)
            raise typer.Exit(1) from None
    if as_json:
        import json

        typer.echo(json.dumps(report))
    else:
        _print_figures(report)


def _with_progress(plan: "Plan", ray: str | None = None) -> dict[str, Any]:
    """Simulates with a progress bar on standard error, if that is a terminal."""
    from serai.terminal.figures import simulate

    if not sys.stderr.isatty():
        return simulate(plan, lambda done: None, ray)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{plan.game}, {plan.players} players", total=plan.games)
        return simulate(plan, lambda done: progress.advance(task, done), ray)


def _print_figures(report: dict[str, Any]) -> None:
    """Prints the figures of a simulation as a table of plain text."""
    from serai.terminal.figures import rows

    used = report["components"]
    limit = f", at most {report['rounds']} rounds" if report["rounds"] else ""
    typer.echo(f"{report['games']:,} random games of {report['game']}, {report['players']} players{limit}")
    typer.echo(f"seed {report['seed']}, components {used['set']} ({used['digest']}), jobs {report['jobs']}")
    typer.echo(f"{'':16}{'mean':>14}   95 % interval")
    for what, middle, between in rows(report):
        typer.echo(f"{what:16}{middle:>14}   {between}".rstrip())


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays, such as novice,random; one bot plays against itself.")],
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many games each table plays, rounded up to whole deals.")] = 1000,
    jobs: Annotated[int, typer.Option(help="How many processes; the games do not depend on it.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The seed of all games.", show_default="from the system")] = None,
    rounds: Annotated[int, typer.Option(help="Stop a game after so many rounds; it counts by score.")] = 100,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures; - is standard output.")
    ] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each seat.")] = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the record of each game.")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A journal: begun if it is not there, else taken up.")
    ] = None,
    program: Programs = None,
    option: ProgramOptions = None,
    program_seconds: ProgramSeconds = USUAL_SECONDS,
    ray: Ray = None,
) -> None:
    """Let bots play many games under the same deals and print how strong they are."""
    seats = _check_game(game, players)
    outsiders = _read_programs(program, option, program_seconds)
    _check_number("--games", games, 1, MOST_ARENA_GAMES)
    _check_number("--jobs", jobs, 1, MOST_JOBS)
    _check_number("--seed", 0 if seed is None else seed, 0, 2**64 - 1)
    _check_number("--rounds", rounds, 1, 2**31 - 1)
    with _polite():
        from serai.arena.command import Outputs, Stopped, choose_seed, conduct
        from serai.arena.plan import Plan, read_bots

        chosen = choose_seed(resume) if seed is None else seed
        plan = Plan(game, seats, read_bots(bots, outsiders), games, chosen, rounds, outsiders)
        try:
            typer.echo("\n".join(conduct(plan, jobs, Outputs(json_file, csv_file, records, resume), ray)))
        except Stopped as stopped:
            typer.echo(f"serai: {stopped}", err=True)
            raise typer.Exit(stopped.code) from None


@app.command()
def study(
    game: GameName,
    bot: Annotated[
        str | None, typer.Option(help="Who plays against itself, such as planner:500n.", show_default="a strong one")
    ] = None,
    games: Annotated[int, typer.Option(help="How many games for each number of players.")] = 1000,
    players: Annotated[
        str | None, typer.Option(help="Numbers of players, such as 2,4.", show_default="all of the game")
    ] = None,
    jobs: Annotated[int, typer.Option(help="How many processes; the figures do not depend on it.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The seed of all games.", show_default="1")] = None,
    rounds: Annotated[int, typer.Option(help="Stop a game after so many rounds; it counts by score.")] = 100,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for page, plots and figures.")] = Path(),
    drawn_from: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Draw page and plots of these figures, play nothing.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A journal: begun if it is not there, else taken up.")
    ] = None,
) -> None:
    """Let a bot play against itself and write a page of statistics about the game, with plots."""
    _check_game(game)
    _check_number("--games", games, 1, MOST_ARENA_GAMES)
    _check_number("--jobs", jobs, 1, MOST_JOBS)
    _check_number("--seed", 0 if seed is None else seed, 0, 2**64 - 1)
    _check_number("--rounds", rounds, 1, 2**31 - 1)
    with _polite():
        from serai.arena.stopping import Stopped
        from serai.studies import BOT
        from serai.studies.command import check_folder, choose_seed, conduct, make_study, read_study, write_study

        if drawn_from is not None and (bot, players, seed, resume) != (None,) * 4:
            raise ValueError(
                "--from draws figures that are there: give it without --bot, --players, --seed and --resume"
            )
        known = None if drawn_from is None else read_study(drawn_from, game)
        made = make_study(game, bot or BOT, players, games, choose_seed(seed, resume), rounds)
        check_folder(out)
        try:
            for file in write_study(conduct(made, jobs, resume) if known is None else known, out):
                typer.echo(str(file))
        except Stopped as stopped:
            typer.echo(f"serai: {stopped}", err=True)
            raise typer.Exit(stopped.code) from None


@app.command()
def perft(
    game: GameName,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="The seed of the deal.")] = 0,
    depth: Annotated[int, typer.Option(help="How many decisions.")] = 4,
) -> None:
    """Count the ways to take the first decisions of a game."""
    seats = _check_game(game, players)
    _check_number("--seed", seed, 0, 2**128 - 1)
    _check_number("--depth", depth, 0, DEEPEST)
    from serai.terminal.figures import ways

    typer.echo(f"{'depth':>5}{'ways':>20}")
    with _at_once_interruptible():
        for level in range(depth + 1):
            typer.echo(f"{level:>5}{ways(game, seats, seed, level):>20,}")


@contextmanager
def _at_once_interruptible() -> Iterator[None]:
    """Lets Ctrl-C end the process even while compiled code runs."""
    before: Callable[[int, Any], Any] | int | None = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


Data = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The folder of database and key.", show_default="the user's own")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", envvar="SERAI_DATABASE", help="Another database.", show_default="a SQLite file in --data"
    ),
]


@app.command()
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
) -> None:
    """Open the table in the browser."""
    outsiders = _read_programs(program, option, program_seconds)
    _check_number("--port", port, 0, 65535)
    _check_number("--workers", 1 if workers is None else workers, 1, MOST_JOBS)
    with _polite():
        from serai.web.serve import Wishes
        from serai.web.serve import serve as run

        names, limits = tuple(name or ()), tuple(limit or ())
        wishes = Wishes(
            host, port, lan, database, data, workers, not no_browser, names, log, limits, behind_proxy, outsiders
        )
        run(wishes, typer.echo)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    database: Database = None,
    data: Data = None,
) -> None:
    """Copy all tables into a file, also while the server runs."""
    with _polite():
        from serai.web.serve import back_up

        back_up(file, database, data)
    typer.echo(f"All tables are in {file}; it holds the decks of running games, so keep it to yourself.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `serai backup` has written.")],
    database: Database = None,
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the tables that are there now.")] = False,
) -> None:
    """Put a copy of all tables back; end the server first."""
    with _polite():
        from serai.web.serve import put_back

        put_back(file, database, data, force)
    typer.echo(f"All tables are as they were in {file}.")


@app.command()
def mcp(
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play at the tables of a running server.", show_default="here")
    ] = None,
    token: Annotated[
        str | None, typer.Option(envvar="SERAI_TOKEN", help="The token of a guest there.", show_default="a new guest")
    ] = None,
) -> None:
    """Give a language model a seat: the Model Context Protocol on standard input and output (docs/mcp.md)."""
    with _polite():
        from serai.mcp.command import serve

        serve(server, token)


@app.command()
def rules(game: GameName) -> None:
    """Print the rules of a game in short, and which component values are in use."""
    _check_game(game)
    from serai.terminal import telling

    for line in telling.rules(game):
        typer.echo(line)


@app.command()
def bots() -> None:
    """List the bots."""
    with _polite():
        from serai.bots import LADDER

    for name, says in LADDER.items():
        typer.echo(f"{name}: {says}")
