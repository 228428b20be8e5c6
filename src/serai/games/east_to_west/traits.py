"""From East to West for `master`."""

import numpy as np

from serai.bots.evaluation.cubes import Weights
from serai.bots.traits.shared import CUBE_TRAITS, covered, cube_traits
from serai.core.bits import NOTHING, count, first, rest_of
from serai.core.caravans import LIMIT
from serai.core.compiled import compiled
from serai.core.records import NONE, Player, State, Values
from serai.games.east_to_west.rules import claims_to_end
from serai.games.east_to_west.rules.state import BONUS_TILES, ROUTE_CARDS, Benefit

TRAITS = (
    "point cards missing",
    *("Y", "R", "G", "B", "levels beyond four of a spice", "cubes above 8"),
    *("cards in the route", "worth of the route", "settlers ready", "settlers in reserve"),
    *("discounts", "extras", "bonus tiles", "merchant cards spent", "best point card in reach", "second point card"),
)
ROUTE, CARDS, READY, RESERVE, DISCOUNTS, EXTRAS, BONUS, SPENT, BEST, SECOND = range(CUBE_TRAITS, CUBE_TRAITS + 10)

# The weights of `planner`: it won 5 of 16 games with fitted ones, 6 of 12 with these; few games.
WORTHS: dict[str, float] = {}
NOW = np.array([0.0, 0.3, 0.75, 1.25, 1.8, -0.18, 0.0, 0.25, 0.125, 0.35, -1.0, 1.0, 1.0, 0.0, 0.0, 0.4, 0.05])
LATER = np.zeros(len(TRAITS))
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
DEPTH = 6
DENIAL = 0.0
FIRST_SHARE = 0.7  # of `grandmaster`'s budget, for the first decision of a turn
# The decisions or milliseconds per turn from which redealt worlds pay off, and the least width of their beams;
# without worlds, it would never refresh (EW-14).
WORLDS = (50_000, 40.0, 12)


@compiled
def traits(values: Values, state: State, seat: int, worths: Weights, row: Weights) -> None:
    """Writes cards missing, cubes, the route, settlers, lasting benefits, and how near the two best point cards are."""
    player = state.players[seat]
    row[0] = claims_to_end(state.seats) - count(player.claimed)
    cube_traits(player.caravan, LIMIT, row)
    row[READY], row[RESERVE] = player.board, player.reserve
    row[SPENT] = count(player.spent)
    write_route(player, worths, row)
    write_benefits(values, player, row)
    write_nearest(values, state, player, row)


@compiled
def write_route(player: Player, worths: Weights, row: Weights) -> None:
    """Writes the cards of the route and the bonus tiles."""
    row[ROUTE], row[CARDS], row[BONUS] = 0.0, 0.0, 0.0
    for place in range(ROUTE_CARDS):
        if player.route[place] != NONE:
            row[ROUTE] += 1
            row[CARDS] += worths[player.route[place]]
    for place in range(BONUS_TILES):
        row[BONUS] += player.bonus[place] != NONE


@compiled
def write_benefits(values: Values, player: Player, row: Weights) -> None:
    """Writes how many discount and extra cards a player has."""
    row[DISCOUNTS], row[EXTRAS] = 0.0, 0.0
    cards = player.claimed
    while cards != NOTHING:
        benefit = values.point_cards[first(cards)].benefit
        row[DISCOUNTS] += benefit == Benefit.DISCOUNT
        row[EXTRAS] += benefit == Benefit.EXTRA
        cards = rest_of(cards)


@compiled
def write_nearest(values: Values, state: State, player: Player, row: Weights) -> None:
    """Writes the two point cards that the caravan covers best."""
    row[BEST], row[SECOND] = 0.0, 0.0
    for slot in range(len(state.points.cards)):
        if state.points.cards[slot] != NONE:
            card = values.point_cards[state.points.cards[slot]]
            value = card.points * covered(player.caravan, card.cost)
            row[SECOND] = max(row[SECOND], min(row[BEST], value))
            row[BEST] = max(row[BEST], value)
