"""What one page of a table is drawn from: the view of a seat, who sits where, and what the viewer may do."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from serai.core.component_folders import original
from serai.core.component_set import ComponentSet
from serai.core.views.steps import PublicStep, View

HEARD = 12
WAITS = {"instant": 0, "brisk": 600, "calm": 1500}
"""How long a page shows each turn of the others, in milliseconds."""


@dataclass(frozen=True)
class Sitter:
    """Who sits at a seat: a guest, a bot, or nobody yet; `away` when a bot plays for an absent guest.

    `presence` of another guest is here, away or gone; empty if it is not known, or nobody's.
    `program` marks a guest who is a program. Who has `resigned` is `you` no longer: a bot plays on for good.
    `mine` are all seats of the viewer; a viewer with several, such as people who share a device, is `you` at none.
    `yours` is the only seat of the viewer, also once it was given up, which was after `resigned_after` decisions.
    """

    seat: int
    name: str
    kind: Literal["guest", "bot", "open"]
    bot: str | None = None
    mine: bool = False
    away: bool = False
    maker: bool = False
    you: bool = False
    presence: Literal["", "here", "away", "gone"] = ""
    program: bool = False
    resigned: bool = False
    yours: bool = False
    resigned_after: int = 0

    @property
    def stand_in(self) -> str:
        """What the bot that plays the seat is called."""
        return (self.bot or "").capitalize()

    def at(self, steps: int) -> "Sitter":
        """Returns the sitter as of when so many decisions had been taken."""
        if not self.resigned or steps >= self.resigned_after:
            return self
        return replace(self, you=self.yours, bot=None, away=False, resigned=False)


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
    """One look at a table. `seat` is None for a watcher, who looks from seat `beside`, with nothing legal.

    `before` is the view before the first step, for a game that was set up from a position. `past` is the step that a
    look back shows: the table as it was then, with nothing to decide. `shown` is the event that a page has reached
    which shows turn by turn what has happened; None if it shows the table as it is. `has` are the digests of the drawn
    parts that the page keeps, and `brief` says that it keeps the older lines of the log: neither is sent again.
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
    past: int | None = None
    shown: int | None = None
    beside: int = 0
    has: frozenset[str] = frozenset()
    brief: bool = False

    @property
    def pieces(self) -> Any:
        """The component set on the table."""
        return self.components or original(self.view["game"])

    @property
    def rules(self) -> str:
        """The address of the rules with the pieces on the table."""
        address = f"/rules/{self.view['game']}"
        used = self.pieces
        return f"{address}?components={used.digest}"

    @property
    def my_turn(self) -> bool:
        """Whether the viewer has to decide now."""
        late = self.past is not None or self.shown is not None
        return not late and self.seat is not None and self.view["decides"] == self.seat

    @property
    def given_up(self) -> Sitter | None:
        """The viewer who has resigned and looks on from the same seat."""
        near = self.sitters[self.beside]
        return near if self.seat is None and near.mine and near.resigned else None

    @property
    def event(self) -> int:
        """The number of the last event that the page shows."""
        return self.number if self.shown is None else self.shown

    @property
    def wait(self) -> int:
        """How long the page shows each turn of the others, in milliseconds."""
        return WAITS[self.pace]

    @property
    def marked(self) -> int:
        """The number of last steps whose traces are marked: all since the viewer's last one, or what is fresh."""
        if self.seat is None or self.past is not None:
            return self.fresh
        others = next((n for n, step in enumerate(reversed(self.steps)) if step.seat == self.seat), 0)
        return max(others, self.fresh)

    @property
    def i_won(self) -> bool:
        """Whether the game is over and a seat of the viewer has won it."""
        winner = self.sitters[self.view["winner"]] if self.view["over"] else None
        return winner is not None and winner.mine and not winner.resigned

    @property
    def verbs(self) -> str:
        """The verbs of the last decisions, which pages give a sound; those of the viewer have a plus."""
        last = self.steps[-HEARD:]
        return " ".join(("+" if self.sitters[step.seat].mine else "") + step.text.partition(" ")[0] for step in last)

    @property
    def shared(self) -> bool:
        """Whether several people share this page."""
        return sum(sitter.mine for sitter in self.sitters) > 1
