"""What a seat of Spice Road observes."""

from serai.core.bits import count
from serai.core.compiled import unchecked
from serai.core.components import SPICES as LETTERS
from serai.core.observation import entries
from serai.core.observation.entries import (
    mark,
    mark_all,
    mark_number,
    put,
    write_loads,
    write_row,
    write_seat,
    write_table,
)
from serai.core.observation.layouts import Entries, Field, Layout, Where, pairs, places
from serai.core.phases import Phase
from serai.core.records import Player, State, Values
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.rules import SEATS

MOST_CLAIMS = 6


def layout(pieces: RoadSet) -> Layout:
    """Lays out the fields for a component set, which determines how many cards of each kind there are."""
    return Layout(
        "spice_road",
        SEATS[1],
        (
            *entries.TABLE,
            Field("phase", "1 at the question being asked", of=[phase.name.lower() for phase in Phase]),
            Field("owed", "cubes still to pay or to upgrade", scale=5),
            Field("paying for", "1 at the place of the card that is being paid for (SR-7)", of=places(6)),
            Field("trading", "1 at the trade card in use (C-2)", of=pieces.merchant_names.texts),
            Field("merchants", "1 at the merchant card at a place", of=pairs(places(6), pieces.merchant_names.texts)),
            Field("on merchants", "cubes lying on the card at a place", of=pairs(places(6), LETTERS), scale=5),
            Field("merchants left", "cards in the merchant deck", scale=50),
            Field("points", "1 at the point card at a place", of=pairs(places(5), pieces.point_names.texts)),
            Field("points left", "cards in the point deck", scale=50),
            Field("gold left", "gold coins on the table", scale=10),
            Field("silver left", "silver coins on the table", scale=10),
        ),
        (
            *entries.SEAT,
            Field("hand", "1 for each merchant card in hand", of=pieces.merchant_names.texts),
            Field("played", "1 for each merchant card lying played", of=pieces.merchant_names.texts),
            Field("claimed", "1 for each point card claimed", of=pieces.point_names.texts),
            Field("claims", "1 at the number of point cards claimed", of=range(MOST_CLAIMS + 1)),
            Field("gold", "gold coins", scale=5),
            Field("silver", "silver coins", scale=5),
        ),
    )


@unchecked
def observe(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a seat may know into entries that are all 0 (C-11)."""
    write_table(state, seat, state.phase == Phase.OVER, out)
    out[where.phase + state.phase] = 1
    put(out, where.owed, state.owed)
    mark(out, where.paying_for, int(state.slot))
    mark(out, where.trading, int(state.card))
    write_row(state.merchants, where.merchants, values.merchants_size, out)
    write_loads(state.merchants, where.on_merchants, out)
    write_row(state.points, where.points, values.points_size, out)
    put(out, where.merchants_left, state.merchants.left)
    put(out, where.points_left, state.points.left)
    put(out, where.gold_left, state.gold)
    put(out, where.silver_left, state.silver)
    for step in range(state.seats):
        other, at = (seat + step) % state.seats, where.begin + step * where.stride
        write_seat(values, state, other, at, out)
        write_player(values, where, state.players[other], at, out)


@unchecked
def write_player(values: Values, where: Where, player: Player, at: int, out: Entries) -> None:
    """Writes cards and coins."""
    mark_all(out, at + where.own_hand, player.hand, values.merchants_size)
    mark_all(out, at + where.own_played, player.played, values.merchants_size)
    mark_all(out, at + where.own_claimed, player.claimed, values.points_size)
    mark_number(out, at + where.own_claims, count(player.claimed), MOST_CLAIMS)
    put(out, at + where.own_gold, player.gold)
    put(out, at + where.own_silver, player.silver)
