"""Working at locations of From East to West (EW-7, EW-8, EW-14, EW-15)."""

import numpy as np

from serai.core.bits import NOTHING, Bitset, bit, count, first, has, offer, rest_of
from serai.core.caravans import add, covers, payable
from serai.core.compiled import compiled
from serai.core.merchants import ask_upgrade, trade_cubes
from serai.core.records import NONE, Player, State, Values
from serai.core.rows import draw, first_cards
from serai.games.east_to_west.numbers import Hindrance
from serai.games.east_to_west.rules.forts import claim
from serai.games.east_to_west.rules.state import NO_SWAP, ROUTE_CARDS, SWAP, WORK, Continuation, LocationKind, West


@compiled
def offer_work(values: Values, state: State, player: Player, mask: Bitset) -> None:
    """Offers every open location whose action can be used and for which there are enough settlers (EW-7)."""
    places = usable(values, state, player) & ~player.placed & ~covered(values, state)
    while places != NOTHING:
        place = first(places)
        if settlers_needed(values, state, player, place) <= player.board:
            mask[WORK >> 6] |= bit(place)
        places = rest_of(places)


@compiled
def covered(values: Values, state: State) -> np.uint64:
    """Returns the locations under an exploration tile (EW-4, EW-7)."""
    places = NOTHING
    for number in range(len(values.covered)):
        if state.cover[number] != NONE:
            places |= bit(values.covered[number])
    return places


@compiled
def usable(values: Values, state: State, player: Player) -> np.uint64:
    """Returns the locations whose action a player could use: trades and point cards the player can pay for (EW-7)."""
    places = values.plain & payable(values.location_costs, player.caravan)
    if state.merchants.left == 0:
        places &= ~values.refreshes
    claimable = payable(values.point_costs, player.caravan)
    for slot in range(len(values.fort_at)):
        if state.points.cards[slot] != NONE and has(claimable, state.points.cards[slot]):
            places |= bit(values.fort_at[slot])
    for slot in range(len(values.market_at)):
        if state.merchants.cards[slot] != NONE:
            places |= bit(values.market_at[slot])
    return places


@compiled
def settlers_needed(values: Values, state: State, player: Player, place: int) -> int:
    """Returns the settlers to place at a location; discounts lower the number, but not below 1 (EW-7)."""
    discounts = count(player.claimed & values.discounts[values.locations[place].link])
    return max(1, settlers_asked(values, state, place) - discounts)


@compiled
def settlers_asked(values: Values, state: State, place: int) -> int:
    """Returns the printed number of settlers, or one more than those standing there (EW-7)."""
    there = int(state.settlers[place])
    return there + 1 if there > 0 else int(values.locations[place].settlers)


@compiled
def hindrance(values: Values, state: State, player: Player, place: int) -> int:
    """Returns the first reason why a player could not work at a location if it were their turn (EW-7)."""
    if has(player.placed, place):
        return Hindrance.YOURS
    if has(covered(values, state), place):
        return Hindrance.COVERED
    kind, slot = values.locations[place].kind, values.locations[place].slot
    if kind == LocationKind.FORT and state.points.cards[slot] == NONE:
        return Hindrance.NO_CARD
    if kind == LocationKind.MARKET and state.merchants.cards[slot] == NONE:
        return Hindrance.NO_CARD
    if kind == LocationKind.REFRESH and state.merchants.left == 0:
        return Hindrance.NO_DECK
    if settlers_needed(values, state, player, place) > player.board:
        return Hindrance.NEEDS
    if not has(usable(values, state, player), place):
        return Hindrance.LACKS if kind == LocationKind.FORT else Hindrance.UNPAID
    return Hindrance.NOTHING


@compiled
def cubes_asked(values: Values, state: State, place: int, spice: int) -> int:
    """Returns how many cubes of a spice the point card or the trade of a location takes (EW-7)."""
    location = values.locations[place]
    if location.kind != LocationKind.FORT:
        return location.give[spice]
    card = state.points.cards[location.slot]
    return 0 if card == NONE else values.point_cards[card].cost[spice]


@compiled
def work(values: Values, state: State, player: Player, place: int) -> bool:
    """Places settlers, sending others home, and begins the action of the location (EW-7, EW-8)."""
    needed = settlers_needed(values, state, player, place)
    send_home(state, place)
    player.board -= needed
    player.placed |= bit(place)
    state.settlers[place] = needed
    state.place = place
    match values.locations[place].kind:
        case LocationKind.FORT:
            return claim(values, state, player, int(values.locations[place].slot))
        case LocationKind.MARKET:
            state.slot = values.locations[place].slot
            state.phase = West.MARKET
            return False
        case LocationKind.REFRESH:
            return refresh(state)
        case LocationKind.ADJUST:
            return adjust(values, state, player)
        case _:
            return do_actions(values, state, player)


@compiled
def send_home(state: State, place: int) -> None:
    """Returns the settlers at a location to their owner's board at once (EW-7)."""
    for seat in range(state.seats):
        other = state.players[seat]
        if has(other.placed, place):
            other.placed &= ~bit(place)
            other.board += state.settlers[place]


@compiled
def do_actions(values: Values, state: State, player: Player) -> bool:
    """Gains, upgrades, then trades, whichever the location has (EW-8)."""
    location = values.locations[state.place]
    if location.trades == 0:
        add(player.caravan, location.get)
    state.work = Continuation.PLACE
    return ask_upgrade(state, player, int(location.upgrades)) and trade_at_location(values, state, player)


@compiled
def trade_at_location(values: Values, state: State, player: Player) -> bool:
    """Does the trade of the location, if there is one and it can be paid; True when it cannot be done again (EW-8)."""
    location = values.locations[state.place]
    if location.trades == 0 or not covers(player.caravan, location.give):
        return True
    state.phase = West.BARTER
    return not trade_cubes(player.caravan, location.give, location.get)


@compiled
def add_extras(values: Values, state: State, player: Player) -> None:
    """Adds the cubes of extra cards with the location's link, once per use, never at a market (EW-10)."""
    if state.place == NONE:
        return
    cards = extra_cards(values, player, state.place)
    while cards != NOTHING:
        add(player.caravan, values.point_cards[first(cards)].extra)
        cards = rest_of(cards)


@compiled
def extra_cards(values: Values, player: Player, place: int) -> np.uint64:
    """Returns the claimed cards that add a cube when a location is used; none at a market (EW-10)."""
    if values.locations[place].kind == LocationKind.MARKET:
        return NOTHING
    return player.claimed & values.extras[values.locations[place].link]


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
def adjust(values: Values, state: State, player: Player) -> bool:
    """Takes the printed cubes; with two cards in the route, asks for a swap (EW-15)."""
    add(player.caravan, values.locations[state.place].get)
    if player.route[1] == NONE:
        return True
    state.phase = West.SWAP
    return False


@compiled
def offer_swap(player: Player, mask: Bitset) -> None:
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
