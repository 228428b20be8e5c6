"""The commands for many games at once: random ones, bots against bots, studies, and counting all ways to begin."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serai.cli.arguments import (
    MOST_JOBS,
    USUAL_SECONDS,
    GameName,
    ProgramOptions,
    Programs,
    ProgramSeconds,
    check_game,
    check_number,
    polite,
    read_programs,
)

if TYPE_CHECKING:
    from serai.terminal.figures import Plan

MOST_GAMES = 100_000_000
MOST_ARENA_GAMES = 1_000_000
DEEPEST = 100

Players = Annotated[int | None, typer.Option(help="The number of players.", show_default="as few as the game allows")]
Ray = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one on this machine.")
]


def _check_numbers(games: int, most: int, jobs: int, seed: int | None, rounds: int | None) -> None:
    """Says which number of a run is out of range; what is not given is in range."""
    check_number("--games", games, 1, most)
    check_number("--jobs", jobs, 1, MOST_JOBS)
    check_number("--seed", seed or 0, 0, 2**64 - 1)
    check_number("--rounds", 1 if rounds is None else rounds, 1, 2**31 - 1)


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
    seats = check_game(game, players)
    seed = int.from_bytes(os.urandom(8)) if seed is None else seed
    _check_numbers(games, MOST_GAMES, jobs, seed, rounds)
    with polite():
        from serai.cluster import ClusterFailed
        from serai.terminal.figures import Plan

        try:
            report = with_progress(Plan(game, seats, games, seed, rounds or 0, jobs), ray)
        except ClusterFailed as error:
            typer.echo(f"serai: {error}", err=True)
            raise typer.Exit(1) from None
    if as_json:
        import json

        typer.echo(json.dumps(report))
    else:
        _print_figures(report)


def with_progress(plan: "Plan", ray: str | None = None) -> dict[str, Any]:
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
    seats = check_game(game, players)
    outsiders = read_programs(program, option, program_seconds)
    _check_numbers(games, MOST_ARENA_GAMES, jobs, seed, rounds)
    with polite():
        from serai.arena.command import Outputs, Stopped, choose_seed, conduct
        from serai.arena.plan import Plan, read_bots

        chosen = choose_seed(resume) if seed is None else seed
        plan = Plan(game, seats, read_bots(bots, outsiders), games, chosen, rounds, outsiders)
        try:
            typer.echo("\n".join(conduct(plan, jobs, Outputs(json_file, csv_file, records, resume), ray)))
        except Stopped as stopped:
            typer.echo(f"serai: {stopped}", err=True)
            raise typer.Exit(stopped.code) from None


def study(
    game: GameName,
    bot: Annotated[
        str | None,
        typer.Option(
            help="Who plays against itself, such as planner:500n.", show_default="network in Spice Road, else planner"
        ),
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
    check_game(game)
    _check_numbers(games, MOST_ARENA_GAMES, jobs, seed, rounds)
    with polite():
        from serai.arena.stopping import Stopped
        from serai.studies import BOTS
        from serai.studies.command import check_folder, choose_seed, conduct, make_study, read_study, write_study

        if drawn_from is not None and (bot, players, seed, resume) != (None,) * 4:
            raise ValueError(
                "--from draws figures that are there: give it without --bot, --players, --seed and --resume"
            )
        known = None if drawn_from is None else read_study(drawn_from, game)
        made = make_study(game, bot or BOTS[game], players, games, choose_seed(seed, resume), rounds)
        check_folder(out)
        try:
            for file in write_study(conduct(made, jobs, resume) if known is None else known, out):
                typer.echo(str(file))
        except Stopped as stopped:
            typer.echo(f"serai: {stopped}", err=True)
            raise typer.Exit(stopped.code) from None


def perft(
    game: GameName,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="The seed of the deal.")] = 0,
    depth: Annotated[int, typer.Option(help="How many decisions.")] = 4,
) -> None:
    """Count the ways to take the first decisions of a game."""
    seats = check_game(game, players)
    check_number("--seed", seed, 0, 2**128 - 1)
    check_number("--depth", depth, 0, DEEPEST)
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
