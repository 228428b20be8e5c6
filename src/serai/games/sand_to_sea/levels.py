"""The levels of Sand to Sea for people, the weakest first; docs/levels.md has what was measured."""

from serai.bots.levels import Level, liking
from serai.core.records import NONE, State, Values
from serai.games.sand_to_sea.evaluation import NOVICE, WEIGHTS
from serai.games.sand_to_sea.rules.state import CLOSED

CUBES, CARDS, BUILDING, POINTS = (0, 1, 2, 3), (4, 5), (9, 10, 11), (7,)
HALF = (NOVICE + WEIGHTS) / 2
LEVELS = (
    Level("amira", "collects", sight=(1, 2), weights=liking(WEIGHTS, CARDS, 0.2)),
    Level("batu", "hurries", sight=(2, 3), weights=liking(WEIGHTS, POINTS, 1.3)),
    Level("cem", "collects", weights=liking(WEIGHTS, CUBES, 1.1)),
    Level("dilara", "hurries", weights=liking(HALF, POINTS, 1.1)),
    Level("emin", "builds", depth=2, weights=liking(HALF, BUILDING, 1.1)),
    Level("farah", "hurries", depth=3, nodes=3000, discount=0.93),
    Level("gulnar", "collects", depth=4, nodes=6000, weights=liking(WEIGHTS, CUBES, 1.05)),
    Level("hakim", "builds", depth=6, nodes=12_000, weights=liking(WEIGHTS, BUILDING, 1.05)),
    Level("inara", "weighs", depth=8, nodes=60_000),
    Level("jamal", "weighs", played_by="network"),
    Level("kamila", "weighs", played_by="grandmaster:40n"),
    Level("leyla", "weighs", played_by="grandmaster:1000n"),
)


def overlook(values: Values, state: State, seat: int, merchants: int, points: int) -> None:
    """Removes what a level does not notice: merchants beyond a slot, and ports beyond some steps from its boat."""
    state.merchants.cards[merchants:] = NONE
    boat = state.players[seat].boat
    for port, space in enumerate(values.ports):
        if boat != NONE and state.ports.cards[port] != CLOSED and values.steps[boat, space] > points:
            state.ports.cards[port] = NONE
