"""What must hold at every decision of From East to West."""

from typing import Any

import numpy as np

from serai.core.bits import BIT, NOTHING, Bitset, first, has, rest_of
from serai.core.caravans import LIMIT, size
from serai.core.compiled import compiled, entry
from serai.core.merchants import MerchantKind as Merchant
from serai.core.phases import Phase
from serai.core.playouts import chooser, step
from serai.core.questions import DISCARD, STOP, TRADE, UPGRADE
from serai.core.records import NONE, SPICES, State, States, Values
from serai.games.east_to_west.rules import redeal, setup
from serai.games.east_to_west.rules.state import (
    BONUS_TILES,
    EXPLORE,
    REST,
    ROUTE,
    ROUTE_CARDS,
    SETTLERS,
    USE,
    Continuation,
    LocationKind,
    West,
)
from tests.east_to_west.standard import (
    BONUS_BAG,
    BONUS_KINDS,
    CARDS_IN_FILE,
    DECK_SIZES,
    DECKS,
    EXPLORATION,
    LINKS,
    PLACES,
    POINT_CARDS,
)
from tests.east_to_west.standard import (
    LOCATION_ROWS as LOCATIONS,
)
from tests.invariants import BEFORE, DEALT, FINE, NO_END, NOW, TURNS_UNEQUAL, Bytes, decide, lying, same, turns_equal
from tests.spice_road.standard import DECK
from tests.spice_road.standard import MERCHANT_ROWS as MERCHANTS

(
    MERCHANTS_LOST,
    POINTS_LOST,
    TILES_LOST,
    BONUS_LOST,
    SETTLERS_LOST,
    ROUTE_WRONG,
    ROW_WITH_GAP,
    CUBES_WRONG,
    LIMIT_BROKEN,
    STALE_FIELD,
    EXTRA_TURN_WRONG,
    REDEAL_SHOWS,
) = range(10, 22)
REDEAL_EVERY = np.uint64(16)
ALL_MERCHANTS = np.uint64(sum(1 << int(card) for card in DECK))
ALL_POINTS = np.array(
    [sum(1 << int(card) for card in DECKS[seats][: DECK_SIZES[seats]]) for seats in range(5)], np.uint64
)
ALL_TILES = np.uint64((1 << len(EXPLORATION)) - 1)
COPIES = np.bincount(BONUS_BAG, minlength=len(BONUS_KINDS))
NO_CUBES = np.zeros(SPICES, np.int16)
EXTRA_LINK = np.array([LINKS.index(card.link) if card.benefit == "extra" else -1 for card in CARDS_IN_FILE])
PLACE_LINK = np.array([LINKS.index(place.link) if place.link else -2 for place in PLACES])


@compiled
def merchants_fault(state: State) -> bool:
    """Finds a merchant card that is not in exactly one place: row, deck, routes, discard piles."""
    seen = lying(state.merchants)
    for seat in range(state.seats):
        own, route = state.players[seat].spent, state.players[seat].route
        for place in range(ROUTE_CARDS):
            if route[place] != NONE:
                if has(own, route[place]):
                    return True
                own |= BIT[route[place]]
        if seen & own != NOTHING:
            return True
        seen |= own
    return bool(seen != ALL_MERCHANTS)


@compiled
def points_fault(state: State) -> bool:
    """Finds a point card of this number of players that is not in exactly one place."""
    seen = lying(state.points)
    for seat in range(state.seats):
        if seen & state.players[seat].claimed != NOTHING:
            return True
        seen |= state.players[seat].claimed
    return bool(seen != ALL_POINTS[state.seats])


@compiled
def tiles_fault(state: State) -> bool:
    """Finds an exploration tile that is not in exactly one place: beside the board, on a location, explored."""
    seen = state.beside
    for place in range(len(state.cover)):
        if state.cover[place] != NONE:
            if has(seen, state.cover[place]):
                return True
            seen |= BIT[state.cover[place]]
    for seat in range(state.seats):
        if seen & state.players[seat].explored != NOTHING:
            return True
        seen |= state.players[seat].explored
    return bool(seen != ALL_TILES)


@compiled
def bonus_fault(state: State, copies: Any) -> bool:
    """Finds a kind of bonus tile with more or fewer copies than there are, or a tile above its stack."""
    stacks, heights, spares, players = state.stacks, state.heights, state.spares, state.players
    for kind in range(len(copies)):
        copies[kind] = 0
    for fort in range(len(heights)):
        for place in range(stacks.shape[1]):
            tile = stacks[fort, place]
            if (tile == NONE) != (place >= heights[fort]):
                return True
            if tile != NONE:
                copies[tile] += 1
    for place in range(len(spares)):
        if spares[place] != NONE:
            copies[spares[place]] += 1
    for seat in range(state.seats):
        bonus = players[seat].bonus
        for place in range(BONUS_TILES):
            if bonus[place] != NONE:
                copies[bonus[place]] += 1
    wrong = False
    for kind in range(len(copies)):
        wrong |= copies[kind] != COPIES[kind]
    return bool(wrong)


@compiled
def settlers_fault(state: State) -> bool:
    """Finds a player without exactly twelve settlers, two owners of a location, or settlers of nobody."""
    owned, settlers = NOTHING, state.settlers
    for seat in range(state.seats):
        player = state.players[seat]
        number, places, on_route = player.board + player.reserve, player.placed, player.on_route
        if player.board < 0 or player.reserve < 0 or owned & places != NOTHING:
            return True
        owned |= places
        for place in range(ROUTE_CARDS):
            number += on_route[place]
        while places != NOTHING:
            number += settlers[first(places)]
            places = rest_of(places)
        if number != SETTLERS:
            return True
    wrong = False
    for place in range(len(settlers)):
        wrong |= (settlers[place] > 0) != has(owned, place) or settlers[place] < 0
    return bool(wrong)


@compiled
def route_fault(player: Any) -> bool:
    """Finds a gap in a route, settlers on no card, or bonus tiles that are not sorted from the left."""
    route, on_route, bonus = player.route, player.on_route, player.bonus
    for place in range(ROUTE_CARDS):
        if on_route[place] < 0 or (route[place] == NONE and on_route[place] != 0):
            return True
        if place > 0 and route[place] != NONE and route[place - 1] == NONE:
            return True
    for place in range(1, BONUS_TILES):
        if bonus[place] != NONE and (bonus[place - 1] == NONE or bonus[place - 1] > bonus[place]):
            return True
    return False


@compiled
def between_turns(phase: int) -> bool:
    """Returns whether no action is going on."""
    return phase == Phase.TURN or phase == Phase.DISCARD or phase == Phase.OVER


@compiled
def row_fault(row: Any, gap: int) -> bool:
    """Finds a place of a row that is empty though a card could lie there; one gap may be allowed."""
    cards = row.cards
    for slot in range(len(cards)):
        if cards[slot] == NONE and slot != gap:
            if row.left > 0:
                return True
            for later in range(slot + 1, len(cards)):
                if cards[later] != NONE:
                    return True
    return False


@compiled
def gap_at_the_forts(state: State) -> int:
    """Returns the fort whose card has been claimed and not yet been followed by the others."""
    claiming = state.phase == West.EXPLORE or state.phase == West.BONUS or state.work == Continuation.FORT
    return int(state.slot) if claiming else NONE


@compiled
def place_of(before: State, action: int) -> int:
    """Returns the location that a decision belongs to."""
    return action if before.phase == Phase.TURN and action < EXPLORE else int(before.place)


@compiled
def merchant_in_use(before: State, action: int) -> int:
    """Returns the merchant card whose cubes a decision takes and gives."""
    card = NONE
    if before.phase == Phase.TURN and action >= ROUTE:
        card = int(before.players[before.seat].route[action - ROUTE])
    elif before.phase == West.MARKET and action == USE:
        card = int(before.merchants.cards[before.slot])
    elif before.phase == Phase.TRADE and action == REST + TRADE:
        card = int(before.card)
    return card if card != NONE and MERCHANTS[card].kind != Merchant.UPGRADE else NONE


@compiled
def exchange(change: Any, get: Any, give: Any) -> None:
    """Says that cubes are taken and others given."""
    for spice in range(SPICES):
        change[spice] += get[spice] - give[spice]


@compiled
def expect(before: State, action: int, change: Any) -> None:
    """Says how a decision changes the cubes, extras left out; no location of ours has both a trade and upgrades."""
    card, place = merchant_in_use(before, action), place_of(before, action)
    working = before.phase == Phase.TURN and action < EXPLORE
    if working and LOCATIONS[place].kind == LocationKind.FORT:
        exchange(change, NO_CUBES, POINT_CARDS[before.points.cards[LOCATIONS[place].slot]].cost)
    elif working or (before.phase == West.BARTER and action == REST + TRADE):
        exchange(change, LOCATIONS[place].get, LOCATIONS[place].give)
    elif card != NONE:
        exchange(change, MERCHANTS[card].get, MERCHANTS[card].give)
    elif before.phase == West.EXPLORE:
        exchange(change, EXPLORATION[action - EXPLORE].gain, NO_CUBES)
    elif before.phase == Phase.UPGRADE and action != REST + STOP:
        change[action - REST - UPGRADE] = -1
        change[action - REST - UPGRADE + 1] = 1
    elif before.phase == Phase.DISCARD:
        change[action - REST - DISCARD] = -1


@compiled
def add_expected_extras(before: State, after: State, action: int, change: Any) -> None:
    """Adds the cubes of extra cards when the use of a location is over; none at a market."""
    place = place_of(before, action)
    if before.phase == Phase.DISCARD or not between_turns(after.phase) or place == NONE:
        return
    if LOCATIONS[place].kind == LocationKind.MARKET:
        return
    cards = after.players[before.seat].claimed
    while cards != NOTHING:
        if EXTRA_LINK[first(cards)] == PLACE_LINK[place]:
            for spice in range(SPICES):
                change[spice] += POINT_CARDS[first(cards)].extra[spice]
        cards = rest_of(cards)


@compiled
def cubes_fault(before: State, after: State, action: int, change: Any) -> bool:
    """Finds a caravan that changed otherwise than the decision says; those of others never change."""
    for spice in range(SPICES):
        change[spice] = 0
    expect(before, action, change)
    add_expected_extras(before, after, action, change)
    for seat in range(before.seats):
        have, had = after.players[seat].caravan, before.players[seat].caravan
        for spice in range(SPICES):
            expected = change[spice] if seat == before.seat else 0
            if have[spice] < 0 or have[spice] - had[spice] != expected:
                return True
    return False


@compiled
def limit_fault(state: State) -> bool:
    """Finds a caravan above the limit between turns."""
    if state.phase != Phase.TURN and state.phase != Phase.OVER:
        return False
    broken = False
    for seat in range(state.seats):
        broken |= size(state.players[seat].caravan) > LIMIT
    return bool(broken)


@compiled
def stale_fault(state: State) -> bool:
    """Finds a field that the phase does not use and that is not reset, or more known merchants than there are."""
    if (state.phase == Phase.UPGRADE) != (state.owed != 0) or (state.phase == Phase.TRADE) != (state.card != NONE):
        return True
    if state.known < 0 or state.known > state.merchants.left or (state.again != 0 and state.phase != Phase.DISCARD):
        return True
    if between_turns(state.phase):
        return bool(state.slot != NONE or state.place != NONE or state.work != Continuation.NOTHING)
    asks = state.phase == West.MARKET or state.phase == West.REPLACE
    asks |= state.phase == West.EXPLORE or state.phase == West.BONUS
    asks |= state.work == Continuation.MARKET or state.work == Continuation.FORT
    return bool(asks != (state.slot != NONE) or (state.phase >= West.MARKET and state.place == NONE))


@compiled
def is_refresh(before: State, action: int) -> bool:
    """Returns whether a decision refreshes the markets."""
    return before.phase == Phase.TURN and action < EXPLORE and LOCATIONS[action].kind == LocationKind.REFRESH


@compiled
def turn_fault(before: State, after: State, action: int) -> bool:
    """Finds a turn that passes on though another one is due, or that comes again though none is."""
    due = is_refresh(before, action) or before.again == 1
    following = before.seat if due else (before.seat + 1) % before.seats
    match after.phase:
        case Phase.TURN:
            return bool(after.seat != following or after.again != 0)
        case Phase.OVER:
            return bool(due or after.seat != 0 or before.seat != before.seats - 1)
        case _:
            return bool(after.seat != before.seat or (after.again == 1) != due)


@compiled
def differ(one: Any, other: Any, begin: int, end: int) -> bool:
    """Returns whether two decks differ between two heights."""
    found = False
    for place in range(begin, end):
        found |= one[place] != other[place]
    return bool(found)


@compiled
def restore(dealt: State, now: State) -> None:
    """Puts back what was hidden, so that all else can be compared byte by byte."""
    merchants, points = dealt.merchants.deck, dealt.points.deck
    merchants_now, points_now = now.merchants.deck, now.points.deck
    for place in range(len(merchants)):
        merchants[place] = merchants_now[place]
        points[place] = points_now[place]
    for fort in range(len(now.heights)):
        for place in range(now.stacks.shape[1]):
            dealt.stacks[fort, place] = now.stacks[fort, place]
    for place in range(len(now.spares)):
        dealt.spares[place] = now.spares[place]


@compiled
def redeal_fault(values: Values, states: States, raw: Bytes, random: np.uint64, copies: Any) -> bool:
    """Redeals what is hidden and finds anything known that changed."""
    states[DEALT] = states[NOW]
    now, dealt = states[NOW], states[DEALT]
    redeal(values, dealt, 0, random, random)
    if merchants_fault(dealt) or points_fault(dealt) or bonus_fault(dealt, copies):
        return True
    top = now.points.left - 1
    for fort in range(len(now.heights)):
        height = now.heights[fort]
        if height > 0 and dealt.stacks[fort, height - 1] != now.stacks[fort, height - 1]:
            return True
    if differ(dealt.merchants.deck, now.merchants.deck, 0, now.known):
        return True
    if differ(dealt.points.deck, now.points.deck, max(top, 0), top + 1):
        return True
    restore(dealt, now)
    return not same(raw, NOW, DEALT)


@compiled
def pieces_fault(state: State, copies: Any) -> int:
    """Returns the first kind of piece that is not accounted for."""
    if merchants_fault(state):
        return MERCHANTS_LOST
    if points_fault(state):
        return POINTS_LOST
    if tiles_fault(state):
        return TILES_LOST
    if bonus_fault(state, copies):
        return BONUS_LOST
    if settlers_fault(state):
        return SETTLERS_LOST
    for seat in range(len(state.players)):
        if route_fault(state.players[seat]):
            return ROUTE_WRONG
    if row_fault(state.merchants, NONE) or row_fault(state.points, gap_at_the_forts(state)):
        return ROW_WITH_GAP
    return FINE


@compiled
def fault(values: Values, states: States, raw: Bytes, action: int, change: Any, copies: Any, random: np.uint64) -> int:
    """Returns the first thing that is wrong after a decision."""
    before, after = states[BEFORE], states[NOW]
    lost = pieces_fault(after, copies)
    if lost != FINE:
        return lost
    if cubes_fault(before, after, action, change):
        return CUBES_WRONG
    if limit_fault(after):
        return LIMIT_BROKEN
    if stale_fault(after):
        return STALE_FIELD
    if turn_fault(before, after, action):
        return EXTRA_TURN_WRONG
    redealt = random % REDEAL_EVERY == NOTHING
    return REDEAL_SHOWS if redealt and redeal_fault(values, states, raw, random, copies) else FINE


@entry
def check(values: Values, states: States, raw: Bytes, mask: Bitset, seats: int, game: int) -> tuple[int, int]:
    """Plays one random game, checking everything; returns the decisions taken and what went wrong."""
    setup(values, states[NOW], seats, np.uint64(1), np.uint64(game))
    random = chooser(np.uint64(1), game)
    turns = np.zeros(5, np.uint64)
    change = np.zeros(SPICES, np.int16)
    copies = np.zeros(len(BONUS_KINDS), np.int16)
    for number in range(20_000):
        random = step(random)
        action, wrong = decide(values, states, raw, mask, random, turns)
        if wrong == FINE:
            wrong = fault(values, states, raw, action, change, copies, random)
        if wrong != FINE:
            return number, wrong
        if is_refresh(states[BEFORE], action):
            turns[states[BEFORE].seat] -= np.uint64(1)
        if states[NOW].phase == Phase.OVER:
            return number, FINE if turns_equal(turns, seats) else TURNS_UNEQUAL
    return 20_000, NO_END
