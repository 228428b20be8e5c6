"""The game board of From East to West as a seat sees it: what each place costs it, or why it cannot work there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.web.pieces import (
    Bonus,
    Merchant,
    PointCard,
    Tile,
    View,
    bonus,
    claimable,
    given,
    merchant,
    tile,
)


@dataclass(frozen=True)
class DrawnLocation:
    """One location. `why` says why it cannot be worked: yours, covered, no card, no deck, needs, lacks, unpaid."""

    number: int
    text: str
    kind: str
    printed: int
    seat: int | None
    settlers: int
    fee: int
    cut: int
    why: str
    lacks: str
    decision: str
    working: bool
    cover: Tile | None
    explore: str
    card: PointCard | None = None
    bonus: Bonus | None = None
    bonus_left: int = 0
    bonus_now: int = 0
    merchant: Merchant | None = None

    @property
    def nr(self) -> str:
        """The number of a fort or a market, by which plans name it; empty for other locations."""
        return self.text.partition(" ")[2] if self.kind in ("fort", "market") else ""

    @property
    def parts(self) -> list[str]:
        """What the location does, part by part: `YYY`, `+2`, `YY>G`."""
        return self.text.split("&") if self.kind in ("gain", "upgrade", "trade") else []

    @property
    def missing(self) -> list[bool]:
        """Which cubes of the cost, a point card's or a trade's, are missing."""
        left, marks = list(self.lacks), []
        for letter in (self.card.cost if self.card else given(self.text))[::-1]:
            marks.append(letter in left)
            if letter in left:
                left.remove(letter)
        return marks[::-1]


@dataclass(frozen=True)
class Half:
    """Half of the board: forts above, markets below, locations in two rows between."""

    forts: list[DrawnLocation]
    upper: list[DrawnLocation]
    lower: list[DrawnLocation]
    markets: list[DrawnLocation]

    @property
    def places(self) -> list[DrawnLocation]:
        """All places of this half."""
        return [*self.forts, *self.upper, *self.lower, *self.markets]

    @property
    def lit(self) -> int:
        """The number of places that can be chosen here now."""
        return sum(bool(place.decision) + bool(place.explore) for place in self.places)


def slot_of(view: View, number: int) -> int:
    """Returns which of the forts or markets, from the left, a location is."""
    kind = view["locations"][number]["kind"]
    return sum(location["kind"] == kind for location in view["locations"][:number])


def place(pieces: WestSet, view: View, number: int) -> DrawnLocation:
    """Returns one location as the seat of the view sees it."""
    location, legal = view["locations"][number], view["legal"]
    asked = view["work"][number]
    why = asked["hindrance"] or ""
    cover = tile(pieces, location["tile"]) if location["tile"] else None
    decision, explore = f"work {location['location']}", f"explore {location['tile']}"
    return DrawnLocation(
        number=number,
        text=location["location"],
        kind=location["kind"],
        printed=location["printed"],
        seat=location["seat"],
        settlers=location["settlers"],
        fee=asked["settlers"],
        cut=asked["saved"],
        why=why,
        lacks=asked["lacks"] if why in ("lacks", "unpaid") or (why, location["kind"]) == ("needs", "fort") else "",
        decision=decision if decision in legal else "",
        working=view["working"] == location["location"],
        cover=cover,
        explore=explore if cover and explore in legal else "",
        **_pieces(pieces, view, number),
    )


def _pieces(pieces: WestSet, view: View, number: int) -> dict[str, Any]:
    """Returns the pieces at a fort or a market."""
    kind = view["locations"][number]["kind"]
    if kind == "market":
        name = view["markets"][slot_of(view, number)]
        return {"merchant": merchant(pieces, name) if name else None}
    if kind != "fort":
        return {}
    fort = view["forts"][slot_of(view, number)]
    return {
        "card": claimable(pieces, fort["card"]["card"]) if fort["card"] else None,
        "bonus": bonus(pieces, fort["bonus"]) if fort["bonus"] else None,
        "bonus_left": fort["bonus_left"],
        "bonus_now": view["stack_points"][slot_of(view, number)],
    }


def halves(pieces: WestSet, view: View) -> tuple[Half, Half]:
    """Lays the locations out as the west and the east half of the board (EW-1)."""
    places = [place(pieces, view, number) for number in range(len(view["locations"]))]
    forts = [found for found in places if found.kind == "fort"]
    markets = [found for found in places if found.kind == "market"]
    boards = [[found for found in board if found.kind not in ("fort", "market")] for board in _boards(places)]
    if len(boards) != 4:
        others = [found for board in boards for found in board]
        boards = [others[len(others) * part // 4 : len(others) * (part + 1) // 4] for part in range(4)]
    middle = len(forts) // 2, len(markets) // 2
    west = Half(forts[: middle[0]], boards[0], boards[2], markets[: middle[1]])
    return west, Half(forts[middle[0] :], boards[1], boards[3], markets[middle[1] :])


def _boards(places: list[DrawnLocation]) -> Iterator[list[DrawnLocation]]:
    """Cuts the locations into location boards: each begins with its forts or markets."""
    board: list[DrawnLocation] = []
    for found in places:
        if found.kind in ("fort", "market") and board and board[-1].kind not in ("fort", "market"):
            yield board
            board = []
        board.append(found)
    yield board
