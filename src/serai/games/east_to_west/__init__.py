"""Century: From East to West, part I (Spice Road and A New World), for 2 to 4 players."""

from serai.core.registry import GameSpec

GAME = GameSpec(
    name="east_to_west",
    title="From East to West",
    package=__name__,
    sets={
        "1": "cd6fad42c892f9de",
        "2": "aed3e699dc2da1d8",
        "3": "2ac34c0376380ccc",
    },  # why 3 is the default: docs/component-sets.md
    standard="3",
    evaluation="evaluation",
    traits="traits",
    chance_nodes="chance_nodes",
    study="study",
    gpu="gpu",
    web="web",
)
