"""The levels of Spice Road for people, the weakest first; docs/levels.md has what was measured."""

from serai.bots.levels import Level
from serai.core.records import NONE, State, Values
from serai.games.spice_road.evaluation import NOVICE, WEIGHTS

# who collects likes cubes, who builds likes merchants and more of them, who hurries soon has enough of them
LIKES = {
    "collects": dict.fromkeys(range(4), 2.0),
    "builds": {4: 1.6, 5: 1.6, 6: 1.4},
    "hurries": {6: 0.5},
}
HALF = (NOVICE + WEIGHTS) / 2
LEVELS = (
    Level("amira", "collects", sight=(3, 3), weights=HALF),
    Level("batu", "hurries", sight=(4, 4)),
    Level("cem", "builds", depth=2, nodes=400),
    Level("dilara", "hurries", depth=3, sight=(4, 4), discount=0.95),
    Level("emin", "collects", depth=4, nodes=1200),
    Level("farah", "collects", depth=8, nodes=8000),
    Level("gulnar", "weighs", depth=12, nodes=30_000),
    Level("hakim", "weighs", played_by="network", sight=(3, 3)),
    Level("inara", "weighs", played_by="network"),
    Level("jamal", "weighs", played_by="grandmaster:8n"),
    Level("kamila", "weighs", played_by="grandmaster:40n"),
    Level("leyla", "weighs", played_by="grandmaster:250n"),
)


def overlook(values: Values, state: State, seat: int, merchants: int, points: int) -> None:
    """Removes the merchants and point cards that a level does not notice: those beyond a slot."""
    state.merchants.cards[merchants:] = NONE
    state.points.cards[points:] = NONE
