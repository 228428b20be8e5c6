"""Where the pieces lie that nobody can see: places of rows, decks, stacks and the box."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.rules.bits import BIT, NOTHING, has
from serai.rules.records import NONE, SPICES, Row, State
from serai.rules.sea_table import ISLANDS, OPEN_SPACES, SYMBOL_ISLANDS

SEA = 63


@dataclass(frozen=True)
class Place:
    """A place in an array with what lies there now; without an array it is a member of a set."""

    card: int
    array: Any = None
    index: Any = None

    def put(self, card: int) -> None:
        """Lays another piece there."""
        self.array[self.index] = card


def place_in(array: Any, index: Any) -> Place:
    """Returns a place of an array."""
    return Place(int(array[index]), array, index)


def row_places(row: Row, place: int, bottom: int, laid_out: bool) -> list[Place]:
    """Lists the hidden places of a row: from a slot on and the deck, or a deck from a height down to what is known."""
    if laid_out:
        slots = [place_in(row.cards, slot) for slot in range(place, len(row.cards))]
        return slots + [place_in(row.deck, height) for height in range(row.left)]
    return [place_in(row.deck, height) for height in range(place, bottom - 1, -1)]


def bonus_places(state: State, fort: int, laid_out: bool) -> list[Place]:
    """Lists the hidden bonus tiles, that which comes to the top of a fort first: below the tops, and in the box."""
    tops = state.heights.astype(int) - 1
    first = (fort, tops[fort] if laid_out else tops[fort] - 1)
    places = [first]
    for other in range(len(tops)):
        shown = tops[other] + 1 if laid_out and other >= fort else tops[other]
        places += [(other, height) for height in range(shown) if (other, height) != first]
    spares = [place_in(state.spares, place) for place in range(len(state.spares)) if state.spares[place] != NONE]
    return [place_in(state.stacks, place) for place in places] + spares


def cover_places(state: State, number: int) -> list[Place]:
    """Lists the exploration tiles that may cover a location: those on it and later ones, and all beside the board."""
    covers = [place_in(state.cover, other) for other in range(number, len(state.cover))]
    return covers + [Place(tile) for tile in range(64) if has(state.beside, tile)]


def island_odds(state: State, place: int) -> list[tuple[int, float]]:
    """Lists the islands that may lie on the next space, and the sea: four of each symbol are used (SS-2)."""
    laid = [int(state.tiles[space]) for space in OPEN_SPACES]
    left, known = laid[place:], laid[:place]
    odds = []
    for symbol in range(SPICES):
        places = sum(tile != NONE and ISLANDS[tile].symbol == symbol for tile in left)
        candidates = [int(island) for island in SYMBOL_ISLANDS[symbol] if island not in known]
        if places:
            odds += [(island, places / len(left) / len(candidates)) for island in candidates]
    seas = left.count(NONE)
    return sorted(odds) + ([(SEA, seas / len(left))] if seas else [])


def lay_island(state: State, place: int, outcome: int) -> None:
    """Lays an island or the sea on the next space; an unused island takes the place of one of its symbol."""
    tile = NONE if outcome == SEA else outcome
    laid = [int(state.tiles[space]) for space in OPEN_SPACES]
    if tile not in laid[place:]:
        symbol = ISLANDS[tile].symbol
        other = next(n for n in range(place, len(laid)) if laid[n] != NONE and ISLANDS[laid[n]].symbol == symbol)
        laid[other] = tile
    there = laid.index(tile, place)
    laid[place], laid[there] = laid[there], laid[place]
    for space, island in zip(OPEN_SPACES, laid, strict=True):
        state.tiles[space] = island
    mark_markets(state)


def mark_markets(state: State) -> None:
    """Notes again on which spaces the islands of each symbol lie."""
    for symbol in range(SPICES):
        spaces = NOTHING
        for space in OPEN_SPACES:
            if state.tiles[space] != NONE and ISLANDS[state.tiles[space]].symbol == symbol:
                spaces |= BIT[space]
        state.markets[symbol] = np.uint64(spaces)
