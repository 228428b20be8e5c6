"""The levels of From East to West for people, the weakest first; docs/levels.md has what was measured."""

from serai.bots.levels import ALL, Level
from serai.core.records import NONE, State, Values
from serai.games.east_to_west.evaluation import NOVICE, WEIGHTS

# who collects likes cubes, who builds likes merchants on its route, who hurries spends cubes
LIKES = {
    "collects": dict.fromkeys(range(4), 1.4),
    "builds": {4: 3.0},
    "hurries": dict.fromkeys(range(4), 0.65),
}
CALM, THIRD, HALF = (8 * NOVICE + WEIGHTS) / 9, (2 * NOVICE + WEIGHTS) / 3, (NOVICE + WEIGHTS) / 2
LEVELS = (
    Level("amira", "collects", sight=(1, 3), weights=NOVICE),
    Level("batu", "hurries", sight=(1, 3), weights=CALM),
    Level("cem", "collects", weights=THIRD),
    Level("dilara", "hurries", weights=HALF),
    Level("emin", "builds", depth=2),
    Level("farah", "hurries", depth=3, nodes=2000, discount=0.9),
    Level("gulnar", "collects", depth=4, nodes=5000),
    Level("hakim", "builds", depth=6, nodes=10_000),
    Level("inara", "weighs", depth=10, nodes=60_000),
    Level("jamal", "weighs", played_by="network", sight=(ALL, 3)),
    Level("kamila", "weighs", played_by="grandmaster:40n"),
    Level("leyla", "weighs", played_by="grandmaster:250n"),
)


def overlook(values: Values, state: State, seat: int, merchants: int, points: int) -> None:
    """Removes the merchants and point cards that a level does not notice: those beyond a slot."""
    state.merchants.cards[merchants:] = NONE
    state.points.cards[points:] = NONE
