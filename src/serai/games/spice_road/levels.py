"""The levels of Spice Road for people, the weakest first; docs/levels.md has what was measured."""

from serai.bots.levels import ALL, Level, liking
from serai.core.records import NONE, State, Values
from serai.games.spice_road.evaluation import NOVICE, WEIGHTS

CUBES, CARDS, POINTS = (0, 1, 2, 3), (4, 5), (7,)
HALF, MOST = (NOVICE + WEIGHTS) / 2, (NOVICE + 3 * WEIGHTS) / 4
LEVELS = (
    Level("amira", "collects", sight=(3, 3), weights=NOVICE),
    Level("batu", "hurries", sight=(4, 4), weights=HALF),
    Level("cem", "collects", weights=liking(MOST, CUBES, 1.1)),
    Level("dilara", "hurries", weights=liking(WEIGHTS, POINTS, 1.05)),
    Level("emin", "builds", depth=2, weights=liking(WEIGHTS, CARDS, 1.1)),
    Level("farah", "hurries", depth=3, sight=(4, 4), discount=0.95),
    Level("gulnar", "collects", depth=4, nodes=1200, weights=liking(WEIGHTS, CUBES, 1.05)),
    Level("hakim", "builds", depth=6, nodes=5000, weights=liking(WEIGHTS, CARDS, 1.05)),
    Level("inara", "weighs", depth=12, nodes=30_000),
    Level("jamal", "weighs", played_by="network", sight=(4, ALL)),
    Level("kamila", "weighs", played_by="grandmaster:40n"),
    Level("leyla", "weighs", played_by="grandmaster:1000n"),
)


def overlook(values: Values, state: State, seat: int, merchants: int, points: int) -> None:
    """Removes the merchants and point cards that a level does not notice: those beyond a slot."""
    state.merchants.cards[merchants:] = NONE
    state.points.cards[points:] = NONE
