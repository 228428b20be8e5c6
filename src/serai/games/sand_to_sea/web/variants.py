"""Small drawings of the outlines of the map to choose from."""

from markupsafe import Markup

from serai.core.component_set import once_per_set
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.web.map import INNER, centre, sheet

BUOY = Markup('<circle r="40"/>')


@once_per_set
def drawing(pieces: SeaSet) -> Markup:
    """Draws the spaces of a map, with a buoy in its ports."""
    tiles = Markup("").join(_tile(pieces, space, name) for space, name in enumerate(pieces.map.names))
    return Markup('<svg viewBox="{}" aria-hidden="true">{}</svg>').format(sheet(pieces).box, tiles)


def _tile(pieces: SeaSet, space: int, name: str) -> Markup:
    """Draws one space."""
    (x, y), port = centre(pieces, name), space in pieces.map.ports
    return Markup('<g transform="translate({} {})"{}><path d="{}"/>{}</g>').format(
        f"{x:g}", f"{y:.0f}", Markup(' class="on"') if port else "", INNER, BUOY if port else ""
    )
