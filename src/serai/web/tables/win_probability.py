"""How likely every seat was to win, turn by turn, and the turns that changed it most."""

import asyncio
import copy
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from serai.core.phases import SET_UP
from serai.core.records import State, States, empty_states
from serai.game import Game
from serai.web.tables.bot_pool import BotPool, NoAnswer

MOST_KEPT = 500
MOST_SECONDS = 4.0
MOST_TURNINGS = 3
LEAST_CHANGE = 0.05


@dataclass(frozen=True)
class TurnStart:
    """The start of a turn: decisions before it, its round, the seat to move (None at the end), and chances by seat."""

    steps: int
    round: int
    seat: int | None
    chances: tuple[float, ...]


Curve = tuple[TurnStart, ...]


@dataclass(frozen=True)
class Turning:
    """A turn that changed its player's chance; `steps` counts the decisions up to its end."""

    turn: TurnStart
    seat: int
    steps: int
    before: float
    after: float

    @property
    def change(self) -> float:
        """How much the chance rose or fell."""
        return abs(self.after - self.before)


class Unlearned(RuntimeError):
    """No network was trained for the game with these component values."""


class WinProbabilities:
    """The curves of recently viewed games; bot workers evaluate their positions."""

    def __init__(self, bot_pool: BotPool) -> None:
        """Starts with an empty cache."""
        self._bot_pool = bot_pool
        self._kept: OrderedDict[str, Curve | None] = OrderedDict()

    async def of(self, name: str, game: Game) -> Curve:
        """Returns the curve of a finished game, cached under `name`; raises NoAnswer or Unlearned."""
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
        """Evaluates the start of every turn; raises NoAnswer if no worker is ready or all are too busy."""
        if self._bot_pool.ready == 0:
            raise NoAnswer("no worker is ready")
        begun = beginnings(game)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                chances = await self._bot_pool.judge(game.components, positions(game, begun))
        except TimeoutError:
            raise NoAnswer("the workers are too busy") from None
        return None if chances is None else curve(game, begun, chances)


def beginnings(game: Game) -> list[int]:
    """Counts the decisions before each turn; a set-up is not a turn."""
    steps = game.steps()
    turns = [1, *(step.turn for step in steps)]
    setting_up = [dealt(game).phase >= SET_UP, *(step.state.phase >= SET_UP for step in steps)]
    begun = [] if setting_up[0] else [0]
    for place in range(1, len(steps)):
        if not setting_up[place] and (turns[place] > turns[place - 1] or setting_up[place - 1]):
            begun.append(place)
    return begun


def positions(game: Game, places: Sequence[int]) -> States:
    """Collects the positions after the given numbers of decisions."""
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
    """Joins the starts of turns with their chances; at the end of the game the winner is certain.

    Seats evaluate the same position slightly differently, so a moment has the mean of every seat's latest evaluation.
    """
    steps = game.steps()
    moments = [
        TurnStart(place, steps[place - 1].round if place else 1, steps[place].seat, means)
        for place, means in zip(begun, _means(chances, game.players), strict=True)
    ]
    certain = tuple(float(seat == game.winner) for seat in range(game.players))
    return (*moments, TurnStart(len(steps), game.round, None, certain))


def _means(chances: Sequence[Sequence[float]], players: int) -> list[tuple[float, ...]]:
    """Returns the moving average of the rows, over as many rows as there are players."""
    windows = [chances[max(0, last - players) : last] for last in range(1, len(chances) + 1)]
    return [tuple(sum(row[seat] for row in rows) / len(rows) for seat in range(players)) for rows in windows]


def turnings(moments: Curve, most: int = MOST_TURNINGS) -> list[Turning]:
    """Finds the turns that changed their players' chances most and lastingly, in the order of the game.

    A turn is measured by the chances a round later; of turns within a round only one is reported.
    """
    players, last = len(moments[0].chances), len(moments) - 2
    later = {place: place + players for place in range(last + 1 - players)} | {last: last + 1}
    found = {place: _turning(moments, place, after) for place, after in later.items()}
    told: dict[int, Turning] = {}
    for place, turning in sorted(found.items(), key=lambda entry: -entry[1].change):
        apart = all(abs(place - other) >= players for other in told)
        if turning.change >= LEAST_CHANGE and apart and len(told) < most:
            told[place] = turning
    return [told[place] for place in sorted(told)]


def _turning(moments: Curve, place: int, later: int) -> Turning:
    """Measures a turn."""
    turn, seat = moments[place], moments[place].seat
    assert seat is not None, "only the end of a game is nobody's turn"
    return Turning(turn, seat, moments[place + 1].steps, turn.chances[seat], moments[later].chances[seat])
