"""How likely every seat was to win, turn by turn, and the turns that changed it most."""

import asyncio
import copy
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from serai.game import Game
from serai.rules.phases import SET_UP
from serai.rules.records import State, States, empty_states
from serai.web.thinking import NoAnswer, Thinking

MOST_KEPT = 500
MOST_SECONDS = 4.0
MOST_TURNINGS = 3
LEAST_CHANGE = 0.05


@dataclass(frozen=True)
class Moment:
    """The beginning of a turn: decisions before it, its round, who moves, chances by seat; at the end nobody moves."""

    steps: int
    round: int
    seat: int | None
    chances: tuple[float, ...]


Curve = tuple[Moment, ...]


@dataclass(frozen=True)
class Turning:
    """A turn that changed much: the moments around it, and the seat whose chance it changed most."""

    before: Moment
    after: Moment
    seat: int

    @property
    def change(self) -> float:
        """How much the chance rose or fell."""
        return abs(self.after.chances[self.seat] - self.before.chances[self.seat])


class Unlearned(RuntimeError):
    """Nothing was learned of a game with these component values."""


class Curves:
    """The curves of games that were looked at lately; workers judge their positions."""

    def __init__(self, thinking: Thinking) -> None:
        """Knows none yet."""
        self._thinking = thinking
        self._kept: OrderedDict[str, Curve | None] = OrderedDict()

    async def of(self, name: str, game: Game) -> Curve:
        """Returns the curve of a game that is over, by the name that it is kept by; raises NoAnswer or Unlearned."""
        if name not in self._kept:
            self._kept[name] = await self._judged(game)
        self._kept.move_to_end(name)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        found = self._kept[name]
        if found is None:
            raise Unlearned
        return found

    async def _judged(self, game: Game) -> Curve | None:
        """Has the beginnings of all turns judged; nobody waits for workers that are not there or are too busy."""
        if self._thinking.ready == 0:
            raise NoAnswer("no worker is ready")
        begun = beginnings(game)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                chances = await self._thinking.judge(game.name, positions(game, begun))
        except TimeoutError:
            raise NoAnswer("the workers are too busy") from None
        return None if chances is None else curve(game, begun, chances)


def beginnings(game: Game) -> list[int]:
    """Counts the decisions before each turn; a set-up is no turn."""
    steps = game.steps()
    turns = [1, *(step.turn for step in steps)]
    setting_up = [dealt(game).phase >= SET_UP, *(step.state.phase >= SET_UP for step in steps)]
    begun = [] if setting_up[0] else [0]
    for place in range(1, len(steps)):
        if not setting_up[place] and (turns[place] > turns[place - 1] or setting_up[place - 1]):
            begun.append(place)
    return begun


def positions(game: Game, places: Sequence[int]) -> States:
    """Collects the positions after so many decisions each."""
    states, steps = empty_states(game.rules.STATE, len(places)), game.steps()
    for number, place in enumerate(places):
        states[number] = steps[place - 1].state if place else dealt(game)
    return states


def dealt(game: Game) -> State:
    """Returns the position before the first decision."""
    start = copy.copy(game)
    start.rewind(0)
    return start.state


def curve(game: Game, begun: Sequence[int], chances: Sequence[Sequence[float]]) -> Curve:
    """Joins the beginnings of turns with the chances there; at the end of the game the winner is certain."""
    steps = game.steps()
    moments = [
        Moment(place, steps[place - 1].round if place else 1, steps[place].seat, tuple(likely[: game.players]))
        for place, likely in zip(begun, chances, strict=True)
    ]
    certain = tuple(float(seat == game.winner) for seat in range(game.players))
    return (*moments, Moment(len(steps), game.round, None, certain))


def turnings(moments: Curve, most: int = MOST_TURNINGS) -> list[Turning]:
    """Finds the turns that changed somebody's chance most, in the order of the game."""
    found = [_turning(before, after) for before, after in pairwise(moments)]
    great = [turning for turning in found if turning.change >= LEAST_CHANGE]
    return sorted(sorted(great, key=lambda turning: -turning.change)[:most], key=lambda turning: turning.after.steps)


def _turning(before: Moment, after: Moment) -> Turning:
    """Tells whose chance a turn changed most; of equals, that of the seat whose turn it was."""

    def change(seat: int) -> tuple[float, bool]:
        return round(abs(after.chances[seat] - before.chances[seat]), 3), seat == before.seat

    return Turning(before, after, max(range(len(before.chances)), key=change))
