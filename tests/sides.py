"""Every game with its naive side."""

from tests.east_to_west_sides import EAST_TO_WEST
from tests.sand_to_sea_sides import SAND_TO_SEA
from tests.spice_road_sides import SPICE_ROAD

SIDES = {sides.game: sides for sides in (SPICE_ROAD, SAND_TO_SEA, EAST_TO_WEST)}
