"""What one page of a table is drawn from: the view of a seat, who sits where, and what the viewer may do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.views.steps import PublicStep, View


@dataclass(frozen=True)
class Sitter:
    """Who sits at a seat: a guest, a bot, or nobody yet; `away` when a bot plays for an absent guest.

    `mine` are all seats of the viewer; a viewer with several, such as people who share a device, is `you` at none.
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
class Hint:
    """What a bot would do: its turns, and what they are worth, in points or as the asking seat's chance to win."""

    turns: list[list[str]]
    points: float
    bot: str = "planner"
    chance: float | None = None


@dataclass(frozen=True)
class Takeback:
    """A request to go back to the start of a turn: who asked, who still has to answer, and whether I do."""

    asked_by: int
    waiting_for: tuple[int, ...]
    mine_to_answer: bool


@dataclass(frozen=True)
class Scene:
    """One look at a table. `seat` is None for a watcher, whose view is that of seat 0 with nothing legal.

    `before` is the view before the first step, for a game that was set up from a position.
    """

    table: str
    number: int
    view: dict[str, Any]
    seat: int | None
    sitters: tuple[Sitter, ...]
    steps: Sequence[PublicStep]
    fresh: int = 0
    can_undo: bool = False
    can_takeback: bool = False
    takeback: Takeback | None = None
    may_hint: bool = False
    hint: Hint | None = None
    message: str | None = None
    may_call_bot: tuple[int, ...] = ()
    pace: str = "brisk"
    before: View | None = None
    components: ComponentSet | None = None

    @property
    def pieces(self) -> Any:
        """The component set on the table."""
        return self.components or standard(self.view["game"])

    @property
    def rules(self) -> str:
        """The address of the rules with the pieces on the table."""
        address = f"/rules/{self.view['game']}"
        used = self.pieces
        return address if used is standard(used.game) else f"{address}?components={used.digest}"

    @property
    def my_turn(self) -> bool:
        """Whether the viewer has to decide now."""
        return self.seat is not None and self.view["decides"] == self.seat

    @property
    def shared(self) -> bool:
        """Whether several people share this page."""
        return sum(sitter.mine for sitter in self.sitters) > 1
