"""What a seat may know, as plain data, and that data drawn as text."""

from types import ModuleType

from serai.views import spice_road

VIEWS: dict[str, ModuleType] = {"spice_road": spice_road}

__all__ = ["VIEWS"]
