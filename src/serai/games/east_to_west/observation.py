"""What a seat of From East to West observes."""

from serai.core.bits import count
from serai.core.compiled import unchecked
from serai.core.observation import entries
from serai.core.observation.entries import (
    mark,
    mark_all,
    mark_number,
    phase_places,
    put,
    write_row,
    write_seat,
    write_table,
)
from serai.core.observation.layouts import Entries, Field, Layout, Where, pairs, places
from serai.core.phases import Phase
from serai.core.records import NONE, Player, State, Values
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.pieces import FORTS as FORT_COUNT
from serai.games.east_to_west.pieces import MARKETS as MARKET_COUNT
from serai.games.east_to_west.rules.state import POINT_CARDS_TO_END, ROUTE_CARDS, SEATS, Continuation, West

QUESTIONS = [*(phase for phase in Phase if phase != Phase.PAY), *West]
PHASE_AT = phase_places([int(phase) for phase in QUESTIONS])
FORTS = [f"fort {number + 1}" for number in range(FORT_COUNT)]
MARKETS = [f"market {number + 1}" for number in range(MARKET_COUNT)]


def layout(pieces: WestSet) -> Layout:
    """Lays out the fields for a component set, which determines how many cards of each kind there are."""
    return Layout(
        "east_to_west",
        SEATS[1],
        (
            *entries.TABLE,
            Field("phase", "1 at the question being asked", of=[phase.name.lower() for phase in QUESTIONS]),
            Field("owed", "cubes still to upgrade", scale=5),
            Field("again", "1 when another turn of the same seat follows (EW-14)"),
            Field("working", "1 at the location being worked", of=pieces.location_names.texts),
            Field("trading", "1 at the merchant's trade in use (C-2)", of=pieces.merchant_names.texts),
            Field("afterwards", "1 at what goes on after the question: location, market or fort",
                  of=[work.name.lower() for work in Continuation if work]),
            Field("points", "1 at the point card above a fort", of=pairs(FORTS, pieces.point_names.texts)),
            Field("next points", "1 at the top card of the point deck (EW-2)", of=pieces.point_names.texts),
            Field("points left", "cards in the point deck", scale=50),
            Field("bonus", "1 at the top bonus tile of a fort (EW-3)", of=pairs(FORTS, pieces.bonus_names.texts)),
            Field("bonus left", "bonus tiles in the stack of a fort", of=FORTS, scale=5),
            Field("merchants", "1 at the merchant below a market", of=pairs(MARKETS, pieces.merchant_names.texts)),
            Field("merchants left", "cards in the merchant deck", scale=50),
            Field("comes as",
                  "which card of the deck this will be, counted from 1 at the top; 0 when not known (EW-14)",
                  of=pieces.merchant_names.texts, scale=50),
            Field("settlers at", "settlers at a location", of=pieces.location_names.texts, scale=5),
            Field("beside", "1 for each exploration tile beside the board (EW-4)", of=pieces.tile_names.texts),
            Field("covered by", "1 at the exploration tile on a location",
                  of=pairs([pieces.location_names[place] for place in pieces.covered], pieces.tile_names.texts)),
        ),
        (
            *entries.SEAT,
            Field("board", "settlers on the player board", scale=10),
            Field("reserve", "settlers in reserve", scale=10),
            Field("placed", "1 at each location with settlers of this seat", of=pieces.location_names.texts),
            Field("route", "1 at the merchant at a place of it",
                  of=pairs(places(ROUTE_CARDS), pieces.merchant_names.texts)),
            Field("on route", "settlers on the card at a place of the route", of=places(ROUTE_CARDS), scale=5),
            Field("spent", "1 for each merchant on the discard pile (EW-12)", of=pieces.merchant_names.texts),
            Field("claimed", "1 for each point card claimed", of=pieces.point_names.texts),
            Field("claims", "1 at the number of point cards claimed", of=range(POINT_CARDS_TO_END + 1)),
            Field("explored", "1 for each exploration tile", of=pieces.tile_names.texts),
            Field("bonus", "bonus tiles of a kind", of=pieces.bonus_names.texts),
        ),
    )  # fmt: skip


@unchecked
def observe(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a seat may know into entries that are all 0 (C-11)."""
    write_table(state, seat, state.phase == Phase.OVER, out)
    write_question(where, state, out)
    write_forts(values, where, state, out)
    write_markets(values, where, state, out)
    write_board(values, where, state, out)
    for step in range(state.seats):
        other, at = (seat + step) % state.seats, where.begin + step * where.stride
        write_seat(values, state, other, at, out)
        write_player(values, where, state.players[other], at, out)


@unchecked
def write_question(where: Where, state: State, out: Entries) -> None:
    """Writes the question, and what continues afterwards."""
    out[where.phase + PHASE_AT[state.phase]] = 1
    put(out, where.owed, state.owed)
    put(out, where.again, state.again)
    mark(out, where.working, int(state.place))
    mark(out, where.trading, int(state.card))
    mark(out, where.afterwards, int(state.work) - 1)


@unchecked
def write_forts(values: Values, where: Where, state: State, out: Entries) -> None:
    """Writes the point cards and the top bonus tiles; the point deck is face up (EW-2)."""
    write_row(state.points, where.points, values.points_size, out)
    put(out, where.points_left, state.points.left)
    if state.points.left > 0:
        mark(out, where.next_points, int(state.points.deck[state.points.left - 1]))
    for fort in range(len(state.heights)):
        put(out, where.bonus_left + fort, state.heights[fort])
        if state.heights[fort] > 0:
            mark(out, where.bonus + fort * values.kinds_size, int(state.stacks[fort, state.heights[fort] - 1]))


@unchecked
def write_markets(values: Values, where: Where, state: State, out: Entries) -> None:
    """Writes the merchants, and when those put under the deck will be drawn (EW-14)."""
    write_row(state.merchants, where.merchants, values.merchants_size, out)
    put(out, where.merchants_left, state.merchants.left)
    for place in range(min(state.known, state.merchants.left)):
        put(out, where.comes_as + int(state.merchants.deck[place]), state.merchants.left - place)


@unchecked
def write_board(values: Values, where: Where, state: State, out: Entries) -> None:
    """Writes settlers and exploration tiles."""
    for place in range(values.locations_size):
        put(out, where.settlers_at + place, state.settlers[place])
    mark_all(out, where.beside, state.beside, values.exploration_size)
    for number in range(len(values.covered)):
        mark(out, where.covered_by + number * values.exploration_size, int(state.cover[number]))


@unchecked
def write_player(values: Values, where: Where, player: Player, at: int, out: Entries) -> None:
    """Writes settlers, route, cards and tiles."""
    put(out, at + where.own_board, player.board)
    put(out, at + where.own_reserve, player.reserve)
    mark_all(out, at + where.own_placed, player.placed, values.locations_size)
    for place in range(ROUTE_CARDS):
        mark(out, at + where.own_route + place * values.merchants_size, int(player.route[place]))
        put(out, at + where.own_on_route + place, player.on_route[place])
    mark_all(out, at + where.own_spent, player.spent, values.merchants_size)
    mark_all(out, at + where.own_claimed, player.claimed, values.points_size)
    mark_number(out, at + where.own_claims, count(player.claimed), POINT_CARDS_TO_END)
    mark_all(out, at + where.own_explored, player.explored, values.exploration_size)
    for place in range(len(player.bonus)):
        out[at + where.own_bonus + max(int(player.bonus[place]), 0)] += player.bonus[place] != NONE
