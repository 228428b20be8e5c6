"""Caravan Race as text: what is written in notation_writing.py is read here."""

import re
from functools import partial

from caravan_race.component_set import RaceSet
from caravan_race.notation_writing import all_decisions as all_decisions
from caravan_race.notation_writing import deal as deal
from caravan_race.notation_writing import decision as decision
from caravan_race.notation_writing import decisions as decisions
from caravan_race.notation_writing import position as position
from caravan_race.notation_writing import reveals as reveals
from caravan_race.numbers import CUBES, SEATS, STAGES
from caravan_race.rules import NAME, STATE
from serai.core.bits import Bitset
from serai.core.component_set import once_per_set
from serai.core.notation.cards import parse_cubes
from serai.core.notation.errors import BadPosition, brief
from serai.core.notation.positions import begin, fill, number_in, parts, read_lines, read_row, said
from serai.core.notation.questions import check_legal
from serai.core.phases import Phase
from serai.core.records import NONE, Player, State

QUESTION = re.compile(r"seat (?P<seat>[1-4]) (?P<phase>turn|pay)")


@once_per_set
def numbers(pieces: RaceSet) -> dict[str, int]:
    """Returns the action number of every text."""
    return {text: action for action, text in all_decisions(pieces).items()}


def parse(pieces: RaceSet, state: State, text: str) -> int | None:
    """Reads a decision; None for a text that names none."""
    return numbers(pieces).get(text)


def parse_position(pieces: RaceSet, text: str, generator: Bitset | None = None) -> State:
    """Reads a position; a deck not given holds the other cards, shuffled if there is a generator."""
    state, lines = begin(NAME, text, STATE, SEATS[1])
    state.first = NONE
    read_row(state.market, "-", pieces.goods_names)
    read_lines(lines, partial(read_line, pieces, state))
    fill(state.market, pieces.goods_names, range(len(pieces.goods)), [], generator)
    check(pieces, state)
    return state


def read_line(pieces: RaceSet, state: State, key: str, value: str) -> None:
    """Reads one line of a position into a state."""
    if key == "asked":
        read_question(state, value)
    elif key == "market":
        read_row(state.market, value, pieces.goods_names)
    elif key == "first":
        state.first = NONE if value == "-" else number_in(value, 1, state.seats) - 1
    else:
        read_player(state.players[number_in(key, 1, state.seats) - 1], value)


def read_question(state: State, value: str) -> None:
    """Reads who decides what."""
    found = QUESTION.fullmatch(value)
    if value == "over":
        state.phase = Phase.OVER
    elif found and int(found["seat"]) <= state.seats:
        state.seat, state.phase = int(found["seat"]) - 1, Phase[found["phase"].upper()]
    else:
        raise BadPosition(f"{brief(value)} is no question of this game")


def read_player(player: Player, value: str) -> None:
    """Reads what one player has."""
    found = parts(value, "stage", "caravan")
    player.stage = number_in(said(found, "stage"), 0, STAGES)
    player.caravan[:] = parse_cubes(said(found, "caravan"))


def check(pieces: RaceSet, state: State) -> None:
    """Refuses a position that no game comes to."""
    for seat in range(state.seats):
        if (held := int(state.players[seat].caravan.sum())) > CUBES:
            raise BadPosition(f"{held} cubes of seat {seat + 1} are more than the {CUBES} that a caravan carries")
    if (state.first != NONE) != any(state.players[seat].stage == STAGES for seat in range(state.seats)):
        raise BadPosition("'first' names who arrived first, once a caravan is at the goal")
    check_legal(pieces.values(), state)
