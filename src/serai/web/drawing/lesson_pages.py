"""The pages of a lesson: the table of its game with a coach, and the score at the end."""

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

from serai.web.drawing import coaching, lessons, render, results
from serai.web.drawing.coaching import Coach, Lesson
from serai.web.drawing.lessons import LEARNER, Progress
from serai.web.drawing.outcome import Outcome
from serai.web.drawing.profiles import page_part, profile
from serai.web.drawing.questions import Ask, Option
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words


def correction(lesson: Lesson, place: Progress, given: Sequence[str], translations: NullTranslations) -> str:
    """Says why the lesson expects other decisions; '' if these are the expected ones."""
    wrong = lessons.unwanted(place, given)
    return "" if wrong is None else coaching.correction(lesson, place, wrong, translations)


def step_page(lesson: Lesson, place: Progress, wrong: str, language: str, whole: bool, theme: str | None) -> str:
    """Draws a lesson step and the correction, if any."""
    translations = render.catalogue(language)
    scene = lessons.scene(place, translations.gettext("You"))
    return lesson_page(lesson, scene, coaching.coach(lesson, place, translations, wrong), language, whole, theme)


def lesson_page(lesson: Lesson, scene: Scene, coach: Coach, language: str, whole: bool, theme: str | None) -> str:
    """Draws the table with the coach; expected decisions are marked like a hint, without the hint's panel."""
    game, translations = lesson.script.game, render.catalogue(language)
    board = {**page_part(game, "board").context(scene, translations), "plan": None}
    if coach.forward:
        board["ask"] = ask_on(coach, translations)
    return render.render(
        "lesson.html",
        language,
        scene=scene,
        say=Words(game, translations),
        log=page_part(game, "log").tell(scene, translations),
        whole=whole,
        lesson=coach,
        game=game,
        sheets=lesson.sheets,
        theme=theme,
        **lesson.arrange(scene, board),
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


def ending(lesson: Lesson, translations: NullTranslations) -> dict[str, Any]:
    """Returns the context of the last page: the points, the winner, and what was learned."""
    game, invitation = lesson.script.game, profile(lesson.script.game).lesson
    scene = lessons.ended_scene(lesson.script, translations.gettext("You"))
    lines, sources = results.standings(scene.pieces, scene.view), results.sources(game, translations)
    return {
        "game": game,
        "rules": scene.rules,
        "art_at": profile(game).art,
        "title": Words(game, translations).title,
        "invitation": invitation,
        "heading": Outcome(translations, scene.sitters).heading(lines),
        "last": page_part(game, "log").tell(scene, translations, 1)[0],
        "lines": lines,
        "names": [sitter.name for sitter in scene.sitters],
        "sources": sources,
        "pieces_label": results.pieces_labels(lines, sources),
        "most": results.widest(lines),
        "titles": coaching.titles(lesson, translations),
        "own_symbols": bool((book := profile(game).rulebook) and book.own_symbols),
    }
