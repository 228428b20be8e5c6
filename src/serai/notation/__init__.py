"""Text for everything that players say: cards, decisions, deals and positions, in both directions."""

from types import ModuleType

from serai.notation import sand_to_sea, spice_road
from serai.notation.errors import BadPosition, IllegalAction

NOTATIONS: dict[str, ModuleType] = {"spice_road": spice_road, "sand_to_sea": sand_to_sea}

__all__ = ["NOTATIONS", "BadPosition", "IllegalAction"]
