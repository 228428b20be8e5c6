"""What a seat may know, as plain data, and that data drawn as text."""

from types import ModuleType

from serai.views import east_to_west, sand_to_sea, spice_road

VIEWS: dict[str, ModuleType] = {"spice_road": spice_road, "sand_to_sea": sand_to_sea, "east_to_west": east_to_west}

__all__ = ["VIEWS"]
