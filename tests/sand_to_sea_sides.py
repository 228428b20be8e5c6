"""Sand to Sea told as its naive implementation tells it."""

from typing import Any

from serai.core.notation.cards import cubes, parse_cubes
from serai.core.notation.positions import deck
from serai.core.phases import Phase
from serai.core.records import NONE, State
from serai.games.sand_to_sea.notation import phase_name
from tests.agreement import Naive, Sides
from tests.naive.sand_to_sea import Deal, SandToSea
from tests.sand_to_sea.standard import GROUPS, MAP, POINTS_TILES, PORTS, SPACES, VICTORY, deal, port_tile, tiles
from tests.spice_road.standard import MERCHANTS


def begin(players: int, state: State) -> Naive:
    """Gives the naive game the same deal."""
    return SandToSea(players, Deal(**deal(state)))


def told(state: State) -> dict[str, Any]:
    """Returns a state as plain data."""
    merchants = MERCHANTS.in_row(state.merchants.cards)
    points = [int(text) for text in POINTS_TILES.texts]
    return {
        "seat": state.seat,
        "turn": state.turn,
        "over": state.phase == Phase.OVER,
        "phase": {"market": "trade"}.get(phase_name(state), phase_name(state)),
        "merchants": merchants,
        "on_merchants": [cubes(spices) for spices in state.merchants.spices[: len(merchants)]],
        "merchant_deck": deck(state.merchants, MERCHANTS),
        "tiles": tiles(state),
        "ports": {name: port_tile(state, port).strip("-") for port, name in enumerate(PORTS)},
        "victory_stack": deck(state.ports, VICTORY),
        "bonus": {"hold": state.hold, "sail": state.sail, "points": points[len(points) - state.points :]},
        "groups": GROUPS.of_set(state.groups),
        "players": [told_player(state.players[seat]) for seat in range(state.seats)],
    }


def told_player(player: Any) -> dict[str, Any]:
    """Returns what one player has."""
    return {
        "caravan": cubes(player.caravan),
        "hand": sorted(MERCHANTS.of_set(player.hand)),
        "open": sorted(MERCHANTS.of_set(player.played)),
        "discard": sorted(MERCHANTS.of_set(player.spent)),
        "boat": "" if player.boat == NONE else MAP.names[player.boat],
        "outposts": SPACES.of_set(player.outposts),
        "victory": sorted(VICTORY.of_set(player.victory)),
        "hold": player.hold,
        "sail": player.sail,
        "points": sorted(int(text) for text in POINTS_TILES.of_set(player.points)),
    }


def steps_to(space: str, targets: list[str]) -> int:
    """Counts the steps from a space to the nearest of some others."""
    reached, steps = {space}, 0
    while not reached & set(targets):
        reached |= {MAP.names[n] for name in reached for n in MAP.neighbours[MAP.names.index(name)]}
        steps += 1
    return steps


def eager(state: State, texts: list[str]) -> list[str]:
    """Delivers, sails towards a port whose tile can be paid, or builds."""
    player = state.players[state.seat]
    wanted = {
        name: parse_cubes(port_tile(state, p)) for p, name in enumerate(PORTS) if port_tile(state, p)[0] in "YRGB"
    }
    ports = [name for name, cost in wanted.items() if all(player.caravan >= cost)]
    if "deliver" in texts or not ports or player.boat == NONE:
        return [text for text in texts if text.startswith(("deliver", "build", "choose"))]
    here = steps_to(MAP.names[player.boat], ports)
    return [text for text in texts if text.startswith("sail") and steps_to(text.split()[1], ports) < here]


SAND_TO_SEA = Sides("sand_to_sea", begin, told, eager)
