"""Sand to Sea laid out: action numbers, questions, records and printed values."""

from enum import IntEnum
from typing import Any

import numpy as np

from serai.rules import merchants, questions, sea_components
from serai.rules.bits import DIGITS, digits_of, set_of
from serai.rules.components import CARDS
from serai.rules.phases import SET_UP
from serai.rules.records import NONE, SPICES, Values, filled, record, row_fields

SEATS = (2, 4)

PLAY = 0
ACQUIRE = 64
TAKE = 128
SAIL = 192  # six blocks, one for each neighbour in the order of the map file
PLACE = 576
REST = 640
PAY = REST + questions.PAY
BUILD = 656
DELIVER = 657
GIVE = 660
CHOOSE = 664
START = 672
FREE = 680
WORDS = 11
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


class Sea(IntEnum):
    """The questions that only this game asks."""

    SAIL = 16
    TOLL = 17
    ACT = 18
    BUILD = 19
    BONUS = 20
    MARKET = 21
    START = SET_UP
    PLACE = SET_UP + 1


class Bonus(IntEnum):
    """The piles of bonus tiles (SS-4)."""

    HOLD = 0
    SAIL = 1
    POINTS = 2


PLAYER = record(
    ("hand", np.uint64),  # set of merchant cards
    ("played", np.uint64),  # set of merchant cards on the open pile, left of the board
    ("spent", np.uint64),  # set of merchant cards on the discard pile, right of the board
    ("outposts", np.uint64),  # set of spaces with an outpost of the player's
    ("victory", np.uint64),  # set of victory tiles
    ("points", np.uint64),  # set of points tiles, numbered from the top of their pile
    ("caravan", np.int16, SPICES),  # cubes by spice
    ("boat", np.int32),  # the space where the boat is, NONE before it is placed
    ("hold", np.int16),  # hold tiles
    ("sail", np.int16),  # sail tiles
)
STATE = record(
    ("players", PLAYER, SEATS[1]),  # by seat; those beyond the number of seats stay zero
    ("markets", np.uint64, SPICES),  # set of spaces with an island of each symbol
    ("groups", np.uint64),  # set of starting groups not taken
    ("hold", np.int16),  # hold tiles left
    ("sail", np.int16),  # sail tiles left
    ("points", np.int16),  # points tiles left
    ("owed", np.int16),  # cubes still to pay (PAY, BUILD) or to raise (UPGRADE), else 0
    ("slot", np.int16),  # the place being paid for (PAY), else NONE
    ("card", np.int16),  # the trade in use (TRADE), else NONE
    ("payee", np.int16),  # who gets the next cube of the toll (TOLL), else NONE
    ("column", np.int16),  # the column just emptied (BONUS), else NONE
    ("free", np.int16),  # free steps left (SAIL), else 0
    ("phase", np.int8),  # a Phase or Sea
    ("seat", np.int8),  # who decides
    ("turn", np.int8),  # whose turn it is
    ("seats", np.int8),  # number of players
    ("tiles", np.int8, sea_components.SPACES),  # island at each space, NONE at sea and ports
    ("merchants", record(("spices", np.int8, (4, SPICES)), *row_fields(4))),  # with the cubes lying on each card
    ("ports", record(*row_fields(sea_components.PORTS))),  # the tile in each port and the stack
)

ISLAND = record(("give", np.int16, SPICES), ("get", np.int16, SPICES), ("symbol", np.int16))
ISLANDS = np.array([(tile.give, tile.get, tile.symbol) for tile in sea_components.island_tiles()], ISLAND)
VICTORY_TILE = record(("cost", np.int16, SPICES), ("points", np.int16))
VICTORY_TILES = np.array(list(sea_components.victory_tiles()), VICTORY_TILE)
STACK = np.arange(len(VICTORY_TILES), dtype=np.int8)
CLOSED = 63
CLOSED_AMONG = 6

BONUS = sea_components.bonus_tiles()
HOLD_TILES, SAIL_TILES, POINTS_TILES = BONUS.hold, BONUS.sail, len(BONUS.points)
BONUS_POINTS = np.array(BONUS.points, np.int16)
BOARD = np.array(sea_components.player_board(), np.int16)
GROUPS = np.array(sea_components.starting_spices(), np.int16)

SPACES = sea_components.SPACES
MAP = sea_components.sea_map()


def _steps_from(space: int) -> list[int]:
    """Counts the fewest steps from a space to every other; one that cannot be reached is farther than all."""
    steps: dict[int, int] = {}
    reached = {space}
    while reached:
        steps.update(dict.fromkeys(reached, max(steps.values(), default=NONE) + 1))
        reached = {near for there in reached for near in MAP.neighbours[there]} - steps.keys()
    return [steps.get(there, SPACES) for there in range(SPACES)]


WAYS = np.full((SPACES, sea_components.MOST_WAYS), NONE, np.int8)
for _space, _others in enumerate(MAP.neighbours):
    WAYS[_space, : len(_others)] = _others
STEPS = np.array([_steps_from(space) for space in range(SPACES)], np.int16)  # fewest between two spaces
PORT_AT = np.array([MAP.ports.index(space) if space in MAP.ports else NONE for space in range(SPACES)], np.int8)
OPEN_SPACES = np.array([space for space in range(SPACES) if space not in MAP.ports], np.int8)
SYMBOL_ISLANDS = np.array(
    [[n for n, island in enumerate(sea_components.island_tiles()) if island.symbol == s] for s in range(SPICES)],
    np.int8,
)
ISLANDS_USED = 4
PRINTED = record(
    ("victory_digits", np.uint64, DIGITS),  # what sets of victory tiles are worth
    ("bonus_digits", np.uint64, DIGITS),  # likewise of points tiles
    ("near", np.uint64, SPACES),  # the neighbours of a space
    ("leading", np.uint64, (SPACES, SPACES)),  # set of ways that are a step nearer to a space
    ("victory_size", np.int64),  # number of victory tiles
    ("groups_size", np.int64),  # number of groups
    ("hold_tiles", np.int64),  # number of hold tiles
    ("sail_tiles", np.int64),
    ("points_tiles", np.int64),
    *merchants.FIELDS,
    ("islands", ISLAND, SPICES * sea_components.SYMBOL_TILES),
    ("victory_tiles", VICTORY_TILE, CARDS),
    ("uncovered", np.int16, (SPICES, sea_components.COLUMNS + 1)),  # what outposts built from a row uncover
    ("groups", np.int16, (sea_components.MOST_GROUPS, SPICES)),  # starting cubes
    ("steps", np.int16, (SPACES, SPACES)),  # fewest between two spaces
    ("stack", np.int8, CARDS),  # victory tiles
    ("ways", np.int8, (SPACES, sea_components.MOST_WAYS)),  # neighbours in the order of the map file, else NONE
    ("port_at", np.int8, SPACES),  # the port at a space, else NONE
    ("ports", np.int8, sea_components.PORTS),  # the space of a port
    ("open_spaces", np.int8, SPACES - sea_components.PORTS),  # the others
    ("symbol_islands", np.int8, (SPICES, sea_components.SYMBOL_TILES)),
)


def leading() -> list[list[np.uint64]]:
    """Returns for every two spaces the set of neighbours of the first that are a step nearer to the second."""
    return [
        [
            set_of([way for way, near in enumerate(MAP.neighbours[space]) if STEPS[near, to] < STEPS[space, to]])
            for to in range(SPACES)
        ]
        for space in range(SPACES)
    ]


def printed_map() -> dict[str, Any]:
    """Returns the fields of PRINTED that tell the map."""
    return {
        "near": np.array([set_of(list(others)) for others in MAP.neighbours], np.uint64),
        "leading": np.array(leading(), np.uint64),
        "steps": STEPS,
        "ways": WAYS,
        "port_at": PORT_AT,
        "ports": MAP.ports,
        "open_spaces": OPEN_SPACES,
        "symbol_islands": SYMBOL_ISLANDS,
    }


def printed(version: int) -> Values:
    """Returns the printed values in use, for a version of the rules."""
    return filled(
        PRINTED,
        **merchants.printed_merchants(),
        **printed_map(),
        rules=version,
        victory_digits=digits_of([tile.points for tile in sea_components.victory_tiles()]),
        bonus_digits=digits_of(BONUS.points),
        islands=ISLANDS,
        victory_tiles=VICTORY_TILES,
        uncovered=[[sum(row[:built]) for built in range(len(row) + 1)] for row in BOARD.tolist()],
        groups=GROUPS,
        victory_size=len(VICTORY_TILES),
        groups_size=len(GROUPS),
        hold_tiles=HOLD_TILES,
        sail_tiles=SAIL_TILES,
        points_tiles=POINTS_TILES,
        stack=STACK,
    )
