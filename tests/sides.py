"""Every game with its naive side."""

from tests.spice_road_sides import SPICE_ROAD

SIDES = {sides.game: sides for sides in (SPICE_ROAD,)}
