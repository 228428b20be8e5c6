"""Century: From East to West, part I (Spice Road + A New World) for 2 to 4 players (EW-1 to EW-21)."""

import numpy as np

from serai.core.bits import NOTHING, Bitset, bit, clear, count, first, offer, rest_of, sum_of
from serai.core.caravans import LIMIT, cube_points, load, size
from serai.core.chance import Numbers, blank_cards, blank_generator, seed, shuffle
from serai.core.compiled import compiled, entry
from serai.core.phases import Phase
from serai.core.questions import STOP, TRADE, answer, offer_rest, offer_shared
from serai.core.records import NONE, Player, State, Values
from serai.core.rounds import pass_turn
from serai.core.rows import hide_above, lay_out
from serai.games.east_to_west.numbers import PARTS as PARTS
from serai.games.east_to_west.rules.forts import ask_bonus, explore, leave, offer_explore, take_bonus
from serai.games.east_to_west.rules.locations import add_extras, offer_swap, offer_work, swap, trade_at_location, work
from serai.games.east_to_west.rules.routes import (
    keep,
    offer_market,
    offer_replace,
    offer_route,
    replace,
    spend_merchant,
    use_merchant,
    use_route,
)
from serai.games.east_to_west.rules.state import (
    BLOCKS,
    BONUS,
    BONUS_TILES,
    EXPLORE,
    NO_BONUS,
    NO_SWAP,
    POINT_CARDS_TO_END,
    PRINTED,
    REPLACE,
    REST,
    ROUTE,
    ROUTE_CARDS,
    SEATS,
    SETTLERS,
    STATE,
    SWAP,
    USE,
    WORDS,
    Continuation,
    Scoring,
    West,
    printed,
)

NAME = "east_to_west"
VERSION = 2

__all__ = ["BLOCKS", "NAME", "PRINTED", "SEATS", "STATE", "VERSION", "WORDS", "printed"]


@entry
def setup(values: Values, state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from a 128-bit seed (EW-1 to EW-6, C-5)."""
    generator = blank_generator()
    seed(generator, high, low)
    state.seats = seats
    state.seat = 0
    state.phase = Phase.TURN
    state.again = 0
    state.known = 0
    reset(state)
    for place in range(len(state.settlers)):
        state.settlers[place] = 0
    lay_out(state.points, values.point_decks[seats], values.point_deck_sizes[seats], generator)
    lay_out(state.merchants, values.deck, values.deck_size, generator)
    stack_bonus_tiles(values, state, generator)
    lay_exploration_tiles(values, state, generator)
    for seat in range(SEATS[1]):
        equip(state.players[seat], seat, seats)


@compiled
def reset(state: State) -> None:
    """Clears what only an action in progress needs."""
    state.owed = 0
    state.slot = NONE
    state.card = NONE
    state.place = NONE
    state.work = Continuation.NOTHING


@compiled
def lay_shuffled(room: Numbers, tiles: Numbers, number: int, generator: Bitset) -> None:
    """Lays out a number of tiles in random order."""
    for place in range(number):
        room[place] = tiles[place]
    shuffle(room, number, generator)


@compiled
def stack_bonus_tiles(values: Values, state: State, generator: Bitset) -> None:
    """Shuffles the bonus tiles into the stacks at the forts; spare ones go back to the box (EW-3)."""
    bag = blank_cards()
    lay_shuffled(bag, values.bag, values.bag_size, generator)
    dealt = 0
    for fort in range(len(values.stack_heights)):
        state.heights[fort] = values.stack_heights[fort]
        for place in range(state.stacks.shape[1]):
            state.stacks[fort, place] = bag[dealt] if place < values.stack_heights[fort] else NONE
            dealt += place < values.stack_heights[fort]
    for place in range(len(state.spares)):
        state.spares[place] = bag[dealt + place] if dealt + place < values.bag_size else NONE


@compiled
def lay_exploration_tiles(values: Values, state: State, generator: Bitset) -> None:
    """Lays the exploration tiles beside the board; with 2 or 3 players, two of them on locations (EW-4)."""
    tiles = blank_cards()
    lay_shuffled(tiles, values.tile_deck, values.exploration_size, generator)
    state.beside = NOTHING
    for place in range(values.exploration_size):
        state.beside |= bit(tiles[place])
    for number in range(len(values.covered)):
        state.cover[number] = NONE
        if number < tiles_on_locations(state.seats):
            state.cover[number] = tiles[number]
            state.beside &= ~bit(tiles[number])


@entry
def tiles_on_locations(seats: int) -> int:
    """Returns how many exploration tiles start on locations: two, or none with four players (EW-4)."""
    return 2 if seats < SEATS[1] else 0


@compiled
def equip(player: Player, seat: int, seats: int) -> None:
    """Gives a player settlers and starting cubes; unused seats stay empty (EW-5)."""
    taken = seat < seats
    player.claimed, player.explored, player.spent, player.placed = NOTHING, NOTHING, NOTHING, NOTHING
    load(player.caravan, seat, taken)
    player.board = settlers_at_start(seats) if taken else 0
    player.reserve = SETTLERS - player.board if taken else 0
    for place in range(ROUTE_CARDS):
        player.route[place] = NONE
        player.on_route[place] = 0
    for place in range(BONUS_TILES):
        player.bonus[place] = NONE


@entry
def settlers_at_start(seats: int) -> int:
    """Returns how many settlers start on each player board: 7 with two players, else 6 (EW-5)."""
    return 7 if seats == 2 else 6


@entry
def legal(values: Values, state: State, mask: Bitset) -> None:
    """Marks every decision that the deciding seat may take."""
    clear(mask)
    player = state.players[state.seat]
    match state.phase:
        case Phase.TURN:
            offer_turn(values, state, player, mask)
        case West.MARKET:
            offer_market(values, state, player, mask)
        case West.REPLACE:
            offer_replace(mask)
        case West.EXPLORE:
            offer_explore(state, mask)
        case West.BONUS:
            offer(mask, BONUS)
            offer(mask, NO_BONUS)
        case West.SWAP:
            offer_swap(player, mask)
        case West.BARTER:
            offer(mask, REST + TRADE)
            offer(mask, REST + STOP)
        case _:
            offer_shared(state, player, REST, mask)


@entry
def apply(values: Values, state: State, action: int) -> None:
    """Carries out one legal decision; when it completes the action of the turn, the turn ends."""
    player = state.players[state.seat]
    match state.phase:
        case Phase.TURN:
            done = take_turn(values, state, player, action)
        case West.MARKET:
            done = use_merchant(values, state, player) if action == USE else keep(state, player)
        case West.REPLACE:
            done = replace(state, player, action - REPLACE)
        case West.EXPLORE:
            done = explore(values, state, player, action - EXPLORE)
        case West.BONUS:
            done = take_bonus(state, player) if action == BONUS else leave(state)
        case West.SWAP:
            done = action == NO_SWAP or swap(player, (action - SWAP) >> 3, (action - SWAP) & 7)
        case West.BARTER:
            done = action == REST + STOP or trade_at_location(values, state, player)
        case _:
            done = answer(values, state, player, action - REST) and go_on(values, state, player)
    if done:
        end_turn(values, state, player)


@compiled
def go_on(values: Values, state: State, player: Player) -> bool:
    """Continues after the upgrades or trades of a card, a location or an exploration tile (EW-8, EW-9, EW-12)."""
    match state.work:
        case Continuation.PLACE:
            return trade_at_location(values, state, player)
        case Continuation.MARKET:
            return spend_merchant(state, player)
        case Continuation.FORT:
            return ask_bonus(state, player)
        case _:
            return True


@compiled
def offer_turn(values: Values, state: State, player: Player, mask: Bitset) -> None:
    """Offers Work, Route and Rest (EW-7, EW-16, EW-17, C-9)."""
    offer_work(values, state, player, mask)
    offer_route(values, player, mask)
    offer_rest(values, REST, away(player), mask)


@compiled
def away(player: Player) -> bool:
    """Returns whether a player has settlers at work (EW-17)."""
    return at_work(player) > 0


@compiled
def at_work(player: Player) -> int:
    """Counts the settlers of a player on the board and the route: all that a rest takes back (EW-17)."""
    return SETTLERS - player.board - player.reserve


@compiled
def take_turn(values: Values, state: State, player: Player, action: int) -> bool:
    """Begins the one action of a turn; True when it has no more to ask (EW-7, EW-16, EW-17)."""
    if action < EXPLORE:
        return work(values, state, player, action)
    if action == REST:
        return rest(state, player)
    return use_route(values, state, player, action - ROUTE)


@compiled
def rest(state: State, player: Player) -> bool:
    """Takes all settlers back from the board and the route (EW-17)."""
    places = player.placed
    while places != NOTHING:
        player.board += state.settlers[first(places)]
        state.settlers[first(places)] = 0
        places = rest_of(places)
    player.placed = NOTHING
    for place in range(ROUTE_CARDS):
        player.board += player.on_route[place]
        player.on_route[place] = 0
    return True


@compiled
def end_turn(values: Values, state: State, player: Player) -> None:
    """Adds extras, asks for cubes above the limit, then passes the turn or starts another one (EW-10, EW-14, EW-18)."""
    add_extras(values, state, player)
    reset(state)
    state.known = min(state.known, state.merchants.left)
    if size(player.caravan) > LIMIT:
        state.phase = Phase.DISCARD
    elif state.again == 1:
        state.again = 0
        state.phase = Phase.TURN
    elif pass_turn(state) and ending(state):
        state.phase = Phase.OVER


@entry
def ending(state: State) -> bool:
    """Returns whether a player has triggered the end of the game (EW-19)."""
    for seat in range(state.seats):
        if ends(state, seat):
            return True
    return False


@compiled
def ends(state: State, seat: int) -> bool:
    """Returns whether a player has enough point cards to end the game (EW-19)."""
    return count(state.players[seat].claimed) >= claims_to_end(state.seats)


@entry
def claims_to_end(seats: int) -> int:
    """Returns how many point cards end the game, for any number of players (EW-19)."""
    return POINT_CARDS_TO_END


@entry
def score(values: Values, state: State, seat: int) -> int:
    """Adds up all parts (EW-20)."""
    cards, bonus, explored, cubes = score_parts(values, state, seat)
    return cards + bonus + explored + cubes


@entry
def score_parts(values: Values, state: State, seat: int) -> tuple[int, int, int, int]:
    """Counts point cards, bonus tiles, exploration tiles and cubes, in the order of PARTS (EW-20)."""
    player = state.players[seat]
    bonus = 0
    for place in range(BONUS_TILES):
        if player.bonus[place] != NONE:
            bonus += bonus_points(values, player, int(player.bonus[place]))
    explored = sum_of(player.explored, values.tile_digits)
    return sum_of(player.claimed, values.point_digits), int(bonus), explored, int(cube_points(player.caravan))


@compiled
def bonus_points(values: Values, player: Player, tile: int) -> int:
    """Counts the points of a bonus tile: pairs of symbols, settlers outside the reserve, or merchants (EW-21)."""
    kind = values.bonus_kinds[tile]
    match kind.scoring:
        case Scoring.PAIR:
            return kind.points * pairs(values, player, int(kind.first), int(kind.second))
        case Scoring.SETTLERS:
            return kind.points * ((SETTLERS - player.reserve) // 2)
        case _:
            return kind.points * (merchants_owned(player) // 2)


@compiled
def pairs(values: Values, player: Player, one: int, other: int) -> int:
    """Counts pairs: the smaller count of two symbols, or half the count of one (EW-21)."""
    if one == other:
        return count(player.claimed & values.symbols[one]) // 2
    return min(count(player.claimed & values.symbols[one]), count(player.claimed & values.symbols[other]))


@compiled
def merchants_owned(player: Player) -> int:
    """Counts the merchant cards in the route and on the discard pile (EW-21)."""
    cards = count(player.spent)
    for place in range(ROUTE_CARDS):
        cards += player.route[place] != NONE
    return cards


@entry
def mover(state: State) -> int:
    """Returns whose turn it is: in this game, always the deciding seat."""
    return state.seat


@entry
def redeal(values: Values, state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Reorders what no seat can know; merchants put under the deck and the top point card stay (C-11)."""
    generator = blank_generator()
    seed(generator, high, low)
    hide_above(state.merchants, int(state.known), int(state.merchants.left), generator)
    hide_above(state.points, 0, max(0, state.points.left - 1), generator)
    hide_bonus_tiles(state, generator)


@compiled
def hide_bonus_tiles(state: State, generator: Bitset) -> None:
    """Deals anew the bonus tiles under the top ones and in the box (C-11)."""
    hidden = blank_cards()
    size = gather_hidden(state, hidden)
    for place in range(1, size):
        tile = hidden[place]
        while place > 0 and hidden[place - 1] > tile:
            hidden[place] = hidden[place - 1]
            place -= 1
        hidden[place] = tile
    shuffle(hidden, size, generator)
    dealt = 0
    for fort in range(len(state.heights)):
        for place in range(state.heights[fort] - 1):
            state.stacks[fort, place] = hidden[dealt]
            dealt += 1
    for place in range(size - dealt):
        state.spares[place] = hidden[dealt + place]


@compiled
def gather_hidden(state: State, hidden: Numbers) -> int:
    """Collects the bonus tiles that nobody can see; returns how many there are."""
    size = 0
    for fort in range(len(state.heights)):
        for place in range(state.heights[fort] - 1):
            hidden[size] = state.stacks[fort, place]
            size += 1
    for place in range(len(state.spares)):
        if state.spares[place] != NONE:
            hidden[size] = state.spares[place]
            size += 1
    return size
