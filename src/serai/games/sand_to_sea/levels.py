"""The levels of Sand to Sea for people, the weakest first; docs/levels.md has what was measured."""

from serai.bots.levels import Level
from serai.core.records import NONE, State, Values
from serai.games.sand_to_sea.evaluation import NOVICE, WEIGHTS
from serai.games.sand_to_sea.rules.state import CLOSED

# who collects likes cubes, who builds likes outposts, who hurries likes neither cards nor bonus tiles nor outposts
LIKES = {
    "collects": dict.fromkeys(range(4), 1.5),
    "builds": {11: 3.0},
    "hurries": {4: 0.5, 5: 0.5, 9: 0.0, 10: 0.0, 11: 0.0},
}
# thinks little of cards, and all spices worth about the same
SIMPLE = WEIGHTS * [3, 1.35, 0.9, 0.7, 0.2, 0.2, 1, 1, 1, 1, 1, 1]
HALF = (NOVICE + WEIGHTS) / 2
LEVELS = (
    Level("amira", "collects", sight=(1, 2), weights=SIMPLE),
    Level("batu", "hurries", sight=(2, 2), weights=HALF),
    Level("cem", "builds", depth=2, weights=HALF),
    Level("dilara", "hurries", depth=3, nodes=3000),
    Level("emin", "collects", depth=4, nodes=2500, weights=HALF),
    Level("farah", "collects", depth=6, nodes=8000),
    Level("gulnar", "weighs", depth=8, nodes=20_000),
    Level("hakim", "weighs", played_by="network", sight=(5, 5)),
    Level("inara", "weighs", depth=8, nodes=60_000),
    Level("jamal", "weighs", played_by="grandmaster:8n", sight=(3, 4)),
    Level("kamila", "weighs", played_by="grandmaster:40n"),
    Level("leyla", "weighs", played_by="grandmaster:250n"),
)


def overlook(values: Values, state: State, seat: int, merchants: int, points: int) -> None:
    """Removes what a level does not notice: merchants beyond a slot, and ports beyond some steps from its boat."""
    state.merchants.cards[merchants:] = NONE
    boat = state.players[seat].boat
    for port, space in enumerate(values.ports):
        if boat != NONE and state.ports.cards[port] != CLOSED and values.steps[boat, space] > points:
            state.ports.cards[port] = NONE
