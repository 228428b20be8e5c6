"""From East to West for the search."""

import numpy as np

from serai.bots.evaluation.cubes import Weights, cube_worth, keep_cheapest, share_covered, upgrade_in_order
from serai.core.bits import NOTHING, Bitset, bit, first, rest_of
from serai.core.caravans import LIMIT
from serai.core.compiled import compiled
from serai.core.phases import Phase
from serai.core.questions import DISCARD
from serai.core.records import NONE, Player, State, Values
from serai.games.east_to_west.rules import away, claims_to_end
from serai.games.east_to_west.rules.state import NO_SWAP, REST, ROUTE_CARDS, SWAP, Benefit, West

# cubes Y R G B, a card in the route, a settler ready, a settler owned, a point card in reach, a discount,
# an extra cube, the second point card in reach
TRADER = np.array([0.3, 0.75, 1.25, 1.8, 0.5, 0.35, 1.0, 0.25, 1.0, 1.0, 0.0])
WEIGHTS = np.array([0.3, 0.75, 1.25, 1.8, 0.5, 0.35, 1.0, 0.4, 1.0, 1.0, 0.05])
NOVICE = np.array([0.5, 1.0, 1.5, 2.0, 0.2, 0.1, 0.2, 0.0, 0.2, 0.2, 0.0])
DISCOUNT = 0.98
DEPTH = 10
ANSWERS = 24


@compiled
def forget(state: State) -> None:
    """Empties the merchant deck except for known cards, and the point deck and bonus stacks except for their tops."""
    keep_known(state)
    keep_top(state)
    keep_bonus(state)


@compiled
def keep_known(state: State) -> None:
    """Empties the merchant deck, unless it is fully known."""
    if state.known < state.merchants.left:
        for place in range(state.merchants.left):
            state.merchants.deck[place] = NONE
        state.merchants.left = 0
        state.known = 0


@compiled
def keep_top(state: State) -> None:
    """Leaves only the top card of the point deck, which everyone can see."""
    left = state.points.left
    if left > 1:
        state.points.deck[0] = state.points.deck[left - 1]
        for place in range(1, left):
            state.points.deck[place] = NONE
        state.points.left = 1


@compiled
def keep_bonus(state: State) -> None:
    """Leaves only the top tile of each stack of bonus tiles."""
    for fort in range(len(state.heights)):
        if state.heights[fort] > 1:
            state.stacks[fort, 0] = state.stacks[fort, state.heights[fort] - 1]
            for place in range(1, state.heights[fort]):
                state.stacks[fort, place] = NONE
            state.heights[fort] = 1


@compiled
def skip_to(state: State, seat: int) -> None:
    """Begins the next turn of a seat."""
    if state.phase != Phase.OVER:
        state.seat = seat
        state.phase = Phase.TURN
        state.again = 0


@compiled
def empty_rest(state: State) -> int:
    """Returns the action of a rest that takes nothing back (C-9)."""
    return REST if state.phase == Phase.TURN and not away(state.players[state.seat]) else NONE


@compiled
def narrow(values: Values, state: State, mask: Bitset, last: int) -> None:
    """Discards the cheapest cube and swaps nothing."""
    if state.phase == Phase.DISCARD:
        keep_cheapest(mask, REST + DISCARD)
    elif state.phase == Phase.UPGRADE:
        upgrade_in_order(mask, REST, last)
    elif state.phase == West.SWAP:
        mask[SWAP >> 6] = NOTHING
        mask[NO_SWAP >> 6] = bit(NO_SWAP & 63)


@compiled
def same_way(state: State) -> int:
    """Returns -1: every position is searched."""
    return -1


@compiled
def promise(values: Values, state: State, seat: int, weights: Weights) -> float:
    """Values cubes, the route, settlers, lasting benefits, and how near the best point card is."""
    player = state.players[seat]
    worth = cube_worth(player.caravan, LIMIT, weights)
    for place in range(ROUTE_CARDS):
        if player.route[place] != NONE:
            worth += weights[4] * (0.5 + 0.25 * values.levels[player.route[place]])
    worth += weights[5] * player.board - weights[6] * player.reserve
    return worth + nearest_points(values, state, player, weights) + lasting(values, player, weights)


@compiled
def lasting(values: Values, player: Player, weights: Weights) -> float:
    """Values the discount and extra cards."""
    worth, cards = 0.0, player.claimed
    while cards != NOTHING:
        benefit = values.point_cards[first(cards)].benefit
        if benefit == Benefit.DISCOUNT:
            worth += weights[8]
        elif benefit == Benefit.EXTRA:
            worth += weights[9]
        cards = rest_of(cards)
    return worth


@compiled
def nearest_points(values: Values, state: State, player: Player, weights: Weights) -> float:
    """Values the two point cards that the caravan covers best: their points times the covered share, squared."""
    best, second = 0.0, 0.0
    for slot in range(len(state.points.cards)):
        if state.points.cards[slot] == NONE:
            continue
        card = values.point_cards[state.points.cards[slot]]
        share = share_covered(player.caravan, card.cost)
        value = card.points * share * share
        second = max(second, min(best, value))
        best = max(best, value)
    return weights[7] * best + weights[10] * second


def horizon(state: State, seat: int) -> int:
    """Returns how many turns to plan: fewer the nearer another player is to the last point card (EW-19)."""
    others = [int(state.players[other].claimed).bit_count() for other in range(state.seats) if other != seat]
    return min(DEPTH, 3 * (claims_to_end(state.seats) - max(others)) + 1)
