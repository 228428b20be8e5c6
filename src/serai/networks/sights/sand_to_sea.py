"""The sight of Sand to Sea: how the map looks from a seat's boat, and where each of its neighbours leads.

Islands and victory tiles lie elsewhere in every game, and a neighbour is known by its number alone: whoever sees only
the map has to learn for every space by heart which number leads where.
"""

import numpy as np

from serai.notation.sand_to_sea import ISLAND_NAMES, PORTS
from serai.notation.sand_to_sea import VICTORY as VICTORY_NAMES
from serai.observations.layouts import Entries, Field, pairs
from serai.observations.sand_to_sea import LAYOUT
from serai.observations.shared import mark_all, mark_number
from serai.rules.bits import NOTHING, Words, has, set_of
from serai.rules.caravans import covers
from serai.rules.compiled import unchecked
from serai.rules.outposts import can_build, can_trade
from serai.rules.ports import can_deliver
from serai.rules.records import NONE, SPICES, Cubes, Player, State
from serai.rules.sailing import others_at
from serai.rules.sea_components import MOST_WAYS
from serai.rules.sea_table import CLOSED, ISLANDS, MAP, OPEN_SPACES, SPACES, STEPS, VICTORY_TILES, WAYS

FAR = 5
STEP_NAMES = [*(f"{step} away" for step in range(FAR)), f"{FAR} or more away"]
WAY_NAMES = [f"by neighbour {way + 1}" for way in range(MOST_WAYS)]
DEEDS = ("deliver", "build", "trade")
OF_ISLAND = [*STEP_NAMES, *WAY_NAMES, "own outpost", "outposts of others", "boats of others", "trade affordable"]
OF_TILE = [*STEP_NAMES, *WAY_NAMES, "cubes missing", "affordable"]
IN_ISLAND, IN_TILE, STEP_KINDS = len(OF_ISLAND), len(OF_TILE), len(STEP_NAMES)
OWN, OTHERS, BOATS, AFFORDABLE = range(IN_ISLAND - 4, IN_ISLAND)
MISSING, READY = range(IN_TILE - 2, IN_TILE)

FIELDS = (
    Field("near island", "an island as seen from the boat (SS-9, SS-10)", of=pairs(ISLAND_NAMES.texts, OF_ISLAND)),
    Field(
        "near tile", "a victory tile in a port as seen from the boat (SS-13)", of=pairs(VICTORY_NAMES.texts, OF_TILE)
    ),
    Field("near port", "1 at the steps from the boat to a port", of=pairs(PORTS, STEP_NAMES)),
    Field("port way", "1 for each neighbour of the boat that is a step nearer to a port", of=pairs(PORTS, WAY_NAMES)),
    Field("port points", "points of the tile in a port", of=PORTS, scale=10),
    Field("port missing", "cubes that the caravan lacks for the tile in a port", of=PORTS, scale=5),
    Field("port ready", "1 for each port with a tile that the caravan can pay", of=PORTS),
    Field("delivery", "1 at the steps to the nearest port that is ready", of=STEP_NAMES),
    Field("delivery way", "1 for each neighbour a step nearer to a port that is ready", of=WAY_NAMES),
    Field("market", "1 at the steps to the nearest own outpost with a trade that can be paid", of=STEP_NAMES),
    Field("market way", "1 for each neighbour a step nearer to such an outpost", of=WAY_NAMES),
    Field("next boats", "boats of others at a neighbour", of=WAY_NAMES),
    Field("here", "1 for each of what could be done where the boat is", of=DEEDS),
)


def _starts() -> list[int]:
    """Returns where each field begins, behind the observation."""
    return [LAYOUT.size + sum(len(field.of) for field in FIELDS[:number]) for number in range(len(FIELDS))]


(
    ISLAND,
    TILE,
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
) = _starts()


def leading() -> Words:
    """Returns for every two spaces the set of neighbours of the first that are a step nearer to the second."""
    return np.array(
        [
            [
                set_of([n for n, near in enumerate(MAP.neighbours[space]) if STEPS[near, to] < STEPS[space, to]])
                for to in range(SPACES)
            ]
            for space in range(SPACES)
        ],
        np.uint64,
    )


LEADING = leading()
PORT_SPACES = np.array(MAP.ports, np.int8)


@unchecked
def look_around(state: State, seat: int, out: Entries) -> None:
    """Writes how the map looks from a seat's boat, once it is placed."""
    player = state.players[seat]
    if player.boat != NONE:
        see_islands(state, seat, out)
        see_ports(state, player, out)
        for way in range(MOST_WAYS):
            near = WAYS[player.boat, way]
            if near != NONE:
                out[NEXT_BOATS + way] = others_at(state, seat, near)
        out[HERE] = can_deliver(state, player)
        out[HERE + 1] = can_build(state, player)
        out[HERE + 2] = can_trade(state, player)


@unchecked
def see_islands(state: State, seat: int, out: Entries) -> None:
    """Writes how far the islands are, who is there, and where the nearest useful market is."""
    player = state.players[seat]
    nearest, ways = SPACES, NOTHING
    for place in range(len(OPEN_SPACES)):
        space = int(OPEN_SPACES[place])
        island = int(state.tiles[space])
        if island == NONE:
            continue
        at = ISLAND + island * IN_ISLAND
        see(player, space, at, out)
        own, affordable = has(player.outposts, space), covers(player.caravan, ISLANDS[island].give)
        out[at + OWN] = own
        out[at + AFFORDABLE] = affordable
        out[at + BOATS] = others_at(state, seat, space)
        for other in range(state.seats):
            out[at + OTHERS] += other != seat and has(state.players[other].outposts, space)
        if own and affordable:
            nearest = min(nearest, int(STEPS[player.boat, space]))
            ways |= LEADING[player.boat, space]
    see_nearest(nearest, ways, MARKET, MARKET_WAY, out)


@unchecked
def see_ports(state: State, player: Player, out: Entries) -> None:
    """Writes how far the ports are, what is asked for there, and where the nearest delivery is."""
    nearest, ways = SPACES, NOTHING
    for port in range(len(PORT_SPACES)):
        space, tile = int(PORT_SPACES[port]), int(state.ports.cards[port])
        mark_number(out, PORT + port * STEP_KINDS, STEPS[player.boat, space], FAR)
        mark_all(out, PORT_WAY + port * MOST_WAYS, LEADING[player.boat, space], MOST_WAYS)
        if tile in (NONE, CLOSED):
            continue
        at, lacking = TILE + tile * IN_TILE, missing(player.caravan, VICTORY_TILES[tile].cost)
        see(player, space, at, out)
        out[at + MISSING] = lacking
        out[at + READY] = lacking == 0
        out[PORT_POINTS + port] = VICTORY_TILES[tile].points
        out[PORT_MISSING + port] = lacking
        out[PORT_READY + port] = lacking == 0
        if lacking == 0:
            nearest = min(nearest, int(STEPS[player.boat, space]))
            ways |= LEADING[player.boat, space]
    see_nearest(nearest, ways, DELIVERY, DELIVERY_WAY, out)


@unchecked
def see(player: Player, space: int, at: int, out: Entries) -> None:
    """Writes how far a space is from a boat, and which neighbours lead there."""
    mark_number(out, at, STEPS[player.boat, space], FAR)
    mark_all(out, at + STEP_KINDS, LEADING[player.boat, space], MOST_WAYS)


@unchecked
def see_nearest(nearest: int, ways: np.uint64, steps_at: int, ways_at: int, out: Entries) -> None:
    """Writes how far the nearest of some spaces is, if there is any, and which neighbours lead to one of them."""
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
