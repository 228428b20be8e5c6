"""Sailing and tolls of Sand to Sea (SS-9)."""

import numpy as np

from serai.rules.bits import NOTHING, Words, bit, count, first, offer, rest_of
from serai.rules.caravans import size
from serai.rules.compiled import compiled
from serai.rules.outposts import begin_outpost, can_build, can_trade, trade_at_market
from serai.rules.ports import can_deliver, deliver
from serai.rules.questions import STOP, TRADE
from serai.rules.records import NONE, Player, State, Values
from serai.rules.sea_table import BUILD, DELIVER, FREE, REST, SAIL, Sea


@compiled
def islands(state: State) -> np.uint64:
    """Returns the set of spaces with an island tile."""
    return state.markets[0] | state.markets[1] | state.markets[2] | state.markets[3]


@compiled
def others_at(state: State, seat: int, space: int) -> int:
    """Counts the boats of others at a space."""
    boats = 0
    for other in range(state.seats):
        boats += other != seat and state.players[other].boat == space
    return boats


@compiled
def forbidden(state: State, player: Player) -> np.uint64:
    """Returns the islands where a boat may not end its way for want of cubes for the toll (SS-9)."""
    cubes = size(player.caravan)
    spaces = NOTHING
    if cubes >= state.seats - 1:
        return spaces
    for other in range(state.seats):
        space = state.players[other].boat
        if other != state.seat and others_at(state, state.seat, space) > cubes:
            spaces |= bit(space)
    return spaces & islands(state)


@compiled
def can_end(values: Values, space: int, steps: int, closed: np.uint64) -> bool:
    """Tells whether a boat can end legally at a space or within some steps from it (SS-9)."""
    reached = bit(space)
    for _ in range(steps):
        if reached & ~closed != NOTHING:
            return True
        reached = values.near[first(reached)] | rest_of_reached(values, reached)
    return reached & ~closed != NOTHING


@compiled
def rest_of_reached(values: Values, reached: np.uint64) -> np.uint64:
    """Returns the neighbours of all spaces of a set but its lowest."""
    spaces, others = NOTHING, rest_of(reached)
    while others != NOTHING:
        spaces |= values.near[first(others)]
        others = rest_of(others)
    return spaces


@compiled
def offer_sail(values: Values, state: State, player: Player, free: int, mask: Words) -> None:
    """Offers each step from which the boat can still end legally: free ones first, then one card a step (SS-9)."""
    cards = player.hand | player.played
    steps = free + count(cards)
    if steps == 0:
        return
    closed = forbidden(state, player)
    for way in range(values.ways.shape[1]):
        space = values.ways[player.boat, way]
        if space != NONE and can_end(values, space, steps - 1, closed):
            if free > 0:
                offer(mask, FREE + way)
            else:
                mask[(SAIL >> 6) + way] = cards


@compiled
def sail(values: Values, state: State, player: Player, action: int) -> bool:
    """Moves the boat one step, for free or for a card that goes face down on the discard pile (SS-9)."""
    if action >= FREE:
        state.free -= 1
        player.boat = values.ways[player.boat, action - FREE]
    else:
        card = bit(action & 63)
        player.hand &= ~card
        player.played &= ~card
        player.spent |= card
        player.boat = values.ways[player.boat, (action - SAIL) >> 6]
    if can_sail_on(values, state, player):
        state.phase = Sea.SAIL
        return False
    return land(values, state, player)


@compiled
def can_sail_on(values: Values, state: State, player: Player) -> bool:
    """Tells whether a further step is possible (SS-9, C-12)."""
    steps = state.free + count(player.hand | player.played)
    closed = forbidden(state, player)
    for way in range(values.ways.shape[1]):
        space = values.ways[player.boat, way]
        if steps > 0 and space != NONE and can_end(values, space, steps - 1, closed):
            return True
    return False


@compiled
def sail_on(values: Values, state: State, player: Player, action: int) -> bool:
    """Takes a further step or ends the sailing here (SS-9)."""
    return land(values, state, player) if action == REST + STOP else sail(values, state, player, action)


@compiled
def land(values: Values, state: State, player: Player) -> bool:
    """Ends the sailing: on an island each other boat's owner is owed a cube (SS-9)."""
    state.free = 0
    state.payee = next_payee(state, player, int(state.seat))
    if state.payee == NONE:
        return ask_act(values, state, player)
    state.phase = Sea.TOLL
    return False


@compiled
def next_payee(state: State, player: Player, after: int) -> int:
    """Returns the next owner of a boat on this island, clockwise, until the mover is reached again (SS-9)."""
    if state.tiles[player.boat] == NONE:
        return NONE
    for step in range(1, state.seats):
        seat = (after + step) % state.seats
        if seat == state.seat:
            return NONE
        if state.players[seat].boat == player.boat:
            return seat
    return NONE


@compiled
def give(values: Values, state: State, player: Player, spice: int) -> bool:
    """Gives a cube to the owner of another boat (SS-9)."""
    player.caravan[spice] -= 1
    state.players[state.payee].caravan[spice] += 1
    state.payee = next_payee(state, player, int(state.payee))
    return state.payee == NONE and ask_act(values, state, player)


@compiled
def ask_act(values: Values, state: State, player: Player) -> bool:
    """Asks a boat that has moved what it does here; True when it can do nothing (SS-9, C-12)."""
    state.phase = Sea.ACT
    return not (can_build(state, player) or can_trade(values, state, player) or can_deliver(values, state, player))


@compiled
def offer_act(values: Values, state: State, player: Player, mask: Words) -> None:
    """Offers the market action or the port action of the space (SS-10, SS-13)."""
    if can_build(state, player):
        offer(mask, BUILD)
    if can_trade(values, state, player):
        offer(mask, REST + TRADE)
    if can_deliver(values, state, player):
        offer(mask, DELIVER)


@compiled
def act(values: Values, state: State, player: Player, action: int) -> bool:
    """Builds, trades, delivers, or does nothing more (SS-9)."""
    if action == BUILD:
        return begin_outpost(values, state, player)
    if action == DELIVER:
        return deliver(values, state, player)
    return action == REST + STOP or trade_at_market(values, state, player)
