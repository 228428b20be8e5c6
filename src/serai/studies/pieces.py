"""What a study needs from a game: its pieces, and which of them a decision shows, takes and uses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, cast

from serai.core.component_set import ComponentSet
from serai.core.records import NONE, State
from serai.core.registry import MERCHANT_FILE, Parts
from serai.game import Step

Piece = tuple[str, int]


class Taking(NamedTuple):
    """One piece being taken: from which place, for how much, and in which way, if there are several."""

    kind: str
    piece: int
    place: int | None = None
    paid: int | None = None
    way: str = ""


class Use(NamedTuple):
    """A piece being used; `trades` counts how often cubes were traded in this decision."""

    kind: str
    piece: int
    times: int = 1
    trades: int = 0


@dataclass(frozen=True)
class PieceKind:
    """A kind of pieces: its name, the pieces by number, and what is reported about them besides the lift."""

    key: str
    title: str
    one: str
    names: Sequence[str]
    file: str
    verb: str = "taken"
    points: Sequence[int] = ()
    places: Sequence[str] = ()
    place: str = ""
    paid: str = ""
    ways: dict[str, str] = field(default_factory=dict)
    uses: str = ""
    trading: Sequence[int] = ()
    held: Sequence[int] = ()


class Watched(Protocol):
    """The part of a game that studies need; each game's `study` module is one."""

    TITLE: str
    BOT: str
    PARTS: tuple[str, ...]
    HELD: dict[
        str, tuple[str, int]
    ]  # pieces to be counted: the part of the score that they make, and the points of each
    ACTIONS: tuple[str, ...]
    START: str

    def kinds(self, pieces: Any) -> tuple[PieceKind, ...]:
        """Describes the pieces of a component set."""

    def shown(self, pieces: Any, state: State) -> Iterable[Piece]:
        """Yields the pieces that can be seen and could be taken."""

    def takings(self, pieces: Any, before: State, step: Step) -> Iterable[Taking]:
        """Yields what a decision takes."""

    def uses(self, pieces: Any, before: State, step: Step) -> Iterable[Use]:
        """Yields what a decision uses."""

    def action(self, pieces: Any, state: State, actions: Sequence[int]) -> str:
        """Returns which of ACTIONS a turn was, given the state at its beginning and its decisions."""


STUDIES = Parts("study")


def watched_part(game: str) -> Watched:
    """Returns the part of a game that studies need."""
    return cast(Watched, STUDIES[game])


def usual_bot(game: str) -> str:
    """Returns the default bot for the studies of a game."""
    return watched_part(game).BOT


def merchant_kind(pieces: ComponentSet, places: Sequence[str], **more: object) -> PieceKind:
    """Describes the merchant cards, which all games share."""
    starting = [number for number, card in enumerate(pieces.merchants) if card.group == "starting"]
    trading = [number for number, card in enumerate(pieces.merchants) if card.kind == "trade"]
    merchants = {
        "key": "merchants",
        "title": "Merchant cards",
        "one": "merchant card",
        "names": pieces.merchant_names.texts,
        "file": MERCHANT_FILE,
        "places": places,
        "trading": trading,
        "held": starting,
    }
    return PieceKind(**{**merchants, **more})  # type: ignore[arg-type]


def slots(row: Any) -> list[str]:
    """Names the slots of a row, given its record type, as people count them."""
    return [str(slot + 1) for slot in range(*row["cards"].shape)]


def in_row(kind: str, cards: Iterable[int]) -> list[Piece]:
    """Lists the cards of a row."""
    return [(kind, int(card)) for card in cards if card != NONE]


def members(bits: int) -> list[int]:
    """Lists the numbers in a set."""
    return [number for number in range(int(bits).bit_length()) if int(bits) >> number & 1]


def trades_at_once(pieces: ComponentSet, card: int) -> int:
    """Returns how many trades playing a merchant card makes at once: a trade is done at least once (C-2)."""
    return int(pieces.merchants[card].kind == "trade")
