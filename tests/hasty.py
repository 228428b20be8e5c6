"""Fast random players for every game."""

from tests.east_to_west import positions as east_to_west
from tests.sand_to_sea import positions as sand_to_sea
from tests.spice_road import positions as spice_road

HASTY = {"spice_road": spice_road, "sand_to_sea": sand_to_sea, "east_to_west": east_to_west}
