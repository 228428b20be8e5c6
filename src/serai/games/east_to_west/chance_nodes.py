"""What chance decides in From East to West: bonus and exploration tiles, and the order of both decks."""

from collections.abc import Iterator

import numpy as np

from serai.core.bits import WORD, has
from serai.core.compiled import compiled
from serai.core.phases import Phase
from serai.core.piece_names import Names
from serai.core.records import NONE, State, Values
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.rules.state import WORK, LocationKind
from serai.learning.hidden_piles import SET_UP, Draw, HiddenPlace, even_odds, laid_out, place_in, row_places, swap

NAMES = {"merchants": "merchant_names", "points": "point_names", "bonus": "bonus_names", "cover": "tile_names"}


def opening(values: Values, state: State) -> list[Draw]:
    """Lists what chance decides before the first decision, in order."""
    covers = [number for number in range(len(state.cover)) if state.cover[number] != NONE]
    draws = laid_out(state, "merchants") + laid_out(state, "points")
    draws.append(Draw("points", int(state.points.left) - 1))
    draws += [Draw("bonus", fort, SET_UP) for fort in range(len(state.heights)) if state.heights[fort] > 0]
    return draws + [Draw("cover", number, SET_UP) for number in covers]


def revealed(values: Values, before: State, after: State, action: int) -> list[Draw]:
    """Lists what a decision reveals that nobody could know, in the order of the chance nodes."""
    draws = list(_merchants(values, before, after, action))
    if 0 < after.points.left < before.points.left:
        draws.append(Draw("points", int(after.points.left) - 1))
    shrunk = [fort for fort in range(len(after.heights)) if 0 < after.heights[fort] < before.heights[fort]]
    return draws + [Draw("bonus", fort) for fort in shrunk]


@compiled
def may_reveal(state: State, after: State) -> bool:
    """Returns whether a decision that leads from one position to the other may have revealed a piece."""
    merchants = after.merchants.left != state.merchants.left or after.known != state.known
    points = after.points.left < state.points.left
    forts = False
    for fort in range(len(after.heights)):
        forts = forts or after.heights[fort] < state.heights[fort]
    return bool(merchants or points or forts)


def _merchants(values: Values, before: State, after: State, action: int) -> Iterator[Draw]:
    """Yields the merchants drawn, several in a refresh; those put under the deck are known (EW-14)."""
    known, left = int(before.known), int(before.merchants.left)
    drawn = left - int(after.merchants.left)
    worked_at = action - WORK if before.phase == Phase.TURN else NONE
    if 0 <= worked_at < WORD and values.locations[worked_at].kind == LocationKind.REFRESH:
        drawn = len(before.merchants.cards)
    for number in range(min(drawn, left - known)):
        yield Draw("merchants", left - 1 - number)


def hidden_places(state: State, draw: Draw) -> list[HiddenPlace]:
    """Lists the hidden places that the drawn piece may be in, the place drawn from first."""
    if draw.pile == "bonus":
        return bonus_places(state, draw.place, draw.when == SET_UP)
    if draw.pile == "cover":
        return cover_places(state, draw.place)
    return row_places(state[draw.pile], draw, int(state.known) if draw.pile == "merchants" else 0)


def outcomes(values: Values, state: State, draw: Draw) -> list[tuple[int, float]]:
    """Lists the possible draws with their probabilities."""
    return even_odds(hidden_places(state, draw))


def settle(values: Values, state: State, draw: Draw, outcome: int) -> None:
    """Puts the drawn piece in its place; the piece that was there goes where the drawn piece came from."""
    places = hidden_places(state, draw)
    here, there = places[0], next(place for place in places if place.card == outcome)
    if draw.pile == "cover" and there.array is None:
        state.beside ^= np.uint64(1 << outcome | 1 << here.card)
        here.put(outcome)
    else:
        swap(places, outcome)


def name_of(pieces: WestSet, draw: Draw, outcome: int) -> str:
    """Writes what was drawn in the notation."""
    names: Names = getattr(pieces, NAMES[draw.pile])
    return names[outcome]


def bonus_places(state: State, fort: int, laid_out: bool) -> list[HiddenPlace]:
    """Lists the hidden bonus tiles, below the tops and in the box; the next top tile of the fort first."""
    tops = state.heights.astype(int) - 1
    first = (fort, tops[fort] if laid_out else tops[fort] - 1)
    places = [first]
    for other in range(len(tops)):
        shown = tops[other] + 1 if laid_out and other >= fort else tops[other]
        places += [(other, height) for height in range(shown) if (other, height) != first]
    spares = [place_in(state.spares, place) for place in range(len(state.spares)) if state.spares[place] != NONE]
    return [place_in(state.stacks, place) for place in places] + spares


def cover_places(state: State, number: int) -> list[HiddenPlace]:
    """Lists the exploration tiles that may cover a location: those on this and later ones, and all beside the board."""
    covers = [place_in(state.cover, other) for other in range(number, len(state.cover))]
    return covers + [HiddenPlace(tile) for tile in range(64) if has(state.beside, tile)]
