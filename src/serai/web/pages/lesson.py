"""A first game with a coach, step by step: the routes of the lessons in the games' modules `lesson`."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from serai.core.registry import SPECS
from serai.web.drawing import lesson_pages
from serai.web.drawing.coaching import Lesson
from serai.web.drawing.lessons import Progress
from serai.web.drawing.profiles import games_with_lessons
from serai.web.http.session import back_to, language_of, page, theme_of, translations_of, wants_fragment
from serai.web.pages.levels import suggested

router = APIRouter()
LONGEST = 200


def lesson_of(game: str) -> Lesson:
    """Returns the lesson of a game, if it has one."""
    if game not in games_with_lessons():
        raise HTTPException(404)
    lesson: Lesson = SPECS[game].page("lesson").LESSON
    return lesson


def place_in(lesson: Lesson, step: int, done: int) -> Progress:
    """Returns a place of a lesson, if there is one."""
    place = Progress(lesson.script, step, done)
    if not place.exists:
        raise HTTPException(404)
    return place


@router.get("/learn")
async def begin() -> Response:
    """Begins the lesson of the first game that has one."""
    game, *_ = [*games_with_lessons(), ""]
    return back_to(Progress(lesson_of(game).script).address)


@router.get("/learn/{name}")
async def begin_game(name: str, done: int = 0) -> Response:
    """Begins the lesson of a game; a step or the end alone, as in older links, is that of the first game."""
    if name in games_with_lessons():
        return back_to(Progress(lesson_of(name).script).address)
    game, *_ = [*games_with_lessons(), ""]
    if name == "end":
        return back_to(f"/learn/{game}/end")
    if not name.isdecimal() or not name.isascii():
        raise HTTPException(404)
    return back_to(place_in(lesson_of(game), int(name[:4]), done).address)


@router.get("/learn/{game}/end")
async def end(request: Request, game: str) -> Response:
    """Shows the points, the winner, and where to go from here."""
    ending = lesson_pages.ending(lesson_of(game), translations_of(request))
    return page(request, "lesson_end.html", **ending, level=suggested(request, game))


@router.get("/learn/{game}/{step}")
async def show(request: Request, game: str, step: int, done: int = 0) -> Response:
    """Shows a step of a lesson."""
    lesson = lesson_of(game)
    return lesson_response(request, lesson, place_in(lesson, step, done))


@router.post("/learn/{game}/{step}")
async def decide(
    request: Request, game: str, step: int, done: int = 0, decision: Annotated[str, Form(max_length=LONGEST)] = ""
) -> Response:
    """Takes the decision that the lesson waits for; anything else is explained and changes nothing."""
    lesson, given = lesson_of(game), [text.strip() for text in decision.split(";")]
    place = place_in(lesson, step, done)
    wrong = lesson_pages.correction(lesson, place, given, translations_of(request))
    if wrong:
        return lesson_response(request, lesson, place, wrong)
    after = place.after(len(given))
    if not wants_fragment(request):
        return back_to(after.address)
    answer = lesson_response(request, lesson, after)
    answer.headers["hx-replace-url"] = after.address
    return answer


def lesson_response(request: Request, lesson: Lesson, place: Progress, wrong: str = "") -> HTMLResponse:
    """Draws a step of a lesson: the whole page, or for htmx what lies on the table."""
    language, whole = language_of(request), not wants_fragment(request)
    return HTMLResponse(lesson_pages.step_page(lesson, place, wrong, language, whole, theme_of(request)))
