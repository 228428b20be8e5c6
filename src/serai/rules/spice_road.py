"""Century: Spice Road for 2 to 5 players (SR-1 to SR-14)."""

import numpy as np

from serai.rules import components, questions
from serai.rules.bits import DIGITS, NOTHING, Words, bit, clear, count, digits_of, sum_of
from serai.rules.caravans import COSTS, LIMIT, costs_of, cube_points, load, payable, remove, size
from serai.rules.chance import blank_generator, seed
from serai.rules.compiled import compiled, entry
from serai.rules.hands import acquirable, acquire, pay, play
from serai.rules.merchants import FIELDS, playable, printed_merchants
from serai.rules.phases import Phase
from serai.rules.questions import answer, offer_common, offer_rest
from serai.rules.records import NONE, SPICES, Player, State, Values, filled, record, row_fields
from serai.rules.rounds import pass_turn
from serai.rules.rows import first_cards, hide, lay_out, slot_of, sweep, take

NAME = "spice_road"
VERSION = 2
SEATS = (2, 5)
VALUES = (components.merchant_cards(), components.point_cards())

PLAY = 0
ACQUIRE = 64
CLAIM = 128
REST = 192
PAY = REST + questions.PAY
WORDS = 4
BLOCKS = {
    PLAY: ("play a merchant card", 64),
    ACQUIRE: ("acquire a merchant card", 64),
    CLAIM: ("claim a point card", 64),
    **{REST + offset: block for offset, block in questions.BLOCKS.items()},
}

GOLD = 3
SILVER = 1

PLAYER = record(
    ("hand", np.uint64),  # set of merchant cards
    ("played", np.uint64),  # set of merchant cards face up in front of the player
    ("claimed", np.uint64),  # set of point cards
    ("caravan", np.int16, SPICES),  # cubes by spice
    ("gold", np.int32),  # coins
    ("silver", np.int32),
)
STATE = record(
    ("players", PLAYER, SEATS[1]),  # by seat; those beyond the number of seats stay zero
    ("gold", np.int16),  # coins left on the table
    ("silver", np.int16),
    ("owed", np.int16),  # cubes still to pay (PAY) or to raise (UPGRADE), else 0
    ("phase", np.int8),  # a Phase
    ("seat", np.int8),  # who decides
    ("seats", np.int8),  # number of players
    ("slot", np.int8),  # the place being paid for (PAY), else NONE
    ("card", np.int8),  # the trade in use (TRADE), else NONE
    ("merchants", record(("spices", np.int8, (6, SPICES)), *row_fields(6))),  # with the cubes lying on each card
    ("points", record(*row_fields(5))),
)

POINT_CARD = record(("cost", np.int16, SPICES), ("points", np.int16))
POINT_CARDS = np.array(list(components.point_cards()), POINT_CARD)
PRINTED = record(
    ("point_costs", np.uint64, COSTS),  # which point cards can be paid
    ("point_digits", np.uint64, DIGITS),  # what sets of point cards are worth
    ("points_size", np.int64),  # number of point cards
    *FIELDS,
    ("point_cards", POINT_CARD, components.CARDS),
    ("point_deck", np.int8, components.CARDS),
)


def printed(version: int = VERSION) -> Values:
    """Returns the printed values in use, for a version of the rules."""
    return filled(
        PRINTED,
        **printed_merchants(),
        rules=version,
        point_cards=POINT_CARDS,
        point_costs=costs_of([card.cost for card in components.point_cards()]),
        point_digits=digits_of([card.points for card in components.point_cards()]),
        points_size=len(POINT_CARDS),
        point_deck=np.arange(len(POINT_CARDS)),
    )


@entry
def setup(values: Values, state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from 128 bits of seed, the only chance in it (SR-1 to SR-5, C-5)."""
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
    state.gold = 2 * seats
    state.silver = 2 * seats
    for seat in range(SEATS[1]):
        equip(values, state.players[seat], seat, seat < seats)


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
def legal(values: Values, state: State, mask: Words) -> None:
    """Marks every decision that the deciding seat may take."""
    clear(mask)
    player = state.players[state.seat]
    if state.phase == Phase.TURN:
        offer_turn(values, state, player, mask)
    else:
        offer_common(state, player, REST, mask)


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
def offer_turn(values: Values, state: State, player: Player, mask: Words) -> None:
    """Offers Play, Acquire, Claim and Rest (SR-6 to SR-9, C-9)."""
    mask[PLAY >> 6] = playable(values, player.hand, player)
    mask[ACQUIRE >> 6] = acquirable(state, player)
    mask[CLAIM >> 6] = first_cards(state.points, len(state.points.cards)) & payable(values.point_costs, player.caravan)
    offer_rest(values, REST, player.played != NOTHING, mask)


@compiled
def take_turn(values: Values, state: State, player: Player, action: int) -> bool:
    """Begins the one action of a turn; True when nothing of it is left to ask (SR-6 to SR-9)."""
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
    """Gives gold at the first place and silver at the next; without gold, silver lies at the first (SR-10, SR-11)."""
    if slot == 0 and state.gold > 0:
        state.gold -= 1
        player.gold += 1
    elif slot == (1 if state.gold > 0 else 0) and state.silver > 0:
        state.silver -= 1
        player.silver += 1


@compiled
def end_turn(state: State, player: Player) -> None:
    """Asks for cubes above the limit, then passes the turn (SR-12, C-3)."""
    if size(player.caravan) > LIMIT:
        state.phase = Phase.DISCARD
    elif pass_turn(state) and ending(state):
        state.phase = Phase.OVER


@compiled
def ending(state: State) -> bool:
    """Tells whether someone has the 5th point card, the 6th with 2 or 3 players (SR-13)."""
    enough = 6 if state.seats <= 3 else 5
    for seat in range(state.seats):
        if count(state.players[seat].claimed) >= enough:
            return True
    return False


@entry
def score(values: Values, state: State, seat: int) -> int:
    """Counts point cards, coins and cubes (SR-14)."""
    player = state.players[seat]
    coins = GOLD * player.gold + SILVER * player.silver
    return sum_of(player.claimed, values.point_digits) + coins + cube_points(player.caravan)


@entry
def redeal(values: Values, state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Reorders at random what no seat can know: both decks (C-11)."""
    generator = blank_generator()
    seed(generator, high, low)
    hide(state.merchants, generator)
    hide(state.points, generator)


@entry
def mover(state: State) -> int:
    """Returns whose turn it is: in this game always who decides."""
    return state.seat
