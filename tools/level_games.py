"""The games of levels: which pairs meet, what is journalled of them, and which are worth playing next."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from serai.arena.journal import FORMAT, settings_of
from serai.arena.match import Result, play, warm_up
from serai.arena.plan import ArenaSettings
from serai.bots.levels import NAMES, level_of, levels_of
from serai.core import spec

SEED, ROUNDS = 2026, 100
MOST = {2: 1000}
MANY = 200  # games of each larger number of players
STAGES = ((2, 100), (3, 40), (2, 400), (3, 100), (2, MOST[2]), (3, MANY))  # 3: and more players; all pairs in turn
LINKS = (("amira", "novice"), ("cem", "trader"), ("inara", "planner"), ("jamal", "network"))  # with the old ladder
DECISION, SIMULATION, JUDGED, REST = 7e-7, 6e-4, 4e-3, 1e-3  # seconds, before anything is measured
TURNS = 35
Block = dict[str, Any]


@dataclass(frozen=True)
class Pairing:
    """Two bots that meet in a game, the stronger first."""

    game: str
    players: int
    bots: tuple[str, str]

    @property
    def plan(self) -> ArenaSettings:
        """The arena that plays it."""
        return ArenaSettings(self.game, self.players, self.bots, MOST.get(self.players, MANY), SEED, ROUNDS)

    def __str__(self) -> str:
        """Writes it for people."""
        return f"{self.game} {self.players} {self.bots[0]} v {self.bots[1]}"


@dataclass(frozen=True)
class Played:
    """A game that was played: with which code and machine, and how it ended."""

    pairing: Pairing
    result: Result
    sources: str
    machine: str
    components: str

    @property
    def key(self) -> tuple[Pairing, str, int]:
        """What no two games share."""
        return self.pairing, self.sources, self.result.number


def pairs(game: str) -> list[tuple[str, str]]:
    """Lists the levels next to each other, each with the one below, the weakest first."""
    return [(upper, lower) for lower, upper in pairwise(level.name for level in levels_of(game))]


def seats(game: str) -> range:
    """Returns the numbers of players that a game takes."""
    least, most = spec.GAMES[game].SEATS
    return range(least, most + 1)


def pairings(games: Sequence[str], players: Sequence[int] = ()) -> list[Pairing]:
    """Lists who meets: neighbours for every number of players, and levels with the old ladder for two."""
    met = [Pairing(game, n, pair) for game in games for n in seats(game) for pair in pairs(game)]
    met += [Pairing(game, 2, pair) for game in games for pair in LINKS]
    return [pairing for pairing in met if not players or pairing.players in players]


def guess(pairing: Pairing) -> float:
    """Estimates the seconds of a game from what its bots do in a turn."""
    return TURNS * pairing.players / 2 * sum(map(_turn, pairing.bots, [pairing.game] * 2)) + 0.05


def _turn(bot: str, game: str) -> float:
    """Estimates the seconds of a turn."""
    if bot not in NAMES:
        return {"planner": 30_000 * DECISION, "network": JUDGED}.get(bot, REST)
    level = level_of(game, bot)
    kind, _, budget = level.played_by.partition(":")
    if kind == "network":
        return JUDGED
    return int(budget[:-1]) * SIMULATION if kind else min(level.nodes, 2500 * level.depth) * DECISION + REST


def read(folders: Sequence[Path]) -> list[Played]:
    """Reads all journals of some folders, those of arenas too; a game that is in two of them counts once."""
    found: dict[tuple[Pairing, str, int], Played] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.jsonl")):
        found |= {played.key: played for played in _read(path)}
    return list(found.values())


def _read(path: Path) -> Iterator[Played]:
    """Yields the games of a journal: settings and machines count until the next ones; a torn line is left out."""
    settings: Block = {}
    machine = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if "journal" in found:
            settings = found
            pairing = Pairing(found["game"], found["players"], tuple(found["bots"]))
        elif "machine" in found:
            machine = json.dumps(found["machine"])
        elif settings:
            yield Played(pairing, Result(**found), settings["sources"], machine, settings["components"]["digest"])


def store(folder: Path, games: Sequence[Played]) -> None:
    """Adds games to the journals, one file for each game."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in {played.pairing.game for played in games}:
        block: object = None
        with (folder / f"{game}.jsonl").open("a", encoding="utf-8") as file:
            for played in sorted((one for one in games if one.pairing.game == game), key=_in_blocks):
                if block != (block := _in_blocks(played)[:-1]):
                    file.write(_heading(played))
                file.write(played.result.line())


def _in_blocks(played: Played) -> tuple[Any, ...]:
    """Returns what sorts games by the settings they share."""
    return played.pairing.players, played.pairing.bots, played.sources, played.machine, played.result.number


def _heading(played: Played) -> str:
    """Writes the settings and the machine of the games that follow."""
    settings = {"journal": FORMAT, **settings_of(played.pairing.plan, False), "sources": played.sources}
    return f'{json.dumps(settings)}\n{{"machine": {played.machine}}}\n'


def seconds_of(games: Sequence[Played]) -> dict[Pairing, float]:
    """Returns the mean length of a pairing's games so far, in seconds."""
    total: defaultdict[Pairing, float] = defaultdict(float)
    for played in games:
        total[played.pairing] += sum(played.result.ms) / 1000 + 0.02
    counts = Counter(played.pairing for played in games)
    return {pairing: total[pairing] / counts[pairing] for pairing in total}


@dataclass(frozen=True)
class Job:
    """A game to play."""

    pairing: Pairing
    number: int
    seconds: float


def wanted(met: Sequence[Pairing], games: Sequence[Played], code: str, most: int | None = None) -> list[Job]:
    """Lists the missing games, the most valuable first: some of every pairing before more of any, cheap ones first."""
    done = {(played.pairing, played.result.number) for played in games if played.sources == code}
    cost = {pairing: guess(pairing) for pairing in met} | seconds_of(games)
    jobs: dict[tuple[Pairing, int], Job] = {}
    for players, goal in STAGES:
        stage = [pairing for pairing in met if min(pairing.players, 3) == players]
        for pairing in sorted(stage, key=lambda pairing: cost[pairing]):
            for number in range(min(goal, most or goal)):
                if (pairing, number) not in done:
                    jobs.setdefault((pairing, number), Job(pairing, number, cost[pairing]))
    return list(jobs.values())


def fitting(jobs: Sequence[Job], seconds: float) -> list[Job]:
    """Returns the first jobs that fit into a processor time."""
    left, fit = seconds, list[Job]()
    for job in jobs:
        left -= job.seconds
        if left < 0:
            break
        fit.append(job)
    return fit


@dataclass(frozen=True)
class Numbered:
    """The result of a job, by its place in the list."""

    number: int
    result: Result


@dataclass(frozen=True)
class Jobs:
    """Plays jobs by number in a worker, after some uncounted turns with each bot that is new there."""

    jobs: tuple[Job, ...]

    def __call__(self, plan: ArenaSettings, number: int) -> Numbered:
        """Plays a job."""
        job = self.jobs[number]
        for bot in job.pairing.bots:
            _ready(job.pairing.game, bot)
        plan = job.pairing.plan
        return Numbered(number, play(plan, plan.match(job.number))[1])


@cache
def _ready(game: str, bot: str) -> bool:
    """Loads the code of a bot."""
    return warm_up(replace(Pairing(game, 2, (bot, bot)).plan, bots=(bot,)))
