"""Cards that chance decides, and the hidden places they come from: the basis of the chance nodes of all games."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from serai.core.records import Row, State

SET_UP = "laid out"
DECK = "drawn"


@dataclass(frozen=True)
class Draw:
    """A card that chance decides: of which row or pile, at which place, during set-up or later."""

    pile: str
    place: int
    when: str = DECK


class HiddenPlace(NamedTuple):
    """A place in an array with what is there now; without an array, a member of a set."""

    card: int
    array: Any = None
    index: Any = None

    def put(self, card: int) -> None:
        """Puts another piece there."""
        self.array[self.index] = card


def place_in(array: Any, index: Any) -> HiddenPlace:
    """Returns a place of an array."""
    return HiddenPlace(int(array[index]), array, index)


def places_in(array: Any, among: range) -> list[HiddenPlace]:
    """Returns some places of an array, in order."""
    held = array.tolist()
    return [HiddenPlace(held[index], array, index) for index in among]


def laid_out(state: State, pile: str) -> list[Draw]:
    """Lists the draws that fill a row during set-up."""
    return [Draw(pile, slot, SET_UP) for slot in range(len(state[pile].cards))]


def top(before: State, after: State, pile: str) -> Iterator[Draw]:
    """Yields the top card of a deck, if it was drawn."""
    left = before[pile]["left"]
    if after[pile]["left"] < left:
        yield Draw(pile, int(left) - 1)


def row_places(row: Row, draw: Draw, bottom: int = 0) -> list[HiddenPlace]:
    """Lists the hidden places of a row: from a slot on and the deck, or a deck from a height down to what is known."""
    deck = row["deck"]
    if draw.when == SET_UP:
        slots = places_in(row["cards"], range(draw.place, len(row["cards"])))
        return slots + places_in(deck, range(row["left"]))
    return places_in(deck, range(draw.place, bottom - 1, -1))


def even_odds(places: Sequence[HiddenPlace]) -> list[tuple[int, float]]:
    """Lists what can be drawn, with probabilities; all places are equally likely."""
    held = Counter(place.card for place in places)
    return [(kind, count / len(places)) for kind, count in sorted(held.items())]


def swap(places: Sequence[HiddenPlace], outcome: int) -> None:
    """Puts what was drawn into the first place, swapping it with what was there."""
    here, there = places[0], next(place for place in places if place.card == outcome)
    card = here.card
    here.put(outcome)
    there.put(card)
