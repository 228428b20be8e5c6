"""Environments for reinforcement learning (extra `serai[learn]`): arrays, PettingZoo, Gymnasium and OpenSpiel."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serai.core.observation import LAYOUTS
    from serai.learning.gymnasium_env import SoloEnv
    from serai.learning.pettingzoo_env import env
    from serai.learning.vector_env import VectorGames

__all__ = ["LAYOUTS", "SoloEnv", "VectorGames", "env"]

HOMES = {
    "LAYOUTS": "serai.core.observation",
    "SoloEnv": "serai.learning.gymnasium_env",
    "VectorGames": "serai.learning.vector_env",
    "env": "serai.learning.pettingzoo_env",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imports a public name on first use, so that arrays need no framework."""
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(HOMES[name]), name)
        return value


def register() -> None:
    """Registers the games with the installed frameworks."""
    homes = {"pettingzoo": "pettingzoo_env", "gymnasium": "gymnasium_env", "pyspiel": "openspiel_game"}
    for framework, home in homes.items():
        if find_spec(framework):
            import_module(f"serai.learning.{home}").register_all()
