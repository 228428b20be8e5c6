"""Century: Sand to Sea (Spice Road + Eastern Wonders) for 2 to 4 players (SS-1 to SS-17)."""

import numpy as np

from serai.core.bits import NOTHING, Bitset, bit, clear, count, has, offer, sum_of
from serai.core.caravans import LIMIT, add, cube_points, offer_cubes, size
from serai.core.chance import blank_cards, blank_generator, seed, shuffle
from serai.core.compiled import compiled, entry
from serai.core.hands import acquirable, acquire, pay, play
from serai.core.merchants import playable
from serai.core.phases import Phase
from serai.core.questions import STOP, TRADE, answer, offer_rest, offer_shared
from serai.core.records import NONE, SPICES, Player, State, Values
from serai.core.rounds import pass_turn
from serai.core.rows import hide, lay_out, slot_of, sweep
from serai.games.sand_to_sea.numbers import PARTS as PARTS
from serai.games.sand_to_sea.numbers import VICTORY_TILES_TO_END
from serai.games.sand_to_sea.rules.outposts import built, offer_bonus, pay_outpost, take_bonus, trade_at_market
from serai.games.sand_to_sea.rules.ports import hide_stack, stack_victory_tiles
from serai.games.sand_to_sea.rules.sailing import (
    act,
    forbidden,
    free_steps,
    give,
    islands,
    offer_act,
    offer_sail,
    sail,
    sail_on,
)
from serai.games.sand_to_sea.rules.state import (
    ACQUIRE,
    BLOCKS,
    FREE,
    GIVE,
    HOLD,
    ISLANDS_USED,
    PAY,
    PLACE,
    PLAY,
    PRINTED,
    REST,
    SEATS,
    SPACES,
    START,
    STATE,
    TAKE,
    WORDS,
    Sea,
    printed,
)

NAME = "sand_to_sea"
VERSION = 2

__all__ = [
    "BLOCKS",
    "NAME",
    "PRINTED",
    "SEATS",
    "STATE",
    "VERSION",
    "WORDS",
    "apply",
    "legal",
    "mover",
    "printed",
    "redeal",
    "score",
    "score_parts",
    "setup",
]


@entry
def setup(values: Values, state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from a 128-bit seed (SS-1 to SS-6)."""
    generator = blank_generator()
    seed(generator, high, low)
    state.seats = seats
    state.seat = seats - 1
    state.turn = seats - 1
    state.phase = Sea.START
    state.groups = set_of_first(values.groups_size)
    state.hold, state.sail, state.points = values.hold_tiles, values.sail_tiles, values.points_tiles
    state.owed = 0
    state.free = 0
    state.slot, state.card, state.payee, state.column = NONE, NONE, NONE, NONE
    lay_out(state.merchants, values.deck, values.deck_size, generator)
    sweep(state.merchants)
    lay_map(values, state, generator)
    stack_victory_tiles(values, state, generator)
    for seat in range(SEATS[1]):
        equip(values, state.players[seat], seat < seats)


@compiled
def set_of_first(size: int) -> np.uint64:
    """Returns the set of the numbers below a size."""
    numbers = NOTHING
    for number in range(size):
        numbers |= bit(number)
    return numbers


@compiled
def equip(values: Values, player: Player, taken: bool) -> None:
    """Gives a player the starting hand and a full board (SS-1, SS-5)."""
    player.hand = values.starting_hand if taken else NOTHING
    player.played, player.spent = NOTHING, NOTHING
    player.outposts, player.victory, player.points = NOTHING, NOTHING, NOTHING
    player.boat = NONE
    player.hold, player.sail = 0, 0
    for spice in range(SPICES):
        player.caravan[spice] = 0


@compiled
def lay_map(values: Values, state: State, generator: Bitset) -> None:
    """Removes two islands of each symbol, shuffles the others with the sea tiles and lays them out (SS-2)."""
    islands, laid = blank_cards(), blank_cards()
    for place in range(len(values.open_spaces)):
        laid[place] = NONE
    for symbol in range(SPICES):
        for place in range(values.symbol_islands.shape[1]):
            islands[place] = values.symbol_islands[symbol, place]
        shuffle(islands, values.symbol_islands.shape[1], generator)
        for place in range(ISLANDS_USED):
            laid[symbol * ISLANDS_USED + place] = islands[place]
        state.markets[symbol] = NOTHING
    shuffle(laid, len(values.open_spaces), generator)
    for space in range(SPACES):
        state.tiles[space] = NONE
    for place in range(len(values.open_spaces)):
        state.tiles[values.open_spaces[place]] = laid[place]
        if laid[place] != NONE:
            state.markets[values.islands[laid[place]].symbol] |= bit(values.open_spaces[place])


@entry
def legal(values: Values, state: State, mask: Bitset) -> None:
    """Marks every decision that the deciding seat may take."""
    clear(mask)
    player = state.players[state.seat]
    match state.phase:
        case Phase.TURN:
            offer_turn(values, state, player, mask)
        case Sea.SAIL:
            offer_sail(values, state, player, free_steps(state, state.seat), mask)
            if not has(forbidden(state, player), player.boat):
                offer(mask, REST + STOP)
        case Sea.TOLL:
            offer_cubes(player.caravan, GIVE, SPICES, mask)
        case Sea.ACT:
            offer_act(values, state, player, mask)
            offer(mask, REST + STOP)
        case Sea.BUILD:
            offer_cubes(player.caravan, PAY, SPICES, mask)
        case Sea.BONUS:
            offer_bonus(state, mask)
        case Sea.MARKET:
            offer(mask, REST + TRADE)
            offer(mask, REST + STOP)
        case Sea.START:
            mask[START >> 6] = state.groups << np.uint64(START & 63)
        case Sea.PLACE:
            mask[PLACE >> 6] = islands(state)
        case _:
            offer_shared(state, player, REST, mask)


@entry
def apply(values: Values, state: State, action: int) -> None:
    """Carries out one legal decision; when it completes the action of the turn, the turn ends."""
    player = state.players[state.seat]
    done = False
    match state.phase:
        case Phase.TURN:
            done = take_turn(values, state, player, action)
        case Phase.PAY:
            done = pay(state, player, action - PAY)
        case Sea.SAIL:
            done = sail_on(values, state, player, action)
        case Sea.TOLL:
            done = give(values, state, player, action - GIVE)
        case Sea.ACT:
            done = act(values, state, player, action)
        case Sea.BUILD:
            done = pay_outpost(values, state, player, action - PAY)
        case Sea.BONUS:
            done = take_bonus(values, state, player, action)
        case Sea.MARKET:
            done = action == REST + STOP or trade_at_market(values, state, player)
        case Sea.START:
            start(values, state, player, action - START)
        case Sea.PLACE:
            place(state, player, action - PLACE)
        case _:
            done = answer(values, state, player, action - REST)
    if done:
        end_turn(state)


@compiled
def start(values: Values, state: State, player: Player, group: int) -> None:
    """Takes a group of starting cubes (SS-6)."""
    state.groups &= ~bit(group)
    add(player.caravan, values.groups[group])
    state.phase = Sea.PLACE


@compiled
def place(state: State, player: Player, space: int) -> None:
    """Puts the boat on an island; the player to the right is next; after the start player, the game begins (SS-6)."""
    player.boat = space
    if state.seat == 0:
        state.phase = Phase.TURN
    else:
        state.phase = Sea.START
        state.seat -= 1
        state.turn = state.seat


@compiled
def offer_turn(values: Values, state: State, player: Player, mask: Bitset) -> None:
    """Offers Acquire, Play, the boat action and Rest (SS-7 to SS-14, C-9)."""
    mask[PLAY >> 6] = playable(values, player.hand, player)
    mask[ACQUIRE >> 6] = acquirable(state, player)
    offer_sail(values, state, player, free_steps(state, state.seat), mask)
    offer_act(values, state, player, mask)
    offer_rest(values, REST, player.played | player.spent != NOTHING, mask)


@compiled
def take_turn(values: Values, state: State, player: Player, action: int) -> bool:
    """Begins the one action of a turn; True when it has no more to ask (SS-7 to SS-14)."""
    if action < ACQUIRE:
        return play(values, state, player, action)
    if action < TAKE:
        return acquire(state, player, slot_of(state.merchants, action - ACQUIRE))
    if action == REST:
        return rest(player)
    if action < PLACE or action >= FREE:
        state.free = free_steps(state, state.seat)
        return sail(values, state, player, action)
    return act(values, state, player, action)


@compiled
def rest(player: Player) -> bool:
    """Takes the cards of both piles back to the hand (SS-14)."""
    player.hand |= player.played | player.spent
    player.played, player.spent = NOTHING, NOTHING
    return True


@compiled
def end_turn(state: State) -> None:
    """Asks everyone above the limit, clockwise from the player whose turn it was, then passes the turn (SS-15)."""
    for step in range(state.seats):
        state.seat = (state.turn + step) % state.seats
        player = state.players[state.seat]
        if size(player.caravan) > limit(player):
            state.phase = Phase.DISCARD
            return
    state.seat = state.turn
    if pass_turn(state) and ending(state):
        state.phase = Phase.OVER
    state.turn = state.seat


@entry
def limit(player: Player) -> int:
    """Returns how many cubes a player may keep: 3 more for each hold tile (SS-12, SS-15)."""
    return LIMIT + HOLD * player.hold


@entry
def ending(state: State) -> bool:
    """Returns whether a player has triggered the end of the game (SS-16)."""
    for seat in range(state.seats):
        if ends(state, seat):
            return True
    return False


@compiled
def ends(state: State, seat: int) -> bool:
    """Returns whether a player has enough victory tiles to end the game (SS-16)."""
    return count(state.players[seat].victory) >= claims_to_end(state.seats)


@entry
def claims_to_end(seats: int) -> int:
    """Returns how many victory tiles end the game, for any number of players (SS-16)."""
    return VICTORY_TILES_TO_END


@entry
def score(values: Values, state: State, seat: int) -> int:
    """Adds up all parts (SS-17)."""
    victory, outposts, points, cubes = score_parts(values, state, seat)
    return victory + outposts + points + cubes


@entry
def score_parts(values: Values, state: State, seat: int) -> tuple[int, int, int, int]:
    """Counts victory tiles, uncovered values, points tiles and cubes, in the order of PARTS (SS-17)."""
    player = state.players[seat]
    uncovered = 0
    for symbol in range(SPICES):
        uncovered += values.uncovered[symbol, built(state, player, symbol)]
    tiles = sum_of(player.points, values.bonus_digits)
    return sum_of(player.victory, values.victory_digits), int(uncovered), tiles, int(cube_points(player.caravan))


@entry
def mover(state: State) -> int:
    """Returns whose turn it is."""
    return state.turn


@entry
def redeal(values: Values, state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Randomly reorders what no seat can know: the merchant deck and the victory tiles (C-11)."""
    generator = blank_generator()
    seed(generator, high, low)
    hide(state.merchants, generator)
    hide_stack(values, state, generator)
