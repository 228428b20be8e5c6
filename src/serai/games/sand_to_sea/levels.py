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
FEWER_CARDS = WEIGHTS * [1, 1, 1, 1, 0.2, 0.2, 1, 1, 1, 1, 1, 1]
HALF = (NOVICE + WEIGHTS) / 2
LEVELS = (
    Level("amira", "collects", sight=(1, 2), weights=FEWER_CARDS),
    Level("batu", "hurries", sight=(3, 4)),
    Level("cem", "collects", sight=(4, 4)),
    Level("dilara", "hurries", weights=HALF),
    Level("emin", "builds", depth=2, weights=HALF),
    Level("farah", "hurries", depth=3, nodes=3000, discount=0.93),
    Level("gulnar", "collects", depth=4, nodes=6000),
    Level("hakim", "builds", depth=6, nodes=12_000),
    Level("inara", "weighs", depth=8, nodes=60_000),
    Level("jamal", "weighs", played_by="network"),
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
