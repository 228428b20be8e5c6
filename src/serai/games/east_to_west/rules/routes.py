"""Markets and trade routes of From East to West (EW-12, EW-13, EW-16)."""

from serai.core.bits import Bitset, bit, has, offer
from serai.core.caravans import payable
from serai.core.compiled import compiled
from serai.core.merchants import use
from serai.core.records import NONE, Player, State, Values
from serai.core.rows import close
from serai.games.east_to_west.rules.state import KEEP, REPLACE, ROUTE, ROUTE_CARDS, USE, Continuation, West


@compiled
def offer_market(values: Values, state: State, player: Player, mask: Bitset) -> None:
    """Offers to use the merchant of the market, if its effect can be used, or to keep it (EW-12)."""
    offer(mask, KEEP)
    if has(payable(values.merchant_costs, player.caravan), state.merchants.cards[state.slot]):
        offer(mask, USE)


@compiled
def use_merchant(values: Values, state: State, player: Player) -> bool:
    """Begins the effect of the merchant of the market (EW-12)."""
    state.work = Continuation.MARKET
    return use(values, state, player, int(state.merchants.cards[state.slot])) and spend_merchant(state, player)


@compiled
def spend_merchant(state: State, player: Player) -> bool:
    """Puts a used merchant on the discard pile and refills the row (EW-12)."""
    player.spent |= bit(state.merchants.cards[state.slot])
    close(state.merchants, int(state.slot))
    return True


@compiled
def keep(state: State, player: Player) -> bool:
    """Takes the merchant unused to the right end of the route; if it has five, asks which one it replaces (EW-13)."""
    for place in range(ROUTE_CARDS):
        if player.route[place] == NONE:
            return put(state, player, place)
    state.phase = West.REPLACE
    return False


@compiled
def offer_replace(mask: Bitset) -> None:
    """Offers every place of a full route (EW-13)."""
    for place in range(ROUTE_CARDS):
        offer(mask, REPLACE + place)


@compiled
def replace(state: State, player: Player, place: int) -> bool:
    """Replaces a card of the route, which goes to the discard pile; settlers on it stay there (EW-13)."""
    player.spent |= bit(player.route[place])
    return put(state, player, place)


@compiled
def put(state: State, player: Player, place: int) -> bool:
    """Puts the merchant of the market into the route and refills the row (EW-12, EW-13)."""
    player.route[place] = state.merchants.cards[state.slot]
    close(state.merchants, int(state.slot))
    return True


@compiled
def offer_route(values: Values, player: Player, mask: Bitset) -> None:
    """Offers each card of the route without settlers that the player has settlers for and can use (EW-16)."""
    useful = payable(values.merchant_costs, player.caravan)
    for place in range(ROUTE_CARDS):
        if player.route[place] == NONE:
            return
        needed = settlers_for(player, place)
        if player.on_route[place] == 0 and needed <= player.board and has(useful, player.route[place]):
            offer(mask, ROUTE + place)


@compiled
def settlers_for(player: Player, place: int) -> int:
    """Returns the settlers needed for a card of the route: one, plus one for each empty card to its left (EW-16)."""
    needed = 1
    for other in range(place):
        needed += player.on_route[other] == 0
    return needed


@compiled
def use_route(values: Values, state: State, player: Player, place: int) -> bool:
    """Places a settler and one more for each empty card to the left, then does the card's effect (EW-16)."""
    needed = settlers_for(player, place)
    player.board -= needed
    player.on_route[place] = needed
    return use(values, state, player, int(player.route[place]))
