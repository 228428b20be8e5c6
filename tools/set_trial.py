"""Tries values of From East to West: `python -m tools.set_trial --change locations.csv:9:get=YB --minutes 4 --out DIR`.

Changes values of a component set, trains a network on the result (on a GPU in minutes), and lets it play: against
itself for every number of players, against itself barred from markets and route, and against itself barred from the
gain locations. The same network learned all of these: a share of its seats was barred while it trained. Writes the set,
the network and `report.json` to DIR and prints which targets are met. `--compare DIR …` prints reports side by side.
"""

import argparse
import csv
import io
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from serai.arena.plan import ArenaSettings
from serai.arena.workers import Crew
from serai.component_sets import find_components
from serai.core.component_folders import original
from serai.core.component_set import ComponentSet
from serai.intervals import share, share_of_groups
from serai.studies.game_log import GameLog, play_and_measure
from tools import rivals

GAME = "east_to_west"
PLAYERS = (2, 3, 4)
SEED, ROUNDS = 2026, 100
MARKETS, USE = "work market*|route*", "use"
Json = dict[str, Any]


def gains(pieces: Any) -> str:
    """Returns the patterns of the gain locations."""
    names = zip(pieces.locations, pieces.location_names.texts, strict=True)
    return "|".join(f"work {text}" for place, text in names if place.kind == "gain")


def changed(text: str, changes: Sequence[str]) -> str:
    """Changes values in the text of a file; a change is `ID:COLUMN=VALUE,COLUMN=VALUE`."""
    lines = text.splitlines()
    notes = [line for line in lines if line.startswith("#")]
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    for change in changes:
        number, _, values = change.partition(":")
        row = next(row for row in rows if row["id"] == number)
        for value in values.split(","):
            column, _, new = value.partition("=")
            if column not in row:
                raise ValueError(f"there is no column {column!r}; there are: {', '.join(row)}")
            row[column] = new
    written = io.StringIO()
    writer = csv.DictWriter(written, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return "\n".join([*notes, written.getvalue()])


def write_set(base: ComponentSet, changes: Sequence[str], folder: Path) -> ComponentSet:
    """Writes a set with changed values, and reads it back, which checks it."""
    for path, text in base.files.items():
        if path.startswith(f"{GAME}/"):
            own = [change.partition(":")[2] for change in changes if change.startswith(f"{Path(path).name}:")]
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(changed(text, own), encoding="utf-8")
    return read_set(folder)


def read_set(folder: Path) -> ComponentSet:
    """Reads a set, which checks it."""
    return find_components(GAME, folder) or original(GAME)


def train(asked: argparse.Namespace, folder: Path, pieces: ComponentSet) -> Path:
    """Trains a network on the set, a share of its seats barred from one thing or the other."""
    words = [sys.executable, "-m", "serai.learning.train", GAME, "--components", str(folder), "--out", asked.out]
    words += ["--minutes", f"{asked.minutes:g}", "--entropy", f"{asked.entropy:g}", "--rate", f"{asked.rate:g}"]
    words += ["--jobs", "0", "--barred", f"{asked.barred:g}", "--every", "30", "--seed", f"{asked.seed}"]
    for patterns in (MARKETS, gains(pieces), USE):
        words += ["--bar", patterns]
    if asked.begin is not None:
        words += ["--begin", str(asked.begin), "--softness", "0"]
    subprocess.run(words, check=True)
    return Path(asked.out) / f"{GAME}.npz"


def played(
    bots: tuple[str, ...], players: int, games: int, pieces: ComponentSet, jobs: int, deals: int = SEED
) -> list[tuple[Any, GameLog]]:
    """Plays an arena and returns each match with its log."""
    plan = ArenaSettings(GAME, players, bots, games, deals, ROUNDS, components=pieces)
    if jobs == 1:
        logs = [play_and_measure(plan, number) for number in range(plan.total)]
    else:
        with Crew(plan, jobs, play_and_measure, print) as crew:
            logs = [log for batch in crew.play(range(plan.total)) for log in batch]
    return [(plan.match(log.number), log) for log in sorted(logs, key=lambda log: log.number)]


def use(pieces: Any, logs: Sequence[GameLog]) -> Json:
    """Returns what is used in games, and how the seats do."""
    games, players = len(logs), logs[0].players
    each = games * players
    turns = {kind: sum(sum(log.actions[kind]) for log in logs) for kind in logs[0].actions}
    working = sum(turns.values()) - turns["rest"] - turns["route"]
    taken = Counter((taking[0], taking[1]) for log in logs for taking in log.takings)
    kept = sum(taking[0] == "merchants" and taking[6] == "keep" for log in logs for taking in log.takings)
    places = {text: taken["locations", number] for number, text in enumerate(pieces.location_names.texts)}
    cards = Counter({card.benefit: 0 for card in pieces.points})
    for number, card in enumerate(pieces.points):
        cards[card.benefit] += taken["points", number]
    wins = Counter(log.winner for log in logs)
    return {
        "games": games,
        "stopped": sum(log.stopped for log in logs),
        "turns per player": sum(turns.values()) / each,
        "share of turns": {kind: count / sum(turns.values()) for kind, count in turns.items()},
        "kept per player": kept / each,
        "route uses per player": turns["route"] / each,
        "refresh per game": turns["refresh"] / games,
        "adjust per game": turns["adjust"] / games,
        "places per player": {text: count / each for text, count in places.items()},
        "places, share of working turns": {text: count / working for text, count in places.items()},
        "benefits per player": {benefit: count / each for benefit, count in cards.items()},
        "bonus tiles per game": {
            text: taken["bonus", number] / games for number, text in enumerate(pieces.bonus_names.texts)
        },
        "seats": [share(wins[seat], games) for seat in range(players)],
        "score": sum(sum(log.scores) for log in logs) / each,
        "winner's score": sum(max(log.scores) for log in logs) / games,
    }


def ablation(matches: Sequence[tuple[Any, GameLog]], free: str) -> Json:
    """Returns how often the free bot won: of paired deals for two players, by seat for more."""
    players = matches[0][1].players
    if players == 2:
        deals: dict[int, list[bool]] = {}
        for match, log in matches:
            deals.setdefault(match.deal, []).append(match.bots[log.winner] == free)
        return {"games": len(matches), **share_of_groups([sum(won) / len(won) for won in deals.values()])}
    seats = []
    for seat in range(players):
        alone: dict[str, list[bool]] = {}
        for match, log in matches:
            if match.bots.count(match.bots[seat]) == 1:
                alone.setdefault(match.bots[seat], []).append(log.winner == seat)
        shares = {name: sum(won) / len(won) for name, won in alone.items()}
        seats.append({"alone": shares, "share": shares[free] / max(1e-9, sum(shares.values()))})
    return {"games": len(matches), "seats": seats}


def measure(asked: argparse.Namespace, pieces: ComponentSet, weights: Path) -> Json:
    """Plays all games of a trial."""
    free, kind = "free", asked.kind
    told = f"{kind}@{weights}"
    bars = {"no_markets": MARKETS, "no_gains": gains(pieces), "no_use": USE, "no_route": "keep|route*"}
    text = ",".join([f"{free}={told}", *(f"{name}={told}!{patterns}" for name, patterns in bars.items())])
    os.environ[rivals.VARIABLE] = text
    rivals.register(text)
    budget = "" if kind == "network" else f":{asked.budget}"
    report: Json = {"use": {}, "ablation": {}}
    for players in asked.players:
        begun = time.perf_counter()
        logs = [log for _, log in played((free + budget,), players, asked.games, pieces, asked.jobs, asked.deals)]
        report["use"][str(players)] = use(pieces, logs)
        print(f"{players} players: {len(logs)} games in {time.perf_counter() - begun:.0f} s", flush=True)
    for players in asked.ablation_players if asked.ablation else ():
        for other in asked.bars or list(bars):
            matches = played((free + budget, other + budget), players, asked.ablation, pieces, asked.jobs, asked.deals)
            report["ablation"][f"{other}, {players} players"] = ablation(matches, free + budget)
    if asked.against:
        matches = played((free + budget, asked.against), 2, asked.against_games, pieces, asked.jobs, asked.deals)
        report["against"] = {"bot": asked.against, **ablation(matches, free + budget)}
        print(f"over {asked.against}: {report['against']['share']:.1%}", flush=True)
    return report


def targets(report: Json) -> list[tuple[str, str, bool]]:
    """Compares a report with the targets of a good set: the name, the value found, and whether it is met."""
    found: list[tuple[str, str, bool]] = []
    for players, seen in report["use"].items():
        least = min(seen["places per player"].items(), key=lambda each: each[1])
        most = max(seen["places, share of working turns"].items(), key=lambda each: each[1])
        uneven = max(each["share"] - 1 / int(players) for each in seen["seats"])
        idle = [
            name for part in ("benefits per player", "bonus tiles per game") for name, n in seen[part].items() if not n
        ]
        market, turns = seen["share of turns"]["market"], seen["turns per player"]
        found += [
            (f"{players} players: markets ≥ 15 % of turns", f"{market:.1%}", market >= 0.15),
            (f"{players} players: kept ≥ 2 per player", f"{seen['kept per player']:.2f}", seen["kept per player"] >= 2),
            (
                f"{players} players: route uses ≥ 3 per player",
                f"{seen['route uses per player']:.2f}",
                seen["route uses per player"] >= 3,
            ),
            (
                f"{players} players: refresh ≥ 0.3 per game",
                f"{seen['refresh per game']:.2f}",
                seen["refresh per game"] >= 0.3,
            ),
            (
                f"{players} players: adjust ≥ 0.3 per game",
                f"{seen['adjust per game']:.2f}",
                seen["adjust per game"] >= 0.3,
            ),
            (f"{players} players: every place ≥ 0.3 per player", f"{least[0]} {least[1]:.2f}", least[1] >= 0.3),
            (f"{players} players: no place > 18 % of working turns", f"{most[0]} {most[1]:.1%}", most[1] <= 0.18),
            (f"{players} players: every benefit and bonus tile taken", ", ".join(idle) or "all", not idle),
            (f"{players} players: no seat > 5 points over its share", f"{100 * uneven:+.1f}", uneven <= 0.05),
            (f"{players} players: 22 to 30 turns per player", f"{turns:.1f}", 22 <= turns <= 30),
        ]
    for name, seen in report["ablation"].items():
        if "low" in seen:
            found.append((f"free over {name} ≥ 60 %", f"{seen['share']:.1%} ({seen['low']:.1%})", seen["low"] >= 0.6))
        else:
            shares = [each["share"] for each in seen["seats"]]
            good = sum(each >= 0.6 for each in shares) > len(shares) / 2
            found.append((f"free over {name}: most seats ≥ 60 %", " ".join(f"{each:.0%}" for each in shares), good))
    return found


def table(reports: dict[str, Json]) -> str:
    """Writes the targets of reports side by side, in Markdown; what is met is bold."""
    columns = {name: {what: (seen, met) for what, seen, met in targets(report)} for name, report in reports.items()}
    rows = list(dict.fromkeys(what for column in columns.values() for what in column))
    lines = [f"| target | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for what in rows:
        cells = [column.get(what, ("–", False)) for column in columns.values()]
        lines.append(f"| {what} | " + " | ".join(f"**{seen}**" if met else seen for seen, met in cells) + " |")
    met = [f"{sum(met for _, met in column.values())} of {len(column)}" for column in columns.values()]
    return "\n".join([*lines, f"| met | {' | '.join(met)} |"])


def places(reports: dict[str, Json]) -> str:
    """Writes how often each place is used per player and game, in Markdown."""
    lines = []
    for name, report in reports.items():
        for players, seen in report["use"].items():
            used = " ".join(f"`{text}` {count:.2f}" for text, count in seen["places per player"].items())
            lines.append(f"- {name}, {players} players: {used}")
    return "\n".join(lines)


def options() -> argparse.ArgumentParser:
    """Describes the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.set_trial", description=__doc__)
    parser.add_argument("--components", default=None, help="the set to begin with; default: set 1")
    parser.add_argument("--change", action="append", default=[], metavar="FILE:ID:COLUMN=VALUE,…")
    parser.add_argument("--minutes", type=float, default=4.0, help="of training; 0: plays with --weights")
    parser.add_argument("--entropy", type=float, default=0.1)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--barred", type=float, default=0.25, help="share of the seats barred in training")
    parser.add_argument(
        "--begin", type=Path, help="weights to begin with; one that never used a place may never try it"
    )
    parser.add_argument("--weights", type=Path, help="weights to play with instead of training")
    parser.add_argument("--kind", default="network", choices=["network", "halving"], help="halving: `grandmaster`")
    parser.add_argument("--budget", default="50ms", help="of `grandmaster`, per turn")
    parser.add_argument("--games", type=int, default=1000, help="for each number of players")
    parser.add_argument("--ablation", type=int, default=1000, help="games against each barred bot; 0: none")
    parser.add_argument("--bars", nargs="*", help="which of no_markets, no_gains, no_use, no_route; default: all")
    parser.add_argument("--ablation-players", type=int, nargs="*", default=[2, 4])
    parser.add_argument("--against", default="planner", help="another bot to play against; empty: none")
    parser.add_argument("--against-games", type=int, default=200)
    parser.add_argument("--players", type=int, nargs="*", default=list(PLAYERS))
    parser.add_argument("--deals", type=int, default=SEED, help="seed of the deals that are played")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--only", choices=["train", "play"], help="does only this part; play takes the set of the folder"
    )
    parser.add_argument("--out", default="set-trial", help="folder of the set, the network and the report")
    parser.add_argument("--report", default="report.json", help="name of the report in the folder")
    parser.add_argument(
        "--compare", nargs="*", type=Path, help="folders or reports to print side by side; nothing else is done"
    )
    return parser


def main() -> None:
    """Tries a set, or compares trials."""
    asked = options().parse_args()
    if asked.compare:
        found = {path: path / asked.report if path.is_dir() else path for path in asked.compare}
        reports = {path.stem: json.loads(file.read_text(encoding="utf-8")) for path, file in found.items()}
        print(table(reports), "", places(reports), sep="\n")
        return
    out = Path(asked.out)
    base = find_components(GAME, asked.components) or original(GAME)
    begun = asked.only == "play" and (out / "set").is_dir() and not asked.change
    pieces = read_set(out / "set") if begun else write_set(base, asked.change, out / "set")
    weights = asked.weights or out / f"{GAME}.npz"
    if asked.only != "play" and asked.weights is None:
        weights = train(asked, out / "set", pieces)
    if asked.only != "train":
        terms = {
            "set": pieces.digest,
            "changes": asked.change,
            "kind": asked.kind,
            "minutes": asked.minutes,
            "deals": asked.deals,
        }
        report = {**terms, **measure(asked, pieces, weights)}
        (out / asked.report).write_text(json.dumps(report, indent=1), encoding="utf-8")
        print(table({out.name: report}), places({out.name: report}), sep="\n", flush=True)


if __name__ == "__main__":
    main()
