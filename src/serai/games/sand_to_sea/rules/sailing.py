"""Sailing and tolls of Sand to Sea (SS-9)."""

import numpy as np

from serai.core.bits import NOTHING, Bitset, bit, count, first, has, offer, rest_of
from serai.core.caravans import size
from serai.core.chance import Numbers, blank_cards
from serai.core.compiled import compiled
from serai.core.questions import STOP, TRADE
from serai.core.records import NONE, Player, State, Values
from serai.games.sand_to_sea.rules.outposts import begin_outpost, can_build, can_trade, trade_at_market
from serai.games.sand_to_sea.rules.ports import can_deliver, deliver
from serai.games.sand_to_sea.rules.state import BUILD, DELIVER, FREE, REST, SAIL, Sea


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
    """Returns the islands where a boat may not end its voyage, for lack of cubes for the toll (SS-9)."""
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
    """Returns whether a boat can end legally at a space or within a number of steps from it (SS-9)."""
    reached = bit(space)
    for _ in range(steps):
        if reached & ~closed != NOTHING:
            return True
        reached = values.near[first(reached)] | rest_of_reached(values, reached)
    return reached & ~closed != NOTHING


@compiled
def rest_of_reached(values: Values, reached: np.uint64) -> np.uint64:
    """Returns the neighbours of all spaces of a set except its lowest."""
    spaces, others = NOTHING, rest_of(reached)
    while others != NOTHING:
        spaces |= values.near[first(others)]
        others = rest_of(others)
    return spaces


@compiled
def free_steps(state: State, seat: int) -> int:
    """Returns the free steps of a seat's boat action: those left if sailing, else one per sail tile (SS-9, SS-12)."""
    sailing = state.phase == Sea.SAIL and seat == state.seat
    return int(state.free) if sailing else int(state.players[seat].sail)


@compiled
def can_step(values: Values, space: int, steps: int, closed: np.uint64) -> bool:
    """Returns whether a boat with steps left may go to an adjacent space: it must then still end legally (SS-9)."""
    return space != NONE and steps > 0 and can_end(values, space, steps - 1, closed)


@compiled
def offer_sail(values: Values, state: State, player: Player, free: int, mask: Bitset) -> None:
    """Offers each step from which the boat can still end legally: free ones first, then one card per step (SS-9)."""
    cards = player.hand | player.played
    steps = free + count(cards)
    if steps == 0:
        return
    closed = forbidden(state, player)
    for way in range(values.ways.shape[1]):
        if can_step(values, values.ways[player.boat, way], steps, closed):
            if free > 0:
                offer(mask, FREE + way)
            else:
                mask[(SAIL >> 6) + way] = cards


@compiled
def chart(values: Values, state: State, player: Player, free: int, steps: Numbers, before: Numbers) -> None:
    """Writes the steps to each space where the boat can end or go next, and the space before it (SS-9)."""
    for space in range(len(steps)):
        steps[space], before[space] = NONE, NONE
    most, closed = free + count(player.hand | player.played), forbidden(state, player)
    here, found, queue = player.boat, 0, blank_cards()
    for space in range(len(steps)):
        if has(values.near[here], space) and can_step(values, space, most, closed):
            steps[space], before[space], queue[found] = 1, here, space
            found += 1
    spread(values, here, found, queue, steps, before)
    for space in range(len(steps)):
        if steps[space] > most or (steps[space] > 1 and has(closed, space)):
            steps[space] = NONE


@compiled
def spread(values: Values, here: int, found: int, queue: Numbers, steps: Numbers, before: Numbers) -> None:
    """Extends the spaces found to their neighbours, nearest first."""
    done = 0
    while done < found:
        space = queue[done]
        done += 1
        for way in range(values.ways.shape[1]):
            other = values.ways[space, way]
            if other != NONE and other != here and before[other] == NONE:
                steps[other], before[other], queue[found] = steps[space] + 1, space, other
                found += 1


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
    """Returns whether a further step is possible (SS-9, C-12)."""
    steps = state.free + count(player.hand | player.played)
    closed = forbidden(state, player)
    for way in range(values.ways.shape[1]):
        if can_step(values, values.ways[player.boat, way], steps, closed):
            return True
    return False


@compiled
def sail_on(values: Values, state: State, player: Player, action: int) -> bool:
    """Takes a further step or ends the sailing here (SS-9)."""
    return land(values, state, player) if action == REST + STOP else sail(values, state, player, action)


@compiled
def land(values: Values, state: State, player: Player) -> bool:
    """Ends the sailing: on an island, the owner of each other boat is owed a cube (SS-9)."""
    state.free = 0
    state.payee = next_payee(state, player.boat, state.seat, state.seat)
    if state.payee == NONE:
        return ask_act(values, state, player)
    state.phase = Sea.TOLL
    return False


@compiled
def next_payee(state: State, space: int, mover: int, after: int) -> int:
    """Returns the next owner of a boat on an island, clockwise, until the mover is reached again (SS-9)."""
    if state.tiles[space] == NONE:
        return NONE
    for step in range(1, state.seats):
        seat = (after + step) % state.seats
        if seat == mover:
            return NONE
        if state.players[seat].boat == space:
            return seat
    return NONE


@compiled
def give(values: Values, state: State, player: Player, spice: int) -> bool:
    """Gives a cube to the owner of another boat (SS-9)."""
    player.caravan[spice] -= 1
    state.players[state.payee].caravan[spice] += 1
    state.payee = next_payee(state, player.boat, state.seat, state.payee)
    return state.payee == NONE and ask_act(values, state, player)


@compiled
def ask_act(values: Values, state: State, player: Player) -> bool:
    """Asks what a boat that has moved does here; True when it can do nothing (SS-9, C-12)."""
    state.phase = Sea.ACT
    return not (can_build(state, player) or can_trade(values, state, player) or can_deliver(values, state, player))


@compiled
def offer_act(values: Values, state: State, player: Player, mask: Bitset) -> None:
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
