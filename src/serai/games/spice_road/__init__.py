"""Century: Spice Road, for 2 to 5 players."""

from serai.core.registry import GameSpec

GAME = GameSpec(
    name="spice_road",
    title="Spice Road",
    package=__name__,
    sets={"1": "860b37e0935a78e3"},
    evaluation="evaluation",
    traits="traits",
    chance_nodes="chance_nodes",
    study="study",
    gpu="gpu",
    training="training",
    web="web",
)
