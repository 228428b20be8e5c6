"""The games that can be studied."""

from typing import cast

from serai.studies import east_to_west, sand_to_sea, spice_road
from serai.studies.pieces import Watched

WATCHED: dict[str, Watched] = {
    "spice_road": cast(Watched, spice_road),
    "sand_to_sea": cast(Watched, sand_to_sea),
    "east_to_west": cast(Watched, east_to_west),
}
