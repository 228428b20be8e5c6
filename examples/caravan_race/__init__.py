"""Caravan Race, for 2 to 4 players: a small game of our own that shows all that a game consists of."""

from serai.core.registry import GameSpec

GAME = GameSpec(
    name="caravan_race",
    title="Caravan Race",
    package=__name__,
    listed=False,
    sets={"1": "d23cb984bb16bee7"},
    evaluation="evaluation",
    chance_nodes="chance_nodes",
)
