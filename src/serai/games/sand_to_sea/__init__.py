"""Century: Sand to Sea (Spice Road and Eastern Wonders), for 2 to 4 players."""

from serai.core.registry import GameSpec

GAME = GameSpec(
    name="sand_to_sea",
    title="Sand to Sea",
    package=__name__,
    sets={
        "1": "ece1d6a7acac53c6",
        "1+atoll": "a6c353e2da7f80b1",
        "1+basins": "5c18fe76e09b6e0d",
        "1+crossing": "dd3f0d2b7a070d21",
        "1+strait": "a6ba630d25ffb192",
    },
    varied="map.txt",
    evaluation="evaluation",
    traits="traits",
    features="features",
    chance_nodes="chance_nodes",
    study="study",
    gpu="gpu",
    training="training",
    web="web",
)
