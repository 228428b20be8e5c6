"""The files of Spice Road as forms, and how their lines are drawn."""

from typing import Any

from serai.games.spice_road.component_set import POINT_FILE
from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.entries import CUBES_HINT, Cells, Column, Sheet
from serai.web.drawing.words import Words

SHEETS = (
    Sheet(
        POINT_FILE,
        _("Point cards"),
        _("Point card %(number)d"),
        (Column("cost", _("Cost"), "cubes", hint=CUBES_HINT), Column("points", _("Points"), "number")),
    ),
)
SENTENCES: tuple[str, ...] = ()


def picture(path: str, cells: Cells, say: Words) -> dict[str, Any]:
    """Returns what the template draws for one line."""
    return {"cost": cells["cost"], "points": int(cells["points"])}
