"""Tables in this process: games against bots, kept as long as the client stays connected."""

import copy
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from serai.bots import LADDER, Bot, ask, make
from serai.component_sets import listed
from serai.core.component_set import ComponentSet
from serai.core.notation import IllegalAction
from serai.game import Game
from serai.mcp.seats import Snapshot, ToolError, decision_line
from serai.setup import check_game

AGENT = "you"
MOST_TABLES = 100


@dataclass
class LocalTable:
    """A game with an agent at one seat; `seen` counts the decisions already shown to the agent."""

    game: Game
    bots: dict[int, Bot]
    seen: int = 0

    @property
    def seat(self) -> int:
        """The agent's seat."""
        return self.game.names.index(AGENT)

    def let_bots_play(self) -> None:
        """Plays the bots' decisions until it is the agent's turn."""
        while not self.game.over and self.game.seat in self.bots:
            self.game.play(ask(self.bots[self.game.seat], self.game, secrets.randbits(62)))


class LocalTables:
    """The tables of one client."""

    def __init__(self) -> None:
        """Begins with no tables."""
        self._tables: dict[str, LocalTable] = {}

    def bots(self) -> dict[str, str]:
        """Returns the bots with their descriptions."""
        return LADDER

    def listed(self) -> list[str]:
        """Lists the agent's tables, one per line."""
        return [
            f"{name}: {local.game.name} against {', '.join(bot.name for bot in local.bots.values())}, "
            + ("over" if local.game.over else f"round {local.game.round}, you decide")
            for name, local in self._tables.items()
        ]

    def new(self, game: str, bots: Sequence[str], rounds: int | None, components: str | None = None) -> str:
        """Begins a game against bots; the start player is random."""
        if len(self._tables) == MOST_TABLES:
            raise ToolError(f"there are {MOST_TABLES} tables already; play one of them")
        unknown = [bot for bot in bots if bot not in LADDER]
        if unknown:
            raise ToolError(f"there is no bot {unknown[0]!r:.40}; there are: {', '.join(LADDER)}")
        names = [f"{bot} {place}" for place, bot in enumerate(bots, 1)]
        try:
            begun = Game.new(game, names=[AGENT, *names], rounds=rounds, components=_installed(game, components))
        except ValueError as error:
            raise ToolError(str(error)) from None
        seated = {seat: make(name.split()[0]) for seat, name in enumerate(begun.names) if name != AGENT}
        table = f"table-{len(self._tables) + 1}"
        self._tables[table] = LocalTable(begun, seated)
        return table

    def _found(self, table: str) -> LocalTable:
        """Returns a table by its name."""
        if table not in self._tables:
            raise ToolError(
                f"there is no table {table!r:.40}; there are: {', '.join(self._tables) or 'none, begin a game'}"
            )
        return self._tables[table]

    def position(self, table: str) -> Snapshot:
        """Returns the table once it is the agent's turn or the game is over."""
        local = self._found(table)
        local.let_bots_play()
        names, steps = local.game.names, local.game.steps()
        happened = [decision_line(names[step.seat], step.text, step.reveals) for step in steps[local.seen :]]
        local.seen = len(steps)
        return Snapshot(local.game.view(local.seat), happened)

    def decide(self, table: str, decisions: Sequence[str]) -> None:
        """Takes decisions of one turn, all or none."""
        local = self._found(table)
        local.let_bots_play()
        game = copy.copy(local.game)
        for decision in decisions:
            if not game.over and game.seat != local.seat:
                raise ToolError(f"{decision!r:.80} comes after the end of your turn; nothing was done")
            try:
                game.play(decision)
            except IllegalAction as error:
                raise ToolError(f"{error}; nothing was done") from None
        local.game = game


def _installed(game: str, name: str | None) -> ComponentSet | None:
    """Finds a component set by its name; an agent names no folders."""
    found = None if name is None else dict(listed(check_game(game))).get(name)
    if name is not None and found is None:
        known = ", ".join(known for known, _ in listed(game))
        raise ValueError(f"there is no component set {name!r:.40} of {game}; there are: {known}")
    return found
