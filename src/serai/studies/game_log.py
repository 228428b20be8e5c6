"""The log of one game: everything a study keeps of it, as plain numbers."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby

from serai.arena.match import Result, play
from serai.arena.plan import ArenaSettings
from serai.core import spec
from serai.core.component_set import ComponentSet
from serai.core.phases import Phase
from serai.core.records import State
from serai.game import Game, Step
from serai.studies.pieces import Watched, watched_part

Played = tuple[State, Step, int]  # the position before a decision, the decision, and its round


@dataclass(frozen=True)
class GameLog:
    """What happened in a game, lists by seat; seats, pieces and places count from 0, rounds from 1.

    A taking is [kind, piece, seat, round, place, paid, way], a use [kind, piece, seat, times, trades].
    """

    number: int
    players: int
    rounds: int
    stopped: bool
    scores: list[int]
    ranking: list[int]
    turns: list[int]
    decisions: list[int]
    ender: int | None
    parts: list[list[int]]
    actions: dict[str, list[int]]
    shown: dict[str, list[int]]
    takings: list[list[int | str | None]]
    uses: list[list[int | str]]

    @property
    def winner(self) -> int:
        """The seat that won."""
        return self.ranking[0]

    @property
    def key(self) -> tuple[int, int]:
        """Identifies the game within the study."""
        return self.players, self.number

    def line(self) -> str:
        """Writes the log as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


def play_and_measure(plan: ArenaSettings, number: int) -> GameLog:
    """Plays a game of a plan and returns its log; done in the worker, since a game is far larger than its log."""
    return measure(*play(plan, plan.match(number)))


def measure(game: Game, result: Result) -> GameLog:
    """Returns the log of a finished game."""
    watched, pieces, last, seats = watched_part(game.name), game.components, game.state, range(game.players)
    played = list(_played(game))
    return GameLog(
        number=result.number,
        players=game.players,
        rounds=game.round,
        stopped=game.stopped,
        scores=result.scores,
        ranking=result.ranking,
        turns=result.turns,
        decisions=[sum(step.seat == seat for _, step, _ in played) for seat in seats],
        ender=None if game.stopped else ender(game),
        parts=[[int(points) for points in spec.score_parts(game.values, last, seat)] for seat in seats],
        actions=actions(watched, pieces, played, game.players),
        shown=shown(watched, game),
        takings=takings(watched, pieces, played),
        uses=uses(watched, pieces, played),
    )


def _played(game: Game) -> Iterator[Played]:
    """Yields each decision with the position before it and its round."""
    state, current = Game(game.setup).state, 1
    for step in game.steps():
        yield state, step, current
        state, current = step.state, step.round


def ender(game: Game) -> int:
    """Returns the seat that triggered the end of the game (C-6)."""
    return next(step.seat for step in game.steps() if spec.ending(step.state))


def actions(watched: Watched, pieces: ComponentSet, played: Iterable[Played], players: int) -> dict[str, list[int]]:
    """Counts the turns of each kind by seat."""
    found = {name: [0] * players for name in watched.ACTIONS}
    turns: list[tuple[State, int, list[int]]] = []
    for before, step, _ in played:
        if before.phase == Phase.TURN:
            turns.append((before, step.seat, []))
        if turns:
            turns[-1][2].append(step.action)
    for before, seat, taken in turns:
        found[watched.action(pieces, before, taken)][seat] += 1
    return found


def shown(watched: Watched, game: Game) -> dict[str, list[int]]:
    """Lists the pieces of each kind that were available at some time."""
    seen = set(watched.shown(game.components, Game(game.setup).state))
    for step in game.steps():
        seen.update(watched.shown(game.components, step.state))
    return {kind: [piece for _, piece in found] for kind, found in groupby(sorted(seen), key=lambda each: each[0])}


def takings(watched: Watched, pieces: ComponentSet, played: Iterable[Played]) -> list[list[int | str | None]]:
    """Lists what was taken, by whom and when."""
    return [
        [taking.kind, taking.piece, step.seat, current, taking.place, taking.paid, taking.way]
        for before, step, current in played
        for taking in watched.takings(pieces, before, step)
    ]


def uses(watched: Watched, pieces: ComponentSet, played: Iterable[Played]) -> list[list[int | str]]:
    """Counts how often each seat used each piece, and how many trades that made."""
    times: Counter[tuple[str, int, int]] = Counter()
    trades: Counter[tuple[str, int, int]] = Counter()
    for before, step, _ in played:
        for use in watched.uses(pieces, before, step):
            times[use.kind, use.piece, step.seat] += use.times
            trades[use.kind, use.piece, step.seat] += use.trades
    return [[*which, times[which], trades[which]] for which in sorted(times)]
