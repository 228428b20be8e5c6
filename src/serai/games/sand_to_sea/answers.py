"""What the rules of Sand to Sea say about a position to the seat that views it; shown in views."""

import numpy as np

from serai.core.answers import card_times, write_lacks, write_parts
from serai.core.bits import clear, has, offered
from serai.core.compiled import compiled, entry
from serai.core.hands import paying_onto, price
from serai.core.merchants import times
from serai.core.phases import Phase
from serai.core.questions import TRADE
from serai.core.records import NONE, SPICES, Player, State, Values, record
from serai.games.sand_to_sea.pieces import PORTS
from serai.games.sand_to_sea.rules import PARTS, claims_to_end, ends, legal, limit, score_parts
from serai.games.sand_to_sea.rules.outposts import built, columns_emptied, outpost_cost
from serai.games.sand_to_sea.rules.ports import closed_within
from serai.games.sand_to_sea.rules.sailing import chart, free_steps, next_payee
from serai.games.sand_to_sea.rules.state import CLOSED, PLAY, REST, SEATS, SPACES, WORDS, Sea

ANSWERS = record(
    ("mask", np.uint64, WORDS),  # what the viewing seat may decide
    ("closed_within", np.int32),  # number of top tiles of the stack that include the closed port, else 0
    ("to_end", np.int32),  # victory tiles that end the game
    ("trade_times", np.int32),  # how many times in a row the trade of the card in use or of the market can be done
    ("parts", np.int16, (SEATS[1], len(PARTS))),  # score_parts by seat
    ("limits", np.int16, SEATS[1]),  # cubes that may be kept, by seat
    ("play_times", np.int16, 64),  # how many times in a row the trade of each playable card can be done
    ("ends", np.int8, SEATS[1]),  # 1 for a seat that has that many
    ("prices", np.int8, 4),  # cubes that each slot of the merchant row costs
    ("paying_onto", np.int8),  # the slot that the next payment goes onto, else NONE
    ("built", np.int8, (SEATS[1], SPICES)),  # outposts built from each row of the board, by seat
    ("emptied", np.int8, SEATS[1]),  # columns of the board without outposts, by seat
    ("free", np.int8, SEATS[1]),  # free steps of a boat action, by seat
    ("lacks", np.int8, (SEATS[1] * PORTS, SPICES)),  # cubes that a seat lacks for a tile, port by port
    ("outposts", np.int8, SPACES),  # cubes that an outpost costs on each island, else NONE
    ("steps", np.int8, SPACES),  # steps of the boat to each space within reach, else NONE
    ("before", np.int8, SPACES),  # the space before it on the route
    ("tolls", np.int8, (SPACES, SEATS[1] - 1)),  # seats that the viewing seat pays on ending there, in order, else NONE
)


@entry
def fill_answers(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes all answers for a seat."""
    clear(answers.mask)
    if seat == state.seat:
        legal(values, state, answers.mask)
    answers.to_end = claims_to_end(state.seats)
    answers.closed_within = closed_within(values, state)
    for each in range(state.seats):
        write_seat(values, state, each, answers)
    for slot in range(len(answers.prices)):
        answers.prices[slot] = price(slot)
    answers.paying_onto = paying_onto(state)
    for space in range(SPACES):
        answers.outposts[space] = outpost_cost(state, space) if state.tiles[space] != NONE else NONE
        write_tolls(state, seat, space, answers)
    write_times(values, state, state.players[state.seat], answers)
    write_reach(values, state, seat, answers)


@compiled
def write_seat(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes the answers that every seat has."""
    player = state.players[seat]
    answers.limits[seat] = limit(player)
    answers.ends[seat] = ends(state, seat)
    answers.free[seat] = free_steps(state, seat)
    answers.emptied[seat] = columns_emptied(state, player)
    write_parts(score_parts(values, state, seat), answers.parts[seat])
    for symbol in range(SPICES):
        answers.built[seat, symbol] = built(state, player, symbol)
    for port in range(PORTS):
        tile = state.ports.cards[port]
        if tile != NONE and tile != CLOSED:
            write_lacks(values.victory_tiles[tile].cost, player.caravan, answers.lacks[seat * PORTS + port])


@compiled
def write_times(values: Values, state: State, player: Player, answers: State) -> None:
    """Writes how many times in a row trades can be done."""
    for card in range(len(answers.play_times)):
        may = has(answers.mask[PLAY >> 6], card)
        answers.play_times[card] = card_times(values, player.caravan, card) if may else 0
    answers.trade_times = 0
    if not offered(answers.mask, REST + TRADE):
        return
    if state.phase == Phase.TRADE:
        answers.trade_times = card_times(values, player.caravan, state.card)
    else:
        island = values.islands[state.tiles[player.boat]]
        answers.trade_times = times(player.caravan, island.give, island.get)


@compiled
def write_tolls(state: State, seat: int, space: int, answers: State) -> None:
    """Writes whom a boat pays for ending its voyage on a space (SS-9)."""
    payee = next_payee(state, space, seat, seat)
    for place in range(answers.tolls.shape[1]):
        answers.tolls[space, place] = payee
        payee = next_payee(state, space, seat, payee) if payee != NONE else NONE


@compiled
def write_reach(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes how far the boat of the deciding seat can sail, when it may."""
    if seat == state.seat and (state.phase == Phase.TURN or state.phase == Sea.SAIL):
        chart(values, state, state.players[seat], free_steps(state, seat), answers.steps, answers.before)
        return
    for space in range(SPACES):
        answers.steps[space], answers.before[space] = NONE, NONE
