"""The lesson for people: a table with a coach beside it. Where somebody stands is in the address and nowhere else."""

from gettext import NullTranslations
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, Response

from serai.web import lessons, rendering, results
from serai.web.lesson_words import Coach, address, coach, correction, titles
from serai.web.lessons import Place
from serai.web.look import spice_road
from serai.web.look.questions import Ask, Option
from serai.web.requests import back_to, language_of, page, theme_of, translations_of, wants_fragment
from serai.web.reviews import Result
from serai.web.scene import Scene
from serai.web.telling.spice_road import tell
from serai.web.words import Words

router = APIRouter()
LONGEST = 200


@router.get("/learn")
async def begin() -> Response:
    """Begins the lesson."""
    return back_to(address(Place()))


@router.get("/learn/end")
async def end(request: Request) -> Response:
    """Counts the points, tells who has won, and where to go from here."""
    found(1, 0)
    translations, game = translations_of(request), lessons.ended()
    people = lessons.sitters(translations.gettext("You"))
    scene = Scene("lesson", 0, game.view(lessons.LEARNER), lessons.LEARNER, people, tuple(game.steps()))
    lines, sources = results.standings(scene.view), results.sources(lessons.GAME, translations)
    return page(
        request,
        "lesson_end.html",
        title=Words(lessons.GAME, translations).title,
        heading=Result(translations, game, people).heading(lines),
        last=tell(scene, translations, 1)[0],
        lines=lines,
        names=[sitter.name for sitter in people],
        sources=sources,
        pieces_label=results.pieces_labels(lines, sources),
        most=results.widest(lines),
        titles=titles(translations),
        rival=lessons.RIVAL,
    )


@router.get("/learn/{step}")
async def show(request: Request, step: int, done: int = 0) -> Response:
    """Shows a place of the lesson."""
    return drawn(request, found(step, done))


@router.post("/learn/{step}")
async def decide(
    request: Request, step: int, done: int = 0, decision: Annotated[str, Form(max_length=LONGEST)] = ""
) -> Response:
    """Takes what the lesson waits for; at anything else says why, and all is as it was."""
    place, given = found(step, done), [text.strip() for text in decision.split(";")]
    wrong = lessons.unwanted(place, given)
    if wrong is not None:
        return drawn(request, place, correction(place, wrong, translations_of(request)))
    after = Place(step, done + len(given))
    if not wants_fragment(request):
        return back_to(address(after))
    answer = drawn(request, after)
    answer.headers["hx-replace-url"] = address(after)
    return answer


def found(step: int, done: int) -> Place:
    """Returns a place that there is; with other printed values there may be no lesson."""
    place = Place(step, done)
    if not lessons.playable() or not place.exists:
        raise HTTPException(404)
    return place


def drawn(request: Request, place: Place, wrong: str = "") -> HTMLResponse:
    """Draws a place for who looks at it: the whole page, or for htmx what lies on the table."""
    translations = translations_of(request)
    scene = lessons.scene(place, translations.gettext("You"))
    told = coach(place, translations, wrong)
    text = lesson_page(scene, told, translations, language_of(request), not wants_fragment(request), theme_of(request))
    return HTMLResponse(text)


def lesson_page(
    scene: Scene, told: Coach, translations: NullTranslations, language: str, whole: bool, theme: str | None
) -> str:
    """Draws the table of Spice Road with the coach; what is wanted is marked as a hint is, without the hint's panel."""
    look = {**spice_road.look(scene, translations), "plan": None}
    if told.forward:
        look["ask"] = ask_on(told, translations)
    return rendering.render(
        "lesson.html",
        language,
        scene=scene,
        say=Words(lessons.GAME, translations),
        log=tell(scene, translations),
        whole=whole,
        lesson=told,
        theme=theme,
        **look,
    )


def ask_on(told: Coach, translations: NullTranslations) -> Ask:
    """Lets the question bar lead to the next step."""
    _, step = translations.gettext, told.place.step
    if step == len(told.titles):
        text, label = _("Only Novice’s last turn is left."), _("See how it ends")
    else:
        text, label = _("Next: %(title)s") % {"title": told.titles[step]}, _("Go on")
    on = Option("", label, "i-check", cls="primary is-hinted", form="next", name="")
    return Ask(_("Well done"), text, lessons.LEARNER, options=(on,))
