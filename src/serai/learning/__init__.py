"""Environments for reinforcement learning (extra `serai[learn]`): arrays, PettingZoo, Gymnasium and OpenSpiel.

Importing this package registers the games with the installed frameworks; `import serai` imports none of them.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from serai.extras import explained

if TYPE_CHECKING:
    from serai.core.observation import LAYOUTS
    from serai.learning.gymnasium_env import SoloEnv
    from serai.learning.gymnasium_vector import SoloVectorEnv
    from serai.learning.pettingzoo_env import env
    from serai.learning.sb3_vec_env import SoloVecEnv
    from serai.learning.vector_env import VectorGames

__all__ = ["LAYOUTS", "SoloEnv", "SoloVecEnv", "SoloVectorEnv", "VectorGames", "env"]

HOMES = {
    "LAYOUTS": "serai.core.observation",
    "SoloEnv": "serai.learning.gymnasium_env",
    "SoloVecEnv": "serai.learning.sb3_vec_env",
    "SoloVectorEnv": "serai.learning.gymnasium_vector",
    "VectorGames": "serai.learning.vector_env",
    "env": "serai.learning.pettingzoo_env",
}
FRAMEWORKS = {"pettingzoo": "pettingzoo_env", "gymnasium": "gymnasium_env", "pyspiel": "openspiel_game"}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imports a public name on first use, so that arrays need no framework."""
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        with explained():
            globals()[name] = value = getattr(import_module(HOMES[name]), name)
        return value


def register() -> None:
    """Registers the games with the installed frameworks; importing this package has done so already."""
    for framework, home in FRAMEWORKS.items():
        if _is_installed(framework):
            import_module(f"serai.learning.{home}").register_all()


def _is_installed(framework: str) -> bool:
    """Returns whether a package can be imported."""
    try:
        return find_spec(framework) is not None
    except ModuleNotFoundError:  # another finder is sure that it cannot
        return False


register()
