"""The report of an arena as JSON, as CSV and as a plain-text table."""

import csv
import json
import shlex
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from serai.arena.machine import Machine
from serai.arena.match import Result
from serai.arena.plan import ArenaSettings, chosen
from serai.arena.sources import sources
from serai.arena.tally import figures
from serai.programs import Program
from serai.programs.program_options import USUAL_SECONDS
from serai.version import VERSION

COLUMNS = ("game", "table", "deal", "rotation", "seat", "bot", "score", "rank", "turns", "ms", "stopped", "forfeited")


def report(
    plan: ArenaSettings, results: Sequence[Result], machines: Sequence[Machine], code: str | None = None
) -> dict[str, Any]:
    """Puts everything together; apart from machines and times, it does not depend on interruptions."""
    return {
        "command": command(plan, max(machines, key=lambda machine: machine.get("games", 0))),
        "game": plan.game,
        "players": plan.players,
        **figures(plan, results),
        "deals": plan.deals,
        "seed": plan.seed,
        "rounds": plan.rounds,
        "version": VERSION,
        "components": plan.pieces.named,
        "sources": sources() if code is None else code,
        "machine": machines[0] if len(machines) == 1 else list(machines),
    }


def command(plan: ArenaSettings, machine: Machine) -> str:
    """Writes the command that plays the same games again, as one of the machines played them."""
    jobs = f"--jobs {machine['jobs']} " if "jobs" in machine else ""
    ray = f" --ray {machine['cluster']}" if "cluster" in machine else ""
    return (
        f"serai arena {plan.game} --bots {','.join(plan.bots)} --players {plan.players} --games {plan.games} "
        f"{jobs}--seed {plan.seed} --rounds {plan.rounds}{''.join(map(_named, plan.programs))}"
        f"{chosen(plan.pieces)}{ray}"
    )


def _named(program: Program) -> str:
    """Writes a program as the command line names it."""
    words = ["--program", f"{program.name}={shlex.join(program.command)}"]
    for key, value in program.options:
        words += ["--option", f"{program.name}.{key}={json.dumps(value)}"]
    if program.seconds != USUAL_SECONDS:
        words += ["--program-seconds", f"{program.seconds:g}"]
    return f" {shlex.join(words)}"


def as_csv(results: Sequence[Result]) -> str:
    """Writes one row per seat of each game."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for game in results:
        for seat, name in enumerate(game.bots):
            which = (game.number, game.table, game.deal, game.rotation, seat, name)
            outcome = (game.scores[seat], game.ranking.index(seat), game.turns[seat], game.ms[seat], int(game.stopped))
            rows.writerow((*which, *outcome, int(game.forfeit is not None and game.forfeit["seat"] == seat)))
    return text.getvalue()


def table(told: dict[str, Any]) -> Iterator[str]:
    """Yields the lines of the table at the end."""
    used, pairs = told["components"], told["pairs"] if len(told["pairs"]) > 1 else {}
    width = max(len(name) for name in ("bot", *told["bots"], *pairs))
    yield (
        f"{told['games']:,} games of {told['game']}, {told['players']} players, {told['deals']:,} deals, "
        f"at most {told['rounds']} rounds; stopped by that: {told['stopped']:,}"
    )
    yield f"seed {told['seed']}, components {used['set']} ({used['digest']})"
    yield f"{'bot':{width}}  win share     95 % interval   score  margin   turns  ms/turn  rating"
    for name, bot in told["bots"].items():
        yield (
            f"{name:{width}}  {_shares(bot['win_share'], bot)}{bot['mean_score']:8.2f}{bot['mean_margin']:+8.2f}"
            f"{bot['turns_per_player']:8.2f}{bot['ms_per_turn']:9.2f}  {_rating(bot['rating'])}"
        )
    yield from _singles(told, width)
    if pairs:
        yield "the first placed before the second"
        yield from (f"{names:{width}}  {_shares(found['share'], found)}" for names, found in pairs.items())
    yield from _forfeits(told)
    yield f"winner's score {told['mean_winner_score']:.2f}, turns per player {told['mean_turns_per_player']:.2f}"


def _singles(told: dict[str, Any], width: int) -> Iterator[str]:
    """Yields how each bot did alone against copies of another."""
    alone = {name: bot["single"] for name, bot in told["bots"].items() if bot["single"] is not None}
    if alone:
        yield f"alone among others (equals: {1 / told['players']:.2%})"
    for name, found in alone.items():
        yield f"{name:{width}}  {_shares(found['win_share'], found)}"


def _forfeits(told: dict[str, Any]) -> Iterator[str]:
    """Yields which bots forfeited games, and the reason of the first."""
    for name, bot in told["bots"].items():
        if bot["forfeits"]:
            first = next(forfeit for forfeit in told["forfeits"] if forfeit["bot"] == name)
            yield f"{name} forfeited {bot['forfeits']:,} games, first game {first['game']}: {first['why']}"


def _shares(share: float, figure: dict[str, Any]) -> str:
    """Writes a share and its interval in per cent."""
    between = "" if figure["low"] is None else f"{figure['low']:.2%} to {figure['high']:.2%}"
    return f"{share:9.2%}{between:>18}"


def _rating(rating: dict[str, Any]) -> str:
    """Writes the Elo of duels, else the skill with its uncertainty."""
    skill = rating["openskill"]
    return f"{skill['mu']:.1f} ± {skill['sigma']:.1f}" if rating["elo"] is None else f"Elo {rating['elo']:.0f}"
