"""A study: its settings, the games that follow from them, and its figures as plain data."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from serai.arena.journal import settings_of
from serai.arena.match import warm_up
from serai.arena.plan import ArenaSettings, chosen
from serai.arena.workers import Crew, deaf
from serai.bots import LADDER
from serai.core import components
from serai.core import spec as games
from serai.core.component_set import ComponentSet
from serai.studies.figures import figures, together
from serai.studies.game_log import GameLog, play_and_measure
from serai.studies.pieces import PieceKind, watched_part

FORMAT = 2
DIGITS = 6

StudyData = dict[str, Any]


@dataclass(frozen=True)
class Study:
    """What is played: games of one bot against itself, `games` for each number of players."""

    game: str
    bot: str
    players: tuple[int, ...]
    games: int
    seed: int
    rounds: int
    components: ComponentSet | None = None  # the standard set unless another is chosen

    @property
    def plans(self) -> list[ArenaSettings]:
        """The arenas that make up the study; `serai arena` plays the same games."""
        played = (self.bot,), self.games, self.seed, self.rounds, (), self.components
        return [ArenaSettings(self.game, players, *played) for players in self.players]

    @property
    def pieces(self) -> ComponentSet:
        """The component set in use."""
        return self.plans[0].pieces

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.games * len(self.players)

    @property
    def command(self) -> str:
        """The command that makes the same study again; the number of jobs changes nothing."""
        every = range(games.GAMES[self.game].SEATS[0], games.GAMES[self.game].SEATS[1] + 1)
        players = "" if self.players == tuple(every) else f" --players {','.join(map(str, self.players))}"
        return (
            f"serai study {self.game} --bot {self.bot} --games {self.games}{players} "
            f"--seed {self.seed} --rounds {self.rounds}{chosen(self.pieces)}"
        )


Heard = Callable[[list[GameLog]], None]


def play_all(
    study: Study, jobs: int, done: Iterable[GameLog], heard: Heard, warn: Callable[[str], None]
) -> list[GameLog]:
    """Plays the games not done yet; `heard` is called with each; returns all logs, in order."""
    logs = {log.key: log for log in done}
    if len(logs) < study.total:
        warm_up(study.plans[0])
    for plan in study.plans:
        missing = [number for number in range(plan.total) if (plan.players, number) not in logs]
        with Crew(plan, jobs, play_and_measure, warn) as crew:
            for found in crew.play(missing):
                with deaf():
                    heard(found)
                    logs |= {log.key: log for log in found}
    return [logs[key] for key in sorted(logs)]


def study_data(study: Study, logs: list[GameLog]) -> StudyData:
    """Returns everything about a study as plain data, from which the page and the plots are drawn."""
    watched = watched_part(study.game)
    by_players = {players: [log for log in logs if log.players == players] for players in study.players}
    return {
        "study": FORMAT,
        "title": watched.TITLE,
        **settings(study),
        "values": _values(study.pieces),
        "kinds": {kind.key: _described(study.pieces, kind) for kind in watched.kinds(study.pieces)},
        "start": watched.START,
        "players": {str(players): figures(watched, study.pieces, found) for players, found in by_players.items()},
        "all": together(watched, study.pieces, logs),
    }


def settings(study: Study) -> StudyData:
    """Returns everything that the games of a study depend on."""
    made = settings_of(study.plans[0], False)
    name, _, budget = study.bot.partition(":")
    return {
        "command": study.command,
        "game": study.game,
        "bot": {"name": name, "budget": budget or None, "says": LADDER.get(name, "")},
        "numbers": list(study.players),
        "games": study.games,
        "seed": study.seed,
        "rounds": study.rounds,
        **{key: made[key] for key in ("version", "rules", "components", "sources")},
    }


def _values(pieces: ComponentSet) -> StudyData:
    """Returns how certain the values of each component file are, according to its notes."""
    return {
        name.partition(".")[0].replace("_", " "): {"certainty": components.certainty(notes), "notes": list(notes)}
        for name, notes in pieces.notes.items()
    }


def _described(pieces: ComponentSet, kind: PieceKind) -> StudyData:
    """Returns what a page needs to know about a kind of pieces."""
    notes = components.notes_of(pieces.files[kind.file].splitlines())
    data = {key: getattr(kind, key) for key in ("title", "one", "verb", "place", "paid", "ways", "uses")}
    return {**data, "trading": bool(kind.trading), "certainty": components.certainty(notes)}


def as_json(found: StudyData) -> str:
    """Writes a study as JSON, with deeply nested values on one line."""
    return _laid_out(_rounded(found), 0, 4) + "\n"


def _rounded(value: Any) -> Any:
    """Rounds all floats, so that a study reads the same everywhere."""
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_rounded(inner) for inner in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def _laid_out(value: Any, depth: int, deepest: int) -> str:
    """Writes JSON with a line for each entry down to some depth."""
    if not isinstance(value, dict | list) or not value or depth == deepest:
        return json.dumps(value, ensure_ascii=False)
    inner = "\n" + " " * (depth + 1)
    if isinstance(value, list):
        return f"[{inner}{f',{inner}'.join(_laid_out(each, depth + 1, deepest) for each in value)}\n{' ' * depth}]"
    entries = [f"{json.dumps(key)}: {_laid_out(each, depth + 1, deepest)}" for key, each in value.items()]
    return f"{{{inner}{f',{inner}'.join(entries)}\n{' ' * depth}}}"
