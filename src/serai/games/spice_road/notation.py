"""Spice Road as text: decisions, deals, reveals and positions."""

import re
from functools import partial

import numpy as np

from serai.core.bits import Bitset
from serai.core.caravans import LIMIT
from serai.core.component_set import once_per_set
from serai.core.notation.cards import parse_cubes
from serai.core.notation.errors import BadPosition
from serai.core.notation.positions import (
    apart,
    begin,
    fill,
    number_in,
    parts,
    read_lines,
    read_merchant_row,
    read_row,
    read_set,
    said,
)
from serai.core.notation.questions import by_name, check_legal, check_question, read_asked, unclear
from serai.core.phases import Phase
from serai.core.records import NONE, State
from serai.games.spice_road import rules as spice_road
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.notation_writing import all_decisions as all_decisions
from serai.games.spice_road.notation_writing import deal as deal
from serai.games.spice_road.notation_writing import decision as decision
from serai.games.spice_road.notation_writing import decisions as decisions
from serai.games.spice_road.notation_writing import position as position
from serai.games.spice_road.notation_writing import question as question
from serai.games.spice_road.notation_writing import reveals as reveals


@once_per_set
def numbers(pieces: RoadSet) -> dict[str, int]:
    """Returns the action number of every text."""
    return {text: action for action, text in all_decisions(pieces).items()}


def parse(pieces: RoadSet, state: State, text: str) -> int | None:
    """Reads a decision; None if the text names none."""
    return numbers(pieces).get(text)


def parse_position(pieces: RoadSet, text: str, generator: Bitset | None = None) -> State:
    """Reads a position; a deck that is not given holds all cards not elsewhere, shuffled if there is a generator."""
    state, lines = begin("spice_road", text, spice_road.STATE, spice_road.SEATS[1])
    state.slot, state.card = NONE, NONE
    state.gold = state.silver = spice_road.coins_of_each(state.seats)
    read_merchant_row(pieces, state.merchants, "-")
    read_row(state.points, "-", pieces.point_names)
    read_lines(lines, partial(read_line, pieces, state))
    players = [state.players[seat] for seat in range(state.seats)]
    held = [
        card
        for player in players
        for card in pieces.merchant_names.of_set(player.hand) + pieces.merchant_names.of_set(player.played)
    ]
    claimed = [card for player in players for card in pieces.point_names.of_set(player.claimed)]
    fill(state.merchants, pieces.merchant_names, pieces.merchant_deck, held, generator)
    fill(state.points, pieces.point_names, range(len(pieces.point_names)), claimed, generator)
    check(pieces, state)
    return state


def check(pieces: RoadSet, state: State) -> None:
    """Rejects a position that no game can reach: more than ten cubes only occur during a trade or a discard."""
    for seat in range(state.seats):
        player = state.players[seat]
        apart(pieces.merchant_names, player.hand, player.played)
        busy = seat == state.seat and state.phase in (Phase.TRADE, Phase.DISCARD)
        if player.caravan.sum() > LIMIT and not busy:
            raise BadPosition(f"{player.caravan.sum()} cubes of seat {seat + 1} are above the limit of {LIMIT}")
    check_question(pieces, state, LIMIT)
    check_legal(pieces.values(), state)


def read_line(pieces: RoadSet, state: State, key: str, value: str) -> None:
    """Reads one line of a position into a state."""
    if key == "asked":
        read_question(pieces, state, value)
    elif key == "merchants":
        read_merchant_row(pieces, state.merchants, value)
    elif key == "points":
        read_row(state.points, value, pieces.point_names)
    elif key == "coins":
        found, most = parts(value, "gold", "silver"), spice_road.coins_of_each(state.seats)
        state.gold, state.silver = (number_in(said(found, coin), 0, most) for coin in ("gold", "silver"))
    else:
        read_player(pieces, state.players[number_in(key, 1, state.seats) - 1], value)


def read_player(pieces: RoadSet, player: np.record, value: str) -> None:
    """Reads what one player has, nothing by default."""
    found = parts(value, "caravan", "hand", "played", "claimed", "gold", "silver")
    player.caravan[:] = parse_cubes(found.get("caravan", "-"))
    player.hand = read_set(found, "hand", pieces.merchant_names)
    player.played = read_set(found, "played", pieces.merchant_names)
    player.claimed = read_set(found, "claimed", pieces.point_names)
    player.gold = number_in(found.get("gold", "0"), 0, 10)
    player.silver = number_in(found.get("silver", "0"), 0, 10)


QUESTION = re.compile(
    r"seat (?P<seat>[1-5]) (?P<phase>turn|discard|pay|upgrade|trade)"
    r"(?: (?P<owed>[1-9]))?(?: for place (?P<place>[2-6]))?(?: (?P<card>[^\s0-9]\S*))?"
)
PHASES = by_name(Phase)


def read_question(pieces: RoadSet, state: State, value: str) -> None:
    """Reads who decides what."""
    found = read_asked(pieces, state, value, QUESTION, PHASES)
    if found is None:
        return
    state.owed = int(found["owed"] or 0)
    state.slot = int(found["place"]) - 1 if found["place"] else NONE
    if question(pieces, state) != value:
        raise unclear(value)
