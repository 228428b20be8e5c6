"""What a seat of Caravan Race observes."""

from caravan_race.component_set import OPEN_GOODS, RaceSet
from caravan_race.numbers import SEATS
from serai.core.compiled import unchecked
from serai.core.observation import entries
from serai.core.observation.entries import mark, put, relative, write_row, write_seat, write_table
from serai.core.observation.layouts import Entries, Field, Layout, Where, pairs, places
from serai.core.phases import Phase
from serai.core.records import State, Values


def layout(pieces: RaceSet) -> Layout:
    """Lays the fields out for a component set: how many goods cards there are."""
    return Layout(
        "caravan_race",
        SEATS[1],
        (
            *entries.TABLE,
            Field("toll", "1 when a toll is asked for, not the action of a turn (CR-5)"),
            Field("market", "1 at the goods at a place", of=pairs(places(OPEN_GOODS), pieces.goods_names.texts)),
            Field("market left", "cards in the deck", scale=20),
            Field("first", "1 at the seat that arrived first", of=[f"+{step}" for step in range(SEATS[1])]),
        ),
        (*entries.SEAT, Field("stage", "stages travelled", scale=10)),
    )


@unchecked
def observe(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a seat may know into entries that are all 0 (C-11)."""
    write_table(state, seat, state.phase == Phase.OVER, out)
    out[where.toll] = state.phase == Phase.PAY
    write_row(state.market, where.market, values.goods_size, out)
    put(out, where.market_left, state.market.left)
    mark(out, where.first, relative(state, seat, int(state.first)))
    for step in range(state.seats):
        other, at = (seat + step) % state.seats, where.begin + step * where.stride
        write_seat(values, state, other, at, out)
        put(out, at + where.own_stage, state.players[other].stage)
