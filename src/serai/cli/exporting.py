"""The commands that write files for other programs: datasets and weights."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serai.cli.arguments import Components, GameName, check_game, check_number, polite, read_components

if TYPE_CHECKING:
    from serai.datasets import DatasetSettings

MOST_GAMES = 100_000_000


def dataset(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    bot: Annotated[str, typer.Option(help="The bot that plays at every seat.")] = "network",
    players: Annotated[
        int | None, typer.Option(help="The number of players.", show_default="as few as the game allows")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of all games.", show_default="from the system")] = None,
    rounds: Annotated[int, typer.Option(help="Stop a game after this many rounds; it counts by score.")] = 100,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it.", show_default="GAME.parquet")
    ] = None,
    components: Components = None,
) -> None:
    """Let a bot play and write every decision into a parquet file (docs/datasets.md)."""
    seats = check_game(game, players)
    seed = int.from_bytes(os.urandom(7)) if seed is None else seed
    check_number("--games", games, 1, MOST_GAMES)
    check_number("--seed", seed, 0, 2**63 - 1)
    check_number("--rounds", rounds, 1, 2**31 - 1)
    pieces, file = read_components(game, components), out or Path(f"{game}.parquet")
    with polite():
        from serai.bots import make
        from serai.datasets import DatasetSettings

        make(bot)
        rows = _with_progress(DatasetSettings(game, seats, games, bot, seed, rounds, pieces), file)
    typer.echo(f"{file}: {rows:,} decisions of {games:,} games, {file.stat().st_size / 1e6:.1f} MB, seed {seed}")


def _with_progress(plan: "DatasetSettings", file: Path) -> int:
    """Writes the file with a progress bar on standard error if it is a terminal."""
    from serai.datasets import write

    if not sys.stderr.isatty():
        return write(plan, file, lambda done: None)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{plan.game}, {plan.players} players", total=plan.games)
        return write(plan, file, lambda done: progress.advance(task, done))


def weights(
    game: GameName,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write them.", show_default="GAME.safetensors")
    ] = None,
    components: Components = None,
) -> None:
    """Write the weights of a game's network as safetensors (docs/networks.md)."""
    check_game(game)
    pieces, file = read_components(game, components), out or Path(f"{game}.safetensors")
    with polite():
        from serai.networks.export import export

        told = export(game, file, pieces)
    typer.echo(f"{file}: weights {told['weights']}, licence {told['licence']}")
