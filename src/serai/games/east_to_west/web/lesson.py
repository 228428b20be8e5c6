"""The lesson of From East to West: a short first game in twelve steps."""

from typing import Any

from serai.games.east_to_west.web.lesson_steps import SCRIPT
from serai.games.east_to_west.web.lesson_words import CHAPTERS
from serai.web.drawing.coaching import Lesson
from serai.web.drawing.pieces import hinted
from serai.web.drawing.scene import Scene


def arrange(scene: Scene, board: dict[str, Any]) -> dict[str, Any]:
    """Opens the part of a small screen on which to press."""
    for name, half in zip(("west", "east"), board["halves"], strict=True):
        if any(place.decision == hinted(scene) or place.explore == hinted(scene) for place in half.places):
            return {**board, "part": name}
    return board


LESSON = Lesson(SCRIPT, CHAPTERS, arrange, ("east_to_west/lesson.css",))
