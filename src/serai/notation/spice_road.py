"""Spice Road as text: decisions, deals, reveals and positions."""

import re
from typing import Any

import numpy as np

from serai.notation.cards import MERCHANTS, Names, common_decisions, cubes, parse_cubes
from serai.notation.errors import BadPosition
from serai.notation.positions import (
    apart,
    begin,
    deck,
    drawn,
    fill,
    listed,
    merchant_row,
    number_in,
    parts,
    read_lines,
    read_merchant_row,
    read_row,
    read_set,
    said,
)
from serai.notation.questions import by_name, check_legal, check_question, read_asked, unclear
from serai.rules import components, spice_road
from serai.rules.caravans import LIMIT
from serai.rules.merchants import DECK
from serai.rules.phases import Phase
from serai.rules.records import NONE, State
from serai.rules.spice_road import ACQUIRE, CLAIM, PLAY, REST

POINTS = Names([cubes(card.cost) for card in components.point_cards()], "point card")


def all_decisions() -> dict[int, str]:
    """Returns the text of every action number of the game."""
    texts = common_decisions(REST)
    for block, verb, names in (PLAY, "play", MERCHANTS), (ACQUIRE, "acquire", MERCHANTS), (CLAIM, "claim", POINTS):
        texts |= {block + number: f"{verb} {text}" for number, text in enumerate(names.texts)}
    return dict(sorted(texts.items()))


DECISIONS = all_decisions()
NUMBERS = {text: action for action, text in DECISIONS.items()}


def decision(state: State, action: int) -> str | None:
    """Writes a decision; None for a number that names none."""
    return DECISIONS.get(action)


def parse(state: State, text: str) -> int | None:
    """Reads a decision; None for a text that names none."""
    return NUMBERS.get(text)


def deal(state: State) -> dict[str, Any]:
    """Returns the order of both kinds of cards as they are drawn, of a game that has just been set up (SR-1, SR-4)."""
    return {
        "merchants": drawn(state.merchants, MERCHANTS),
        "points": drawn(state.points, POINTS),
    }


def reveals(before: State, after: State) -> list[str]:
    """Lists the cards that a decision turned up."""
    rows = ((after.merchants, before.merchants, MERCHANTS), (after.points, before.points, POINTS))
    return [names[row.cards[-1]] for row, was, names in rows if row.left < was.left]


def position(state: State) -> str:
    """Writes a whole position, hidden decks included; `parse_position` reads it back."""
    lines = [
        f"spice_road, {state.seats} players",
        f"asked: {question(state)}",
        f"merchants: {merchant_row(state.merchants)}",
        f"points: {listed(POINTS.in_row(state.points.cards))} / {listed(deck(state.points, POINTS))}",
        f"coins: gold {state.gold}, silver {state.silver}",
    ]
    return "\n".join(lines + [player_line(state, seat) for seat in range(state.seats)]) + "\n"


def question(state: State) -> str:
    """Writes who decides what."""
    match Phase(state.phase):
        case Phase.OVER:
            return "over"
        case Phase.PAY:
            what = f"pay {state.owed} for place {state.slot + 1}"
        case Phase.UPGRADE:
            what = f"upgrade {state.owed}"
        case Phase.TRADE:
            what = f"trade {MERCHANTS[state.card]}"
        case phase:
            what = phase.name.lower()
    return f"seat {state.seat + 1} {what}"


def player_line(state: State, seat: int) -> str:
    """Writes what one player has."""
    player = state.players[seat]
    return (
        f"{seat + 1}: caravan {cubes(player.caravan) or '-'}, hand {listed(MERCHANTS.of_set(player.hand))}, "
        f"played {listed(MERCHANTS.of_set(player.played))}, claimed {listed(POINTS.of_set(player.claimed))}, "
        f"gold {player.gold}, silver {player.silver}"
    )


def parse_position(text: str) -> State:
    """Reads a position; a deck that is not given holds the cards that are nowhere else, in the order of the files."""
    state, lines = begin("spice_road", text, spice_road.STATE, spice_road.SEATS[1])
    state.slot, state.card = NONE, NONE
    state.gold = state.silver = 2 * state.seats
    read_merchant_row(state.merchants, "-")
    read_row(state.points, "-", POINTS)
    read_lines(state, lines, read_line)
    players = [state.players[seat] for seat in range(state.seats)]
    held = [card for player in players for card in MERCHANTS.of_set(player.hand) + MERCHANTS.of_set(player.played)]
    claimed = [card for player in players for card in POINTS.of_set(player.claimed)]
    fill(state.merchants, MERCHANTS, [int(card) for card in DECK], held)
    fill(state.points, POINTS, range(len(POINTS)), claimed)
    check(state)
    return state


def check(state: State) -> None:
    """Refuses a position that no game comes to: only during a trade or a discard are there more than ten cubes."""
    for seat in range(state.seats):
        player = state.players[seat]
        apart(MERCHANTS, player.hand, player.played)
        busy = seat == state.seat and state.phase in (Phase.TRADE, Phase.DISCARD)
        if player.caravan.sum() > LIMIT and not busy:
            raise BadPosition(f"{player.caravan.sum()} cubes of seat {seat + 1} are above the limit of {LIMIT}")
    check_question(state, LIMIT)
    check_legal(state)


def read_line(state: State, key: str, value: str) -> None:
    """Reads one line of a position into a state."""
    if key == "asked":
        read_question(state, value)
    elif key == "merchants":
        read_merchant_row(state.merchants, value)
    elif key == "points":
        read_row(state.points, value, POINTS)
    elif key == "coins":
        found = parts(value, "gold", "silver")
        state.gold, state.silver = (number_in(said(found, coin), 0, 2 * state.seats) for coin in ("gold", "silver"))
    else:
        read_player(state.players[number_in(key, 1, state.seats) - 1], value)


def read_player(player: np.record, value: str) -> None:
    """Reads what one player has; what is not given is nothing."""
    found = parts(value, "caravan", "hand", "played", "claimed", "gold", "silver")
    player.caravan[:] = parse_cubes(found.get("caravan", "-"))
    player.hand = read_set(found, "hand", MERCHANTS)
    player.played = read_set(found, "played", MERCHANTS)
    player.claimed = read_set(found, "claimed", POINTS)
    player.gold = number_in(found.get("gold", "0"), 0, 10)
    player.silver = number_in(found.get("silver", "0"), 0, 10)


QUESTION = re.compile(
    r"seat (?P<seat>[1-5]) (?P<phase>turn|discard|pay|upgrade|trade)"
    r"(?: (?P<owed>[1-9]))?(?: for place (?P<place>[2-6]))?(?: (?P<card>[^\s0-9]\S*))?"
)
PHASES = by_name(Phase)


def read_question(state: State, value: str) -> None:
    """Reads who decides what."""
    found = read_asked(state, value, QUESTION, PHASES)
    if found is None:
        return
    state.owed = int(found["owed"] or 0)
    state.slot = int(found["place"]) - 1 if found["place"] else NONE
    if question(state) != value:
        raise unclear(value)
