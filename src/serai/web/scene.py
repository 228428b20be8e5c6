"""What one page of a table is drawn from: the view of a seat, who sits where, and what the looker may do."""

from dataclasses import dataclass
from typing import Any, Literal

from serai.bots import Explanation
from serai.game import Step
from serai.rules.records import State


@dataclass(frozen=True)
class Sitter:
    """Who sits at a seat: a guest, a bot, or nobody yet; `away` when a bot plays for an absent guest.

    `mine` are all seats of the looker; who holds several, as people who share a device do, is `you` at none of them.
    """

    seat: int
    name: str
    kind: Literal["guest", "bot", "open"]
    bot: str | None = None
    mine: bool = False
    away: bool = False
    maker: bool = False
    you: bool = False


@dataclass(frozen=True)
class Hint(Explanation):
    """What a bot would do, and the chance to win of the seat that asks, where something was learned of the game."""

    bot: str = "planner"
    chance: float | None = None


@dataclass(frozen=True)
class Takeback:
    """A wish to go back to the start of a turn: who asked, who still has to answer, and whether I do."""

    asked_by: int
    waiting_for: tuple[int, ...]
    mine_to_answer: bool


@dataclass(frozen=True)
class Scene:
    """One look at a table. `seat` is None for a watcher, whose view is that of seat 0 with nothing legal.

    `before` is the position before the first step, for a game that was set up from a position.
    """

    table: str
    number: int
    view: dict[str, Any]
    seat: int | None
    sitters: tuple[Sitter, ...]
    steps: tuple[Step, ...]
    fresh: int = 0
    can_undo: bool = False
    can_takeback: bool = False
    takeback: Takeback | None = None
    may_hint: bool = False
    hint: Hint | None = None
    message: str | None = None
    may_call_bot: tuple[int, ...] = ()
    pace: str = "brisk"
    before: State | None = None

    @property
    def my_turn(self) -> bool:
        """Tells whether the looker has to decide now."""
        return self.seat is not None and self.view["decides"] == self.seat

    @property
    def shared(self) -> bool:
        """Tells whether several people sit at this page."""
        return sum(sitter.mine for sitter in self.sitters) > 1
