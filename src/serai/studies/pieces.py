"""What a study asks of a game: which pieces it has, and what a decision shows, takes and uses of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from serai.game import Step
from serai.notation.cards import MERCHANTS
from serai.rules import merchants
from serai.rules.records import NONE, Player, State

Piece = tuple[str, int]


class Taking(NamedTuple):
    """One piece being taken: from which place, for how much, and in which way, as far as there are several."""

    kind: str
    piece: int
    place: int | None = None
    paid: int | None = None
    way: str = ""


class Use(NamedTuple):
    """A piece being used; `trades` counts how often cubes were exchanged in this decision."""

    kind: str
    piece: int
    times: int = 1
    trades: int = 0


@dataclass(frozen=True)
class Kind:
    """A kind of pieces: what it is called, the pieces by number, and what is told about them beside the lift."""

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
    """The part of a game that studies need; each game's module of this package is one."""

    TITLE: str
    KINDS: tuple[Kind, ...]
    PARTS: tuple[str, ...]
    COINS: dict[str, int]
    ACTIONS: tuple[str, ...]
    START: str

    def shown(self, state: State) -> Iterable[Piece]:
        """Yields the pieces that can be seen and could be taken."""

    def takings(self, before: State, step: Step) -> Iterable[Taking]:
        """Yields what a decision takes."""

    def uses(self, before: State, step: Step) -> Iterable[Use]:
        """Yields what a decision uses."""

    def action(self, state: State, actions: Sequence[int]) -> str:
        """Returns which of ACTIONS a turn was, given the state at its beginning and its decisions."""

    def parts(self, state: State, seat: int) -> list[int]:
        """Returns the points of a seat by PARTS."""

    def goals(self, state: State, seat: int) -> int:
        """Counts what ends the game when somebody has enough of it."""


def merchant_kind(places: int, **more: object) -> Kind:
    """Describes the merchant cards, which all games share."""
    starting = [number for number, card in enumerate(merchants.CARDS) if card.group == "starting"]
    trading = [number for number, card in enumerate(merchants.CARDS) if card.kind == "trade"]
    told = {
        "key": "merchants",
        "title": "Merchant cards",
        "one": "merchant card",
        "names": MERCHANTS.texts,
        "file": "spice_road/merchant_cards.csv",
        "places": numbered(places),
        "trading": trading,
        "held": starting,
    }
    return Kind(**{**told, **more})  # type: ignore[arg-type]


def numbered(places: int) -> list[str]:
    """Names places as people count them."""
    return [str(place + 1) for place in range(places)]


def in_row(kind: str, cards: Iterable[int]) -> list[Piece]:
    """Lists the cards of a row."""
    return [(kind, int(card)) for card in cards if card != NONE]


def members(bits: int) -> list[int]:
    """Lists the numbers in a set."""
    return [number for number in range(int(bits).bit_length()) if int(bits) >> number & 1]


def trades_at_once(card: int) -> int:
    """Returns how often a merchant card has traded as soon as it is used: a trade is done at least once (C-2)."""
    return int(merchants.CARDS[card].kind == "trade")


def cube_points(player: Player) -> int:
    """Counts the points of a player's cubes (C-8)."""
    return int(player.caravan[1:].sum())
