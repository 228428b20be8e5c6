"""Century: Spice Road for 2 to 5 players (SR-1 to SR-14)."""

import numpy as np

from serai.rules import components, merchants
from serai.rules.bits import BIT, NOTHING, Words, clear, count, first, offer, rest_of
from serai.rules.caravans import LIMIT, costs_of, cube_points, offer_cubes, payable, remove, size
from serai.rules.chance import seeded
from serai.rules.compiled import compiled, entry
from serai.rules.merchants import DECK, STARTING_HAND, offer_upgrade, playable, use
from serai.rules.phases import Phase
from serai.rules.records import NONE, SPICES, Player, State, record, row_fields
from serai.rules.rounds import pass_turn
from serai.rules.rows import first_cards, hide, lay_out, slot_of, sweep, take, take_merchant

NAME = "spice_road"
VERSION = 1
SEATS = (2, 5)
VALUES = (components.merchant_cards(), components.point_cards())

PLAY = 0
ACQUIRE = 64
CLAIM = 128
REST = 192
TRADE = 193
STOP = 194
PAY = 196
UPGRADE = 200
DISCARD = 204
WORDS = 4
BLOCKS = {
    PLAY: ("play a merchant card", 64),
    ACQUIRE: ("acquire a merchant card", 64),
    CLAIM: ("claim a point card", 64),
    REST: ("rest", 1),
    TRADE: ("trade once more", 1),
    STOP: ("stop upgrading or trading", 1),
    PAY: ("pay a cube", 4),
    UPGRADE: ("upgrade a cube", 4),
    DISCARD: ("discard a cube", 4),
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
    ("merchants", record(*row_fields(6), ("spices", np.int8, (6, SPICES)))),  # with the cubes lying on each card
    ("points", record(*row_fields(5))),
)

POINT_CARD = record(("cost", np.int16, SPICES), ("points", np.int16))
POINT_CARDS = np.array(list(components.point_cards()), POINT_CARD)
COSTS = costs_of([card.cost for card in components.point_cards()])
POINT_DECK = np.arange(len(POINT_CARDS), dtype=np.int8)
STARTING_CUBES = np.array([(3, 0), (4, 0), (4, 0), (3, 1), (3, 1)], np.int16)


@entry
def setup(state: State, seats: int, high: np.uint64, low: np.uint64) -> None:
    """Deals a game from 128 bits of seed (SR-1 to SR-5)."""
    generator = seeded(high, low)
    state.seats = seats
    state.seat = 0
    state.phase = Phase.TURN
    state.owed = 0
    state.slot = NONE
    state.card = NONE
    lay_out(state.points, POINT_DECK, generator)
    lay_out(state.merchants, DECK, generator)
    sweep(state.merchants)
    state.gold = 2 * seats
    state.silver = 2 * seats
    for seat in range(SEATS[1]):
        equip(state.players[seat], seat, seat < seats)


@compiled
def equip(player: Player, seat: int, taken: bool) -> None:
    """Gives a player the starting hand and cubes (SR-3, SR-5)."""
    player.hand = STARTING_HAND if taken else NOTHING
    player.played = NOTHING
    player.claimed = NOTHING
    player.gold = 0
    player.silver = 0
    for spice in range(SPICES):
        player.caravan[spice] = STARTING_CUBES[seat, spice] if taken and spice < 2 else 0


@entry
def legal(state: State, mask: Words) -> None:
    """Marks every decision that the deciding seat may take."""
    clear(mask)
    player = state.players[state.seat]
    match state.phase:
        case Phase.TURN:
            offer_turn(state, player, mask)
        case Phase.PAY:
            offer_cubes(player.caravan, PAY, SPICES, mask)
        case Phase.UPGRADE:
            offer_upgrade(player, STOP, UPGRADE, mask)
        case Phase.TRADE:
            offer(mask, TRADE)
            offer(mask, STOP)
        case Phase.DISCARD:
            offer_cubes(player.caravan, DISCARD, SPICES, mask)


@entry
def apply(state: State, action: int) -> None:
    """Carries out one legal decision."""
    player = state.players[state.seat]
    match state.phase:
        case Phase.TURN:
            take_turn(state, player, action)
        case Phase.PAY:
            pay(state, player, action - PAY)
        case Phase.UPGRADE | Phase.TRADE:
            go_on(state, player, action)
        case Phase.DISCARD:
            discard(state, player, action - DISCARD)


@compiled
def offer_turn(state: State, player: Player, mask: Words) -> None:
    """Offers Play, Acquire, Claim and Rest (SR-6 to SR-9)."""
    mask[PLAY >> 6] = playable(player.hand, player)
    mask[ACQUIRE >> 6] = first_cards(state.merchants, size(player.caravan) + 1)
    mask[CLAIM >> 6] = first_cards(state.points, len(state.points.cards)) & payable(COSTS, player.caravan)
    if player.played != NOTHING or mask[0] | mask[1] | mask[2] == NOTHING:
        offer(mask, REST)


@compiled
def take_turn(state: State, player: Player, action: int) -> None:
    """Does the one action of a turn (SR-6 to SR-9)."""
    if action < ACQUIRE:
        play(state, player, action)
    elif action < CLAIM:
        acquire(state, player, slot_of(state.merchants, action - ACQUIRE))
    elif action < REST:
        claim(state, player, slot_of(state.points, action - CLAIM))
    else:
        rest(state, player)


@compiled
def play(state: State, player: Player, card: int) -> None:
    """Puts a hand card face up in front of its player and does its effect (SR-6)."""
    player.hand &= ~BIT[card]
    player.played |= BIT[card]
    if use(state, player, card):
        end_turn(state, player)


@compiled
def go_on(state: State, player: Player, action: int) -> None:
    """Goes on with the effect of the card just played, or stops (C-2)."""
    if action == STOP:
        merchants.stop(state)
        end_turn(state, player)
    elif action == TRADE:
        if merchants.trade(state, player):
            end_turn(state, player)
    elif merchants.upgrade(state, player, action - UPGRADE):
        end_turn(state, player)


@compiled
def acquire(state: State, player: Player, slot: int) -> None:
    """Takes a merchant card, once a cube has been paid onto each card on its left (SR-7)."""
    if slot > 0 and state.phase == Phase.TURN:
        state.slot = slot
        state.owed = slot
        state.phase = Phase.PAY
        return
    player.hand |= BIT[take_merchant(state.merchants, slot, player.caravan)]
    state.slot = NONE
    end_turn(state, player)


@compiled
def pay(state: State, player: Player, spice: int) -> None:
    """Puts a cube on the leftmost card that has not been paid yet (SR-7)."""
    player.caravan[spice] -= 1
    state.merchants.spices[state.slot - state.owed, spice] += 1
    state.owed -= 1
    if state.owed == 0:
        acquire(state, player, int(state.slot))


@compiled
def rest(state: State, player: Player) -> None:
    """Takes all played cards back to the hand (SR-8)."""
    player.hand |= player.played
    player.played = NOTHING
    end_turn(state, player)


@compiled
def claim(state: State, player: Player, slot: int) -> None:
    """Returns the printed cubes and takes the point card, with a coin from above it (SR-9)."""
    give_coin(state, player, slot)
    card = take(state.points, slot)
    remove(player.caravan, POINT_CARDS[card].cost)
    player.claimed |= BIT[card]
    end_turn(state, player)


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
def discard(state: State, player: Player, spice: int) -> None:
    """Returns a cube to the supply (C-3)."""
    player.caravan[spice] -= 1
    end_turn(state, player)


@compiled
def ending(state: State) -> bool:
    """Tells whether someone has the 5th point card, the 6th with 2 or 3 players (SR-13)."""
    enough = 6 if state.seats <= 3 else 5
    for seat in range(state.seats):
        if count(state.players[seat].claimed) >= enough:
            return True
    return False


@entry
def score(state: State, seat: int) -> int:
    """Counts point cards, coins and cubes (SR-14)."""
    player = state.players[seat]
    points = GOLD * player.gold + SILVER * player.silver + cube_points(player.caravan)
    cards = player.claimed
    while cards != NOTHING:
        points += POINT_CARDS[first(cards)].points
        cards = rest_of(cards)
    return points


@entry
def redeal(state: State, seat: int, high: np.uint64, low: np.uint64) -> None:
    """Reorders at random what no seat can know: both decks (C-11)."""
    generator = seeded(high, low)
    hide(state.merchants, generator)
    hide(state.points, generator)


@entry
def mover(state: State) -> int:
    """Returns whose turn it is: in this game always who decides."""
    return state.seat
