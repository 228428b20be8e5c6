"""What a seat may know, as plain data, and that data drawn as text."""

from types import ModuleType

from serai.views import sand_to_sea, spice_road

VIEWS: dict[str, ModuleType] = {"spice_road": spice_road, "sand_to_sea": sand_to_sea}

__all__ = ["VIEWS"]
