"""Playing and acquiring merchant cards, the same in Spice Road and Sand to Sea (SR-6, SR-7)."""

import numpy as np

from serai.core.bits import bit
from serai.core.caravans import size
from serai.core.compiled import compiled
from serai.core.merchants import use
from serai.core.phases import Phase
from serai.core.records import NONE, Player, State, Values
from serai.core.rows import first_cards, take_merchant


@compiled
def play(values: Values, state: State, player: Player, card: int) -> bool:
    """Plays a hand card face up in front of the player and does its effect; True when that is over (SR-6, SS-8)."""
    player.hand &= ~bit(card)
    player.played |= bit(card)
    return use(values, state, player, card)


@compiled
def acquirable(state: State, player: Player) -> np.uint64:
    """Returns the merchant cards of the row for which a caravan has enough cubes (SR-7, SS-7)."""
    return first_cards(state.merchants, size(player.caravan) + 1)


@compiled
def price(slot: int) -> int:
    """Returns the cubes that a merchant card costs: one for each card to its left (SR-7, SS-7)."""
    return slot


@compiled
def acquire(state: State, player: Player, slot: int) -> bool:
    """Takes a merchant card once a cube has been paid onto each card to its left (SR-7, SS-7)."""
    if price(slot) > 0 and state.phase == Phase.TURN:
        state.slot = slot
        state.owed = price(slot)
        state.phase = Phase.PAY
        return False
    player.hand |= bit(take_merchant(state.merchants, slot, player.caravan))
    state.slot = NONE
    return True


@compiled
def paying_onto(state: State) -> int:
    """Returns the slot that the next cube goes onto: the leftmost without one, NONE if none is owed (SR-7, SS-7)."""
    return int(state.slot) - int(state.owed) if state.phase == Phase.PAY else NONE


@compiled
def pay(state: State, player: Player, spice: int) -> bool:
    """Puts a cube on the leftmost card that has not been paid yet; True when the card is acquired (SR-7, SS-7)."""
    player.caravan[spice] -= 1
    state.merchants.spices[paying_onto(state), spice] += 1
    state.owed -= 1
    return state.owed == 0 and acquire(state, player, int(state.slot))
