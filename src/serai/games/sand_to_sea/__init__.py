"""Century: Sand to Sea (Spice Road and Eastern Wonders), for 2 to 4 players."""

from serai.core.registry import GameSpec

GAME = GameSpec(
    name="sand_to_sea",
    title="Sand to Sea",
    package=__name__,
    sets={"1": "ece1d6a7acac53c6"},
    evaluation="evaluation",
    traits="traits",
    features="features",
    chance_nodes="chance_nodes",
    study="study",
    gpu="gpu",
    training="training",
    web="web",
)
