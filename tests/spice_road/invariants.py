"""What must hold at every decision of Spice Road."""

from typing import Any

import numpy as np

from serai.core.bits import NOTHING, Bitset, set_of
from serai.core.caravans import LIMIT, size
from serai.core.compiled import compiled, entry
from serai.core.merchants import MerchantKind
from serai.core.phases import Phase
from serai.core.playouts import chooser, step
from serai.core.questions import DISCARD, TRADE, UPGRADE
from serai.core.records import NONE, SPICES, State, States, Values
from serai.games.spice_road.rules import ACQUIRE, CLAIM, REST, redeal, setup
from tests.invariants import (
    BEFORE,
    DEALT,
    FINE,
    NO_END,
    NOW,
    TURNS_UNEQUAL,
    Bytes,
    cubes_changed_by,
    decide,
    lying,
    same,
    turns_equal,
)
from tests.spice_road import standard
from tests.spice_road.standard import DECK, POINT_CARDS
from tests.spice_road.standard import MERCHANT_ROWS as MERCHANTS

MERCHANTS_LOST, POINTS_LOST, COINS_LOST, CUBES_WRONG, LIMIT_BROKEN, STALE_FIELD, REDEAL_SHOWS = range(10, 17)
REDEAL_EVERY = np.uint64(16)
ALL_MERCHANTS = np.uint64(sum(1 << int(card) for card in DECK))
ALL_POINTS = np.uint64((1 << len(POINT_CARDS)) - 1)
STARTING_HAND = set_of([number for number, card in enumerate(standard.PIECES.merchants) if card.group == "starting"])


@compiled
def merchants_fault(state: State) -> bool:
    """Finds a merchant card that is not in exactly one place, or a starting card not with its owner."""
    seen = lying(state.merchants)
    for seat in range(state.seats):
        player = state.players[seat]
        own = player.hand | player.played
        if player.hand & player.played != NOTHING or own & STARTING_HAND != STARTING_HAND:
            return True
        own &= ~STARTING_HAND
        if seen & own != NOTHING:
            return True
        seen |= own
    return seen != ALL_MERCHANTS


@compiled
def points_fault(state: State) -> bool:
    """Finds a point card that is not in exactly one place."""
    seen = lying(state.points)
    for seat in range(state.seats):
        if seen & state.players[seat].claimed != NOTHING:
            return True
        seen |= state.players[seat].claimed
    return seen != ALL_POINTS


@compiled
def coins_fault(state: State) -> bool:
    """Finds a number of coins other than two of each kind a player."""
    gold, silver = int(state.gold), int(state.silver)
    for seat in range(state.seats):
        gold += state.players[seat].gold
        silver += state.players[seat].silver
    return gold != 2 * state.seats or silver != 2 * state.seats


@compiled
def expected_change(state: State, action: int, change: Any) -> None:
    """Says how a decision changes the number of cubes in the game."""
    for spice in range(SPICES):
        change[spice] = 0
        card = action if state.phase == Phase.TURN and action < ACQUIRE else int(state.card)
        if (action < ACQUIRE and MERCHANTS[card].kind != MerchantKind.UPGRADE) or action == REST + TRADE:
            change[spice] = MERCHANTS[card].get[spice] - MERCHANTS[card].give[spice]
        elif CLAIM <= action < REST:
            change[spice] = -POINT_CARDS[action - CLAIM].cost[spice]
        elif UPGRADE <= action - REST < DISCARD:
            upgraded = action - REST - UPGRADE
            change[spice] = (spice == upgraded + 1) - (spice == upgraded)
        elif action - REST >= DISCARD:
            change[spice] = -1 if spice == action - REST - DISCARD else 0


@compiled
def limit_fault(state: State) -> bool:
    """Finds a caravan above the limit between turns."""
    if state.phase != Phase.TURN and state.phase != Phase.OVER:
        return False
    for seat in range(state.seats):
        if size(state.players[seat].caravan) > LIMIT:
            return True
    return False


@compiled
def stale_fault(state: State) -> bool:
    """Finds a field that the phase does not use and that is not reset."""
    if state.phase != Phase.PAY and state.slot != NONE:
        return True
    if state.phase != Phase.TRADE and state.card != NONE:
        return True
    return state.phase != Phase.PAY and state.phase != Phase.UPGRADE and state.owed != 0


@compiled
def redeal_fault(values: Values, states: States, raw: Bytes, random: np.uint64) -> bool:
    """Redeals the hidden cards and finds anything else that changed."""
    states[DEALT] = states[NOW]
    redeal(values, states[DEALT], 0, random, random)
    if merchants_fault(states[DEALT]) or points_fault(states[DEALT]):
        return True
    for place in range(64):
        states[DEALT].merchants.deck[place] = states[NOW].merchants.deck[place]
        states[DEALT].points.deck[place] = states[NOW].points.deck[place]
    return not same(raw, NOW, DEALT)


@compiled
def fault(values: Values, states: States, raw: Bytes, action: int, change: Any, random: np.uint64) -> int:
    """Returns the first thing that is wrong after a decision."""
    state = states[NOW]
    if merchants_fault(state):
        return MERCHANTS_LOST
    if points_fault(state):
        return POINTS_LOST
    if coins_fault(state):
        return COINS_LOST
    expected_change(states[BEFORE], action, change)
    if not cubes_changed_by(states, change):
        return CUBES_WRONG
    if limit_fault(state):
        return LIMIT_BROKEN
    if stale_fault(state):
        return STALE_FIELD
    redealt = random % REDEAL_EVERY == NOTHING
    return REDEAL_SHOWS if redealt and redeal_fault(values, states, raw, random) else FINE


@entry
def check(values: Values, states: States, raw: Bytes, mask: Bitset, seats: int, game: int) -> tuple[int, int]:
    """Plays one random game, checking everything; returns the decisions taken and what went wrong."""
    setup(values, states[NOW], seats, np.uint64(1), np.uint64(game))
    random = chooser(np.uint64(1), game)
    turns = np.zeros(5, np.uint64)
    change = np.zeros(SPICES, np.int16)
    for number in range(20_000):
        random = step(random)
        action, wrong = decide(values, states, raw, mask, random, turns)
        if wrong == FINE:
            wrong = fault(values, states, raw, action, change, random)
        if wrong != FINE:
            return number, wrong
        if states[NOW].phase == Phase.OVER:
            return number, FINE if turns_equal(turns, seats) else TURNS_UNEQUAL
    return 20_000, NO_END
