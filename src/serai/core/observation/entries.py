"""The first fields of all games' observations, and the functions that write entries.

Indices are made unsigned before writing, so that compiled code need not handle negative ones.
"""

import numpy as np

from serai.core.bits import ALL_EIGHT, BYTE, ONE, Bitset, set_of
from serai.core.compiled import unchecked
from serai.core.components import SPICES as LETTERS
from serai.core.observation.layouts import MOST, Entries, Field, Layout, Where, pairs
from serai.core.records import NONE, SPICES, Cubes, Row, State, Values
from serai.core.spec import ending, mover, score

MOST_SEATS = 5
NUMBERS = 11
STEPS = [f"+{step}" for step in range(MOST_SEATS)]
PHASES = 64
LOWEST_BYTE = np.uint64(ALL_EIGHT)
SPREAD: Bitset = np.array(  # eight marks, from bits to bytes
    [set_of([BYTE * place for place in range(BYTE) if marks >> place & 1]) for marks in range(ALL_EIGHT + 1)],
    np.uint64,
)

TABLE = (
    Field("round", "rounds begun", scale=20),
    Field("capped", "1 when the game is stopped after a number of rounds (C-10)"),
    Field("rounds left", "rounds that may still be begun before the game is stopped, 0 without a limit", scale=20),
    Field("players", "1 at the number of players", of=range(2, MOST_SEATS + 1)),
    Field("own place", "1 at the observer's place in the turn order", of=range(1, MOST_SEATS + 1)),
    Field("turn of", "1 at the seat whose turn it is", of=STEPS),
    Field("decides", "1 at the seat that decides now; none when the game is over", of=STEPS),
    Field("last round", "1 when the end has been triggered: no round follows this one (C-6)"),
)
SEAT = (
    Field("present", "1 if the seat is taken, else the whole block is 0"),
    Field("score", "points as they would be now", scale=100),
    Field("cubes", "cubes of each spice", of=LETTERS, scale=10),
    Field(
        "exactly",
        "1 at the number of cubes of each spice; the last is for ten and more",
        of=pairs(LETTERS, range(NUMBERS)),
    ),
)

_shared = Layout("", MOST_SEATS, TABLE, SEAT)
ROUND, CAPPED, LEFT = _shared.at("round"), _shared.at("capped"), _shared.at("rounds left")
PLAYERS, OWN_PLACE = _shared.at("players"), _shared.at("own place")
TURN_OF, DECIDES, LAST_ROUND = _shared.at("turn of"), _shared.at("decides"), _shared.at("last round")
PRESENT, SCORE = _shared.in_seat("present"), _shared.in_seat("score")
CUBES, EXACTLY = _shared.in_seat("cubes"), _shared.in_seat("exactly")


def where_of(layout: Layout) -> Where:
    """Returns the offsets of the fields that a game adds to the shared ones."""
    return layout.where(len(TABLE), len(SEAT))


def phase_places(phases: list[int]) -> np.ndarray:
    """Returns the index in a list for the number of each phase."""
    found = np.full(PHASES, NONE, np.int16)
    found[phases] = range(len(phases))
    return found


@unchecked
def put(out: Entries, at: int, number: int) -> None:
    """Writes a number, or the largest that an entry can hold."""
    out[np.uint64(at)] = min(int(number), MOST)


@unchecked
def mark(out: Entries, at: int, place: int) -> None:
    """Marks one place of a field; NONE marks nothing, without an unpredictable branch."""
    out[np.uint64(at + max(place, 0))] |= place != NONE


@unchecked
def mark_number(out: Entries, at: int, number: int, most: int) -> None:
    """Marks a number; the last place stands for all numbers from there up."""
    out[np.uint64(at + min(int(number), most))] = 1


@unchecked
def mark_all(out: Entries, at: int, bits: np.uint64, kinds: int) -> None:
    """Marks every member of a set among `kinds` places; from eight places on, without a loop over them."""
    if kinds >= 4 * BYTE:
        mark_ends(out, at, bits, kinds, 4)
    elif kinds >= 2 * BYTE:
        mark_ends(out, at, bits, kinds, 2)
    elif kinds >= BYTE:
        mark_ends(out, at, bits, kinds, 1)
    else:
        for member in range(kinds):
            out[np.uint64(at + member)] = (bits >> np.uint64(member)) & ONE


@unchecked
def mark_ends(out: Entries, at: int, bits: np.uint64, kinds: int, eights: int) -> None:
    """Marks the first and the last eights of a set, which together cover it; they may overlap."""
    last = kinds - BYTE * eights
    for eight in range(eights):
        mark_eight(out, at + BYTE * eight, bits >> np.uint64(BYTE * eight))
        mark_eight(out, at + last + BYTE * eight, bits >> np.uint64(last + BYTE * eight))


@unchecked
def mark_eight(out: Entries, at: int, bits: np.uint64) -> None:
    """Marks the eight lowest members of a set, lowest first; the compiler makes it one instruction where possible."""
    marks = SPREAD[int(bits) & ALL_EIGHT]
    for place in range(BYTE):
        out[np.uint64(at + place)] = (marks >> np.uint64(BYTE * place)) & LOWEST_BYTE


@unchecked
def relative(state: State, seat: int, other: int) -> int:
    """Counts how many seats one seat sits after another; NONE stays NONE."""
    return NONE if other == NONE else (other - seat + state.seats) % state.seats


@unchecked
def write_clock(begun: int, cap: int, out: Entries) -> None:
    """Writes rounds begun and left; a cap of 0 means none."""
    put(out, ROUND, begun)
    if cap > 0:
        out[CAPPED] = 1
        put(out, LEFT, max(0, cap - begun))


@unchecked
def write_table(state: State, seat: int, over: bool, out: Entries) -> None:
    """Writes the seating and who decides."""
    out[PLAYERS + state.seats - 2] = 1
    out[OWN_PLACE + seat] = 1
    out[TURN_OF + relative(state, seat, mover(state))] = 1
    if not over:
        out[DECIDES + relative(state, seat, int(state.seat))] = 1
    if ending(state):
        out[LAST_ROUND] = 1


@unchecked
def write_seat(values: Values, state: State, seat: int, at: int, out: Entries) -> None:
    """Writes what players have in every game: points and cubes."""
    out[at + PRESENT] = 1
    put(out, at + SCORE, score(values, state, seat))
    write_caravan(state.players[seat].caravan, at, out)


@unchecked
def write_caravan(caravan: Cubes, at: int, out: Entries) -> None:
    """Writes the cubes of each spice, as a number and as a mark."""
    for spice in range(SPICES):
        put(out, at + CUBES + spice, caravan[spice])
        mark_number(out, at + EXACTLY + spice * NUMBERS, caravan[spice], NUMBERS - 1)


@unchecked
def write_row(row: Row, at: int, kinds: int, out: Entries) -> None:
    """Marks the card at each place of a row."""
    for slot in range(len(row.cards)):
        mark(out, at + slot * kinds, int(row.cards[slot]))


@unchecked
def write_loads(row: Row, at: int, out: Entries) -> None:
    """Writes the cubes lying on each merchant card of a row."""
    for slot in range(len(row.cards)):
        for spice in range(SPICES):
            put(out, at + slot * SPICES + spice, row.spices[slot, spice])
