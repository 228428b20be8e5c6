"""The lesson of Spice Road: a short first game in eight steps."""

from serai.games.spice_road.web.lesson_steps import SCRIPT
from serai.games.spice_road.web.lesson_words import CHAPTERS
from serai.web.drawing.coaching import Lesson

LESSON = Lesson(SCRIPT, CHAPTERS)
