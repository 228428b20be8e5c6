"""What a seat of Spice Road observes."""

from serai.notation.cards import MERCHANTS as MERCHANT_NAMES
from serai.notation.cards import SPICES as LETTERS
from serai.notation.spice_road import POINTS as POINT_NAMES
from serai.observations import shared
from serai.observations.layouts import Entries, Field, Layout, pairs, places
from serai.observations.shared import (
    CARDS,
    mark,
    mark_all,
    mark_number,
    put,
    write_loads,
    write_row,
    write_seat,
    write_table,
)
from serai.rules.bits import count
from serai.rules.compiled import unchecked
from serai.rules.phases import Phase
from serai.rules.records import Player, State
from serai.rules.spice_road import SEATS

POINT_CARDS = len(POINT_NAMES)
MOST_CLAIMS = 6

LAYOUT = Layout(
    "spice_road",
    SEATS[1],
    (
        *shared.TABLE,
        Field("phase", "1 at the question being asked", of=[phase.name.lower() for phase in Phase]),
        Field("owed", "cubes still to pay or to raise", scale=5),
        Field("paying for", "1 at the place of the card that is being paid for (SR-7)", of=places(6)),
        Field("trading", "1 at the trade card in use (C-2)", of=MERCHANT_NAMES.texts),
        Field("merchants", "1 at the merchant card at a place", of=pairs(places(6), MERCHANT_NAMES.texts)),
        Field("on merchants", "cubes lying on the card at a place", of=pairs(places(6), LETTERS), scale=5),
        Field("merchants left", "cards in the merchant deck", scale=50),
        Field("points", "1 at the point card at a place", of=pairs(places(5), POINT_NAMES.texts)),
        Field("points left", "cards in the point deck", scale=50),
        Field("gold left", "gold coins on the table", scale=10),
        Field("silver left", "silver coins on the table", scale=10),
    ),
    (
        *shared.SEAT,
        Field("hand", "1 for each merchant card in hand", of=MERCHANT_NAMES.texts),
        Field("played", "1 for each merchant card lying played", of=MERCHANT_NAMES.texts),
        Field("claimed", "1 for each point card claimed", of=POINT_NAMES.texts),
        Field("claims", "1 at the number of point cards claimed", of=range(MOST_CLAIMS + 1)),
        Field("gold", "gold coins", scale=5),
        Field("silver", "silver coins", scale=5),
    ),
)
BEGIN, STRIDE = LAYOUT.begin, LAYOUT.stride
PHASE, OWED, PAYING, TRADING = (LAYOUT.at(name) for name in ("phase", "owed", "paying for", "trading"))
MERCHANTS, ON_MERCHANTS = LAYOUT.at("merchants"), LAYOUT.at("on merchants")
MERCHANTS_LEFT, POINTS_LEFT = LAYOUT.at("merchants left"), LAYOUT.at("points left")
POINTS, GOLD_LEFT, SILVER_LEFT = LAYOUT.at("points"), LAYOUT.at("gold left"), LAYOUT.at("silver left")
HAND, PLAYED = LAYOUT.in_seat("hand"), LAYOUT.in_seat("played")
CLAIMED, CLAIMS = LAYOUT.in_seat("claimed"), LAYOUT.in_seat("claims")
GOLD, SILVER = LAYOUT.in_seat("gold"), LAYOUT.in_seat("silver")


@unchecked
def observe(state: State, seat: int, out: Entries) -> None:
    """Writes what a seat may know into entries that are all 0 (C-11)."""
    write_table(state, seat, state.phase == Phase.OVER, out)
    out[PHASE + state.phase] = 1
    put(out, OWED, state.owed)
    mark(out, PAYING, int(state.slot))
    mark(out, TRADING, int(state.card))
    write_row(state.merchants, MERCHANTS, CARDS, out)
    write_loads(state.merchants, ON_MERCHANTS, out)
    write_row(state.points, POINTS, POINT_CARDS, out)
    put(out, MERCHANTS_LEFT, state.merchants.left)
    put(out, POINTS_LEFT, state.points.left)
    put(out, GOLD_LEFT, state.gold)
    put(out, SILVER_LEFT, state.silver)
    for step in range(state.seats):
        other, at = (seat + step) % state.seats, BEGIN + step * STRIDE
        write_seat(state, other, at, out)
        write_player(state.players[other], at, out)


@unchecked
def write_player(player: Player, at: int, out: Entries) -> None:
    """Writes cards and coins."""
    mark_all(out, at + HAND, player.hand, CARDS)
    mark_all(out, at + PLAYED, player.played, CARDS)
    mark_all(out, at + CLAIMED, player.claimed, POINT_CARDS)
    mark_number(out, at + CLAIMS, count(player.claimed), MOST_CLAIMS)
    put(out, at + GOLD, player.gold)
    put(out, at + SILVER, player.silver)
