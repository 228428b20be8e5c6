"""The commands for many games at once: random games, bots against bots, studies, and perft."""

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
    Components,
    GameName,
    ProgramOptions,
    Programs,
    ProgramSeconds,
    check_game,
    check_number,
    polite,
    read_components,
    read_programs,
)

if TYPE_CHECKING:
    from serai.simulate import Simulation

MOST_GAMES = 100_000_000
MOST_ARENA_GAMES = 1_000_000
DEEPEST = 100

Players = Annotated[int | None, typer.Option(help="The number of players.", show_default="as few as the game allows")]
Ray = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one on this machine.")
]


def _check_numbers(games: int, most: int, jobs: int, seed: int | None, rounds: int | None) -> None:
    """Raises an error if a number is out of range; omitted numbers are not checked."""
    check_number("--games", games, 1, most)
    check_number("--jobs", jobs, 1, MOST_JOBS)
    check_number("--seed", seed or 0, 0, 2**64 - 1)
    check_number("--rounds", 1 if rounds is None else rounds, 1, 2**31 - 1)


@contextmanager
def _stoppable() -> Iterator[None]:
    """Turns a run that stopped early into one line and its exit code."""
    from serai.arena.stopping import Stopped

    try:
        yield
    except Stopped as stopped:
        typer.echo(f"serai: {stopped}", err=True)
        raise typer.Exit(stopped.code) from None


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    jobs: Annotated[int, typer.Option(help="Number of threads; the figures do not depend on it.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The seed of all games.", show_default="from the system")] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Stop each game after this many rounds.", show_default="no limit")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    components: Components = None,
    ray: Ray = None,
) -> None:
    """Play many random games and print figures with 95 % intervals."""
    seats = check_game(game, players)
    seed = int.from_bytes(os.urandom(8)) if seed is None else seed
    _check_numbers(games, MOST_GAMES, jobs, seed, rounds)
    pieces = read_components(game, components)
    with polite():
        from serai.cluster import ClusterFailed
        from serai.simulate import Simulation

        try:
            report = with_progress(Simulation(game, seats, games, seed, rounds or 0, jobs, pieces), ray)
        except ClusterFailed as error:
            typer.echo(f"serai: {error}", err=True)
            raise typer.Exit(1) from None
    if as_json:
        import json

        typer.echo(json.dumps(report))
    else:
        _print_figures(report)


def with_progress(plan: "Simulation", ray: str | None = None) -> dict[str, Any]:
    """Simulates with a progress bar on standard error if it is a terminal."""
    from serai.simulate import simulate

    if not sys.stderr.isatty():
        return simulate(plan, lambda done: None, ray)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{plan.game}, {plan.players} players", total=plan.games)
        return simulate(plan, lambda done: progress.advance(task, done), ray)


def _print_figures(report: dict[str, Any]) -> None:
    """Prints the figures of a simulation as a plain-text table."""
    from serai.simulate import rows

    used = report["components"]
    limit = f", at most {report['rounds']} rounds" if report["rounds"] else ""
    typer.echo(f"{report['games']:,} random games of {report['game']}, {report['players']} players{limit}")
    typer.echo(f"seed {report['seed']}, components {used['set']} ({used['digest']}), jobs {report['jobs']}")
    typer.echo(f"{'':16}{'mean':>14}   95 % interval")
    for what, middle, between in rows(report):
        typer.echo(f"{what:16}{middle:>14}   {between}".rstrip())


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, such as novice,random; a single bot plays against itself.")],
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many games each table plays, rounded up to whole deals.")] = 1000,
    jobs: Annotated[int, typer.Option(help="Number of processes; the games do not depend on it.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The seed of all games.", show_default="from the system")] = None,
    rounds: Annotated[int, typer.Option(help="Stop a game after this many rounds; it counts by score.")] = 100,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures; - means standard output.")
    ] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write one row per seat of each game.")
    ] = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the record of each game.")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A journal: created if missing, otherwise resumed.")
    ] = None,
    components: Components = None,
    program: Programs = None,
    option: ProgramOptions = None,
    program_seconds: ProgramSeconds = USUAL_SECONDS,
    ray: Ray = None,
) -> None:
    """Play many games between bots under the same deals and print how strong they are."""
    seats = check_game(game, players)
    outsiders, pieces = read_programs(program, option, program_seconds), read_components(game, components)
    _check_numbers(games, MOST_ARENA_GAMES, jobs, seed, rounds)
    with polite():
        from serai.arena.command import Outputs, choose_seed, conduct
        from serai.arena.plan import ArenaSettings, read_bots

        chosen = choose_seed(resume) if seed is None else seed
        plan = ArenaSettings(game, seats, read_bots(bots, outsiders), games, chosen, rounds, outsiders, pieces)
        with _stoppable():
            typer.echo("\n".join(conduct(plan, jobs, Outputs(json_file, csv_file, records, resume), ray)))


def study(
    game: GameName,
    bot: Annotated[
        str | None,
        typer.Option(
            help="The bot that plays against itself, such as planner:500n.",
            show_default="the strongest quick bot of the game",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games for each number of players.")] = 1000,
    players: Annotated[
        str | None, typer.Option(help="Numbers of players, such as 2,4.", show_default="all of the game")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Number of processes; the figures do not depend on it.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The seed of all games.", show_default="1")] = None,
    rounds: Annotated[int, typer.Option(help="Stop a game after this many rounds; it counts by score.")] = 100,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for page, plots and figures.")] = Path(),
    drawn_from: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Draw the page and plots from these figures without playing."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A journal: created if missing, otherwise resumed.")
    ] = None,
    components: Components = None,
) -> None:
    """Let a bot play against itself and write a page of statistics about the game, with plots."""
    check_game(game)
    pieces = read_components(game, components)
    _check_numbers(games, MOST_ARENA_GAMES, jobs, seed, rounds)
    with polite():
        from serai.studies.command import check_folder, choose_seed, conduct, make_study, read_study, write_study
        from serai.studies.pieces import usual_bot

        if drawn_from is not None and (bot, players, seed, resume) != (None,) * 4:
            raise ValueError(
                "--from redraws existing figures; it cannot be combined with --bot, --players, --seed or --resume"
            )
        known = None if drawn_from is None else read_study(drawn_from, game)
        made = make_study(game, bot or usual_bot(game), players, games, choose_seed(seed, resume), rounds, pieces)
        check_folder(out)
        with _stoppable():
            for file in write_study(conduct(made, jobs, resume) if known is None else known, out):
                typer.echo(str(file))


def perft(
    game: GameName,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="The seed of the deal.")] = 0,
    depth: Annotated[int, typer.Option(help="How many decisions.")] = 4,
    components: Components = None,
) -> None:
    """Count the ways to take the first decisions of a game."""
    seats = check_game(game, players)
    check_number("--seed", seed, 0, 2**128 - 1)
    check_number("--depth", depth, 0, DEEPEST)
    pieces = read_components(game, components)
    from serai.simulate import ways

    typer.echo(f"{'depth':>5}{'ways':>20}")
    with _at_once_interruptible():
        for level in range(depth + 1):
            typer.echo(f"{level:>5}{ways(game, seats, seed, level, pieces):>20,}")


@contextmanager
def _at_once_interruptible() -> Iterator[None]:
    """Makes Ctrl-C end the process even while compiled code runs."""
    before: Callable[[int, Any], Any] | int | None = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
