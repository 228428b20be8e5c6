"""The data of Sand to Sea: action numbers, questions, records and printed values."""

from typing import Any

import numpy as np

from serai.core import merchants, questions
from serai.core.bits import DIGITS, digits_of, set_of
from serai.core.components import CARDS
from serai.core.records import NONE, SPICES, Values, filled, record, row_fields
from serai.games.sand_to_sea import pieces as sea_components
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.numbers import ACQUIRE as ACQUIRE
from serai.games.sand_to_sea.numbers import BUILD as BUILD
from serai.games.sand_to_sea.numbers import CHOOSE as CHOOSE
from serai.games.sand_to_sea.numbers import CLOSED as CLOSED
from serai.games.sand_to_sea.numbers import CLOSED_AMONG as CLOSED_AMONG
from serai.games.sand_to_sea.numbers import DELIVER as DELIVER
from serai.games.sand_to_sea.numbers import FREE as FREE
from serai.games.sand_to_sea.numbers import GIVE as GIVE
from serai.games.sand_to_sea.numbers import HOLD as HOLD
from serai.games.sand_to_sea.numbers import PAY as PAY
from serai.games.sand_to_sea.numbers import PLACE as PLACE
from serai.games.sand_to_sea.numbers import PLAY as PLAY
from serai.games.sand_to_sea.numbers import REST as REST
from serai.games.sand_to_sea.numbers import SAIL as SAIL
from serai.games.sand_to_sea.numbers import START as START
from serai.games.sand_to_sea.numbers import TAKE as TAKE
from serai.games.sand_to_sea.numbers import WORDS as WORDS
from serai.games.sand_to_sea.numbers import BonusPile as BonusPile
from serai.games.sand_to_sea.numbers import Sea as Sea
from serai.games.sand_to_sea.pieces import Map

SEATS = (2, 4)
BLOCKS = {
    PLAY: ("play a merchant card", 64),
    ACQUIRE: ("acquire a merchant card", 64),
    TAKE: ("take a merchant card as a bonus", 64),
    **{SAIL + 64 * way: (f"sail to neighbour {way + 1} for a card", 64) for way in range(sea_components.MOST_WAYS)},
    PLACE: ("place the boat on a space", 64),
    **{REST + offset: block for offset, block in questions.BLOCKS.items()},
    BUILD: ("build an outpost", 1),
    DELIVER: ("deliver to a port", 1),
    GIVE: ("give a cube as toll", SPICES),
    CHOOSE: ("choose a bonus tile", 4),
    START: ("start with a group of cubes", 8),
    FREE: ("sail to neighbour 1 to 6 for free", 8),
}


PLAYER = record(
    ("hand", np.uint64),  # set of merchant cards
    ("played", np.uint64),  # set of merchant cards on the face-up pile, left of the board
    ("spent", np.uint64),  # set of merchant cards on the discard pile, right of the board
    ("outposts", np.uint64),  # set of spaces with an outpost of the player
    ("victory", np.uint64),  # set of victory tiles
    ("points", np.uint64),  # set of points tiles, numbered from the top of their pile
    ("caravan", np.int16, SPICES),  # cubes by spice
    ("boat", np.int32),  # the space where the boat is, NONE before it is placed
    ("hold", np.int16),  # hold tiles
    ("sail", np.int16),  # sail tiles
)
STATE = record(
    ("players", PLAYER, SEATS[1]),  # by seat; unused seats stay zero
    ("markets", np.uint64, SPICES),  # set of spaces with an island of each symbol
    ("groups", np.uint64),  # set of starting groups not taken
    ("hold", np.int16),  # hold tiles left
    ("sail", np.int16),  # sail tiles left
    ("points", np.int16),  # points tiles left
    ("owed", np.int16),  # cubes still to pay (PAY, BUILD) or to upgrade (UPGRADE), else 0
    ("slot", np.int16),  # the slot being paid for (PAY), else NONE
    ("card", np.int16),  # the trade in use (TRADE), else NONE
    ("payee", np.int16),  # who gets the next cube of the toll (TOLL), else NONE
    ("column", np.int16),  # the column just emptied (BONUS), else NONE
    ("free", np.int16),  # free steps left (SAIL), else 0
    ("phase", np.int8),  # a Phase or Sea
    ("seat", np.int8),  # who decides
    ("turn", np.int8),  # whose turn it is
    ("seats", np.int8),  # number of players
    ("tiles", np.int8, sea_components.SPACES),  # island at each space, NONE at sea and ports
    ("merchants", record(("spices", np.int8, (4, SPICES)), *row_fields(4))),  # with the cubes on each card
    ("ports", record(*row_fields(sea_components.PORTS))),  # the tile in each port and the stack
)

ISLAND = record(("give", np.int16, SPICES), ("get", np.int16, SPICES), ("symbol", np.int16))
VICTORY_TILE = record(("cost", np.int16, SPICES), ("points", np.int16))
SPACES = sea_components.SPACES
ISLANDS_USED = 4
PRINTED = record(
    ("victory_digits", np.uint64, DIGITS),  # points of sets of victory tiles
    ("bonus_digits", np.uint64, DIGITS),  # the same for points tiles
    ("near", np.uint64, SPACES),  # the neighbours of a space
    ("leading", np.uint64, (SPACES, SPACES)),  # set of neighbours one step nearer to a space
    ("victory_size", np.int64),  # number of victory tiles
    ("groups_size", np.int64),  # number of groups
    ("hold_tiles", np.int64),  # number of hold tiles
    ("sail_tiles", np.int64),
    ("points_tiles", np.int64),
    *merchants.FIELDS,
    ("islands", ISLAND, SPICES * sea_components.SYMBOL_TILES),
    ("victory_tiles", VICTORY_TILE, CARDS),
    ("uncovered", np.int16, (SPICES, sea_components.COLUMNS + 1)),  # points uncovered by outposts built from a row
    ("groups", np.int16, (sea_components.MOST_GROUPS, SPICES)),  # starting cubes
    ("steps", np.int16, (SPACES, SPACES)),  # fewest steps between two spaces
    ("stack", np.int8, CARDS),  # victory tiles
    ("ways", np.int8, (SPACES, sea_components.MOST_WAYS)),  # neighbours in the order of the map file, else NONE
    ("port_at", np.int8, SPACES),  # the port at a space, else NONE
    ("ports", np.int8, sea_components.PORTS),  # the space of a port
    ("open_spaces", np.int8, SPACES - sea_components.PORTS),  # the others
    ("symbol_islands", np.int8, (SPICES, sea_components.SYMBOL_TILES)),
)


def steps_from(chart: Map, space: int) -> list[int]:
    """Counts the fewest steps from a space to every other; an unreachable one is farther than all others."""
    steps: dict[int, int] = {}
    reached = {space}
    while reached:
        steps.update(dict.fromkeys(reached, max(steps.values(), default=NONE) + 1))
        reached = {near for there in reached for near in chart.neighbours[there]} - steps.keys()
    return [steps.get(there, SPACES) for there in range(SPACES)]


def leading(chart: Map, steps: list[list[int]]) -> list[list[np.uint64]]:
    """Returns, for every two spaces, the neighbours of the first that are one step nearer to the second."""
    return [
        [
            set_of([way for way, near in enumerate(chart.neighbours[space]) if steps[near][to] < steps[space][to]])
            for to in range(SPACES)
        ]
        for space in range(SPACES)
    ]


def ways(chart: Map) -> list[list[int]]:
    """Lists the neighbours of each space in the order of the map file, then NONE."""
    return [[*others, *[NONE] * (sea_components.MOST_WAYS - len(others))] for others in chart.neighbours]


def printed_map(chart: Map) -> dict[str, Any]:
    """Returns the fields of PRINTED for the map."""
    steps = [steps_from(chart, space) for space in range(SPACES)]
    return {
        "near": np.array([set_of(list(others)) for others in chart.neighbours], np.uint64),
        "leading": np.array(leading(chart, steps), np.uint64),
        "steps": steps,
        "ways": ways(chart),
        "port_at": [chart.ports.index(space) if space in chart.ports else NONE for space in range(SPACES)],
        "ports": chart.ports,
        "open_spaces": [space for space in range(SPACES) if space not in chart.ports],
    }


def printed_tiles(pieces: SeaSet) -> dict[str, Any]:
    """Returns the fields of PRINTED for islands and victory tiles."""
    islands, victory = pieces.islands, pieces.victory
    return {
        "islands": np.array([(tile.give, tile.get, tile.symbol) for tile in islands], ISLAND),
        "symbol_islands": [[n for n, tile in enumerate(islands) if tile.symbol == spice] for spice in range(SPICES)],
        "victory_digits": digits_of([tile.points for tile in victory]),
        "victory_tiles": np.array(list(victory), VICTORY_TILE),
        "victory_size": len(victory),
        "stack": np.arange(len(victory)),
    }


def printed(pieces: SeaSet, version: int) -> Values:
    """Returns the values of a component set, for a version of the rules."""
    return filled(
        PRINTED,
        **merchants.printed_merchants(pieces.merchants),
        **printed_map(pieces.map),
        **printed_tiles(pieces),
        rules=version,
        bonus_digits=digits_of(pieces.bonus.points),
        uncovered=[[sum(row[:built]) for built in range(len(row) + 1)] for row in pieces.board],
        groups=pieces.groups,
        groups_size=len(pieces.groups),
        hold_tiles=pieces.bonus.hold,
        sail_tiles=pieces.bonus.sail,
        points_tiles=len(pieces.bonus.points),
    )
