"""A lesson in the coach's words: for every decision what to do and why, and an answer to other decisions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.lessons import Progress, Script
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words

RULES_SAY_NO = _("The rules do not allow that here. The marked one is what comes next.")
NOT_NOW = _("The rules would allow that, but the lesson waits for the marked one.")


def as_drawn(scene: Scene, board: dict[str, Any]) -> dict[str, Any]:
    """Leaves a board as it is drawn at a table."""
    return board


@dataclass(frozen=True)
class Coaching:
    """The words before one decision: what to do, why, and answers to other decisions by how they begin."""

    do: str
    why: str
    instead: Mapping[str, str] = field(default_factory=dict)
    ladder: bool = False


@dataclass(frozen=True)
class Chapter:
    """A step in words; `drawn` is the notation of what the sentences show as drawings, `instead` answers throughout."""

    title: str
    moments: tuple[Coaching, ...]
    happened: str
    drawn: Mapping[str, str] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game: its decisions, its words, and what the game's board shows differently."""

    script: Script
    chapters: tuple[Chapter, ...]
    arrange: Callable[[Scene, dict[str, Any]], dict[str, Any]] = as_drawn
    sheets: tuple[str, ...] = ()  # more style sheets


@dataclass(frozen=True)
class Coach:
    """What the panel beside the table shows."""

    place: Progress
    titles: list[str]
    do: Markup
    why: Markup
    ladder: bool
    wrong: str
    forward: str

    @property
    def here(self) -> str:
        """The address of this place."""
        return self.place.address

    @property
    def first(self) -> str:
        """The address of the first step; without its number, that of any step."""
        return Progress(self.place.lesson).address

    @property
    def undo(self) -> Progress | None:
        """The place before the last decision, if in the same step."""
        return self.place.before if self.place.done else None


def titles(lesson: Lesson, translations: NullTranslations) -> list[str]:
    """Lists the titles of the steps."""
    return [translations.gettext(chapter.title) for chapter in lesson.chapters]


def coach(lesson: Lesson, place: Progress, translations: NullTranslations, wrong: str = "") -> Coach:
    """Returns what the coach shows at a place."""
    chapter, gettext = lesson.chapters[place.step - 1], translations.gettext
    drawn = {name: Words(place.lesson.game, translations).note(text) for name, text in chapter.drawn.items()}
    moment = None if place.complete else chapter.moments[place.done]
    return Coach(
        place,
        titles(lesson, translations),
        Markup(gettext(moment.do if moment else chapter.happened)) % drawn,
        Markup(gettext(moment.why)) % drawn if moment else Markup(),
        bool(moment and moment.ladder),
        wrong,
        forward(place) if place.complete else "",
    )


def forward(place: Progress) -> str:
    """Returns the address after a step."""
    return place.following.address if place.following else f"/learn/{place.lesson.game}/end"


def correction(lesson: Lesson, place: Progress, decision: str, translations: NullTranslations) -> str:
    """Says why the lesson expects another decision; '' stands for a decision that the rules forbid."""
    if not decision:
        return translations.gettext(RULES_SAY_NO)
    chapter = lesson.chapters[place.step - 1]
    instead = chapter.instead if place.complete else {**chapter.instead, **chapter.moments[place.done].instead}
    begins = [words for words in instead if f"{decision} ".startswith(f"{words} ")]
    return translations.gettext(instead[max(begins, key=len)] if begins else NOT_NOW)
