"""What the rules of Spice Road say about a position to the seat that views it; shown in views."""

import numpy as np

from serai.core.answers import card_times, write_parts
from serai.core.bits import clear, has, offered
from serai.core.caravans import LIMIT
from serai.core.compiled import compiled, entry
from serai.core.hands import price
from serai.core.questions import TRADE
from serai.core.records import Player, State, Values, record
from serai.games.spice_road.rules import (
    PARTS,
    PLAY,
    REST,
    SEATS,
    WORDS,
    claims_to_end,
    coin_above,
    ends,
    legal,
    score_parts,
)

ANSWERS = record(
    ("mask", np.uint64, WORDS),  # what the viewing seat may decide
    ("trade_times", np.int32),  # how many more times the trade in use can be done
    ("parts", np.int16, (SEATS[1], len(PARTS))),  # score_parts by seat
    ("limits", np.int16, SEATS[1]),  # cubes that may be kept, by seat
    ("play_times", np.int16, 64),  # how many times in a row the trade of each playable card can be done
    ("to_end", np.int16),  # point cards that end the game
    ("ends", np.int8, SEATS[1]),  # 1 for a seat that has that many
    ("prices", np.int8, 6),  # cubes that each slot of the merchant row costs
    ("coins", np.int8, 5),  # points of the coin above each slot of the point row, else 0
)


@entry
def fill_answers(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes all answers for a seat."""
    clear(answers.mask)
    if seat == state.seat:
        legal(values, state, answers.mask)
    answers.to_end = claims_to_end(state.seats)
    for each in range(state.seats):
        answers.limits[each] = LIMIT
        answers.ends[each] = ends(state, each)
        write_parts(score_parts(values, state, each), answers.parts[each])
    for slot in range(len(answers.prices)):
        answers.prices[slot] = price(slot)
    for slot in range(len(answers.coins)):
        answers.coins[slot] = coin_above(state, slot)
    write_times(values, state, state.players[state.seat], answers)


@compiled
def write_times(values: Values, state: State, player: Player, answers: State) -> None:
    """Writes how many times in a row trades can be done."""
    for card in range(len(answers.play_times)):
        may = has(answers.mask[PLAY >> 6], card)
        answers.play_times[card] = card_times(values, player.caravan, card) if may else 0
    trading = offered(answers.mask, REST + TRADE)
    answers.trade_times = card_times(values, player.caravan, state.card) if trading else 0
