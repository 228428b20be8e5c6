"""Tables in this process: games against bots, kept for as long as the client stays."""

import copy
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from serai.bots import LADDER, Bot, ask, make
from serai.game import Game
from serai.mcp.seats import Look, Refused, told
from serai.notation import IllegalAction

AGENT = "you"
MOST_TABLES = 100


@dataclass
class Sitting:
    """A game with an agent at one seat; `seen` counts the decisions that the agent has been told."""

    game: Game
    bots: dict[int, Bot]
    seen: int = 0

    @property
    def seat(self) -> int:
        """The agent's seat."""
        return self.game.names.index(AGENT)

    def let_bots_play(self) -> None:
        """Lets the bots decide until the agent is asked."""
        while not self.game.over and self.game.seat in self.bots:
            self.game.play(ask(self.bots[self.game.seat], self.game, secrets.randbits(62)))


class LocalTables:
    """The tables of one client."""

    def __init__(self) -> None:
        """Begins with none."""
        self._tables: dict[str, Sitting] = {}

    def bots(self) -> dict[str, str]:
        """Returns the bots with what they do."""
        return LADDER

    def listed(self) -> list[str]:
        """Tells the agent's tables, one a line."""
        return [
            f"{name}: {sitting.game.name} against {', '.join(bot.name for bot in sitting.bots.values())}, "
            + ("over" if sitting.game.over else f"round {sitting.game.round}, you decide")
            for name, sitting in self._tables.items()
        ]

    def new(self, game: str, bots: Sequence[str], rounds: int | None) -> str:
        """Begins a game against bots; chance decides who starts."""
        if len(self._tables) == MOST_TABLES:
            raise Refused(f"there are {MOST_TABLES} tables already; play one of them")
        unknown = [bot for bot in bots if bot not in LADDER]
        if unknown:
            raise Refused(f"there is no bot {unknown[0]!r:.40}; there are: {', '.join(LADDER)}")
        names = [f"{bot} {place}" for place, bot in enumerate(bots, 1)]
        try:
            begun = Game.new(game, names=[AGENT, *names], rounds=rounds)
        except ValueError as error:
            raise Refused(str(error)) from None
        seated = {seat: make(name.split()[0]) for seat, name in enumerate(begun.names) if name != AGENT}
        table = f"table-{len(self._tables) + 1}"
        self._tables[table] = Sitting(begun, seated)
        return table

    def _sitting(self, table: str) -> Sitting:
        """Returns a table by its name."""
        if table not in self._tables:
            raise Refused(
                f"there is no table {table!r:.40}; there are: {', '.join(self._tables) or 'none, begin a game'}"
            )
        return self._tables[table]

    def look(self, table: str) -> Look:
        """Looks at a table once the agent is asked or the game is over."""
        sitting = self._sitting(table)
        sitting.let_bots_play()
        names, steps = sitting.game.names, sitting.game.steps()
        happened = [told(names[step.seat], step.text, step.reveals) for step in steps[sitting.seen :]]
        sitting.seen = len(steps)
        return Look(sitting.game.view(sitting.seat), happened)

    def decide(self, table: str, decisions: Sequence[str]) -> None:
        """Takes decisions of one turn, all or none."""
        sitting = self._sitting(table)
        sitting.let_bots_play()
        game = copy.copy(sitting.game)
        for decision in decisions:
            if not game.over and game.seat != sitting.seat:
                raise Refused(f"{decision!r:.80} comes after the end of your turn; nothing was done")
            try:
                game.play(decision)
            except IllegalAction as error:
                raise Refused(f"{error}; nothing was done") from None
        sitting.game = game
