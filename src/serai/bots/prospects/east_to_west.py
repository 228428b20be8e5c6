"""From East to West for `master`."""

import numpy as np

from serai.bots.evaluations.shared import Weights
from serai.bots.prospects.shared import CUBE_TRAITS, card_worths, covered, cube_traits
from serai.rules.bits import NOTHING, count, first, rest_of
from serai.rules.caravans import LIMIT
from serai.rules.compiled import compiled
from serai.rules.records import NONE, Player, State
from serai.rules.west_table import BONUS_TILES, POINT_CARDS, POINT_CARDS_TO_END, ROUTE_CARDS, Benefit

TRAITS = (
    "point cards missing",
    *("Y", "R", "G", "B", "levels beyond four of a spice", "cubes above 8"),
    *("cards in the route", "worth of the route", "settlers ready", "settlers in reserve"),
    *("discounts", "extras", "bonus tiles", "merchant cards spent", "best point card in reach", "second point card"),
)
ROUTE, CARDS, READY, RESERVE, DISCOUNTS, EXTRAS, BONUS, SPENT, BEST, SECOND = range(CUBE_TRAITS, CUBE_TRAITS + 10)

WORTHS = card_worths(
    {
        "YY": 0.0,
        "+2": 0.0,
        "G": 0.0,
        "YR": 0.58,
        "YYY": -0.58,
        "B": 0.28,
        "RR": -0.63,
        "YG": 0.11,
        "YYR": 0.13,
        "YYYY": 0.0,
        "+3": 0.0,
        "R>YYY": 0.17,
        "YY>G": 0.34,
        "YY>RR": 0.08,
        "G>RR": 0.11,
        "G>YRR": 0.24,
        "G>YYYYR": -0.15,
        "YR>B": 0.45,
        "YYY>B": 0.11,
        "YYY>RG": -0.4,
        "YYY>RRR": 0.67,
        "B>GG": -0.19,
        "B>RRR": -0.1,
        "B>YRG": -0.04,
        "B>YYRR": 0.37,
        "B>YYYG": 0.01,
        "RR>GG": -0.5,
        "RR>YYB": -0.01,
        "RR>YYYG": -2.81,
        "YYYY>GG": 1.32,
        "YYYY>GB": 0.13,
        "YYG>BB": -0.47,
        "YYYYY>BB": -0.95,
        "YYYYY>GGG": 0.64,
        "GG>BB": 0.01,
        "GG>RRB": 0.35,
        "GG>YYRB": 0.23,
        "GG>YYRRR": -0.86,
        "RRR>BB": -0.56,
        "RRR>YGB": 0.09,
        "RRR>YYGG": -0.41,
        "RRR>GGG": -0.24,
        "BB>RRRGG": -0.09,
        "BB>YRGGG": 1.5,
        "GGG>BBB": 1.04,
    }
)
NOW = np.array(
    [
        -0.204,
        0.656,
        0.927,
        1.03,
        1.6,
        0.011,
        -0.021,
        0.031,
        0.0,
        0.363,
        0.393,
        -0.198,
        -0.06,
        -2.638,
        0.029,
        0.376,
        0.301,
    ]
)
LATER = np.array(
    [
        0.083,
        -0.02,
        0.218,
        0.941,
        -0.45,
        -0.329,
        0.416,
        -0.982,
        1.0,
        0.025,
        -1.476,
        1.188,
        1.551,
        1.648,
        -0.281,
        -0.042,
        -0.34,
    ]
)
LEFT = np.array(
    [
        4.057,
        1.051,
        1.772,
        -0.261,
        -0.429,
        -0.54,
        -0.641,
        -0.045,
        0.276,
        -0.048,
        0.0,
        -0.133,
        0.079,
        -0.295,
        -0.432,
        -0.481,
        -0.092,
        -0.032,
        -0.005,
    ]
)
DEPTH = 10


@compiled
def traits(state: State, seat: int, row: Weights) -> None:
    """Writes cards missing, cubes, the route, settlers, lasting benefits, and how near the two best point cards are."""
    player = state.players[seat]
    row[0] = POINT_CARDS_TO_END - count(player.claimed)
    cube_traits(player.caravan, LIMIT, row)
    row[READY], row[RESERVE] = player.board, player.reserve
    row[SPENT] = count(player.spent)
    write_route(player, row)
    write_benefits(player, row)
    write_nearest(state, player, row)


@compiled
def write_route(player: Player, row: Weights) -> None:
    """Writes the cards of the route and the bonus tiles."""
    row[ROUTE], row[CARDS], row[BONUS] = 0.0, 0.0, 0.0
    for place in range(ROUTE_CARDS):
        if player.route[place] != NONE:
            row[ROUTE] += 1
            row[CARDS] += WORTHS[player.route[place]]
    for place in range(BONUS_TILES):
        row[BONUS] += player.bonus[place] != NONE


@compiled
def write_benefits(player: Player, row: Weights) -> None:
    """Writes how many discount and extra cards a player has."""
    row[DISCOUNTS], row[EXTRAS] = 0.0, 0.0
    cards = player.claimed
    while cards != NOTHING:
        benefit = POINT_CARDS[first(cards)].benefit
        row[DISCOUNTS] += benefit == Benefit.DISCOUNT
        row[EXTRAS] += benefit == Benefit.EXTRA
        cards = rest_of(cards)


@compiled
def write_nearest(state: State, player: Player, row: Weights) -> None:
    """Writes the two point cards that the caravan covers best."""
    row[BEST], row[SECOND] = 0.0, 0.0
    for slot in range(len(state.points.cards)):
        if state.points.cards[slot] != NONE:
            card = POINT_CARDS[state.points.cards[slot]]
            value = card.points * covered(player.caravan, card.cost)
            row[SECOND] = max(row[SECOND], min(row[BEST], value))
            row[BEST] = max(row[BEST], value)
