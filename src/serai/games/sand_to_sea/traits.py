"""Sand to Sea for `master`."""

import numpy as np

from serai.bots.evaluation.cubes import Weights
from serai.bots.traits.shared import CUBE_TRAITS, covered, cube_traits, worth_of
from serai.core.bits import count
from serai.core.compiled import compiled
from serai.core.records import NONE, Player, State, Values
from serai.games.sand_to_sea.evaluation import even_columns
from serai.games.sand_to_sea.rules import claims_to_end, limit
from serai.games.sand_to_sea.rules.state import CLOSED

TRAITS = (
    "victory tiles missing",
    *("Y", "R", "G", "B", "levels beyond four of a spice", "cubes near the limit"),
    *("cards in hand", "cards elsewhere", "cards beyond 9", "worth of merchant cards"),
    *(
        "hold tiles",
        "sail tiles",
        "outposts",
        "even columns",
        "best victory tile in reach",
        "best tile by the way to it",
    ),
)
HAND, ELSEWHERE, MANY, CARDS, HOLD, SAIL, OUTPOSTS, EVEN, BEST, NEAR = range(CUBE_TRAITS, CUBE_TRAITS + 10)
ENOUGH_CARDS = 9
FAR = 0.15

WORTHS = {
    "YY": 0.0,
    "+2": 0.0,
    "G": 2.48,
    "YR": 1.17,
    "YYY": 2.0,
    "B": 2.59,
    "RR": 4.15,
    "YG": 2.05,
    "YYR": 4.18,
    "YYYY": 2.94,
    "+3": 0.74,
    "R>YYY": 1.55,
    "YY>G": 0.89,
    "YY>RR": 1.69,
    "G>RR": 0.61,
    "G>YRR": -0.37,
    "G>YYYYR": 0.11,
    "YR>B": -0.28,
    "YYY>B": -3.46,
    "YYY>RG": -2.59,
    "YYY>RRR": 0.98,
    "B>GG": -3.23,
    "B>RRR": 0.11,
    "B>YRG": 0.73,
    "B>YYRR": -0.81,
    "B>YYYG": -0.67,
    "RR>GG": 0.29,
    "RR>YYB": -3.47,
    "RR>YYYG": -2.04,
    "YYYY>GG": 0.5,
    "YYYY>GB": 0.23,
    "YYG>BB": -2.17,
    "YYYYY>BB": -3.65,
    "YYYYY>GGG": -1.05,
    "GG>BB": -0.43,
    "GG>RRB": -0.1,
    "GG>YYRB": 2.09,
    "GG>YYRRR": -2.25,
    "RRR>BB": 1.84,
    "RRR>YGB": 0.44,
    "RRR>YYGG": -2.66,
    "RRR>GGG": -1.85,
    "BB>RRRGG": -0.87,
    "BB>YRGGG": -0.96,
    "GGG>BBB": -1.29,
}
NOW = np.array(
    [
        -0.435,
        1.452,
        1.815,
        2.121,
        2.596,
        -0.245,
        -1.361,
        -0.815,
        -0.866,
        1.473,
        0.0,
        -1.512,
        -1.656,
        -0.021,
        2.15,
        0.346,
        -0.116,
    ]
)
LATER = np.array(
    [
        -4.025,
        -0.009,
        0.589,
        0.875,
        1.477,
        -0.076,
        0.673,
        2.638,
        2.062,
        -1.8,
        1.0,
        -0.745,
        1.211,
        2.919,
        -4.112,
        -0.103,
        -0.303,
    ]
)
LEFT = np.array(
    [
        2.032,
        2.436,
        7.302,
        -0.611,
        -0.964,
        -1.436,
        -1.801,
        -0.022,
        0.365,
        -0.34,
        -0.098,
        -0.698,
        0.0,
        -1.349,
        -1.145,
        0.077,
        -0.708,
        -0.074,
        0.023,
    ]
)
DEPTH = 8
DENIAL = 0.0
FIRST_SHARE = 0.45  # of `grandmaster`'s budget, for the first decision of a turn
# The decisions or milliseconds per turn from which redealt worlds pay off, and the least width of their beams.
WORLDS = (200_000, 100.0, 24)


@compiled
def traits(values: Values, state: State, seat: int, worths: Weights, row: Weights) -> None:
    """Writes tiles missing, cubes, merchant cards, bonus tiles, outposts, and how near the best victory tile is."""
    player = state.players[seat]
    cards = player.hand | player.played | player.spent
    row[0] = claims_to_end(state.seats) - count(player.victory)
    cube_traits(player.caravan, limit(player), row)
    row[HAND] = count(player.hand)
    row[ELSEWHERE] = count(player.played | player.spent)
    row[MANY] = max(0, count(cards) - ENOUGH_CARDS)
    row[CARDS] = worth_of(cards, worths)
    row[HOLD], row[SAIL] = player.hold, player.sail
    row[OUTPOSTS] = count(player.outposts)
    row[EVEN] = even_columns(state, seat)
    write_nearest(values, state, player, row)


@compiled
def write_nearest(values: Values, state: State, player: Player, row: Weights) -> None:
    """Writes the best victory tile by what the caravan covers of it, and also by the distance to its port."""
    row[BEST], row[NEAR] = 0.0, 0.0
    for port in range(len(values.ports)):
        if state.ports.cards[port] != NONE and state.ports.cards[port] != CLOSED:
            tile = values.victory_tiles[state.ports.cards[port]]
            value = tile.points * covered(player.caravan, tile.cost)
            away = values.steps[player.boat, values.ports[port]] if player.boat != NONE else 3
            row[BEST] = max(row[BEST], value)
            row[NEAR] = max(row[NEAR], value * (1.0 - FAR * away))
