"""The lesson of Sand to Sea: a short first game in eleven steps."""

from dataclasses import replace
from typing import Any

from serai.games.sand_to_sea.web import map as sea_map
from serai.games.sand_to_sea.web.lesson_steps import SCRIPT
from serai.games.sand_to_sea.web.lesson_words import CHAPTERS
from serai.games.sand_to_sea.web.sailing import hinted_space
from serai.web.drawing.coaching import Lesson
from serai.web.drawing.pieces import hinted, near
from serai.web.drawing.scene import Scene


def arrange(scene: Scene, board: dict[str, Any]) -> dict[str, Any]:
    """Points at the tile to press, and opens the part of a small screen on which to press."""
    boat = scene.view["players"][near(scene)]["boat"]
    space = hinted_space(scene, boat) if scene.view["phase"] in ("turn", "place") else None
    if space is None:
        return {**board, "tab": "market" if hinted(scene).startswith("acquire") else board["tab"]}
    pointed = replace(board["chart"], marks=board["chart"].marks + sea_map.pointer(scene.pieces, space))
    hexes = [replace(tile, state="is-hinted" if tile.space == space else "") for tile in board["hexes"]]
    return {**board, "tab": "map", "chart": pointed, "hexes": hexes, "press": f"hex-{space}"}


LESSON = Lesson(SCRIPT, CHAPTERS, arrange, ("sand_to_sea/lesson.css",))
