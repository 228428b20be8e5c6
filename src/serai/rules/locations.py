"""Working at locations of From East to West (EW-7, EW-8, EW-14, EW-15)."""

import numpy as np

from serai.rules.bits import NOTHING, Words, bit, count, first, has, offer, rest_of
from serai.rules.caravans import add, covers, payable
from serai.rules.compiled import compiled
from serai.rules.forts import claim
from serai.rules.merchants import ask_upgrade, exchange
from serai.rules.records import NONE, Player, State
from serai.rules.rows import draw, first_cards
from serai.rules.west_table import (
    ALL_LOCATIONS,
    COSTS,
    COVERED,
    DISCOUNTS,
    EXTRAS,
    FORT_AT,
    FORTS,
    LOCATION_COSTS,
    LOCATIONS,
    MARKET_AT,
    MARKETS,
    NO_SWAP,
    POINT_CARDS,
    REFRESHES,
    ROUTE_CARDS,
    SWAP,
    WORK,
    Kind,
    West,
    Work,
)


@compiled
def offer_work(state: State, player: Player, mask: Words) -> None:
    """Offers every open location whose action can be used and whose settlers are there (EW-7)."""
    places = usable(state, player) & ~player.placed & ~covered(state)
    while places != NOTHING:
        place = first(places)
        if settlers_needed(state, player, place) <= player.board:
            mask[WORK >> 6] |= bit(place)
        places = rest_of(places)


@compiled
def covered(state: State) -> np.uint64:
    """Returns the locations under an exploration tile (EW-4, EW-7)."""
    places = NOTHING
    for number in range(len(COVERED)):
        if state.cover[number] != NONE:
            places |= bit(COVERED[number])
    return places


@compiled
def usable(state: State, player: Player) -> np.uint64:
    """Returns the locations whose action a player could use: trades and point cards that can be paid (EW-7)."""
    places = ALL_LOCATIONS & ~FORTS & ~MARKETS & payable(LOCATION_COSTS, player.caravan)
    if state.merchants.left == 0:
        places &= ~REFRESHES
    claimable = payable(COSTS, player.caravan)
    for slot in range(len(FORT_AT)):
        if state.points.cards[slot] != NONE and has(claimable, state.points.cards[slot]):
            places |= bit(FORT_AT[slot])
    for slot in range(len(MARKET_AT)):
        if state.merchants.cards[slot] != NONE:
            places |= bit(MARKET_AT[slot])
    return places


@compiled
def settlers_needed(state: State, player: Player, place: int) -> int:
    """Returns the printed number, or one more than the settlers there; discounts lower it, to no less than 1 (EW-7)."""
    there = int(state.settlers[place])
    needed = there + 1 if there > 0 else int(LOCATIONS[place].settlers)
    return max(1, needed - count(player.claimed & DISCOUNTS[LOCATIONS[place].link]))


@compiled
def work(state: State, player: Player, place: int) -> bool:
    """Places settlers, sending others home, and begins the action of the location (EW-7, EW-8)."""
    needed = settlers_needed(state, player, place)
    send_home(state, place)
    player.board -= needed
    player.placed |= bit(place)
    state.settlers[place] = needed
    state.place = place
    match LOCATIONS[place].kind:
        case Kind.FORT:
            return claim(state, player, int(LOCATIONS[place].slot))
        case Kind.MARKET:
            state.slot = LOCATIONS[place].slot
            state.phase = West.MARKET
            return False
        case Kind.REFRESH:
            return refresh(state)
        case Kind.ADJUST:
            return adjust(state, player)
        case _:
            return do_actions(state, player)


@compiled
def send_home(state: State, place: int) -> None:
    """Gives the settlers at a location back to their owner's board at once (EW-7)."""
    for seat in range(state.seats):
        other = state.players[seat]
        if has(other.placed, place):
            other.placed &= ~bit(place)
            other.board += state.settlers[place]


@compiled
def do_actions(state: State, player: Player) -> bool:
    """Gains, upgrades, then trades, whichever the location has (EW-8)."""
    location = LOCATIONS[state.place]
    if location.trades == 0:
        add(player.caravan, location.get)
    state.work = Work.PLACE
    return ask_upgrade(state, player, int(location.upgrades)) and barter(state, player)


@compiled
def barter(state: State, player: Player) -> bool:
    """Does the trade of the location, if it has one that can be paid; True when it cannot be paid again (EW-8)."""
    location = LOCATIONS[state.place]
    if location.trades == 0 or not covers(player.caravan, location.give):
        return True
    state.phase = West.BARTER
    return not exchange(player.caravan, location.give, location.get)


@compiled
def add_extras(state: State, player: Player) -> None:
    """Adds the cubes of extra cards with the location's link, once per use, never at a market (EW-10)."""
    if state.place == NONE or LOCATIONS[state.place].kind == Kind.MARKET:
        return
    cards = player.claimed & EXTRAS[LOCATIONS[state.place].link]
    while cards != NOTHING:
        add(player.caravan, POINT_CARDS[first(cards)].extra)
        cards = rest_of(cards)


@compiled
def refresh(state: State) -> bool:
    """Puts the merchants under the deck, the leftmost to be drawn first, and lays out new ones (EW-14)."""
    laid = count(first_cards(state.merchants, len(state.merchants.cards)))
    deck = state.merchants.deck
    for place in range(state.merchants.left - 1, -1, -1):
        deck[place + laid] = deck[place]
    for slot in range(laid):
        deck[laid - 1 - slot] = state.merchants.cards[slot]
    state.merchants.left += laid
    state.known += laid
    for slot in range(len(state.merchants.cards)):
        state.merchants.cards[slot] = draw(state.merchants)
    state.again = 1
    return True


@compiled
def adjust(state: State, player: Player) -> bool:
    """Takes the printed cubes; with two cards in the route asks for a swap (EW-15)."""
    add(player.caravan, LOCATIONS[state.place].get)
    if player.route[1] == NONE:
        return True
    state.phase = West.SWAP
    return False


@compiled
def offer_swap(player: Player, mask: Words) -> None:
    """Offers every pair of cards of the route, or none (EW-15)."""
    offer(mask, NO_SWAP)
    for left in range(ROUTE_CARDS):
        for right in range(left + 1, ROUTE_CARDS):
            if player.route[right] != NONE:
                offer(mask, SWAP + 8 * left + right)


@compiled
def swap(player: Player, left: int, right: int) -> bool:
    """Swaps two cards of the route; settlers stay with their card (EW-15)."""
    player.route[left], player.route[right] = player.route[right], player.route[left]
    player.on_route[left], player.on_route[right] = player.on_route[right], player.on_route[left]
    return True
