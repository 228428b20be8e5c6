"""The levels of From East to West for people, the weakest first; docs/levels.md has what was measured."""

from serai.bots.levels import Level
from serai.core.records import NONE, State, Values
from serai.games.east_to_west.evaluation import NOVICE, WEIGHTS

# who collects likes cubes, who builds likes merchants on its route, who hurries spends cubes
LIKES = {
    "collects": dict.fromkeys(range(4), 1.4),
    "builds": {4: 3.0},
    "hurries": dict.fromkeys(range(4), 0.65),
}
CALM = (8 * NOVICE + WEIGHTS) / 9
LEVELS = (
    Level("amira", "collects", sight=(1, 3), weights=NOVICE),
    Level("batu", "hurries", sight=(3, 4), weights=CALM),
    Level("cem", "builds", depth=2),
    Level("dilara", "hurries", depth=3, nodes=2000, discount=0.9),
    Level("emin", "collects", depth=4, nodes=1500),
    Level("farah", "collects", depth=6, nodes=10_000),
    Level("gulnar", "weighs", depth=10, nodes=60_000),
    Level("hakim", "weighs", played_by="network", sight=(3, 4)),
    Level("inara", "weighs", played_by="network"),
    Level("jamal", "weighs", played_by="grandmaster:8n", sight=(3, 4)),
    Level("kamila", "weighs", played_by="grandmaster:24n"),
    Level("leyla", "weighs", played_by="grandmaster:250n"),
)


def overlook(values: Values, state: State, seat: int, merchants: int, points: int) -> None:
    """Removes the merchants and point cards that a level does not notice: those beyond a slot."""
    state.merchants.cards[merchants:] = NONE
    state.points.cards[points:] = NONE
