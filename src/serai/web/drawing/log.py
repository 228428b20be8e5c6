"""The log in words; `tell(scene, translations, most)` in the module `log` of each game's page writes it."""

from dataclasses import dataclass
from gettext import NullTranslations

from markupsafe import Markup

from serai.web.drawing.profiles import page_part
from serai.web.drawing.scene import Scene

MOST, BRIEF = 60, 12


@dataclass(frozen=True)
class LogLine:
    """One line of the log: what a seat did in one action, `steps` decisions of it."""

    seat: int
    text: Markup
    steps: int


@dataclass(frozen=True)
class Picture:
    """What an action was about: a merchant card in the notation, the points of a card, or else a symbol."""

    card: str = ""
    points: int = 0
    icon: str = ""


def log_of(scene: Scene, translations: NullTranslations) -> list[LogLine]:
    """Returns the last actions, newest first; for a page that keeps older lines, a few and all new ones."""
    tell = page_part(scene.view["game"], "log").tell
    found: list[LogLine] = tell(scene, translations, BRIEF) if scene.brief else []
    if sum(line.steps for line in found) < min(scene.marked + 1, len(scene.steps)):
        found = tell(scene, translations, MOST)
    return found
