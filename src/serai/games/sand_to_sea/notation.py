"""Sand to Sea as text: decisions, deals, reveals and positions."""

import re
from functools import partial

import numpy as np

from serai.core.bits import BIT, Bitset, has
from serai.core.chance import below
from serai.core.component_set import once_per_set
from serai.core.notation.cards import SPICES, parse_cubes
from serai.core.notation.errors import BadPosition, brief
from serai.core.notation.positions import (
    apart,
    begin,
    fill,
    listed,
    number_in,
    once,
    parts,
    read_deck,
    read_lines,
    read_merchant_row,
    read_set,
    said,
    unlisted,
)
from serai.core.notation.questions import by_name, check_legal, read_asked, unclear
from serai.core.phases import Phase
from serai.core.records import NONE, Player, State, empty_states
from serai.games.sand_to_sea import rules as sea_rules
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.notation_writing import PHRASES as PHRASES
from serai.games.sand_to_sea.notation_writing import all_decisions as all_decisions
from serai.games.sand_to_sea.notation_writing import deal as deal
from serai.games.sand_to_sea.notation_writing import decision as decision
from serai.games.sand_to_sea.notation_writing import decisions as decisions
from serai.games.sand_to_sea.notation_writing import phase_name as phase_name
from serai.games.sand_to_sea.notation_writing import position as position
from serai.games.sand_to_sea.notation_writing import question as question
from serai.games.sand_to_sea.notation_writing import reveals as reveals
from serai.games.sand_to_sea.pieces import CLOSED
from serai.games.sand_to_sea.position_checks import check_question
from serai.games.sand_to_sea.rules import state as sea_table
from serai.games.sand_to_sea.rules.state import FREE, ISLANDS_USED, SAIL, Sea

LARGE = 1 << 31


@once_per_set
def numbers(pieces: SeaSet) -> dict[str, int]:
    """Returns the action number of every text except steps."""
    return {text: action for action, text in all_decisions(pieces).items() if "neighbour" not in text}


def parse(pieces: SeaSet, state: State, text: str) -> int | None:
    """Reads a decision; None if the text names none."""
    verb, *words = text.split() or [""]
    if verb != "sail":
        return numbers(pieces).get(text)
    here = pieces.map.neighbours[state.players[state.seat].boat]
    space, card = (
        pieces.space_names.get(words[0] if words else ""),
        pieces.merchant_names.get(words[1]) if len(words) == 2 else None,
    )
    if space not in here or len(words) > 2 or (len(words) == 2 and card is None):
        return None
    way = here.index(space)
    return FREE + way if card is None else SAIL + 64 * way + card


def parse_position(pieces: SeaSet, text: str, generator: Bitset | None = None) -> State:
    """Reads a position; a deck that is not given holds all pieces not elsewhere, shuffled if there is a generator."""
    state, lines = begin("sand_to_sea", text, sea_table.STATE, sea_table.SEATS[1])
    state.slot, state.card, state.payee, state.column = NONE, NONE, NONE, NONE
    state.hold, state.sail, state.points = NONE, NONE, NONE
    state.tiles[:] = NONE
    state.ports.cards[:] = NONE
    for player in state.players:
        player.boat = NONE
    read_merchant_row(pieces, state.merchants, "-")
    read_deck(state.ports, None, pieces.victory_names)
    read_lines(lines, partial(read_line, pieces, state))
    players = [state.players[seat] for seat in range(state.seats)]
    piles = ("hand", "played", "spent")
    held = [card for player in players for pile in piles for card in pieces.merchant_names.of_set(player[pile])]
    delivered = [tile for player in players for tile in pieces.victory_names.of_set(player.victory)]
    fill(state.merchants, pieces.merchant_names, pieces.merchant_deck, held, generator)
    stacked = state.ports.left != NONE
    fill(state.ports, pieces.victory_names, [CLOSED, *range(len(pieces.victory))], delivered)
    if generator is not None and not stacked:
        shuffle_stack(pieces, state, generator)
    fill_piles(pieces, state, players)
    check(pieces, state)
    return state


def shuffle_stack(pieces: SeaSet, state: State, generator: Bitset) -> None:
    """Shuffles the stack of victory tiles; the closed port is among the tiles that may hide it (SS-3)."""
    hidden = empty_states(state.dtype, 1)
    hidden[0] = state
    sea_rules.redeal(
        pieces.values(), hidden[0], 0, np.uint64(below(generator, LARGE)), np.uint64(below(generator, LARGE))
    )
    state.ports.deck[:] = hidden[0].ports.deck


def fill_piles(pieces: SeaSet, state: State, players: list[Player]) -> None:
    """Fills piles of bonus tiles that were not given with the tiles no player has; rejects more tiles than exist."""
    for pile, tiles in ("hold", pieces.bonus.hold), ("sail", pieces.bonus.sail):
        held = sum(int(player[pile]) for player in players)
        if state[pile] == NONE:
            state[pile] = max(0, tiles - held)
        if state[pile] + held > tiles:
            raise BadPosition(f"{state[pile] + held} {pile} tiles with those on the pile; there are {tiles}")
    taken = [tile for player in players for tile in pieces.points_names.of_set(player.points)]
    if state.points == NONE:
        state.points = len(pieces.points_names) - max(
            (pieces.points_names.number(tile) + 1 for tile in taken), default=0
        )
    once(points_pile(pieces, state.points) + taken)


def points_pile(pieces: SeaSet, left: int) -> list[str]:
    """Lists the points tiles of their pile when `left` of them are left."""
    return pieces.points_names.texts[len(pieces.points_names) - left :]


def check(pieces: SeaSet, state: State) -> None:
    """Rejects a position that no game can reach."""
    for seat in range(state.seats):
        player = state.players[seat]
        apart(pieces.merchant_names, player.hand, player.played, player.spent)
        if any(state.tiles[space] == NONE for space in range(len(pieces.map.names)) if has(player.outposts, space)):
            raise BadPosition(f"seat {seat + 1} has an outpost where no island is")
        if has(player.victory, CLOSED):
            raise BadPosition("the closed port cannot be delivered")
    for symbol, market in zip(SPICES, state.markets, strict=True):
        if int(market).bit_count() > ISLANDS_USED:
            raise BadPosition(f"{int(market).bit_count()} islands with the symbol {symbol}; there are {ISLANDS_USED}")
    check_question(pieces, state, phase_name(state))
    check_legal(pieces.values(), state)


def read_line(pieces: SeaSet, state: State, key: str, value: str) -> None:
    """Reads one line of a position into a state."""
    if key == "asked":
        read_question(pieces, state, value)
    elif key == "tiles":
        for name, tile in parts(value, *pieces.open_spaces).items():
            read_tile(pieces, state, pieces.space_names.number(name), tile)
    elif key == "merchants":
        read_merchant_row(pieces, state.merchants, value)
    elif key == "ports":
        read_ports(pieces, state, value)
    elif key == "bonus":
        found = parts(value, "hold", "sail", "points")
        state.hold = number_in(said(found, "hold"), 0, pieces.bonus.hold)
        state.sail = number_in(said(found, "sail"), 0, pieces.bonus.sail)
        state.points = read_points_pile(pieces, said(found, "points"))
    elif key == "groups":
        state.groups = read_set({"groups": value}, "groups", pieces.group_names)
    else:
        read_player(pieces, state.players[number_in(key, 1, state.seats) - 1], value)


def read_points_pile(pieces: SeaSet, value: str) -> int:
    """Reads the pile of points tiles, top first; returns how many are left."""
    tiles = unlisted(value)
    if len(tiles) > len(pieces.points_names) or tiles != points_pile(pieces, len(tiles)):
        everything = listed(pieces.points_names.texts)
        raise BadPosition(f"{brief(value)} cannot be left of the points tiles {everything}, taken from the left")
    return len(tiles)


def read_tile(pieces: SeaSet, state: State, space: int, tile: str) -> None:
    """Lays a tile on a space."""
    if tile == "sea":
        return
    number = pieces.island_names.number(tile)
    if number in state.tiles:
        raise BadPosition(f"{tile} lies on two spaces")
    state.tiles[space] = number
    state.markets[pieces.islands[number].symbol] |= BIT[space]


def read_ports(pieces: SeaSet, state: State, value: str) -> None:
    """Reads the tiles in the ports and the stack, top first."""
    front, slash, back = value.partition("/")
    for name, tile in parts(front, *pieces.ports).items():
        state.ports.cards[pieces.ports.index(name)] = (
            NONE if tile.strip() == "-" else pieces.victory_names.number(tile.strip())
        )
    read_deck(state.ports, back if slash else None, pieces.victory_names)


def read_player(pieces: SeaSet, player: Player, value: str) -> None:
    """Reads what one player has, nothing by default."""
    piles = ("hand", "played", "spent")
    found = parts(value, "boat", "caravan", *piles, "outposts", "victory", "hold", "sail", "points")
    boat = found.get("boat", "-")
    player.boat = NONE if boat == "-" else pieces.space_names.number(boat)
    player.caravan[:] = parse_cubes(found.get("caravan", "-"))
    for pile in piles:
        player[pile] = read_set(found, pile, pieces.merchant_names)
    player.outposts = read_set(found, "outposts", pieces.space_names)
    player.victory = read_set(found, "victory", pieces.victory_names)
    player.points = read_set(found, "points", pieces.points_names)
    player.hold = number_in(found.get("hold", "0"), 0, pieces.bonus.hold)
    player.sail = number_in(found.get("sail", "0"), 0, pieces.bonus.sail)


QUESTION = re.compile(
    r"seat (?P<seat>[1-4]) in turn (?P<turn>[1-4]) (?P<phase>[a-z]+)"
    r"(?: (?P<number>\d{1,3}))?(?: for place (?P<place>[2-4]))?(?: (?P<card>[^\s0-9]\S*))?"
)
PHASES = by_name(Phase, Sea)


def read_question(pieces: SeaSet, state: State, value: str) -> None:
    """Reads who decides what, in whose turn."""
    found = read_asked(pieces, state, value, QUESTION, PHASES)
    if found is None:
        return
    name, number = found["phase"], int(found["number"] or 0)
    if name == "bonus" and not 1 <= number <= 4:
        raise unclear(value)
    state.turn = int(found["turn"]) - 1
    state.owed = number if name in ("pay", "upgrade", "build") else 0
    state.free = number if name == "sail" else 0
    state.payee = number - 1 if name == "toll" else NONE
    state.column = number - 1 if name == "bonus" else NONE
    state.slot = int(found["place"]) - 1 if found["place"] else NONE
    if question(pieces, state) != value:
        raise unclear(value)
