"""From East to West told as its naive implementation tells it."""

from typing import Any

from serai.core.bits import has
from serai.core.notation.cards import cubes
from serai.core.notation.positions import deck
from serai.core.phases import Phase
from serai.core.records import NONE, State
from serai.games.east_to_west.notation import phase_name
from tests.agreement import Naive, Sides
from tests.east_to_west.standard import BONUS_NAMES, LOCATIONS, PLACES, POINTS, TILES, covered, deal, stacks
from tests.naive.east_to_west import Deal, EastToWest
from tests.spice_road.standard import MERCHANTS


def begin(players: int, state: State) -> Naive:
    """Gives the naive game the same deal."""
    dealt = deal(state)
    dealt["covered"] = {LOCATIONS.number(place): tile for place, tile in dealt["covered"].items()}
    return EastToWest(players, Deal(**dealt))


def told(state: State) -> dict[str, Any]:
    """Returns a state as plain data."""
    return {
        "seat": state.seat,
        "over": state.phase == Phase.OVER,
        "phase": {"barter": "trade"}.get(phase_name(state), phase_name(state)),
        "again": state.again == 1,
        "forts": ["" if card == NONE else POINTS[card] for card in state.points.cards],
        "point_deck": deck(state.points, POINTS),
        "stacks": stacks(state),
        "spares": sorted(BONUS_NAMES.in_row(state.spares)),
        "markets": ["" if card == NONE else MERCHANTS[card] for card in state.merchants.cards],
        "merchant_deck": deck(state.merchants, MERCHANTS),
        "locations": told_locations(state),
        "beside": sorted(TILES.of_set(state.beside)),
        "players": [told_player(state.players[seat]) for seat in range(state.seats)],
    }


def told_locations(state: State) -> list[dict[str, Any]]:
    """Returns what stands on every location."""
    tiles, placed = covered(state), [state.players[seat].placed for seat in range(state.seats)]
    return [
        {
            "seat": next((seat for seat, places in enumerate(placed) if has(places, place)), None),
            "settlers": state.settlers[place],
            "tile": tiles.get(place, ""),
        }
        for place in range(len(PLACES))
    ]


def told_player(player: Any) -> dict[str, Any]:
    """Returns what one player has."""
    route = [card for card in player.route if card != NONE]
    return {
        "caravan": cubes(player.caravan),
        "board": player.board,
        "reserve": player.reserve,
        "route": MERCHANTS.in_row(route),
        "on_route": list(player.on_route[: len(route)]),
        "discard": sorted(MERCHANTS.of_set(player.spent)),
        "claimed": sorted(POINTS.of_set(player.claimed)),
        "bonus": sorted(BONUS_NAMES.in_row(player.bonus)),
        "explored": sorted(TILES.of_set(player.explored)),
    }


def eager(state: State, texts: list[str]) -> list[str]:
    """Works at forts, explores and takes bonus tiles."""
    return [text for text in texts if text.startswith(("work fort", "explore", "bonus"))]


EAST_TO_WEST = Sides("east_to_west", begin, told, eager)
