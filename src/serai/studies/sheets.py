"""The sheet of one game: all that a study keeps of it, as plain numbers."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby

from serai.arena.plan import Plan
from serai.arena.playing import Result, play
from serai.game import Game, Step
from serai.rules.phases import Phase
from serai.rules.records import State
from serai.studies.games import WATCHED
from serai.studies.pieces import Watched


@dataclass(frozen=True)
class Sheet:
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
        """Which game of the study this is."""
        return self.players, self.number

    def line(self) -> str:
        """Writes the sheet as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


def play_and_measure(plan: Plan, number: int) -> Sheet:
    """Plays a game of a plan and returns its sheet; workers do this, since a game is far larger."""
    return measure(*play(plan, plan.match(number)))


def measure(game: Game, result: Result) -> Sheet:
    """Fills in the sheet of a finished game."""
    watched, last = WATCHED[game.name], game.state
    steps = list(_with_befores(game))
    return Sheet(
        result.number,
        game.players,
        game.round,
        game.stopped,
        result.scores,
        result.ranking,
        result.turns,
        [sum(step.seat == seat for _, step, _ in steps) for seat in range(game.players)],
        None if game.stopped else ender(watched, game),
        [watched.parts(last, seat) for seat in range(game.players)],
        actions(watched, game),
        shown(watched, game),
        [[t.kind, t.piece, s.seat, r, t.place, t.paid, t.way] for b, s, r in steps for t in watched.takings(b, s)],
        uses(watched, steps),
    )


def _with_befores(game: Game) -> Iterator[tuple[State, Step, int]]:
    """Yields each decision with the position before it and the round that it was taken in."""
    state, current = Game(game.setup).state, 1
    for step in game.steps():
        yield state, step, current
        state, current = step.state, step.round


def ender(watched: Watched, game: Game) -> int:
    """Returns who brought the last round: the first to have as many goals as the best has in the end.

    Nobody gets two in a round, so before the last one everybody had fewer.
    """
    enough = max(watched.goals(game.state, seat) for seat in range(game.players))
    return next(step.seat for step in game.steps() if watched.goals(step.state, step.seat) == enough)


def actions(watched: Watched, game: Game) -> dict[str, list[int]]:
    """Counts the turns of each kind by seat."""
    found = {name: [0] * game.players for name in watched.ACTIONS}
    turns: list[tuple[State, int, list[int]]] = []
    for before, step, _ in _with_befores(game):
        if before.phase == Phase.TURN:
            turns.append((before, step.seat, []))
        if turns:
            turns[-1][2].append(step.action)
    for before, seat, taken in turns:
        found[watched.action(before, taken)][seat] += 1
    return found


def shown(watched: Watched, game: Game) -> dict[str, list[int]]:
    """Lists the pieces of each kind that were to be had at some time."""
    seen = set(watched.shown(Game(game.setup).state))
    for step in game.steps():
        seen.update(watched.shown(step.state))
    return {kind: [piece for _, piece in found] for kind, found in groupby(sorted(seen), key=lambda each: each[0])}


def uses(watched: Watched, steps: list[tuple[State, Step, int]]) -> list[list[int | str]]:
    """Adds up how often each seat used each piece, and how often that traded."""
    times: Counter[tuple[str, int, int]] = Counter()
    trades: Counter[tuple[str, int, int]] = Counter()
    for before, step, _ in steps:
        for use in watched.uses(before, step):
            times[use.kind, use.piece, step.seat] += use.times
            trades[use.kind, use.piece, step.seat] += use.trades
    return [[*which, times[which], trades[which]] for which in sorted(times)]
