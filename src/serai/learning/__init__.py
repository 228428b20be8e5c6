"""Environments for learning (extra `serai[learn]`): arrays, PettingZoo, Gymnasium and OpenSpiel."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serai.learning.aec import env
    from serai.learning.solo import SoloEnv
    from serai.learning.vector import VectorGames
    from serai.observations import LAYOUTS

__all__ = ["LAYOUTS", "SoloEnv", "VectorGames", "env"]

HOMES = {
    "LAYOUTS": "serai.observations",
    "SoloEnv": "serai.learning.solo",
    "VectorGames": "serai.learning.vector",
    "env": "serai.learning.aec",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imports a public name when it is first used, so that arrays need no framework."""
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(HOMES[name]), name)
        return value


def register() -> None:
    """Puts the games into the registries of the frameworks that are installed."""
    for framework, home in (("pettingzoo", "aec"), ("gymnasium", "solo"), ("pyspiel", "spiel")):
        if find_spec(framework):
            import_module(f"serai.learning.{home}").register_all()
