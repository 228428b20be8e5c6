"""Examples that rulebooks share: cubes before and after, paying along a row, cards by kind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TypeVar

from serai.core.component_set import ComponentSet
from serai.core.notation.cards import SPICES, merchant
from serai.web.drawing.cards import RowPlace
from serai.web.drawing.pieces import Card, Piece
from serai.web.drawing.words import Words

Value = TypeVar("Value")


@dataclass(frozen=True)
class Score:
    """A score added up: the cubes left, and the points of each part."""

    cubes: str
    parts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(self.parts)


@dataclass(frozen=True)
class Change:
    """What a player holds before and after."""

    card: str
    before: str
    after: str


@dataclass(frozen=True)
class Twice:
    """A trade done twice."""

    card: str
    before: str
    once: str
    twice: str


@dataclass(frozen=True)
class Ways:
    """Two ways to use an upgrade card: every step with one cube, or one step with each."""

    card: str
    before: str
    one_cube: tuple[str, ...]
    spread: str


@dataclass(frozen=True)
class Spot:
    """A card of a row with the cubes lying on it; `state` is a CSS class: `is-selected`, `is-target` or `just-laid`."""

    card: str
    lying: str = ""
    state: str = ""
    target: bool = False


@dataclass(frozen=True)
class Acquiring:
    """A merchant card being acquired: the row and the cubes before, and after; `price` cubes are paid."""

    before: tuple[Spot, ...]
    after: tuple[Spot, ...]
    chosen: str
    price: int
    lying: str
    paid: str
    held: str
    kept: str


def ordered(text: str) -> str:
    """Sorts cubes from the cheapest to the dearest."""
    return "".join(sorted(text, key=SPICES.index))


def without(text: str, taken: str) -> str:
    """Takes cubes away."""
    for letter in taken:
        text = text.replace(letter, "", 1)
    return text


def upgraded(text: str, letter: str) -> str:
    """Upgrades one cube by a level (C-2)."""
    return ordered(without(text, letter) + SPICES[SPICES.index(letter) + 1])


def starting(pieces: ComponentSet) -> list[str]:
    """Lists the merchant cards that every player starts with."""
    return [merchant(card) for card in pieces.merchants if card.group == "starting"]


def deck(pieces: ComponentSet, kind: str = "") -> list[str]:
    """Lists the merchant cards of the deck, optionally of one kind: spice, upgrade, trade."""
    return [merchant(card) for card in pieces.merchants if card.group == "deck" and kind in ("", card.kind)]


def mixed(pieces: ComponentSet) -> list[str]:
    """Lists the deck with its kinds interleaved, so that an example row shows all of them."""
    turns = zip_longest(deck(pieces, "spice"), deck(pieces, "trade"), deck(pieces, "upgrade"))
    return [card for card in chain.from_iterable(turns) if card]


def everybody(pieces: ComponentSet) -> list[str]:
    """Lists all merchant cards, the starting ones first."""
    return [*starting(pieces), *deck(pieces)]


def apart(values: Sequence[Value], number: int) -> list[Value]:
    """Picks some values evenly from first to last."""
    return [values[place * (len(values) - 1) // (number - 1)] for place in range(number)]


def gaining(cards: Sequence[str]) -> Change:
    """Plays a card that brings cubes."""
    card = next(card for card in cards if card[0] in SPICES and ">" not in card)
    return Change(card, "YR", ordered("YR" + card))


def upgrading(cards: Sequence[str]) -> Ways:
    """Plays an upgrade card both ways."""
    card = min((card for card in cards if card.startswith("+")), key=lambda found: abs(int(found[1:]) - 2))
    before = "Y" * max(2, int(card[1:]))
    one_cube = [before]
    for letter in SPICES[: min(3, int(card[1:]))]:
        one_cube.append(upgraded(one_cube[-1], letter))
    spread = before
    for _ in range(int(card[1:])):
        spread = upgraded(spread, "Y")
    return Ways(card, before, tuple(one_cube), spread)


def trading(pieces: ComponentSet) -> Twice:
    """Plays a trade twice."""
    card = min(deck(pieces, "trade"), key=lambda found: (found[:3] != "YY>", len(found)))
    give, get = card.split(">")
    before = ordered(give * 2 + "Y")
    once = ordered(without(before, give) + get)
    return Twice(card, before, once, ordered(without(once, give) + get))


def acquiring(pieces: ComponentSet, places: int) -> Acquiring:
    """Acquires the third card of a row: one cube onto each of the two before it."""
    cards, held, paid, lying = mixed(pieces), "YYYR", "YR", "G"
    before = [Spot(card, "", "is-target", True) for card in cards[:2]]
    before += [Spot(cards[2], lying, "is-selected"), *(Spot(card) for card in cards[3:places])]
    after = [Spot(card, paid[place]) for place, card in enumerate(cards[:2])]
    after += [Spot(card) for card in cards[3:places]]
    after.append(Spot(cards[places], "", "just-laid"))
    kept = ordered(without(held, paid) + lying)
    return Acquiring(tuple(before), tuple(after), cards[2], 2, lying, paid, held, kept)


def fresh_row(pieces: ComponentSet, places: int) -> list[Spot]:
    """Lays out a row as at the start of a game."""
    return [Spot(card) for card in mixed(pieces)[:places]]


@dataclass(frozen=True)
class Drawn:
    """Turns plain texts into what the macros of the table draw."""

    say: Words

    def pieces(self, text: str, new: str = "", gone: str = "") -> list[Piece]:
        """Lays out cubes; those that just came, or are about to go, are marked."""
        marked = {letter: text.count(letter) - (new + gone).count(letter) for letter in SPICES}
        found = []
        for index, letter in enumerate(text):
            ordinal = text[:index].count(letter)
            state = "just-moved" if ordinal >= marked[letter] else ""
            found.append(Piece(letter, ordinal, self.say.names[letter], state=state))
        return found

    def place(self, spot: Spot, slot: int) -> RowPlace:
        """Makes a place of a merchant row."""
        _ = self.say.translations.gettext
        label = _("On it: %(cubes)s") % {"cubes": self.say.spices(spot.lying)} if spot.lying else ""
        counts = {letter: spot.lying.count(letter) for letter in SPICES if letter in spot.lying}
        card = Card(spot.card, "", spot.state, "", self.say.card(spot.card))
        return RowPlace(card, slot, self.pieces(spot.lying), counts, label, spot.target)

    def row(self, spots: Iterable[Spot]) -> list[RowPlace]:
        """Makes the places of a merchant row."""
        return [self.place(spot, slot) for slot, spot in enumerate(spots)]


def all_merchants(pieces: ComponentSet) -> dict[str, list[tuple[int, str]]]:
    """Lists all merchant cards with their numbers as a page shows them: starting cards, then the deck by kind."""
    found: dict[str, list[tuple[int, str]]] = {"starting": [], "gain": [], "upgrade": [], "trade": []}
    for number, card in enumerate(pieces.merchants):
        group = "starting" if card.group == "starting" else {"spice": "gain"}.get(card.kind, card.kind)
        found[group].append((number, merchant(card)))
    return found
