"""The game board of From East to West as a seat sees it: what each place costs it now, or why it cannot work there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from serai.web.look.west_pieces import Bonus, Merchant, PointCard, Tile, View, bonus, claimable, given, merchant, tile
from serai.web.look.west_pieces import lacking as lacking_of

Location = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """One location. `why` tells why it cannot be worked: yours, covered, no card, no deck, needs, lacks, unpaid."""

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
    merchant: Merchant | None = None

    @property
    def parts(self) -> list[str]:
        """Returns what the location does, part by part: `YYY`, `+2`, `YY>G`."""
        return self.text.split("&") if self.kind in ("gain", "upgrade", "trade") else []

    @property
    def missing(self) -> list[bool]:
        """Marks the cubes of the cost, a point card's or a trade's, that are missing."""
        left, marks = list(self.lacks), []
        for letter in (self.card.cost if self.card else given(self.text))[::-1]:
            marks.append(letter in left)
            if letter in left:
                left.remove(letter)
        return marks[::-1]


@dataclass(frozen=True)
class Half:
    """Half of the board: forts above, markets below, locations in two rows between."""

    forts: list[Place]
    upper: list[Place]
    lower: list[Place]
    markets: list[Place]

    @property
    def places(self) -> list[Place]:
        """Returns all places of this half."""
        return [*self.forts, *self.upper, *self.lower, *self.markets]

    @property
    def lit(self) -> int:
        """Counts what can be chosen here now."""
        return sum(bool(place.decision) + bool(place.explore) for place in self.places)


def cost(view: View, seat: int, location: Location) -> tuple[int, int]:
    """Returns how many settlers a seat places here, and how many of them its discounts save (EW-7)."""
    needed = location["settlers"] + 1 if location["settlers"] else location["printed"]
    benefits = [claimable(name).benefit for name in view["players"][seat]["claimed"]]
    discounts = benefits.count(f"discount:{location['link']}") if location["link"] else 0
    fee = max(1, needed - discounts)
    return fee, needed - fee


def lacking(view: View, seat: int, number: int) -> str:
    """Returns the cubes that a seat lacks for the action of a location (EW-7)."""
    location, held = view["locations"][number], view["players"][seat]["caravan"]
    if location["kind"] != "fort":
        return lacking_of(held, given(location["location"]))
    card = view["forts"][slot_of(view, number)]["card"]
    return lacking_of(held, claimable(card["card"]).cost) if card else ""


def trouble(view: View, seat: int, number: int) -> str:
    """Tells why a seat could not work at a location if it were to choose an action now; empty if it could (EW-7)."""
    location = view["locations"][number]
    if location["seat"] == seat:
        return "yours"
    if location["tile"]:
        return "covered"
    if location["kind"] == "fort" and not view["forts"][slot_of(view, number)]["card"]:
        return "no card"
    if location["kind"] == "market" and not view["markets"][slot_of(view, number)]:
        return "no card"
    if location["kind"] == "refresh" and not view["merchants_left"]:
        return "no deck"
    if cost(view, seat, location)[0] > view["players"][seat]["board"]:
        return "needs"
    return ("lacks" if location["kind"] == "fort" else "unpaid") if lacking(view, seat, number) else ""


def slot_of(view: View, number: int) -> int:
    """Returns which of the forts or markets, from the left, a location is."""
    kind = view["locations"][number]["kind"]
    return sum(location["kind"] == kind for location in view["locations"][:number])


def place(view: View, seat: int, number: int) -> Place:
    """Looks at one location for a seat."""
    location, legal = view["locations"][number], view["legal"]
    fee, cut = cost(view, seat, location)
    why = trouble(view, seat, number)
    cover = tile(location["tile"]) if location["tile"] else None
    decision, explore = f"work {location['location']}", f"explore {location['tile']}"
    return Place(
        number=number,
        text=location["location"],
        kind=location["kind"],
        printed=location["printed"],
        seat=location["seat"],
        settlers=location["settlers"],
        fee=fee,
        cut=cut,
        why=why,
        lacks=lacking(view, seat, number) if why in ("lacks", "unpaid") else "",
        decision=decision if decision in legal else "",
        working=view["working"] == location["location"],
        cover=cover,
        explore=explore if cover and explore in legal else "",
        **_pieces(view, number),
    )


def _pieces(view: View, number: int) -> dict[str, Any]:
    """Returns what lies at a fort or a market."""
    kind = view["locations"][number]["kind"]
    if kind == "market":
        name = view["markets"][slot_of(view, number)]
        return {"merchant": merchant(name) if name else None}
    if kind != "fort":
        return {}
    fort = view["forts"][slot_of(view, number)]
    return {
        "card": claimable(fort["card"]["card"]) if fort["card"] else None,
        "bonus": bonus(fort["bonus"]) if fort["bonus"] else None,
        "bonus_left": fort["bonus_left"],
    }


def halves(view: View, seat: int) -> tuple[Half, Half]:
    """Lays the locations out as the west and the east half of the board (EW-1)."""
    places = [place(view, seat, number) for number in range(len(view["locations"]))]
    forts = [found for found in places if found.kind == "fort"]
    markets = [found for found in places if found.kind == "market"]
    boards = [[found for found in board if found.kind not in ("fort", "market")] for board in _boards(places)]
    if len(boards) != 4:
        others = [found for board in boards for found in board]
        boards = [others[len(others) * part // 4 : len(others) * (part + 1) // 4] for part in range(4)]
    middle = len(forts) // 2, len(markets) // 2
    west = Half(forts[: middle[0]], boards[0], boards[2], markets[: middle[1]])
    return west, Half(forts[middle[0] :], boards[1], boards[3], markets[middle[1] :])


def _boards(places: list[Place]) -> Iterator[list[Place]]:
    """Cuts the locations into location boards: each begins with its forts or markets."""
    board: list[Place] = []
    for found in places:
        if found.kind in ("fort", "market") and board and board[-1].kind not in ("fort", "market"):
            yield board
            board = []
        board.append(found)
    yield board
