"""What the others have done since a player's last turn: one entry for each, from the lines of the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from markupsafe import Markup

from serai.web.drawing.log import LogLine, Picture
from serai.web.drawing.profiles import page_part
from serai.web.drawing.questions import Ask
from serai.web.drawing.scene import Scene


@dataclass(frozen=True)
class Deed:
    """What another player did in a row: the decisions from `first` to `last`, counted from 1."""

    seat: int
    name: str
    text: Markup
    picture: Picture
    first: int
    last: int


def recap(scene: Scene, log: Sequence[LogLine]) -> list[Deed]:
    """Lists what others did since the viewer's last decision, oldest first; `log` has its newest line first."""
    if scene.seat is None or scene.view["over"]:
        return []
    deeds: list[Deed] = []
    last = len(scene.steps)
    for line in log:
        if line.seat == scene.seat:
            break
        deeds = _before(scene, line, last, deeds)
        last -= line.steps
    return deeds


def look_back(scene: Scene, deeds: Sequence[Deed], translations: NullTranslations) -> Ask:
    """Replaces the question with the name of the player being shown."""
    deed = next((deed for deed in deeds if deed.first <= (scene.past or 0) <= deed.last), None)
    title = translations.gettext("What happened")
    if deed is None:
        return Ask(title, "", scene.seat, "wait")
    return Ask(title, deed.text, deed.seat, "wait")


def _before(scene: Scene, line: LogLine, last: int, later: list[Deed]) -> list[Deed]:
    """Puts a line before later deeds; lines of one player in a row are one deed."""
    first = last - line.steps + 1
    picture = page_part(scene.view["game"], "log").pictured(scene, first - 1)
    text, name = line.text, scene.sitters[line.seat].name
    if later and later[0].seat == line.seat:
        text, last, later = Markup(" ").join((text, later[0].text)), later[0].last, later[1:]
    return [Deed(line.seat, name, text, picture, first, last), *later]
