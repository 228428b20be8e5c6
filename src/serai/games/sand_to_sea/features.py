"""Extra features of Sand to Sea: the map as seen from a seat's boat, and where each neighbour leads.

Islands and victory tiles are elsewhere in every game, and a neighbour is only a number: a network that sees only
the map has to memorize for every space which number leads where.
"""

from collections.abc import Sequence

import numpy as np

from serai.core.bits import NOTHING, has
from serai.core.caravans import covers
from serai.core.compiled import unchecked
from serai.core.observation.entries import mark_all, mark_number
from serai.core.observation.layouts import Entries, Field, Where, pairs
from serai.core.records import NONE, SPICES, Cubes, Player, State, Values
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.pieces import MOST_WAYS, PORTS, SYMBOL_TILES
from serai.games.sand_to_sea.rules.outposts import can_build, can_trade
from serai.games.sand_to_sea.rules.ports import can_deliver
from serai.games.sand_to_sea.rules.sailing import others_at
from serai.games.sand_to_sea.rules.state import CLOSED, SEATS, SPACES

FAR = 5
STEP_NAMES = [*(f"{step} away" for step in range(FAR)), f"{FAR} or more away"]
WAY_NAMES = [f"by neighbour {way + 1}" for way in range(MOST_WAYS)]
DEEDS = ("deliver", "build", "trade")
OF_ISLAND = [*STEP_NAMES, *WAY_NAMES, "own outpost", "outposts of others", "boats of others", "trade affordable"]
OF_TILE = [*STEP_NAMES, *WAY_NAMES, "cubes missing", "affordable"]
IN_ISLAND, IN_TILE, STEP_KINDS = len(OF_ISLAND), len(OF_TILE), len(STEP_NAMES)
OWN, OTHERS, BOATS, AFFORDABLE = range(IN_ISLAND - 4, IN_ISLAND)
MISSING, READY = range(IN_TILE - 2, IN_TILE)


def _fields(islands: Sequence[str], tiles: Sequence[str], ports: Sequence[str]) -> tuple[Field, ...]:
    """Lists the fields for named islands, victory tiles and ports."""
    return (
        Field("near island", "an island as seen from the boat (SS-9, SS-10)", of=pairs(islands, OF_ISLAND)),
        Field("near tile", "a victory tile in a port as seen from the boat (SS-13)", of=pairs(tiles, OF_TILE)),
        Field("near port", "1 at the steps from the boat to a port", of=pairs(ports, STEP_NAMES)),
        Field(
            "port way", "1 for each neighbour of the boat that is a step nearer to a port", of=pairs(ports, WAY_NAMES)
        ),
        Field("port points", "points of the tile in a port", of=ports, scale=10),
        Field("port missing", "cubes that the caravan lacks for the tile in a port", of=ports, scale=5),
        Field("port ready", "1 for each port with a tile that the caravan can pay", of=ports),
        Field("delivery", "1 at the steps to the nearest port that is ready", of=STEP_NAMES),
        Field("delivery way", "1 for each neighbour a step nearer to a port that is ready", of=WAY_NAMES),
        Field("market", "1 at the steps to the nearest own outpost with a trade that can be paid", of=STEP_NAMES),
        Field("market way", "1 for each neighbour a step nearer to such an outpost", of=WAY_NAMES),
        Field("next boats", "boats of others at a neighbour", of=WAY_NAMES),
        Field("here", "1 for each of what could be done where the boat is", of=DEEDS),
    )


def fields(pieces: SeaSet) -> tuple[Field, ...]:
    """Returns the fields added to the observation, for a component set."""
    return _fields(pieces.island_names.texts, pieces.victory_names.texts, pieces.ports)


ISLAND = 0  # after the observation
TILE = SPICES * SYMBOL_TILES * IN_ISLAND


def _behind_tiles() -> list[int]:
    """Returns where the fields after those of the victory tiles begin, counted from there."""
    found = _fields((), (), [""] * PORTS)
    return [sum(len(field.of) for field in found[2:number]) for number in range(2, len(found))]


(
    PORT,
    PORT_WAY,
    PORT_POINTS,
    PORT_MISSING,
    PORT_READY,
    DELIVERY,
    DELIVERY_WAY,
    MARKET,
    MARKET_WAY,
    NEXT_BOATS,
    HERE,
) = _behind_tiles()


@unchecked
def encode_more(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes the map as seen from a seat's boat, once it is placed."""
    player = state.players[seat]
    begin = where.begin + SEATS[1] * where.stride
    behind = begin + TILE + IN_TILE * values.victory_size
    if player.boat != NONE:
        see_islands(values, state, seat, begin, behind, out)
        see_ports(values, state, player, begin, behind, out)
        for way in range(MOST_WAYS):
            near = values.ways[player.boat, way]
            if near != NONE:
                out[behind + NEXT_BOATS + way] = others_at(state, seat, near)
        out[behind + HERE] = can_deliver(values, state, player)
        out[behind + HERE + 1] = can_build(state, player)
        out[behind + HERE + 2] = can_trade(values, state, player)


@unchecked
def see_islands(values: Values, state: State, seat: int, begin: int, behind: int, out: Entries) -> None:
    """Writes how far the islands are, who is there, and where the nearest useful market is."""
    player = state.players[seat]
    nearest, ways = SPACES, NOTHING
    for place in range(len(values.open_spaces)):
        space = int(values.open_spaces[place])
        island = int(state.tiles[space])
        if island == NONE:
            continue
        at = begin + ISLAND + island * IN_ISLAND
        see(values, player, space, at, out)
        own, affordable = has(player.outposts, space), covers(player.caravan, values.islands[island].give)
        out[at + OWN] = own
        out[at + AFFORDABLE] = affordable
        out[at + BOATS] = others_at(state, seat, space)
        for other in range(state.seats):
            out[at + OTHERS] += other != seat and has(state.players[other].outposts, space)
        if own and affordable:
            nearest = min(nearest, int(values.steps[player.boat, space]))
            ways |= values.leading[player.boat, space]
    see_nearest(nearest, ways, behind + MARKET, behind + MARKET_WAY, out)


@unchecked
def see_ports(values: Values, state: State, player: Player, begin: int, behind: int, out: Entries) -> None:
    """Writes how far the ports are, what they ask for, and where the nearest delivery is."""
    nearest, ways = SPACES, NOTHING
    for port in range(len(values.ports)):
        space, tile = int(values.ports[port]), int(state.ports.cards[port])
        mark_number(out, behind + PORT + port * STEP_KINDS, values.steps[player.boat, space], FAR)
        mark_all(out, behind + PORT_WAY + port * MOST_WAYS, values.leading[player.boat, space], MOST_WAYS)
        if tile in (NONE, CLOSED):
            continue
        at, lacking = begin + TILE + tile * IN_TILE, missing(player.caravan, values.victory_tiles[tile].cost)
        see(values, player, space, at, out)
        out[at + MISSING] = lacking
        out[at + READY] = lacking == 0
        out[behind + PORT_POINTS + port] = values.victory_tiles[tile].points
        out[behind + PORT_MISSING + port] = lacking
        out[behind + PORT_READY + port] = lacking == 0
        if lacking == 0:
            nearest = min(nearest, int(values.steps[player.boat, space]))
            ways |= values.leading[player.boat, space]
    see_nearest(nearest, ways, behind + DELIVERY, behind + DELIVERY_WAY, out)


@unchecked
def see(values: Values, player: Player, space: int, at: int, out: Entries) -> None:
    """Writes how far a space is from a boat, and which neighbours lead there."""
    mark_number(out, at, values.steps[player.boat, space], FAR)
    mark_all(out, at + STEP_KINDS, values.leading[player.boat, space], MOST_WAYS)


@unchecked
def see_nearest(nearest: int, ways: np.uint64, steps_at: int, ways_at: int, out: Entries) -> None:
    """Writes how far the nearest of some spaces is, if any, and which neighbours lead to one of them."""
    if nearest < SPACES:
        mark_number(out, steps_at, nearest, FAR)
        mark_all(out, ways_at, ways, MOST_WAYS)


@unchecked
def missing(caravan: Cubes, price: Cubes) -> int:
    """Counts the cubes that a caravan lacks to pay a price."""
    lacking = 0
    for spice in range(SPICES):
        lacking += max(0, int(price[spice]) - int(caravan[spice]))
    return lacking
