"""What must hold at every decision of Sand to Sea."""

from typing import Any

import numpy as np

from serai.core.bits import BIT, NOTHING, Bitset, count, has, set_of
from serai.core.caravans import LIMIT, size
from serai.core.compiled import PLAIN, compiled, entry
from serai.core.merchants import MerchantKind
from serai.core.phases import SET_UP, Phase
from serai.core.playouts import chooser, step
from serai.core.questions import DISCARD, PAY, TRADE, UPGRADE
from serai.core.records import NONE, SPICES, State, States, Values
from serai.games.sand_to_sea.rules import redeal, setup
from serai.games.sand_to_sea.rules.outposts import built
from serai.games.sand_to_sea.rules.sailing import islands
from serai.games.sand_to_sea.rules.state import (
    ACQUIRE,
    BUILD,
    CLOSED,
    CLOSED_AMONG,
    DELIVER,
    FREE,
    GIVE,
    ISLANDS_USED,
    PLACE,
    REST,
    SAIL,
    SEATS,
    SPACES,
    START,
    Sea,
)
from tests.invariants import (
    BEFORE,
    DEALT,
    FINE,
    NO_END,
    NOW,
    TURNS_UNEQUAL,
    Bytes,
    add_once,
    cubes_changed_by,
    decide,
    lying,
    same,
    turns_equal,
)
from tests.sand_to_sea.standard import (
    GROUP_ROWS as GROUPS,
)
from tests.sand_to_sea.standard import (
    HOLD_TILES,
    ISLANDS,
    MAP,
    PORT_AT,
    SAIL_TILES,
    STACK,
    VICTORY_TILES,
)
from tests.sand_to_sea.standard import (
    POINTS_COUNT as POINTS_TILES,
)
from tests.spice_road import standard
from tests.spice_road.standard import DECK
from tests.spice_road.standard import MERCHANT_ROWS as MERCHANTS

MERCHANTS_LOST, VICTORY_LOST, CLOSED_ASTRAY, BONUS_LOST, GROUPS_LOST, MAP_WRONG, MAP_CHANGED = range(10, 17)
OUTPOSTS_WRONG, BOATS_WRONG, CUBES_WRONG, CUBES_ELSEWHERE, LIMIT_BROKEN, STALE_FIELD, REDEAL_SHOWS = range(17, 24)
STARTING_HAND = set_of([number for number, card in enumerate(standard.PIECES.merchants) if card.group == "starting"])
NEAR = np.array([set_of(list(others)) for others in MAP.neighbours])
REDEAL_EVERY = np.uint64(16)
MOST_DECISIONS = 1_000 if PLAIN else 1_000_000
ALL_MERCHANTS = np.uint64(sum(1 << int(card) for card in DECK))
ALL_VICTORY = np.uint64(sum(1 << int(tile) for tile in STACK) | 1 << CLOSED)


@compiled
def merchants_fault(state: State) -> bool:
    """Finds a merchant card that is not in exactly one place, or a starting card not with its owner."""
    seen = lying(state.merchants)
    for seat in range(state.seats):
        player = state.players[seat]
        own = player.hand | player.played | player.spent
        if count(own) != count(player.hand) + count(player.played) + count(player.spent):
            return True
        if own & STARTING_HAND != STARTING_HAND or seen & own & ~STARTING_HAND != NOTHING:
            return True
        seen |= own & ~STARTING_HAND
    return bool(seen != ALL_MERCHANTS)


@compiled
def victory_fault(state: State) -> bool:
    """Finds a victory tile, or the closed-port tile, that is not in exactly one place (SS-13)."""
    seen = lying(state.ports)
    for seat in range(state.seats):
        if has(state.players[seat].victory, CLOSED):
            return True
        if state.players[seat].victory != NOTHING:
            seen = add_once(seen, state.players[seat].victory)
    return bool(seen != ALL_VICTORY)


@compiled
def closed_fault(state: State) -> bool:
    """Finds a closed-port tile deeper than it can be, or other than one closed port once it is drawn (SS-3, SS-13)."""
    closed = 0
    for port in range(len(state.ports.cards)):
        closed += state.ports.cards[port] == CLOSED
    drawn = len(STACK) + 1 - len(state.ports.cards) - state.ports.left
    for depth in range(CLOSED_AMONG - drawn):
        closed += state.ports.deck[state.ports.left - 1 - depth] == CLOSED
    return closed != 1


@compiled
def bonus_fault(state: State) -> bool:
    """Finds a bonus tile that is neither on its pile nor with one player (SS-4)."""
    hold, sail, points = int(state.hold), int(state.sail), NOTHING
    taken = 0
    for seat in range(state.seats):
        player = state.players[seat]
        hold += player.hold
        sail += player.sail
        points |= player.points
        taken += count(player.points)
    if hold != HOLD_TILES or sail != SAIL_TILES or taken + state.points != POINTS_TILES:
        return True
    for tile in range(taken):
        points &= ~BIT[tile]
    return bool(points != NOTHING)


@compiled
def groups_fault(state: State) -> bool:
    """Finds a number of starting groups other than one taken for each choice made (SS-6)."""
    chosen = int(state.seats)
    if state.phase == Sea.START:
        chosen -= state.seat + 1
    elif state.phase == Sea.PLACE:
        chosen -= state.seat
    return count(state.groups) != len(GROUPS) - chosen


@compiled
def map_fault(state: State) -> bool:
    """Finds other than 16 islands, four of each symbol, on 24 spaces of which four are ports (SS-2)."""
    laid = NOTHING
    for space in range(SPACES):
        tile = state.tiles[space]
        if tile != NONE:
            if PORT_AT[space] != NONE or has(laid, tile) or not has(state.markets[ISLANDS[tile].symbol], space):
                return True
            laid |= BIT[tile]
    for symbol in range(SPICES):
        if count(state.markets[symbol]) != ISLANDS_USED:
            return True
    return len(state.tiles) != 24 or count(laid) != 16 or count(islands(state)) != 16


@compiled
def map_changed(states: States) -> bool:
    """Finds a tile that was moved."""
    for space in range(SPACES):
        if states[NOW].tiles[space] != states[BEFORE].tiles[space]:
            return True
    moved = NOTHING
    for symbol in range(SPICES):
        moved |= states[NOW].markets[symbol] ^ states[BEFORE].markets[symbol]
    return bool(moved != NOTHING)


@compiled
def outposts_fault(states: States, action: int) -> bool:
    """Finds other than 16 outposts a player, one away from islands, or one that nobody has just built (SS-5, SS-10)."""
    for seat in range(states[NOW].seats):
        before, player = states[BEFORE].players[seat], states[NOW].players[seat]
        on_board = 0
        for symbol in range(SPICES):
            on_board += 4 - built(states[NOW], player, symbol)
        if count(player.outposts) + on_board != 16 or player.outposts & ~islands(states[NOW]) != NOTHING:
            return True
        if player.outposts != before.outposts:
            builds = action == BUILD or PAY <= action - REST < UPGRADE
            new = has(before.outposts, before.boat) or player.outposts != before.outposts | BIT[before.boat]
            if not builds or seat != states[BEFORE].seat or new:
                return True
    return False


@compiled
def boats_fault(states: States, action: int) -> bool:
    """Finds a boat that is nowhere, or was moved otherwise than by a step of its owner (SS-6, SS-9)."""
    for seat in range(states[NOW].seats):
        before, now = states[BEFORE].players[seat].boat, states[NOW].players[seat].boat
        placed = states[NOW].phase < SET_UP or seat > states[NOW].seat
        if (now != NONE) != placed or now < NONE or now >= SPACES:
            return True
        sails = seat == states[BEFORE].seat and (SAIL <= action < PLACE or action >= FREE)
        places = seat == states[BEFORE].seat and PLACE <= action < REST
        if sails and not has(NEAR[before], now):
            return True
        if places and (before != NONE or not has(islands(states[NOW]), now)):
            return True
        if not sails and not places and before != now:
            return True
    return False


@compiled
def trade_change(state: State, spice: int) -> int:
    """Says what one trade changes: that of the card in use, or that of the market where the boat is."""
    if state.phase == Phase.TRADE:
        return int(MERCHANTS[state.card].get[spice] - MERCHANTS[state.card].give[spice])
    island = ISLANDS[state.tiles[state.players[state.seat].boat]]
    return int(island.get[spice] - island.give[spice])


@compiled
def expected_change(state: State, action: int, change: Any) -> None:
    """Says how a decision changes the number of cubes in the game."""
    for spice in range(SPICES):
        change[spice] = 0
        if action < ACQUIRE and MERCHANTS[action].kind != MerchantKind.UPGRADE:
            change[spice] = MERCHANTS[action].get[spice] - MERCHANTS[action].give[spice]
        elif action == REST + TRADE:
            change[spice] = trade_change(state, spice)
        elif action == DELIVER:
            tile = state.ports.cards[PORT_AT[state.players[state.seat].boat]]
            change[spice] = -VICTORY_TILES[tile].cost[spice]
        elif START <= action < FREE:
            change[spice] = GROUPS[action - START, spice]
        elif state.phase == Sea.BUILD:
            change[spice] = -1 if spice == action - REST - PAY else 0
        elif UPGRADE <= action - REST < DISCARD:
            upgraded = action - REST - UPGRADE
            change[spice] = (spice == upgraded + 1) - (spice == upgraded)
        elif state.phase == Phase.DISCARD:
            change[spice] = -1 if spice == action - REST - DISCARD else 0


@compiled
def cubes_elsewhere(states: States, action: int) -> bool:
    """Finds cubes below nought, or a caravan changed that is neither the deciding seat's nor given a toll (SS-9)."""
    before = states[BEFORE]
    given = action - GIVE if GIVE <= action < GIVE + SPICES else NONE
    for seat in range(before.seats):
        for spice in range(SPICES):
            change = states[NOW].players[seat].caravan[spice] - before.players[seat].caravan[spice]
            if states[NOW].players[seat].caravan[spice] < 0:
                return True
            if seat != before.seat and change != (spice == given and seat == before.payee):
                return True
            if seat == before.seat and given != NONE and change != -(spice == given):
                return True
    return False


@compiled
def limit_fault(state: State) -> bool:
    """Finds a caravan above its limit between turns (SS-15)."""
    between_turns = state.phase == Phase.TURN or state.phase == Phase.OVER
    for seat in range(state.seats):
        player = state.players[seat]
        if between_turns and size(player.caravan) > LIMIT + 3 * player.hold:
            return True
    return False


@compiled
def stale_fault(state: State) -> bool:
    """Finds a field that the phase does not use and that is not reset, or one that it uses and that is not set."""
    phase = state.phase
    owes = phase == Phase.PAY or phase == Phase.UPGRADE or phase == Sea.BUILD
    if (phase == Phase.PAY) != (state.slot != NONE) or (phase == Phase.TRADE) != (state.card != NONE):
        return True
    if (phase == Sea.TOLL) != (state.payee != NONE) or (phase == Sea.BONUS) != (state.column != NONE):
        return True
    if owes != (state.owed != 0) or (phase != Sea.SAIL and state.free != 0):
        return True
    if phase != Phase.DISCARD and state.seat != state.turn:
        return True
    for seat in range(state.seats, SEATS[1]):
        player = state.players[seat]
        if player.hand | player.played | player.spent | player.outposts | player.victory | player.points != NOTHING:
            return True
        if size(player.caravan) + player.hold + player.sail != 0 or player.boat != NONE:
            return True
    return False


@compiled
def redeal_fault(values: Values, states: States, raw: Bytes, random: np.uint64) -> bool:
    """Redeals the hidden cards and tiles and finds anything else that changed."""
    states[DEALT] = states[NOW]
    redeal(values, states[DEALT], 0, random, random)
    if merchants_fault(states[DEALT]) or victory_fault(states[DEALT]) or closed_fault(states[DEALT]):
        return True
    for place in range(64):
        states[DEALT].merchants.deck[place] = states[NOW].merchants.deck[place]
        states[DEALT].ports.deck[place] = states[NOW].ports.deck[place]
    return not same(raw, NOW, DEALT)


@compiled
def pieces_fault(states: States, action: int) -> int:
    """Returns the first piece that is not where it belongs."""
    state = states[NOW]
    if merchants_fault(state):
        return MERCHANTS_LOST
    if victory_fault(state):
        return VICTORY_LOST
    if closed_fault(state):
        return CLOSED_ASTRAY
    if bonus_fault(state):
        return BONUS_LOST
    if groups_fault(state):
        return GROUPS_LOST
    if map_changed(states):
        return MAP_CHANGED
    if outposts_fault(states, action):
        return OUTPOSTS_WRONG
    return BOATS_WRONG if boats_fault(states, action) else FINE


@compiled
def fault(values: Values, states: States, raw: Bytes, action: int, change: Any, random: np.uint64) -> int:
    """Returns the first thing that is wrong after a decision."""
    wrong = pieces_fault(states, action)
    if wrong != FINE:
        return wrong
    expected_change(states[BEFORE], action, change)
    if not cubes_changed_by(states, change):
        return CUBES_WRONG
    if cubes_elsewhere(states, action):
        return CUBES_ELSEWHERE
    if limit_fault(states[NOW]):
        return LIMIT_BROKEN
    if stale_fault(states[NOW]):
        return STALE_FIELD
    redealt = random % REDEAL_EVERY == NOTHING
    return REDEAL_SHOWS if redealt and redeal_fault(values, states, raw, random) else FINE


@entry
def check(values: Values, states: States, raw: Bytes, mask: Bitset, seats: int, game: int) -> tuple[int, int]:
    """Plays one random game, in plain Python only its beginning; returns the decisions taken and what went wrong."""
    setup(values, states[NOW], seats, np.uint64(1), np.uint64(game))
    if map_fault(states[NOW]):
        return 0, MAP_WRONG
    random = chooser(np.uint64(1), game)
    turns = np.zeros(SEATS[1], np.uint64)
    change = np.zeros(SPICES, np.int16)
    for number in range(MOST_DECISIONS):
        random = step(random)
        action, wrong = decide(values, states, raw, mask, random, turns)
        if wrong == FINE:
            wrong = fault(values, states, raw, action, change, random)
        if wrong != FINE:
            return number, wrong
        if states[NOW].phase == Phase.OVER:
            return number, FINE if turns_equal(turns, seats) else TURNS_UNEQUAL
    return MOST_DECISIONS, FINE if PLAIN else NO_END
