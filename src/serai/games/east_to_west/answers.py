"""What the rules of From East to West say about a position to the seat that views it; shown in views."""

import numpy as np

from serai.core.answers import card_times, write_parts
from serai.core.bits import NOTHING, clear, first, has, offered, rest_of
from serai.core.caravans import LIMIT
from serai.core.compiled import compiled, entry
from serai.core.merchants import times
from serai.core.phases import Phase
from serai.core.questions import TRADE
from serai.core.records import NONE, SPICES, Player, State, Values, record
from serai.games.east_to_west.pieces import FORTS, MOST_LOCATIONS
from serai.games.east_to_west.rules import PARTS, at_work, bonus_points, claims_to_end, ends, legal, score_parts
from serai.games.east_to_west.rules.locations import (
    cubes_asked,
    extra_cards,
    hindrance,
    settlers_asked,
    settlers_needed,
)
from serai.games.east_to_west.rules.routes import settlers_for
from serai.games.east_to_west.rules.state import (
    BONUS_TILES,
    REST,
    ROUTE,
    ROUTE_CARDS,
    SEATS,
    USE,
    WORDS,
    WORK,
    LocationKind,
)

ANSWERS = record(
    ("mask", np.uint64, WORDS),  # what the viewing seat may decide
    ("use_times", np.int32),  # how many times in a row the trade of the market's merchant can be done
    ("trade_times", np.int32),  # how many more times the trade in use can be done
    ("parts", np.int16, (SEATS[1], len(PARTS))),  # score_parts by seat
    ("limits", np.int16, SEATS[1]),  # cubes that may be kept, by seat
    ("bonus", np.int16, (SEATS[1], BONUS_TILES)),  # points of each seat's bonus tiles
    ("stacks", np.int16, FORTS),  # points of each fort's top bonus tile for the viewing seat, else 0
    ("work_times", np.int16, MOST_LOCATIONS),  # how many times in a row the trade of a workable location can be done
    ("route_times", np.int16, ROUTE_CARDS),  # the same for each card of the route
    ("to_end", np.int16),  # point cards that end the game
    ("ends", np.int8, SEATS[1]),  # 1 for a seat that has that many
    ("working", np.int8, SEATS[1]),  # settlers at work, by seat
    (
        "route",
        np.int8,
        (SEATS[1], ROUTE_CARDS),
    ),  # settlers needed for a card at each place of a route
    ("settlers", np.int8, MOST_LOCATIONS),  # settlers that the viewing seat places at a location
    ("saved", np.int8, MOST_LOCATIONS),  # settlers saved by its discounts
    ("hindrance", np.int8, MOST_LOCATIONS),  # a Hindrance of the viewing seat
    ("lacks", np.int8, (MOST_LOCATIONS, SPICES)),  # cubes that it lacks for the point card or the trade
    ("extra", np.int8, (MOST_LOCATIONS, SPICES)),  # cubes that its extra cards add there
)


@entry
def fill_answers(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes all answers for a seat."""
    clear(answers.mask)
    if seat == state.seat:
        legal(values, state, answers.mask)
    answers.to_end = claims_to_end(state.seats)
    for each in range(state.seats):
        write_seat(values, state, each, answers)
    player = state.players[seat]
    for fort in range(FORTS):
        height = state.heights[fort]
        answers.stacks[fort] = bonus_points(values, player, state.stacks[fort, height - 1]) if height > 0 else 0
    for place in range(values.locations_size):
        write_place(values, state, player, place, answers)
    write_times(values, state, state.players[state.seat], answers)


@compiled
def write_seat(values: Values, state: State, seat: int, answers: State) -> None:
    """Writes the answers that every seat has."""
    player = state.players[seat]
    answers.limits[seat] = LIMIT
    answers.ends[seat] = ends(state, seat)
    answers.working[seat] = at_work(player)
    write_parts(score_parts(values, state, seat), answers.parts[seat])
    for place in range(BONUS_TILES):
        tile = player.bonus[place]
        answers.bonus[seat, place] = bonus_points(values, player, tile) if tile != NONE else 0
    for place in range(ROUTE_CARDS):
        answers.route[seat, place] = settlers_for(player, place)


@compiled
def write_place(values: Values, state: State, player: Player, place: int, answers: State) -> None:
    """Writes what a location costs the viewing seat, and what it would add (EW-7, EW-10)."""
    answers.settlers[place] = settlers_needed(values, state, player, place)
    answers.saved[place] = settlers_asked(values, state, place) - answers.settlers[place]
    answers.hindrance[place] = hindrance(values, state, player, place)
    for spice in range(SPICES):
        answers.lacks[place, spice] = max(0, cubes_asked(values, state, place, spice) - player.caravan[spice])
        answers.extra[place, spice] = 0
    cards = extra_cards(values, player, place)
    while cards != NOTHING:
        for spice in range(SPICES):
            answers.extra[place, spice] += values.point_cards[first(cards)].extra[spice]
        cards = rest_of(cards)


@compiled
def write_times(values: Values, state: State, player: Player, answers: State) -> None:
    """Writes how many times in a row trades can be done; an upgrade before a trade may allow it more often."""
    for place in range(len(answers.work_times)):
        location, may = values.locations[place], has(answers.mask[WORK >> 6], place)
        plain = location.kind == LocationKind.PLAIN and location.upgrades == 0
        answers.work_times[place] = times(player.caravan, location.give, location.get) if may and plain else 0
    for place in range(ROUTE_CARDS):
        may = offered(answers.mask, ROUTE + place)
        answers.route_times[place] = card_times(values, player.caravan, player.route[place]) if may else 0
    answers.use_times, answers.trade_times = 0, 0
    if offered(answers.mask, USE):
        answers.use_times = card_times(values, player.caravan, state.merchants.cards[state.slot])
    if not offered(answers.mask, REST + TRADE):
        return
    if state.phase == Phase.TRADE:
        answers.trade_times = card_times(values, player.caravan, state.card)
    else:
        location = values.locations[state.place]
        answers.trade_times = times(player.caravan, location.give, location.get)
