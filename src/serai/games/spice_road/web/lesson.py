"""The lesson as its pages show it: the table of the game with a coach, and the score at the end."""

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

from serai.core.views.states import Steps
from serai.games.spice_road.web import board, lesson_steps, lesson_words
from serai.games.spice_road.web.lesson_steps import GAME, LEARNER, RIVAL, Progress
from serai.games.spice_road.web.lesson_words import Coach
from serai.games.spice_road.web.log import tell
from serai.web.drawing import render, results
from serai.web.drawing.outcome import Outcome
from serai.web.drawing.questions import Ask, Option
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words

__all__ = ["LAST_PAGE", "address", "correction", "ending", "exists", "step_page"]

LAST_PAGE = "spice_road/lesson_end.html"


def exists(step: int, done: int) -> bool:
    """Returns whether the lesson has this place."""
    return Progress(step, done).exists


def address(step: int, done: int) -> str:
    """Returns the address of a place."""
    return lesson_words.address(Progress(step, done))


def correction(step: int, done: int, given: Sequence[str], translations: NullTranslations) -> str:
    """Says why the lesson expects other decisions; '' if these are the expected ones."""
    place = Progress(step, done)
    wrong = lesson_steps.unwanted(place, given)
    return "" if wrong is None else lesson_words.correction(place, wrong, translations)


def step_page(step: int, done: int, wrong: str, language: str, whole: bool, theme: str | None) -> str:
    """Draws a place, with what was wrong with a decision."""
    place, translations = Progress(step, done), render.catalogue(language)
    scene = lesson_steps.scene(place, translations.gettext("You"))
    return lesson_page(scene, lesson_words.coach(place, translations, wrong), language, whole, theme)


def lesson_page(scene: Scene, coach: Coach, language: str, whole: bool, theme: str | None) -> str:
    """Draws the table with the coach; expected decisions are marked like a hint, without the hint's panel."""
    translations = render.catalogue(language)
    context = {**board.context(scene, translations), "plan": None}
    if coach.forward:
        context["ask"] = ask_on(coach, translations)
    return render.render(
        "spice_road/lesson.html",
        language,
        scene=scene,
        say=Words(GAME, translations),
        log=tell(scene, translations),
        whole=whole,
        lesson=coach,
        theme=theme,
        **context,
    )


def ask_on(coach: Coach, translations: NullTranslations) -> Ask:
    """Makes the question bar lead to the next step."""
    _, step = translations.gettext, coach.place.step
    if step == len(coach.titles):
        text, label = _("Only Novice’s last turn is left."), _("See how it ends")
    else:
        text, label = _("Next: %(title)s") % {"title": coach.titles[step]}, _("Go on")
    on = Option("", label, "i-check", cls="primary is-hinted", form="next", name="")
    return Ask(_("Well done"), text, LEARNER, options=(on,))


def ending(translations: NullTranslations) -> dict[str, Any]:
    """Returns the context of the last page: the points, the winner, and what was learned."""
    game, people = lesson_steps.ended(), lesson_steps.sitters(translations.gettext("You"))
    steps = Steps(game.components, game.values, game.steps())
    scene = Scene("lesson", 0, game.view(LEARNER), LEARNER, people, steps)
    lines, sources = results.standings(game.components, scene.view), results.sources(GAME, translations)
    return {
        "title": Words(GAME, translations).title,
        "heading": Outcome(translations, people).heading(lines),
        "last": tell(scene, translations, 1)[0],
        "lines": lines,
        "names": [sitter.name for sitter in people],
        "sources": sources,
        "pieces_label": results.pieces_labels(lines, sources),
        "most": results.widest(lines),
        "titles": lesson_words.titles(translations),
        "rival": RIVAL,
    }
