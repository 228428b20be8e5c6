"""Spice Road for the search."""

import numpy as np

from serai.bots.evaluation.cubes import Weights, card_worth, cube_worth, keep_cheapest, share_covered, upgrade_in_order
from serai.core.bits import NOTHING, Bitset, count
from serai.core.caravans import LIMIT
from serai.core.compiled import compiled
from serai.core.phases import Phase
from serai.core.questions import DISCARD
from serai.core.records import NONE, State, Values
from serai.games.spice_road.rules import PAY, REST, claims_to_end

# cubes Y R G B, a card in hand, a card played, enough cards, a point card in reach
WEIGHTS = np.array([0.3, 0.75, 1.25, 1.8, 1.6, 1.4, 10.0, 0.25])
TRADER = WEIGHTS
NOVICE = np.array([0.5, 1.0, 1.5, 2.0, 0.5, 0.4, 6.0, 0.0])
DISCOUNT = 0.98
DEPTH = 12
ANSWERS = 0


@compiled
def forget(state: State) -> None:
    """Empties both decks."""
    for place in range(state.merchants.left):
        state.merchants.deck[place] = NONE
    for place in range(state.points.left):
        state.points.deck[place] = NONE
    state.merchants.left = 0
    state.points.left = 0


@compiled
def skip_to(state: State, seat: int) -> None:
    """Begins the next turn of a seat."""
    if state.phase != Phase.OVER:
        state.seat = seat
        state.phase = Phase.TURN


@compiled
def empty_rest(state: State) -> int:
    """Returns the action of a rest that takes nothing back (C-9)."""
    return REST if state.phase == Phase.TURN and state.players[state.seat].played == NOTHING else NONE


@compiled
def narrow(values: Values, state: State, mask: Bitset, last: int) -> None:
    """Pays and discards the cheapest cube."""
    if state.phase == Phase.PAY:
        keep_cheapest(mask, PAY)
    elif state.phase == Phase.DISCARD:
        keep_cheapest(mask, REST + DISCARD)
    elif state.phase == Phase.UPGRADE:
        upgrade_in_order(mask, REST, last)


@compiled
def same_way(state: State) -> int:
    """Returns -1: every position is searched."""
    return -1


@compiled
def promise(values: Values, state: State, seat: int, weights: Weights) -> float:
    """Values cubes, merchant cards up to a limit, and how near the best point card is."""
    player = state.players[seat]
    worth = cube_worth(player.caravan, LIMIT, weights)
    worth += card_worth(values, player.hand, weights[4]) + card_worth(values, player.played, weights[5])
    extra = count(player.hand | player.played) - weights[6]
    if extra > 0:
        worth -= extra * weights[4]
    return worth + weights[7] * nearest_points(values, state, seat)


@compiled
def nearest_points(values: Values, state: State, seat: int) -> float:
    """Values the point card that the caravan covers best: its points times the covered share, squared."""
    best = 0.0
    caravan = state.players[seat].caravan
    for slot in range(len(state.points.cards)):
        if state.points.cards[slot] == NONE:
            continue
        card = values.point_cards[state.points.cards[slot]]
        share = share_covered(caravan, card.cost)
        best = max(best, card.points * share * share)
    return best


def horizon(state: State, seat: int) -> int:
    """Returns how many turns to plan: fewer the nearer another player is to the last point card (SR-13)."""
    others = [int(state.players[other].claimed).bit_count() for other in range(state.seats) if other != seat]
    return min(DEPTH, 3 * (claims_to_end(state.seats) - max(others)) + 1)
