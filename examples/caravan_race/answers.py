"""What the rules of Caravan Race say about a position to a seat that looks at it; views show it."""

import numpy as np

from caravan_race.numbers import PARTS, SEATS, WORDS
from caravan_race.rules import asks_toll, legal, score_parts, stage_after
from serai.core.bits import clear
from serai.core.compiled import entry
from serai.core.records import SPICES, State, Values, record

ANSWERS = record(
    ("mask", np.uint64, WORDS),  # what the looking seat may decide
    ("parts", np.int16, (SEATS[1], len(PARTS))),  # score_parts by seat
    ("tolls", np.int8, SPICES),  # 1 for each cube by which who decides would come to a toll (CR-5)
)


@entry
def fill_answers(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes down all answers for a seat."""
    clear(answers.mask)
    if seat == state.seat:
        legal(values, state, answers.mask)
    for each in range(state.seats):
        stages, arrival, cubes = score_parts(values, state, each)
        answers.parts[each, 0], answers.parts[each, 1], answers.parts[each, 2] = stages, arrival, cubes
    for spice in range(SPICES):
        answers.tolls[spice] = asks_toll(state, stage_after(state.players[state.seat], spice))
