"""Text for everything that players say: cards, decisions, deals and positions, in both directions."""

from types import ModuleType

from serai.notation import spice_road
from serai.notation.errors import BadPosition, IllegalAction

NOTATIONS: dict[str, ModuleType] = {"spice_road": spice_road}

__all__ = ["NOTATIONS", "BadPosition", "IllegalAction"]
