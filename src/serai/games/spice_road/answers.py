"""What the rules of Spice Road say about a position to the seat that views it; shown in views."""

import numpy as np

from serai.core.answers import card_times, write_lacks, write_parts
from serai.core.bits import clear, has, offered
from serai.core.caravans import LIMIT
from serai.core.compiled import compiled, entry
from serai.core.hands import paying_onto, price
from serai.core.questions import TRADE
from serai.core.records import NONE, SPICES, Player, State, Values, record
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

POINTS = 5  # slots of the point row

ANSWERS = record(
    ("mask", np.uint64, WORDS),  # what the viewing seat may decide
    ("trade_times", np.int32),  # how many more times the trade in use can be done
    ("parts", np.int16, (SEATS[1], len(PARTS))),  # score_parts by seat
    ("limits", np.int16, SEATS[1]),  # cubes that may be kept, by seat
    ("play_times", np.int16, 64),  # how many times in a row the trade of each playable card can be done
    ("to_end", np.int16),  # point cards that end the game
    ("ends", np.int8, SEATS[1]),  # 1 for a seat that has that many
    ("prices", np.int8, 6),  # cubes that each slot of the merchant row costs
    ("paying_onto", np.int8),  # the slot that the next payment goes onto, else NONE
    ("coins", np.int8, POINTS),  # points of the coin above each slot of the point row, else 0
    ("lacks", np.int8, (SEATS[1] * POINTS, SPICES)),  # cubes that a seat lacks for a point card, slot by slot
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
        write_missing(values, state, each, answers)
    for slot in range(len(answers.prices)):
        answers.prices[slot] = price(slot)
    answers.paying_onto = paying_onto(state)
    for slot in range(len(answers.coins)):
        answers.coins[slot] = coin_above(state, slot)
    write_times(values, state, state.players[state.seat], answers)


@compiled
def write_missing(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes which cubes a seat lacks for the point cards (SR-9)."""
    for slot in range(len(state.points.cards)):
        card = state.points.cards[slot]
        if card != NONE:
            write_lacks(values.point_cards[card].cost, state.players[seat].caravan, answers.lacks[seat * POINTS + slot])


@compiled
def write_times(values: Values, state: State, player: Player, answers: State) -> None:
    """Writes how many times in a row trades can be done."""
    for card in range(len(answers.play_times)):
        may = has(answers.mask[PLAY >> 6], card)
        answers.play_times[card] = card_times(values, player.caravan, card) if may else 0
    trading = offered(answers.mask, REST + TRADE)
    answers.trade_times = card_times(values, player.caravan, state.card) if trading else 0
