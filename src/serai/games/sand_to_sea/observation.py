"""What a seat of Sand to Sea observes."""

from serai.core.compiled import unchecked
from serai.core.components import SPICES as LETTERS
from serai.core.observation import entries
from serai.core.observation.entries import (
    STEPS,
    mark,
    mark_all,
    phase_places,
    put,
    relative,
    write_loads,
    write_row,
    write_seat,
    write_table,
)
from serai.core.observation.layouts import Entries, Field, Layout, Where, pairs, places
from serai.core.phases import Phase
from serai.core.records import NONE, SPICES, Player, State, Values
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.pieces import COLUMNS, SYMBOL_TILES
from serai.games.sand_to_sea.rules.outposts import built
from serai.games.sand_to_sea.rules.ports import closed_port
from serai.games.sand_to_sea.rules.state import CLOSED, CLOSED_AMONG, SEATS, SPACES, Sea

ISLANDS = SPICES * SYMBOL_TILES
QUESTIONS = [*Phase, *Sea]
PHASE_AT = phase_places([int(phase) for phase in QUESTIONS])


def layout(pieces: SeaSet) -> Layout:
    """Lays out the fields for a component set, which determines how many cards of each kind there are."""
    return Layout(
        "sand_to_sea",
        SEATS[1],
        (
            *entries.TABLE,
            Field("phase", "1 at the question being asked", of=[phase.name.lower() for phase in QUESTIONS]),
            Field("owed", "cubes still to pay or to upgrade", scale=5),
            Field("free steps", "free steps left while sailing (SS-9)", scale=4),
            Field("toll to", "1 at the seat that is given the next cube of a toll (SS-9)", of=STEPS[: SEATS[1]]),
            Field(
                "column", "1 at the column just emptied, while its bonus is chosen (SS-11)", of=range(1, COLUMNS + 1)
            ),
            Field("paying for", "1 at the place of the card that is being paid for (SS-7)", of=places(4)),
            Field("trading", "1 at the trade card in use (C-2)", of=pieces.merchant_names.texts),
            Field("merchants", "1 at the merchant card at a place", of=pairs(places(4), pieces.merchant_names.texts)),
            Field("on merchants", "cubes lying on the card at a place", of=pairs(places(4), LETTERS), scale=5),
            Field("merchants left", "cards in the merchant deck", scale=50),
            Field(
                "island",
                "1 at the island on a space; a space without any is sea (SS-2)",
                of=pairs(pieces.open_spaces, pieces.island_names.texts),
            ),
            Field(
                "port",
                "1 at the tile in a port (SS-13)",
                of=pairs(pieces.ports, [*pieces.victory_names.texts, "closed"]),
            ),
            Field("victory left", "tiles in the victory stack", scale=25),
            Field(
                "closed within",
                "among how many top tiles of the stack the closed port must be, 0 when it is out",
                scale=6,
            ),
            Field("hold left", "hold tiles on their pile (SS-4)", scale=4),
            Field("sail left", "sail tiles on their pile", scale=4),
            Field("points left", "points tiles on their pile", scale=4),
            Field(
                "group", "1 for each group of starting cubes that nobody has taken (SS-6)", of=pieces.group_names.texts
            ),
        ),
        (
            *entries.SEAT,
            Field("hand", "1 for each merchant card in hand", of=pieces.merchant_names.texts),
            Field("played", "1 for each merchant card on the open pile (SS-8)", of=pieces.merchant_names.texts),
            Field("spent", "1 for each merchant card on the discard pile (SS-9)", of=pieces.merchant_names.texts),
            Field("boat", "1 at the space where the boat is", of=pieces.space_names.texts),
            Field("outpost", "1 at each space with an outpost (SS-10)", of=pieces.space_names.texts),
            Field(
                "built",
                "1 at the number of outposts built from the row of a symbol",
                of=pairs(LETTERS, range(COLUMNS + 1)),
            ),
            Field("victory", "1 for each victory tile", of=pieces.victory_names.texts),
            Field("bonus points", "1 for each points tile (SS-12)", of=pieces.points_names.texts),
            Field("hold", "hold tiles, each for three more cubes", scale=4),
            Field("sail", "sail tiles, each for a free step", scale=4),
        ),
    )


@unchecked
def observe(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes what a seat may know into entries that are all 0 (C-11)."""
    write_table(state, seat, state.phase == Phase.OVER, out)
    write_question(where, state, seat, out)
    write_row(state.merchants, where.merchants, values.merchants_size, out)
    write_loads(state.merchants, where.on_merchants, out)
    put(out, where.merchants_left, state.merchants.left)
    write_map(values, where, state, out)
    put(out, where.hold_left, state.hold)
    put(out, where.sail_left, state.sail)
    put(out, where.points_left, state.points)
    mark_all(out, where.group, state.groups, values.groups_size)
    for step in range(state.seats):
        other, at = (seat + step) % state.seats, where.begin + step * where.stride
        write_seat(values, state, other, at, out)
        write_player(values, where, state, state.players[other], at, out)


@unchecked
def write_question(where: Where, state: State, seat: int, out: Entries) -> None:
    """Writes the question."""
    out[where.phase + PHASE_AT[state.phase]] = 1
    put(out, where.owed, state.owed)
    put(out, where.free_steps, state.free)
    mark(out, where.toll_to, relative(state, seat, int(state.payee)))
    mark(out, where.column, int(state.column))
    mark(out, where.paying_for, int(state.slot))
    mark(out, where.trading, int(state.card))


@unchecked
def write_map(values: Values, where: Where, state: State, out: Entries) -> None:
    """Writes the islands, the ports, and what is known of the victory stack (SS-3)."""
    for place in range(len(values.open_spaces)):
        mark(out, where.island + place * ISLANDS, int(state.tiles[values.open_spaces[place]]))
    for port in range(len(state.ports.cards)):
        tile = int(state.ports.cards[port])
        mark(out, where.port + port * (values.victory_size + 1), values.victory_size if tile == CLOSED else tile)
    put(out, where.victory_left, state.ports.left)
    if closed_port(state) == NONE:
        drawn = values.victory_size + 1 - len(state.ports.cards) - state.ports.left
        put(out, where.closed_within, CLOSED_AMONG - drawn)


@unchecked
def write_player(values: Values, where: Where, state: State, player: Player, at: int, out: Entries) -> None:
    """Writes cards, boat, outposts and tiles."""
    mark_all(out, at + where.own_hand, player.hand, values.merchants_size)
    mark_all(out, at + where.own_played, player.played, values.merchants_size)
    mark_all(out, at + where.own_spent, player.spent, values.merchants_size)
    mark(out, at + where.own_boat, int(player.boat))
    mark_all(out, at + where.own_outpost, player.outposts, SPACES)
    for symbol in range(SPICES):
        out[at + where.own_built + symbol * (COLUMNS + 1) + built(state, player, symbol)] = 1
    mark_all(out, at + where.own_victory, player.victory, values.victory_size)
    mark_all(out, at + where.own_bonus_points, player.points, values.points_tiles)
    put(out, at + where.own_hold, player.hold)
    put(out, at + where.own_sail, player.sail)
