"""Spice Road for `master`."""

import numpy as np

from serai.bots.evaluation.cubes import Weights
from serai.bots.traits.shared import CUBE_TRAITS, covered, cube_traits, worth_of
from serai.core.bits import count
from serai.core.caravans import LIMIT
from serai.core.compiled import compiled
from serai.core.records import NONE, State, Values
from serai.games.spice_road.rules import claims_to_end

TRAITS = (
    "claims missing",
    *("Y", "R", "G", "B", "levels beyond four of a spice", "cubes above 8"),
    *("merchant cards played", "merchant cards beyond 10", "worth of merchant cards"),
    *("best point card in reach", "second point card in reach", "merchant cards"),
)
PLAYED, MANY, CARDS, BEST, SECOND, OWNED = range(CUBE_TRAITS, CUBE_TRAITS + 6)
ENOUGH_CARDS = 10

WORTHS = {
    "YY": 0.0,
    "+2": 0.0,
    "G": -1.34,
    "YR": -2.52,
    "YYY": -1.66,
    "B": 0.71,
    "RR": 0.33,
    "YG": -0.08,
    "YYR": 1.01,
    "YYYY": 2.68,
    "+3": -0.1,
    "R>YYY": 0.29,
    "YY>G": -0.0,
    "YY>RR": 2.21,
    "G>RR": -2.64,
    "G>YRR": 0.18,
    "G>YYYYR": 0.24,
    "YR>B": -0.94,
    "YYY>B": -2.74,
    "YYY>RG": -0.03,
    "YYY>RRR": 2.08,
    "B>GG": 2.32,
    "B>RRR": 0.68,
    "B>YRG": 1.43,
    "B>YYRR": -1.59,
    "B>YYYG": -0.69,
    "RR>GG": 0.49,
    "RR>YYB": 0.42,
    "RR>YYYG": -0.78,
    "YYYY>GG": -0.67,
    "YYYY>GB": 0.23,
    "YYG>BB": 2.44,
    "YYYYY>BB": -0.38,
    "YYYYY>GGG": 0.09,
    "GG>BB": -0.7,
    "GG>RRB": -0.02,
    "GG>YYRB": 0.41,
    "GG>YYRRR": -1.94,
    "RRR>BB": 0.1,
    "RRR>YGB": 0.61,
    "RRR>YYGG": -2.13,
    "RRR>GGG": 0.78,
    "BB>RRRGG": 0.12,
    "BB>YRGGG": 1.52,
    "GGG>BBB": -0.35,
}
NOW = np.array([-2.184, 0.772, 1.518, 2.049, 2.858, 0.018, 0.408, -0.266, 0.244, 0.0, 0.254, -0.049, -0.126])
LATER = np.array([-2.476, 0.539, 0.805, 1.476, 1.659, 0.227, -0.125, -0.348, -1.485, 1.0, -0.209, 0.152, 2.321])
LEFT = np.array(
    [6.63, 1.812, 3.777, -0.464, -0.796, -1.078, -1.341, -0.015, 0.151, 0.055, 0.868, 0.0, -0.035, 0.057, -0.9]
)
DEPTH = 12
DENIAL = 0.5
FIRST_SHARE = 0.7  # of `grandmaster`'s budget, for the first decision of a turn
# The decisions or milliseconds per turn from which redealt worlds pay off, and the least width of their beams.
WORLDS = (200_000, 100.0, 24)


@compiled
def traits(values: Values, state: State, seat: int, worths: Weights, row: Weights) -> None:
    """Writes claims missing, cubes, merchant cards, and how near the two best point cards are."""
    player = state.players[seat]
    cards = player.hand | player.played
    row[0] = claims_to_end(state.seats) - count(player.claimed)
    cube_traits(player.caravan, LIMIT, row)
    row[PLAYED] = count(player.played)
    row[MANY] = max(0, count(cards) - ENOUGH_CARDS)
    row[CARDS] = worth_of(cards, worths)
    row[OWNED] = count(cards)
    row[BEST], row[SECOND] = 0.0, 0.0
    for slot in range(len(state.points.cards)):
        if state.points.cards[slot] != NONE:
            card = values.point_cards[state.points.cards[slot]]
            value = card.points * covered(player.caravan, card.cost)
            row[SECOND] = max(row[SECOND], min(row[BEST], value))
            row[BEST] = max(row[BEST], value)
