"""A table before its first event: the choices of its maker, checked; and the events that happen at it."""

from collections.abc import Collection, Mapping
from dataclasses import InitVar, asdict, dataclass, field
from typing import Any, Literal

from serai.bots import LADDER
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.game import Step
from serai.setup import check_game, check_players, check_rounds, likeness

PACES = ("instant", "brisk", "calm")
LONGEST_NAME = 40
SHORTEST_WAIT, LONGEST_WAIT = 1, 7 * 24 * 60

Stage = Literal["open", "running", "over", "closed"]


@dataclass(frozen=True)
class Options:
    """What the maker of a table chose; `absent_minutes` is how long others wait before they may call a bot."""

    pace: str = "brisk"
    hints: bool = True
    watch: bool = True
    listed: bool = False
    absent_minutes: float = 3
    rounds: int | None = None

    def __post_init__(self) -> None:
        """Checks every choice."""
        if self.pace not in PACES:
            raise ValueError(f"there is no pace {self.pace!r}; there are: {', '.join(PACES)}")
        if not SHORTEST_WAIT <= self.absent_minutes <= LONGEST_WAIT:
            wanted = f"at least {SHORTEST_WAIT} and at most {LONGEST_WAIT}"
            raise ValueError(f"absent_minutes is {self.absent_minutes}; it is {wanted}")
        check_rounds(self.rounds)


@dataclass(frozen=True)
class NewSeat:
    """Who is to sit at a place: the maker, a friend by link, or a bot; `name` labels the place if given.

    `programs` are the names that the operator of the house has added to the ladder.
    """

    kind: Literal["me", "friend", "bot"]
    bot: str | None = None
    name: str | None = None
    programs: InitVar[Collection[str]] = ()

    def __post_init__(self, programs: Collection[str]) -> None:
        """Checks that a bot's place, and no other, names a bot of the ladder or a program of the house."""
        if self.kind not in ("me", "friend", "bot"):
            raise ValueError(f"there is no kind of place {self.kind!r}; there are: me, friend, bot")
        if self.kind == "bot" and self.bot not in (known := [*LADDER, *programs]):
            raise ValueError(f"there is no bot {self.bot!r}; there are: {', '.join(known)}")
        if self.kind != "bot" and self.bot is not None:
            raise ValueError(f"a place for {self.kind} names the bot {self.bot!r}; only a bot's place does")
        if self.name is not None and clean_name(self.name) is None:
            raise ValueError(f"a name has 1 to {LONGEST_NAME} characters that can be printed")


@dataclass(frozen=True)
class NewTable:
    """A table to be made: the game, its places around the table, and the options."""

    game: str
    places: tuple[NewSeat, ...]
    options: Options = Options()
    components: ComponentSet | None = None  # the standard set unless the maker chose another

    @property
    def pieces(self) -> ComponentSet:
        """The component set that the table is made with."""
        return self.components or standard(self.game)

    def __post_init__(self) -> None:
        """Checks the game and the number of its players."""
        check_game(self.game)
        if not self.places:
            raise ValueError("a table needs at least one place")
        check_players(self.game, len(self.places))


@dataclass(frozen=True)
class Event:
    """Something that happened at a table, numbered from 1; `at` is in seconds since 1970.

    `step` is a decision already carried out to check it, so that it need not be repeated; it is not stored.
    """

    number: int
    kind: str
    body: dict[str, Any]
    at: float
    step: Step | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class TableRow:
    """What a table is before its first event; the seed never leaves the server before the game is over."""

    id: str
    game: str
    seed: int = field(repr=False)
    players: int
    options: Options
    maker: str
    made_at: float
    components: dict[str, str]
    labels: tuple[str | None, ...]
    rules: int = 1


def clean_name(text: str) -> str | None:
    """Returns a name with single spaces, None if it cannot be used."""
    name = " ".join(text.split())
    return name if name.isprintable() and likeness(name) and len(name) <= LONGEST_NAME else None


def options_of(body: Mapping[str, Any]) -> Options:
    """Reads stored options; old tables could wait for less than a minute."""
    minutes = max(SHORTEST_WAIT, body.get("absent_minutes", Options.absent_minutes))
    return Options(**{**body, "absent_minutes": minutes})


def options_body(options: Options) -> dict[str, Any]:
    """Returns options in their stored form."""
    return asdict(options)
