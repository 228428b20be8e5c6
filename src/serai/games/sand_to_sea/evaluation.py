"""Sand to Sea for the search."""

import numpy as np

from serai.bots.evaluation.cubes import Weights, card_worth, cube_worth, keep_cheapest, share_covered, upgrade_in_order
from serai.core.bits import NOTHING, Bitset, bit, count, first
from serai.core.compiled import compiled
from serai.core.merchants import playable
from serai.core.phases import Phase
from serai.core.questions import DISCARD
from serai.core.records import NONE, SPICES, Player, State, Values
from serai.games.sand_to_sea.rules import claims_to_end, limit
from serai.games.sand_to_sea.rules.state import CLOSED, GIVE, PAY, REST, SAIL, Sea

# cubes Y R G B, a card in hand, a card elsewhere, enough cards, a tile in reach, a step to it,
# a hold tile, a sail tile, outposts in even columns
WEIGHTS = np.array([0.3, 0.75, 1.25, 1.8, 0.5, 0.3, 9.0, 0.3, 0.15, 2.0, 3.0, 1.5])
TRADER = WEIGHTS
NOVICE = np.array([0.5, 1.0, 1.5, 2.0, 0.4, 0.3, 6.0, 0.0, 0.0, 0.5, 0.5, 0.0])
DISCOUNT = 0.95
DEPTH = 8
ANSWERS = 0


@compiled
def forget(state: State) -> None:
    """Empties the merchant deck and the stack of victory tiles."""
    for place in range(state.merchants.left):
        state.merchants.deck[place] = NONE
    for place in range(state.ports.left):
        state.ports.deck[place] = NONE
    state.merchants.left = 0
    state.ports.left = 0


@compiled
def skip_to(state: State, seat: int) -> None:
    """Begins the next turn of a seat, once its boat is placed."""
    if state.phase != Phase.OVER:
        state.seat = seat
        state.turn = seat
        state.phase = Phase.TURN


@compiled
def empty_rest(state: State) -> int:
    """Returns the action of a rest that takes nothing back (C-9)."""
    player = state.players[state.seat]
    return REST if state.phase == Phase.TURN and player.played | player.spent == NOTHING else NONE


@compiled
def narrow(values: Values, state: State, mask: Bitset, last: int) -> None:
    """Gives up the cheapest cubes and sails for the least useful card."""
    player = state.players[state.seat]
    if state.phase == Phase.PAY or state.phase == Sea.BUILD:
        keep_cheapest(mask, PAY)
    elif state.phase == Sea.TOLL:
        keep_cheapest(mask, GIVE)
    elif state.phase == Phase.DISCARD:
        keep_cheapest(mask, REST + DISCARD)
    elif state.phase == Phase.UPGRADE:
        upgrade_in_order(mask, REST, last)
    elif state.phase == Phase.TURN or state.phase == Sea.SAIL:
        card = fare(values, player)
        for way in range(values.ways.shape[1]):
            mask[(SAIL >> 6) + way] &= card


@compiled
def fare(values: Values, player: Player) -> np.uint64:
    """Chooses the card to sail for: a played one, else one that cannot be played now, else any."""
    if player.played != NOTHING:
        return bit(first(player.played))
    idle = player.hand & ~playable(values, player.hand, player)
    if idle != NOTHING:
        return bit(first(idle))
    return bit(first(player.hand)) if player.hand != NOTHING else NOTHING


@compiled
def same_way(state: State) -> int:
    """Returns the boat's space while sailing: reaching it by more steps is never better."""
    return state.players[state.seat].boat if state.phase == Sea.SAIL else -1


@compiled
def promise(values: Values, state: State, seat: int, weights: Weights) -> float:
    """Values cubes, cards, bonus tiles, and the nearest victory tile."""
    player = state.players[seat]
    worth = cube_worth(player.caravan, limit(player), weights)
    worth += card_worth(values, player.hand, weights[4]) + card_worth(values, player.played | player.spent, weights[5])
    extra = count(player.hand | player.played | player.spent) - weights[6]
    if extra > 0:
        worth -= extra * weights[5]
    worth += weights[9] * player.hold + weights[10] * player.sail + weights[11] * even_columns(state, seat)
    return worth + weights[7] * nearest_tile(values, state, seat, weights[8])


@compiled
def even_columns(state: State, seat: int) -> float:
    """Values outposts that help to empty a column: those in the fewest-built row count most."""
    least, total = 99, 0
    for symbol in range(SPICES):
        built = count(state.players[seat].outposts & state.markets[symbol])
        least = min(least, built)
        total += min(built, least + 1)
    return 0.25 * total


@compiled
def nearest_tile(values: Values, state: State, seat: int, step: float) -> float:
    """Values the best victory tile: its points times the covered share, squared, less the way to its port."""
    best = 0.0
    player = state.players[seat]
    for port in range(len(values.ports)):
        if state.ports.cards[port] == NONE or state.ports.cards[port] == CLOSED:
            continue
        tile = values.victory_tiles[state.ports.cards[port]]
        share = share_covered(player.caravan, tile.cost)
        away = values.steps[player.boat, values.ports[port]] if player.boat != NONE else 3
        best = max(best, tile.points * share * share * (1.0 - step * away))
    return best


def horizon(state: State, seat: int) -> int:
    """Returns how many turns to plan: fewer the nearer another player is to the last victory tile (SS-16)."""
    others = [int(state.players[other].victory).bit_count() for other in range(state.seats) if other != seat]
    return min(DEPTH, 3 * (claims_to_end(state.seats) - max(others)) + 1)
