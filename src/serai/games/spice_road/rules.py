"""Century: Spice Road for 2 to 5 players (SR-1 to SR-14)."""

import numpy as np

from serai.core import components, questions
from serai.core.bits import DIGITS, NOTHING, Bitset, bit, clear, count, digits_of, sum_of
from serai.core.caravans import COSTS, LIMIT, costs_of, cube_points, load, payable, remove, size
from serai.core.chance import blank_generator, seed
from serai.core.compiled import compiled, entry
from serai.core.hands import acquirable, acquire, pay, play
from serai.core.merchants import FIELDS, playable, printed_merchants
from serai.core.phases import Phase
from serai.core.questions import answer, offer_rest, offer_shared
from serai.core.records import NONE, SPICES, Player, State, Values, filled, record, row_fields
from serai.core.rounds import pass_turn
from serai.core.rows import first_cards, hide, lay_out, slot_of, sweep, take
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.numbers import ACQUIRE as ACQUIRE
from serai.games.spice_road.numbers import CLAIM as CLAIM
from serai.games.spice_road.numbers import GOLD as GOLD
from serai.games.spice_road.numbers import PARTS as PARTS
from serai.games.spice_road.numbers import PAY as PAY
from serai.games.spice_road.numbers import PLAY as PLAY
from serai.games.spice_road.numbers import REST as REST
from serai.games.spice_road.numbers import SILVER as SILVER
from serai.games.spice_road.numbers import WORDS as WORDS

NAME = "spice_road"
VERSION = 2
SEATS = (2, 5)

BLOCKS = {
    PLAY: ("play a merchant card", 64),
    ACQUIRE: ("acquire a merchant card", 64),
    CLAIM: ("claim a point card", 64),
    **{REST + offset: block for offset, block in questions.BLOCKS.items()},
}

PLAYER = record(
    ("hand", np.uint64),  # set of merchant cards
    ("played", np.uint64),  # set of merchant cards face up in front of the player
    ("claimed", np.uint64),  # set of point cards
    ("caravan", np.int16, SPICES),  # cubes by spice
    ("gold", np.int32),  # coins
    ("silver", np.int32),
)
STATE = record(
    ("players", PLAYER, SEATS[1]),  # by seat; unused seats stay zero
    ("gold", np.int16),  # coins left on the table
    ("silver", np.int16),
    ("owed", np.int16),  # cubes still to pay (PAY) or to upgrade (UPGRADE), else 0
    ("phase", np.int8),  # a Phase
    ("seat", np.int8),  # who decides
    ("seats", np.int8),  # number of players
    ("slot", np.int8),  # the slot being paid for (PAY), else NONE
    ("card", np.int8),  # the trade in use (TRADE), else NONE
    ("merchants", record(("spices", np.int8, (6, SPICES)), *row_fields(6))),  # with the cubes on each card
    ("points", record(*row_fields(5))),
)

POINT_CARD = record(("cost", np.int16, SPICES), ("points", np.int16))
PRINTED = record(
    ("point_costs", np.uint64, COSTS),  # which point cards can be paid for
    ("point_digits", np.uint64, DIGITS),  # points of sets of point cards
    ("points_size", np.int64),  # number of point cards
    *FIELDS,
    ("point_cards", POINT_CARD, components.CARDS),
    ("point_deck", np.int8, components.CARDS),
)


def printed(pieces: RoadSet, version: int) -> Values:
    """Returns the values of a component set, for a version of the rules."""
    return filled(
        PRINTED,
        **printed_merchants(pieces.merchants),
        rules=version,
        point_cards=np.array(list(pieces.points), POINT_CARD),
        point_costs=costs_of([card.cost for card in pieces.points]),
        point_digits=digits_of([card.points for card in pieces.points]),
        points_size=len(pieces.points),
        point_deck=np.arange(len(pieces.points)),
    )


@entry
def setup(values: Values, state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from a 128-bit seed, its only chance (SR-1 to SR-5, C-5)."""
    generator = blank_generator()
    seed(generator, high, low)
    state.seats = seats
    state.seat = 0
    state.phase = Phase.TURN
    state.owed = 0
    state.slot = NONE
    state.card = NONE
    lay_out(state.points, values.point_deck, values.points_size, generator)
    lay_out(state.merchants, values.deck, values.deck_size, generator)
    sweep(state.merchants)
    state.gold = coins_of_each(seats)
    state.silver = coins_of_each(seats)
    for seat in range(SEATS[1]):
        equip(values, state.players[seat], seat, seat < seats)


@entry
def coins_of_each(seats: int) -> int:
    """Returns how many gold coins a game begins with; it has as many silver ones (SR-2)."""
    return 2 * seats


@compiled
def equip(values: Values, player: Player, seat: int, taken: bool) -> None:
    """Gives a player the starting hand and cubes (SR-3, SR-5)."""
    player.hand = values.starting_hand if taken else NOTHING
    player.played = NOTHING
    player.claimed = NOTHING
    player.gold = 0
    player.silver = 0
    load(player.caravan, seat, taken)


@entry
def legal(values: Values, state: State, mask: Bitset) -> None:
    """Marks every decision that the deciding seat may take."""
    clear(mask)
    player = state.players[state.seat]
    if state.phase == Phase.TURN:
        offer_turn(values, state, player, mask)
    else:
        offer_shared(state, player, REST, mask)


@entry
def apply(values: Values, state: State, action: int) -> None:
    """Carries out one legal decision; when it completes the action of the turn, the turn ends."""
    player = state.players[state.seat]
    match state.phase:
        case Phase.TURN:
            done = take_turn(values, state, player, action)
        case Phase.PAY:
            done = pay(state, player, action - PAY)
        case _:
            done = answer(values, state, player, action - REST)
    if done:
        end_turn(state, player)


@compiled
def offer_turn(values: Values, state: State, player: Player, mask: Bitset) -> None:
    """Offers Play, Acquire, Claim and Rest (SR-6 to SR-9, C-9)."""
    mask[PLAY >> 6] = playable(values, player.hand, player)
    mask[ACQUIRE >> 6] = acquirable(state, player)
    mask[CLAIM >> 6] = first_cards(state.points, len(state.points.cards)) & payable(values.point_costs, player.caravan)
    offer_rest(values, REST, player.played != NOTHING, mask)


@compiled
def take_turn(values: Values, state: State, player: Player, action: int) -> bool:
    """Begins the one action of a turn; True when it has no more to ask (SR-6 to SR-9)."""
    if action < ACQUIRE:
        return play(values, state, player, action)
    if action < CLAIM:
        return acquire(state, player, slot_of(state.merchants, action - ACQUIRE))
    if action < REST:
        return claim(values, state, player, slot_of(state.points, action - CLAIM))
    return rest(player)


@compiled
def rest(player: Player) -> bool:
    """Takes all played cards back to the hand (SR-8)."""
    player.hand |= player.played
    player.played = NOTHING
    return True


@compiled
def claim(values: Values, state: State, player: Player, slot: int) -> bool:
    """Returns the printed cubes and takes the point card, with a coin from above it (SR-9)."""
    give_coin(state, player, slot)
    card = take(state.points, slot)
    remove(player.caravan, values.point_cards[card].cost)
    player.claimed |= bit(card)
    return True


@compiled
def give_coin(state: State, player: Player, slot: int) -> None:
    """Gives the coin above a slot (SR-10)."""
    coin = coin_above(state, slot)
    if coin == GOLD:
        state.gold -= 1
        player.gold += 1
    elif coin == SILVER:
        state.silver -= 1
        player.silver += 1


@compiled
def coin_above(state: State, slot: int) -> int:
    """Returns GOLD for the first slot and SILVER for the next, else 0; without gold, silver is first (SR-10, SR-11)."""
    if slot == 0 and state.gold > 0:
        return GOLD
    if slot == (1 if state.gold > 0 else 0) and state.silver > 0:
        return SILVER
    return 0


@compiled
def end_turn(state: State, player: Player) -> None:
    """Asks for cubes above the limit, then passes the turn (SR-12, C-3)."""
    if size(player.caravan) > LIMIT:
        state.phase = Phase.DISCARD
    elif pass_turn(state) and ending(state):
        state.phase = Phase.OVER


@entry
def ending(state: State) -> bool:
    """Returns whether a player has triggered the end of the game (SR-13)."""
    for seat in range(state.seats):
        if ends(state, seat):
            return True
    return False


@compiled
def ends(state: State, seat: int) -> bool:
    """Returns whether a player has enough point cards to end the game (SR-13)."""
    return count(state.players[seat].claimed) >= claims_to_end(state.seats)


@entry
def claims_to_end(seats: int) -> int:
    """Returns how many point cards end the game: 6 with 2 or 3 players, 5 with more (SR-13)."""
    return 6 if seats <= 3 else 5


@entry
def score(values: Values, state: State, seat: int) -> int:
    """Adds up all parts (SR-14)."""
    cards, gold, silver, cubes = score_parts(values, state, seat)
    return cards + gold + silver + cubes


@entry
def score_parts(values: Values, state: State, seat: int) -> tuple[int, int, int, int]:
    """Counts point cards, gold, silver and cubes, in the order of PARTS (SR-14)."""
    player = state.players[seat]
    cards = sum_of(player.claimed, values.point_digits)
    return cards, int(GOLD * player.gold), int(SILVER * player.silver), int(cube_points(player.caravan))


@entry
def redeal(values: Values, state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Randomly reorders what no seat can know: both decks (C-11)."""
    generator = blank_generator()
    seed(generator, high, low)
    hide(state.merchants, generator)
    hide(state.points, generator)


@entry
def mover(state: State) -> int:
    """Returns whose turn it is: in this game, always the deciding seat."""
    return state.seat
