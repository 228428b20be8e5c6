"""Measures the levels for people: `python -m tools.levels [GAME …] [--players 2] [--games 1000] [--pairs leyla,…]`.

Each level plays the one below it in paired deals. Every game is journalled at once, so the same command plays what is
missing, or more. The figures are in docs/levels/GAME.json; `--table` only writes docs/levels.md from them. A pair keeps
its figures until it is measured again: `sources` says with which code each was.
"""

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from serai.arena.journal import Journal
from serai.arena.match import Result
from serai.arena.plan import ArenaSettings
from serai.arena.report import report
from serai.arena.run import run
from serai.bots.levels import has_levels, levels_of
from serai.core import spec
from serai.intervals import Z

DOCS = Path(__file__).parents[1] / "docs"
FIGURES = DOCS / "levels"
PAGE = DOCS / "levels.md"
BEGIN, END = "<!-- measured -->\n", "<!-- until here -->\n"
SEED, ROUNDS = 2026, 100
USUAL = {2: 1000}
MANY = 200  # games of each larger number of players
FIRST = 1000.0  # the rating of the lowest level
ELO = 400 / math.log(10)
Figures = dict[str, Any]


class Quiet:
    """Prints warnings, and counts nothing."""

    def stored(self, results: Sequence[Result]) -> None:
        """Ignores progress."""

    def warn(self, text: str) -> None:
        """Prints a problem that the arena recovered from."""
        print(text, flush=True)


def measure(game: str, players: int, pair: tuple[str, str], games: int, folder: Path) -> Figures:
    """Plays what is missing of a pair, the upper level first, and returns its figures."""
    plan = ArenaSettings(game, players, pair, games, SEED, ROUNDS)
    journal = Journal(folder / f"{game}_{players}p_{'_'.join(pair)}_{games}.jsonl", plan, False)
    try:
        results = run(plan, 1, Quiet(), journal)
    finally:
        journal.close()
    told = report(plan, results, journal.machines, journal.sources)
    return {"upper": pair[0], "lower": pair[1], **advantage(plan, results), **kept(told, pair[0])}


def kept(told: Figures, upper: str) -> Figures:
    """Returns what is kept of an arena's report."""
    bots = told["bots"]
    return {
        **{key: told[key] for key in ("players", "games", "deals", "command", "version", "sources", "components")},
        **{key: round(bots[upper][key], 4) for key in ("win_share", "low", "high")},
        "scores": {name: round(bot["mean_score"], 2) for name, bot in bots.items()},
        "ms_per_turn": {name: round(bot["ms_per_turn"], 2) for name, bot in bots.items()},
        "turns_per_player": round(told["mean_turns_per_player"], 2),
        "stopped": told["stopped"],
        "machine": told["machine"],
    }


def advantage(plan: ArenaSettings, results: Sequence[Result]) -> Figures:
    """Fits how much stronger the upper level is, in Elo, from who won each game (Plackett–Luce), with its error."""
    upper = plan.bots[0]
    groups = [(result.bots.count(upper), result.winner == upper) for result in results]
    d = 0.0
    for _ in range(50):
        chances = [of_winning(d, copies, plan.players) for copies, _ in groups]
        slope = sum(won - chance for (_, won), chance in zip(groups, chances, strict=True)) + 0.5 - of_winning(d, 1, 2)
        curve = sum(chance * (1 - chance) for chance in chances) + 0.25
        d += max(-1.0, min(1.0, slope / curve))
    return {"elo": round(ELO * d, 1), "error": round(ELO / math.sqrt(curve), 1)}


def of_winning(d: float, copies: int, players: int) -> float:
    """Returns the chance that one of some copies wins against copies of a level that is weaker by `d`."""
    strength = copies * math.exp(d)
    return strength / (strength + players - copies)


def seats(game: str) -> range:
    """Returns the numbers of players that a game takes."""
    least, most = spec.GAMES[game].SEATS
    return range(least, most + 1)


def pairs(game: str) -> list[tuple[str, str]]:
    """Lists the levels next to each other, each with the one below, the weakest first."""
    names = [level.name for level in levels_of(game)]
    return [(upper, lower) for lower, upper in pairwise(names)]


def read(game: str) -> list[Figures]:
    """Reads the figures of a game."""
    path = FIGURES / f"{game}.json"
    found: list[Figures] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return found


def keep(game: str, told: Figures) -> None:
    """Replaces the figures of a pair for a number of players."""
    order = [upper for upper, _ in pairs(game)]
    same = (told["players"], told["upper"], told["lower"])
    others = [each for each in read(game) if (each["players"], each["upper"], each["lower"]) != same]
    ordered = sorted([*others, told], key=lambda each: (each["players"], order.index(each["upper"])))
    FIGURES.mkdir(exist_ok=True)
    text = json.dumps(ordered, indent=1, ensure_ascii=False)
    (FIGURES / f"{game}.json").write_text(text + "\n", encoding="utf-8")


def joined(links: Sequence[Figures]) -> tuple[float, float] | None:
    """Returns the advantage of a level over the one below, over all numbers of players, and its error."""
    if not links:
        return None
    weights = [each["error"] ** -2 for each in links]
    mean = sum(weight * each["elo"] for weight, each in zip(weights, links, strict=True)) / sum(weights)
    return mean, sum(weights) ** -0.5


def ratings(game: str) -> Iterator[str]:
    """Yields the rows of the rating table; above a pair that was not measured, nothing is known."""
    found, rating, error = read(game), FIRST, 0.0
    for number, level in enumerate(levels_of(game), 1):
        links = [each for each in found if each["upper"] == level.name]
        step = joined(links)
        if number > 1:
            rating, error = (math.nan, 0.0) if step is None else (rating + step[0], math.hypot(error, step[1]))
        rated = "–" if math.isnan(rating) else f"{rating:.0f} ± {Z * error:.0f}" if number > 1 else f"{rating:.0f}"
        shares = {each["players"]: each for each in links}
        cells = [_share(shares.get(players)) for players in range(2, 6)]
        time = next((each["ms_per_turn"][level.name] for each in links), None)
        cost = "–" if time is None else f"{time:.1f}"
        yield f"| {number} | {level.name.capitalize()} | {level.style} | {rated} | {' | '.join(cells)} | {cost} |"


def _share(found: Figures | None) -> str:
    """Writes how often a level won against the one below."""
    if found is None:
        return "–"
    return f"{found['win_share']:.1%} ({found['low']:.0%}–{found['high']:.0%}) of {found['games']}"


def table() -> str:
    """Writes the rating tables of all games."""
    parts = []
    for game in filter(has_levels, spec.GAMES):
        parts.append(f"### {game}\n")
        parts.append("| | level | style | rating | 2 players | 3 players | 4 players | 5 players | ms a turn |")
        parts.append("|---|---|---|---|---|---|---|---|---|")
        parts += [*ratings(game), ""]
    return "\n".join(parts)


def write_page() -> None:
    """Replaces the tables in docs/levels.md."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--players", type=int, nargs="*", help="default: every number")
    parser.add_argument("--games", type=int, help=f"default: {USUAL[2]} with 2 players, else {MANY}")
    parser.add_argument("--pairs", help="only those with these upper levels, commas between them")
    parser.add_argument("--journals", type=Path, default=Path("build/levels"))
    parser.add_argument("--table", action="store_true", help="only write the page")
    asked = parser.parse_args()
    asked.journals.mkdir(parents=True, exist_ok=True)
    for game in [] if asked.table else asked.game or filter(has_levels, spec.GAMES):
        for players in asked.players or seats(game):
            for pair in pairs(game):
                if not asked.pairs or pair[0] in asked.pairs.split(","):
                    games = asked.games or USUAL.get(players, MANY)
                    keep(game, told := measure(game, players, pair, games, asked.journals))
                    print(f"{game} {players} {pair[0]} v {pair[1]}: {_share(told)}", flush=True)
    write_page()


if __name__ == "__main__":
    main()
