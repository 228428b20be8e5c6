"""The levels of From East to West for people, the weakest first; docs/levels.md has what was measured."""

from serai.bots.levels import ALL, Level, liking
from serai.core.records import NONE, State, Values
from serai.games.east_to_west.evaluation import NOVICE, WEIGHTS

CUBES, ROUTE, POINTS = (0, 1, 2, 3), (4, 5), (7, 10)
CALM, HALF = (8 * NOVICE + WEIGHTS) / 9, (2 * NOVICE + WEIGHTS) / 3
LEVELS = (
    Level("amira", "collects", sight=(1, 3), weights=NOVICE),
    Level("batu", "hurries", sight=(2, 4), weights=CALM),
    Level("cem", "collects", weights=liking(HALF, CUBES, 1.05)),
    Level("dilara", "hurries", weights=liking(WEIGHTS, POINTS, 1.15)),
    Level("emin", "builds", depth=2, weights=liking(WEIGHTS, ROUTE, 1.1)),
    Level("farah", "hurries", depth=3, nodes=2000, discount=0.96),
    Level("gulnar", "collects", depth=4, nodes=5000, weights=liking(WEIGHTS, CUBES, 1.05)),
    Level("hakim", "builds", depth=6, nodes=10_000, weights=liking(WEIGHTS, ROUTE, 1.05)),
    Level("inara", "weighs", depth=10, nodes=60_000),
    Level("jamal", "weighs", played_by="network", sight=(ALL, 3)),
    Level("kamila", "weighs", played_by="grandmaster:40n"),
    Level("leyla", "weighs", played_by="grandmaster:1000n"),
)


def overlook(values: Values, state: State, seat: int, merchants: int, points: int) -> None:
    """Removes the merchants and point cards that a level does not notice: those beyond a slot."""
    state.merchants.cards[merchants:] = NONE
    state.points.cards[points:] = NONE
