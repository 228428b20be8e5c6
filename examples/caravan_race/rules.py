"""Caravan Race for 2 to 4 players (CR-1 to CR-7, see rules.md)."""

import numpy as np

from caravan_race.component_set import OPEN_GOODS, RaceSet
from caravan_race.numbers import CUBES, FIRST_ARRIVAL, LOAD, PAY, REST, STAGES, STARTING_CUBES, TRAVEL
from caravan_race.numbers import PARTS as PARTS
from caravan_race.numbers import SEATS as SEATS
from caravan_race.numbers import WORDS as WORDS
from serai.core.bits import NOTHING, Bitset, bit, clear, offer
from serai.core.caravans import add, cube_points, offer_cubes, size
from serai.core.chance import blank_generator, seed
from serai.core.compiled import compiled, entry
from serai.core.components import CARDS
from serai.core.phases import Phase
from serai.core.records import NONE, SPICES, Player, State, Values, filled, record, row_fields
from serai.core.rounds import pass_turn
from serai.core.rows import hide, lay_out, slot_of, take

NAME = "caravan_race"
VERSION = 1
BLOCKS = {
    LOAD: ("load goods", 64),
    TRAVEL: ("travel", SPICES),
    REST: ("rest", 1),
    PAY: ("pay a cube", SPICES),
}

# The size of a state is a multiple of 8 bytes: searches hash it word by word.
PLAYER = record(
    ("caravan", np.int16, SPICES),  # cubes by spice
    ("stage", np.int16),  # stages travelled
)
STATE = record(
    ("players", PLAYER, SEATS[1]),  # by seat; those beyond the number of seats stay zero
    ("phase", np.int8),  # a Phase: TURN, PAY or OVER
    ("seat", np.int8),  # who decides
    ("seats", np.int8),  # number of players
    ("first", np.int8),  # the seat that arrived first, else NONE
    ("market", record(*row_fields(OPEN_GOODS))),
)
PRINTED = record(
    ("rules", np.int64),  # the version of the rules
    ("goods_size", np.int64),  # number of goods cards
    ("goods", np.int16, (CARDS, SPICES)),  # cubes of each
    ("deck", np.int8, CARDS),
)


def printed(pieces: RaceSet, version: int) -> Values:
    """Returns the values of a component set, for a version of the rules."""
    size = len(pieces.goods)
    return filled(PRINTED, rules=version, goods_size=size, goods=pieces.goods, deck=np.arange(size))


@entry
def setup(values: Values, state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from 128 bits of seed, the only chance in it (CR-1, C-5)."""
    generator = blank_generator()
    seed(generator, high, low)
    state.seats = seats
    state.seat = 0
    state.phase = Phase.TURN
    state.first = NONE
    lay_out(state.market, values.deck, values.goods_size, generator)
    for seat in range(SEATS[1]):
        state.players[seat].stage = 0
        for spice in range(SPICES):
            state.players[seat].caravan[spice] = STARTING_CUBES if spice == 0 and seat < seats else 0


@entry
def legal(values: Values, state: State, mask: Bitset) -> None:
    """Marks every decision that the deciding seat may take."""
    clear(mask)
    player = state.players[state.seat]
    if state.phase == Phase.TURN:
        offer_turn(values, state, player, mask)
    elif state.phase == Phase.PAY:
        offer_cubes(player.caravan, PAY, SPICES, mask)


@entry
def apply(values: Values, state: State, action: int) -> None:
    """Carries out one legal decision; when it completes the action of the turn, the turn ends."""
    player = state.players[state.seat]
    done = pay(player, action - PAY) if state.phase == Phase.PAY else take_turn(values, state, player, action)
    if done and pass_turn(state) and ending(state):
        state.phase = Phase.OVER


@compiled
def offer_turn(values: Values, state: State, player: Player, mask: Bitset) -> None:
    """Offers Load, Travel and Rest (CR-2 to CR-4)."""
    mask[LOAD >> 6] = loadable(values, state, player)
    offer_cubes(player.caravan, TRAVEL, SPICES, mask)
    if size(player.caravan) < CUBES:
        offer(mask, REST)


@compiled
def take_turn(values: Values, state: State, player: Player, action: int) -> bool:
    """Begins the one action of a turn; True when nothing of it is left to ask (CR-2 to CR-4)."""
    if action < TRAVEL:
        add(player.caravan, values.goods[take(state.market, slot_of(state.market, action - LOAD))])
        return True
    if action < REST:
        return travel(state, player, action - TRAVEL)
    player.caravan[0] += 1
    return True


@compiled
def loadable(values: Values, state: State, player: Player) -> np.uint64:
    """Returns the goods of the market that a caravan has room for (CR-2)."""
    cards = NOTHING
    for slot in range(OPEN_GOODS):
        card = state.market.cards[slot]
        if card != NONE and size(player.caravan) + size(values.goods[card]) <= CUBES:
            cards |= bit(card)
    return cards


@compiled
def travel(state: State, player: Player, spice: int) -> bool:
    """Returns a cube and goes as many stages as it is worth; True unless a toll is asked for (CR-3, CR-5)."""
    toll = asks_toll(state, stage_after(player, spice))
    player.caravan[spice] -= 1
    player.stage = stage_after(player, spice)
    if player.stage == STAGES and state.first == NONE:
        state.first = state.seat
    if not toll or size(player.caravan) == 0:
        return True
    state.phase = Phase.PAY
    return False


@compiled
def stage_after(player: Player, spice: int) -> int:
    """Returns the stage that a cube takes a caravan to (CR-3)."""
    return min(STAGES, player.stage + spice + 1)


@compiled
def asks_toll(state: State, stage: int) -> bool:
    """Returns whether a caravan that stops on a stage meets another there (CR-5)."""
    for seat in range(state.seats):
        if stage < STAGES and state.players[seat].stage == stage:
            return True
    return False


@compiled
def pay(player: Player, spice: int) -> bool:
    """Returns a cube as toll (CR-5)."""
    player.caravan[spice] -= 1
    return True


@entry
def ending(state: State) -> bool:
    """Returns whether a caravan has arrived (CR-6)."""
    return state.first != NONE


@entry
def score(values: Values, state: State, seat: int) -> int:
    """Adds up all parts (CR-7)."""
    stages, arrival, cubes = score_parts(values, state, seat)
    return stages + arrival + cubes


@entry
def score_parts(values: Values, state: State, seat: int) -> tuple[int, int, int]:
    """Counts stages, the first arrival and cubes, in the order of PARTS (CR-7)."""
    player = state.players[seat]
    return int(player.stage), FIRST_ARRIVAL if state.first == seat else 0, int(cube_points(player.caravan))


@entry
def redeal(values: Values, state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Reorders at random what no seat can know: the deck (C-11)."""
    generator = blank_generator()
    seed(generator, high, low)
    hide(state.market, generator)


@entry
def mover(state: State) -> int:
    """Returns whose turn it is: in this game always who decides."""
    return state.seat
