"""The chance of a game card by card: what a decision turns up, how likely each card is, and putting it on top."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.learning.pools import Place, bonus_places, cover_places, island_odds, lay_island, row_places
from serai.rules import games, sea_table, west_table
from serai.rules.bits import WORD
from serai.rules.records import NONE, State
from serai.rules.sea_table import CLOSED, CLOSED_AMONG, OPEN_SPACES, STACK
from serai.rules.west_table import LOCATIONS, Kind

SET_UP = "laid out"
DECK = "drawn"


@dataclass(frozen=True)
class Draw:
    """A card that chance decides: of which row or pile, at which place, during set-up or later."""

    pile: str
    place: int
    when: str = DECK


def opening(state: State) -> list[Draw]:
    """Lists what chance decides before the first decision, in order."""
    name = games.rules_of(state).NAME
    draws = [Draw("merchants", slot, SET_UP) for slot in range(len(state.merchants.cards))]
    if name == "sand_to_sea":
        draws += [Draw("ports", slot, SET_UP) for slot in range(len(state.ports.cards))]
        return [Draw("island", place, SET_UP) for place in range(len(OPEN_SPACES))] + draws
    draws += [Draw("points", slot, SET_UP) for slot in range(len(state.points.cards))]
    if name == "spice_road":
        return draws
    covers = [number for number in range(len(state.cover)) if state.cover[number] != NONE]
    draws.append(Draw("points", int(state.points.left) - 1))
    draws += [Draw("bonus", fort, SET_UP) for fort in range(len(state.heights)) if state.heights[fort] > 0]
    return draws + [Draw("cover", number, SET_UP) for number in covers]


def revealed(before: State, after: State, action: int) -> list[Draw]:
    """Lists what a decision turns up that nobody could know, in the order in which chance is asked."""
    name = games.rules_of(before).NAME
    draws = list(_west_merchants(before, after, action) if name == "east_to_west" else _top(before, after, "merchants"))
    if name == "spice_road":
        return draws + list(_top(before, after, "points"))
    if name == "sand_to_sea":
        return draws + list(_top(before, after, "ports"))
    if 0 < after.points.left < before.points.left:
        draws.append(Draw("points", int(after.points.left) - 1))
    shrunk = [fort for fort in range(len(after.heights)) if 0 < after.heights[fort] < before.heights[fort]]
    return draws + [Draw("bonus", fort) for fort in shrunk]


def _top(before: State, after: State, pile: str) -> Iterator[Draw]:
    """Yields the top card of a deck, if it was drawn."""
    if after[pile].left < before[pile].left:
        yield Draw(pile, int(before[pile].left) - 1)


def _west_merchants(before: State, after: State, action: int) -> Iterator[Draw]:
    """Yields the merchants drawn, several by a refresh; those put under the deck are known (EW-14)."""
    known, left = int(before.known), int(before.merchants.left)
    drawn = left - int(after.merchants.left)
    if before.phase == 0 and west_table.WORK <= action < west_table.WORK + WORD:
        place = action - west_table.WORK
        if LOCATIONS[place].kind == Kind.REFRESH:
            drawn = len(before.merchants.cards)
    for number in range(min(drawn, left - known)):
        yield Draw("merchants", left - 1 - number)


def hidden_places(state: State, draw: Draw) -> list[Place]:
    """Lists the places whose contents could be what is drawn, the place drawn from first."""
    if draw.pile == "bonus":
        return bonus_places(state, draw.place, draw.when == SET_UP)
    if draw.pile == "cover":
        return cover_places(state, draw.place)
    bottom = int(state.known) if draw.pile == "merchants" and "known" in (state.dtype.names or ()) else 0
    return row_places(state[draw.pile], draw.place, bottom, draw.when == SET_UP)


def outcomes(state: State, draw: Draw) -> list[tuple[int, float]]:
    """Lists what can be drawn and how likely it is."""
    if draw.pile == "island":
        return island_odds(state, draw.place)
    held = [place.card for place in hidden_places(state, draw)]
    kinds = sorted(set(held))
    if CLOSED in kinds and draw.pile == "ports":
        return _with_closed_port(state, kinds, draw)
    return [(kind, held.count(kind) / len(held)) for kind in kinds]


def _with_closed_port(state: State, tiles: list[int], draw: Draw) -> list[tuple[int, float]]:
    """Lists victory tiles; the closed port lies among the top six of the first stack (SS-3)."""
    others = [tile for tile in tiles if tile != CLOSED]
    drawn = len(STACK) + 1 - len(state.ports.cards) - state.ports.left
    closed = 0.0 if draw.when == SET_UP else 1 / max(1, CLOSED_AMONG - drawn)
    found = [(tile, (1 - closed) / len(others)) for tile in others] if closed < 1 else []
    return found + ([(CLOSED, closed)] if closed > 0 else [])


def settle(state: State, draw: Draw, outcome: int) -> None:
    """Puts what was drawn into its place; what lay there goes where the drawn piece came from."""
    if draw.pile == "island":
        lay_island(state, draw.place, outcome)
        return
    places = hidden_places(state, draw)
    here, there = places[0], next(place for place in places if place.card == outcome)
    if draw.pile == "cover" and there.array is None:
        state.beside ^= np.uint64(1 << outcome | 1 << here.card)
        here.put(outcome)
        return
    card = here.card
    here.put(outcome)
    there.put(card)


def name_of(game: str, draw: Draw, outcome: int) -> str:
    """Says in the notation what was drawn."""
    from serai.notation import cards, east_to_west, sand_to_sea, spice_road

    names: dict[str, Any] = {"merchants": cards.MERCHANTS, "bonus": east_to_west.BONUS_NAMES}
    names |= {"cover": east_to_west.TILES, "ports": sand_to_sea.VICTORY}
    names["points"] = spice_road.POINTS if game == "spice_road" else east_to_west.POINTS
    if draw.pile == "island":
        return "sea" if outcome == sea_table.CLOSED else str(sand_to_sea.ISLAND_NAMES[outcome])
    return str(names[draw.pile][outcome])
