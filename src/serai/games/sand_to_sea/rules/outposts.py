"""Outposts, their bonuses and the markets of Sand to Sea (SS-10 to SS-12)."""

from serai.core.bits import Bitset, bit, count, has, offer
from serai.core.caravans import covers, size
from serai.core.compiled import compiled, entry
from serai.core.merchants import trade_cubes
from serai.core.records import NONE, SPICES, Player, State, Values
from serai.core.rows import first_cards, slot_of, take_merchant
from serai.games.sand_to_sea.rules.state import CHOOSE, SAIL, TAKE, BonusPile, Sea


@compiled
def outpost_cost(state: State, space: int) -> int:
    """Returns the cubes to pay for an outpost, by the number already there (SS-10)."""
    outposts = 0
    for seat in range(state.seats):
        outposts += has(state.players[seat].outposts, space)
    return cubes_for_each(state.seats) * outposts


@entry
def cubes_for_each(seats: int) -> int:
    """Returns the cubes to pay for each outpost already there: two with two players, else one (SS-10)."""
    return 2 if seats == 2 else 1


@compiled
def can_build(state: State, player: Player) -> bool:
    """Returns whether the boat is at an island without an outpost of the player, who can pay for one (SS-10)."""
    if state.tiles[player.boat] == NONE or has(player.outposts, player.boat):
        return False
    return outpost_cost(state, player.boat) <= size(player.caravan)


@compiled
def begin_outpost(values: Values, state: State, player: Player) -> bool:
    """Asks for the price of an outpost, or builds a free one (SS-10)."""
    state.owed = outpost_cost(state, player.boat)
    if state.owed == 0:
        return build(values, state, player)
    state.phase = Sea.BUILD
    return False


@compiled
def pay_outpost(values: Values, state: State, player: Player, spice: int) -> bool:
    """Returns a cube to the supply for an outpost (SS-10)."""
    player.caravan[spice] -= 1
    state.owed -= 1
    return state.owed == 0 and build(values, state, player)


@compiled
def built(state: State, player: Player, symbol: int) -> int:
    """Counts the outposts built from a row of the board: the leftmost ones (SS-10)."""
    return count(player.outposts & state.markets[symbol])


@compiled
def columns_emptied(state: State, player: Player) -> int:
    """Counts the columns of the board without outposts: those that are empty in every row (SS-11)."""
    least = built(state, player, 0)
    for symbol in range(1, SPICES):
        least = min(least, built(state, player, symbol))
    return least


@compiled
def build(values: Values, state: State, player: Player) -> bool:
    """Moves the leftmost outpost of the island's row to the island (SS-10)."""
    player.outposts |= bit(player.boat)
    column = built(state, player, values.islands[state.tiles[player.boat]].symbol) - 1
    emptied = columns_emptied(state, player) > column
    return ask_bonus(values, state, player, column) if emptied else ask_market(values, state, player)


@compiled
def ask_bonus(values: Values, state: State, player: Player, column: int) -> bool:
    """Asks for the bonus of an emptied column, if there is anything to choose from (SS-11)."""
    if state.merchants.cards[0] == NONE and (column == 0 or state.hold + state.sail + state.points == 0):
        return ask_market(values, state, player)
    state.column = column
    state.phase = Sea.BONUS
    return False


@compiled
def offer_bonus(state: State, mask: Bitset) -> None:
    """Offers every merchant card of the row; after the first column, also the top tiles of the piles (SS-11)."""
    mask[TAKE >> 6] = first_cards(state.merchants, len(state.merchants.cards))
    if state.column > 0:
        if state.hold > 0:
            offer(mask, CHOOSE + BonusPile.HOLD)
        if state.sail > 0:
            offer(mask, CHOOSE + BonusPile.SAIL)
        if state.points > 0:
            offer(mask, CHOOSE + BonusPile.POINTS)


@compiled
def take_bonus(values: Values, state: State, player: Player, action: int) -> bool:
    """Takes a merchant card with the cubes on it, or the top tile of a pile (SS-11, SS-12)."""
    state.column = NONE
    if action < SAIL:
        slot = slot_of(state.merchants, action - TAKE)
        player.hand |= bit(take_merchant(state.merchants, slot, player.caravan))
    elif action == CHOOSE + BonusPile.HOLD:
        state.hold -= 1
        player.hold += 1
    elif action == CHOOSE + BonusPile.SAIL:
        state.sail -= 1
        player.sail += 1
    else:
        player.points |= bit(values.points_tiles - state.points)
        state.points -= 1
    return ask_market(values, state, player)


@compiled
def can_trade(values: Values, state: State, player: Player) -> bool:
    """Returns whether the boat is at an outpost of the player, who can pay for its trade (SS-10)."""
    if not has(player.outposts, player.boat):
        return False
    return covers(player.caravan, values.islands[state.tiles[player.boat]].give)


@compiled
def ask_market(values: Values, state: State, player: Player) -> bool:
    """Asks for the trade of the tile after building; True when the player cannot pay for it (SS-10, C-12)."""
    state.phase = Sea.MARKET
    return not can_trade(values, state, player)


@compiled
def trade_at_market(values: Values, state: State, player: Player) -> bool:
    """Does the printed trade once; True when it cannot be done again (SS-10)."""
    island = values.islands[state.tiles[player.boat]]
    state.phase = Sea.MARKET
    return not trade_cubes(player.caravan, island.give, island.get)
