"""What chance decides in Sand to Sea: the map, the victory tiles, and the order of the merchant deck."""

import numpy as np

from serai.core.bits import BIT, NOTHING
from serai.core.compiled import compiled
from serai.core.piece_names import Names
from serai.core.records import NONE, SPICES, State, Values
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.rules.state import CLOSED, CLOSED_AMONG
from serai.learning.hidden_piles import SET_UP, Draw, HiddenPlace, even_odds, laid_out, row_places, swap, top

SEA = 63
NAMES = {"merchants": "merchant_names", "ports": "victory_names", "island": "island_names"}


def opening(values: Values, state: State) -> list[Draw]:
    """Lists what chance decides before the first decision, in order."""
    islands = [Draw("island", place, SET_UP) for place in range(len(values.open_spaces))]
    return islands + laid_out(state, "merchants") + laid_out(state, "ports")


def revealed(values: Values, before: State, after: State, action: int) -> list[Draw]:
    """Lists what a decision reveals."""
    return [*top(before, after, "merchants"), *top(before, after, "ports")]


@compiled
def may_reveal(state: State, after: State) -> bool:
    """Returns whether a decision that leads from one position to the other may have revealed a card."""
    return bool(after.merchants.left < state.merchants.left or after.ports.left < state.ports.left)


def hidden_places(state: State, draw: Draw) -> list[HiddenPlace]:
    """Lists the hidden places that the drawn piece may be in."""
    return row_places(state[draw.pile], draw)


def outcomes(values: Values, state: State, draw: Draw) -> list[tuple[int, float]]:
    """Lists the possible draws with their probabilities."""
    if draw.pile == "island":
        return island_odds(values, state, draw.place)
    odds = even_odds(hidden_places(state, draw))
    if draw.pile == "ports" and CLOSED in dict(odds):
        return _with_closed_port(values, state, list(dict(odds)), draw)
    return odds


def _with_closed_port(values: Values, state: State, tiles: list[int], draw: Draw) -> list[tuple[int, float]]:
    """Lists victory tiles; the closed port lies among the top six of the first stack (SS-3)."""
    others = [tile for tile in tiles if tile != CLOSED]
    drawn = int(values.victory_size) + 1 - len(state.ports.cards) - state.ports.left
    closed = 0.0 if draw.when == SET_UP else 1 / max(1, CLOSED_AMONG - drawn)
    found = [(tile, (1 - closed) / len(others)) for tile in others] if closed < 1 else []
    return found + ([(CLOSED, closed)] if closed > 0 else [])


def settle(values: Values, state: State, draw: Draw, outcome: int) -> None:
    """Puts the drawn piece in its place."""
    if draw.pile == "island":
        lay_island(values, state, draw.place, outcome)
    else:
        swap(hidden_places(state, draw), outcome)


def name_of(pieces: SeaSet, draw: Draw, outcome: int) -> str:
    """Writes what was drawn in the notation."""
    if draw.pile == "island" and outcome == SEA:
        return "sea"
    names: Names = getattr(pieces, NAMES[draw.pile])
    return names[outcome]


def island_odds(values: Values, state: State, place: int) -> list[tuple[int, float]]:
    """Lists the islands that may be on the next space, and the sea: four of each symbol are used (SS-2)."""
    laid = [int(state.tiles[space]) for space in values.open_spaces]
    left, known = laid[place:], laid[:place]
    odds = []
    for symbol in range(SPICES):
        places = sum(tile != NONE and values.islands[tile].symbol == symbol for tile in left)
        candidates = [int(island) for island in values.symbol_islands[symbol] if island not in known]
        if places:
            odds += [(island, places / len(left) / len(candidates)) for island in candidates]
    seas = left.count(NONE)
    return sorted(odds) + ([(SEA, seas / len(left))] if seas else [])


def lay_island(values: Values, state: State, place: int, outcome: int) -> None:
    """Lays an island or the sea on the next space; an unused island replaces one of the same symbol."""
    tile = NONE if outcome == SEA else outcome
    laid = [int(state.tiles[space]) for space in values.open_spaces]
    if tile not in laid[place:]:
        symbol = values.islands[tile].symbol
        other = next(n for n in range(place, len(laid)) if laid[n] != NONE and values.islands[laid[n]].symbol == symbol)
        laid[other] = tile
    there = laid.index(tile, place)
    laid[place], laid[there] = laid[there], laid[place]
    for space, island in zip(values.open_spaces, laid, strict=True):
        state.tiles[space] = island
    mark_markets(values, state)


def mark_markets(values: Values, state: State) -> None:
    """Recomputes which spaces hold the islands of each symbol."""
    for symbol in range(SPICES):
        spaces = NOTHING
        for space in values.open_spaces:
            if state.tiles[space] != NONE and values.islands[state.tiles[space]].symbol == symbol:
                spaces |= BIT[space]
        state.markets[symbol] = np.uint64(spaces)
