"""How a game stands and what could be played next, as the network and `grandmaster` see it.

They see the position as the deciding seat does, so nothing here depends on hidden cards.
"""

from dataclasses import dataclass

from serai.bots.base import Budget, chance_of, question
from serai.bots.grandmaster import Grandmaster
from serai.bots.network import NetworkBot, copied
from serai.core.notation.errors import brief
from serai.core.records import empty_states
from serai.game import Game
from serai.networks import Network, network
from serai.setup import whole

JUDGES = ("network",)


@dataclass(frozen=True)
class Outcome:
    """What a bot expects by seat: the chance to win, and the points at the end."""

    chances: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Line:
    """A turn that could be taken now, and the chance to win after it."""

    turn: tuple[str, ...]
    chance: float

    def __str__(self) -> str:
        """Writes the line as text."""
        return f"{', '.join(self.turn)} ({self.chance:.0%})"


def evaluate(game: Game, bot: str = "network") -> Outcome:
    """Returns what a bot expects of a position; once a game is over, the result."""
    if bot not in JUDGES:
        raise ValueError(f"{brief(bot)} does not estimate chances; {', '.join(JUDGES)} does")
    if game.over:
        points = tuple(float(score) for score in game.scores())
        return Outcome(tuple(float(seat == game.winner) for seat in range(game.players)), points)
    states = empty_states(game.rules.STATE, 1)
    states[0] = game.redealt(game.seat, chance_of(game))
    judged = trained(game).judge(game.values, states)
    chances, points = judged.chances[0], judged.points[0]
    return Outcome(*(tuple(float(row[seat]) for seat in range(game.players)) for row in (chances, points)))


def analyse(game: Game, lines: int = 3, budget: Budget | str | None = None) -> list[Line]:
    """Returns the best turns, best first; each is finished as the network would."""
    if whole(lines, "lines") < 1:
        raise ValueError(f"lines is {brief(lines)}, not a whole number above 0")
    asked = question(game, chance_of(game), Budget.parse(budget) if isinstance(budget, str) else budget)
    trained(game)
    choice = Grandmaster().choice(asked)
    found = list(zip(choice.actions, choice.chances, strict=True))[:lines]
    return [Line(tuple(NetworkBot().turn(asked, copied(asked), action)), chance) for action, chance in found]


def trained(game: Game) -> Network:
    """Returns the network for the pieces of a game; raises ValueError if there is none."""
    try:
        return network(game.components)
    except (FileNotFoundError, ValueError) as error:
        raise ValueError(f"no network was trained for {game.name} with these component values: {error}") from None
