"""Measures the levels for people: `python -m tools.levels --minutes 9 [GAME …]`.

Each level plays the one below it in paired deals, and some play bots of the old ladder: a few games of every pair
first, then more, as many as the minutes allow. What was played is in the journals, so the same command goes on.
`--plan` says how many games fit; `--merge FOLDER` adds journals from another machine; `--table` rates everyone and
writes the page.
"""

import argparse
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from serai.arena.machine import machine
from serai.arena.sources import sources
from serai.arena.workers import Crew
from serai.bots.levels import NAMES, has_levels, levels_of
from serai.core import spec
from serai.intervals import Z, share_of_groups
from tools.level_games import Job, Jobs, Numbered, Pairing, Played, fitting, pairings, read, seats, store, wanted
from tools.level_ratings import ratings

DOCS = Path(__file__).parents[1] / "docs"
PAGE, FIGURES = DOCS / "levels.md", DOCS / "levels.json"
BEGIN, END = "<!-- measured -->\n", "<!-- until here -->\n"
STORE_EVERY = 20.0
ANCHOR = NAMES[0]
Figures = dict[str, Any]


def measure(jobs: Sequence[Job], processes: int, seconds: float, folder: Path) -> int:
    """Plays jobs until the time is up, and stores their games; returns how many."""
    end, stored, waiting = time.monotonic() + seconds, 0, list[Played]()
    code, played_on = sources(), json.dumps(machine(processes))
    if not jobs:
        return 0
    due = time.monotonic() + STORE_EVERY
    with Crew(jobs[0].pairing.plan, processes, Jobs(tuple(jobs)), print) as crew:
        for found in crew.play(range(len(jobs))):
            waiting += [_played(jobs[each.number].pairing, each, code, played_on) for each in found]
            if time.monotonic() >= min(due, end):
                store(folder, waiting)
                stored, waiting, due = stored + len(waiting), [], time.monotonic() + STORE_EVERY
                print(f"{stored} games, {max(0, end - time.monotonic()):.0f} s left", flush=True)
            if time.monotonic() >= end:
                break
    store(folder, waiting)
    return stored + len(waiting)


def _played(pairing: Pairing, found: Numbered, code: str, played_on: str) -> Played:
    """Notes with which code and pieces, and on what, a game was played."""
    return Played(pairing, found.result, code, played_on, pairing.plan.pieces.digest)


def merge(folders: Sequence[Path], into: Path) -> int:
    """Adds the games of other journals; returns how many were new."""
    known = {played.key for played in read([into])}
    new = [played for played in read(folders) if played.key not in known]
    store(into, new)
    return len(new)


def plan(jobs: Sequence[Job], done: Sequence[Played], seconds: float) -> Iterator[str]:
    """Yields how many games of each pairing are there, fit into a processor time, and are missing after that."""
    fit = Counter(job.pairing for job in fitting(jobs, seconds))
    there = Counter(played.pairing for played in done)
    missing = Counter(job.pairing for job in jobs)
    cost = {job.pairing: job.seconds for job in jobs}
    for pairing in missing:
        left = missing[pairing] - fit[pairing]
        yield f"{pairing}: {there[pairing]} there, {fit[pairing]} fit, {left} left, {cost[pairing]:.2f} s each"
    yield f"{fit.total()} of {missing.total()} games fit into {seconds:.0f} s of processor time"


def latest(games: Sequence[Played]) -> list[Played]:
    """Returns each pairing's games with the code that played most of them, so that no two versions mix."""
    by_code: defaultdict[Pairing, Counter[str]] = defaultdict(Counter)
    for played in games:
        by_code[played.pairing][played.sources] += 1
    used = {pairing: codes.most_common(1)[0][0] for pairing, codes in by_code.items()}
    return [played for played in games if used[played.pairing] == played.sources]


def figures(games: Sequence[Played]) -> Figures:
    """Returns everything that the page shows: how each pairing went, and the ratings."""
    met: defaultdict[Pairing, list[Played]] = defaultdict(list)
    for played in games:
        met[played.pairing].append(played)
    order = [*NAMES, "random", "novice", "trader", "planner", "network", "master", "grandmaster"]
    rated = {"all": ratings(games, ANCHOR)} if games else {}
    for game in filter(has_levels, spec.GAMES):
        if own := [played for played in games if played.pairing.game == game]:
            rated[game] = ratings(own, ANCHOR)
    place = {name: number for number, name in enumerate(order)}
    return {
        "pairs": [
            _pair(pairing, met[pairing])
            for pairing in sorted(met, key=lambda each: (each.game, each.players, place.get(each.bots[0], 99)))
        ],
        "ratings": {
            scope: {
                name: {"rating": round(found[0], 1), "error": round(found[1], 1)}
                for name, found in sorted(of.items(), key=lambda each: place.get(each[0], 99))
            }
            for scope, of in rated.items()
        },
    }


def _pair(pairing: Pairing, games: Sequence[Played]) -> Figures:
    """Returns how a pairing went."""
    upper = pairing.bots[0]
    deals: defaultdict[int, list[bool]] = defaultdict(list)
    for played in games:
        deals[played.result.deal].append(played.result.winner == upper)
    told = share_of_groups([sum(won) / len(won) for won in deals.values()])
    return {
        "game": pairing.game,
        "players": pairing.players,
        "upper": upper,
        "lower": pairing.bots[1],
        "games": len(games),
        "deals": len(deals),
        **{key: round(told[key] or 0.0, 4) for key in ("share", "low", "high")},
        "ms_per_turn": {bot: _ms_per_turn(bot, games) for bot in pairing.bots},
        "stopped": sum(played.result.stopped for played in games),
        "components": sorted({played.components for played in games}),
        "sources": sorted({played.sources for played in games}),
        "machines": [json.loads(text) for text in sorted({played.machine for played in games})],
    }


def _ms_per_turn(bot: str, games: Sequence[Played]) -> float:
    """Returns how long a bot thinks in a turn."""
    results = [played.result for played in games]
    seated = [(result, seat) for result in results for seat, name in enumerate(result.bots) if name == bot]
    turns = sum(result.turns[seat] for result, seat in seated)
    return round(sum(result.ms[seat] for result, seat in seated) / max(turns, 1), 2)


def table(told: Figures) -> str:
    """Writes the rating tables."""
    parts = ["### All games\n", *_rows(_scale(told)), ""]
    for game in filter(has_levels, spec.GAMES):
        head = ("", "level", "style", "rating", *(f"{n} players" for n in seats(game)), "ms a turn")
        parts += [f"### {game}\n", *_rows([head, *_levels(told, game)]), ""]
    return "\n".join(parts)


def _rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Writes a table in Markdown, its heading first."""
    head, *rest = (f"| {' | '.join(row)} |" for row in rows)
    return [head, "|" + "---|" * len(rows[0]), *rest]


def _scale(told: Figures) -> list[list[str]]:
    """Lists everyone who was rated, in all games and in each."""
    games = [game for game in spec.GAMES if has_levels(game)]
    names = list(dict.fromkeys([*NAMES, *told["ratings"].get("all", {})]))
    return [
        ["", "all games", *games],
        *([name, *(_rated(told, scope, name) for scope in ("all", *games))] for name in names),
    ]


def _rated(told: Figures, scope: str, name: str) -> str:
    """Writes a rating with its interval; the first level has none."""
    found = told["ratings"].get(scope, {}).get(name)
    if found is None:
        return "–"
    return f"{found['rating']:.0f}" + (f" ± {Z * found['error']:.0f}" if name != ANCHOR else "")


def _levels(told: Figures, game: str) -> Iterator[list[str]]:
    """Yields the rows of a game's levels: the rating, and how often each won against the one below."""
    below = ""
    for number, level in enumerate(levels_of(game), 1):
        own = [each for each in told["pairs"] if each["game"] == game]
        met = {each["players"]: each for each in own if (each["upper"], each["lower"]) == (level.name, below)}
        times = [each["ms_per_turn"][level.name] for each in own if level.name in each["ms_per_turn"]]
        cells = [_share(met.get(players)) for players in seats(game)]
        cost = f"{times[0]:.1f}" if times else "–"
        yield [f"{number}", level.name.capitalize(), level.style, _rated(told, game, level.name), *cells, cost]
        below = level.name


def _share(found: Figures | None) -> str:
    """Writes how often a level won against the one below."""
    if found is None:
        return "–"
    return f"{found['share']:.1%} ({found['low']:.0%}–{found['high']:.0%}) of {found['games']}"


def write_page(journals: Path) -> None:
    """Writes the figures from the journals, if there are any, and the tables in docs/levels.md."""
    games = latest(read([journals]))
    told = figures(games) if games or not FIGURES.exists() else json.loads(FIGURES.read_text(encoding="utf-8"))
    if games:
        FIGURES.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table(told)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def options() -> argparse.ArgumentParser:
    """Describes the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--minutes", type=float, default=9.0, help="plays for so long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--players", type=int, nargs="*", default=[], help="default: every number")
    parser.add_argument("--games", type=int, help="at most so many of each pair")
    parser.add_argument("--pairs", help="only those with these upper levels, commas between them")
    parser.add_argument("--journals", type=Path, default=Path("build/levels"))
    parser.add_argument("--out", type=Path, help="folder of the new games' journals; default: --journals")
    parser.add_argument("--plan", action="store_true", help="only say how many games fit")
    parser.add_argument("--merge", type=Path, nargs="+", metavar="FOLDER", help="only add journals from elsewhere")
    parser.add_argument("--table", action="store_true", help="only rate, and write the page")
    return parser


def main() -> None:
    """Runs the command."""
    asked = options().parse_args()
    asked.journals.mkdir(parents=True, exist_ok=True)
    if asked.merge:
        print(f"{merge(asked.merge, asked.journals)} new games")
    if asked.merge or asked.table:
        return write_page(asked.journals)
    met = pairings(asked.game or list(filter(has_levels, spec.GAMES)), asked.players)
    met = [pairing for pairing in met if not asked.pairs or pairing.bots[0] in asked.pairs.split(",")]
    out = asked.out or asked.journals
    done = read([asked.journals, out])
    jobs = wanted(met, done, sources(), asked.games)
    print("\n".join(plan(jobs, done, 60 * asked.minutes * asked.jobs)), flush=True)
    if not asked.plan:
        print(f"{measure(jobs, asked.jobs, 60 * asked.minutes, out)} games played", flush=True)
    return None


if __name__ == "__main__":
    main()
