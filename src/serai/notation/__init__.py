"""Text for everything that players say: cards, decisions, deals and positions, in both directions."""

from types import ModuleType

from serai.notation import east_to_west, sand_to_sea, spice_road
from serai.notation.errors import BadPosition, IllegalAction

NOTATIONS: dict[str, ModuleType] = {"spice_road": spice_road, "sand_to_sea": sand_to_sea, "east_to_west": east_to_west}

__all__ = ["NOTATIONS", "BadPosition", "IllegalAction"]
