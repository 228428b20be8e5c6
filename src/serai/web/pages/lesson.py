"""A first game with a coach, step by step: the routes of the lesson in a game's module `lesson`."""

from types import ModuleType
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from serai.core.registry import SPECS
from serai.web.drawing.profiles import game_with_lesson
from serai.web.http.session import back_to, language_of, page, theme_of, translations_of, wants_fragment

router = APIRouter()
LONGEST = 200


def lesson_at(step: int, done: int) -> ModuleType:
    """Returns the lesson, if it has this step and decision."""
    game = game_with_lesson()
    lesson = SPECS[game].page("lesson") if game else None
    if lesson is None or not lesson.exists(step, done):
        raise HTTPException(404)
    return lesson


@router.get("/learn")
async def begin() -> Response:
    """Begins the lesson."""
    return back_to("/learn/1")


@router.get("/learn/end")
async def end(request: Request) -> Response:
    """Shows the points, the winner, and where to go from here."""
    lesson = lesson_at(1, 0)
    return page(request, lesson.LAST_PAGE, **lesson.ending(translations_of(request)))


@router.get("/learn/{step}")
async def show(request: Request, step: int, done: int = 0) -> Response:
    """Shows a step of the lesson."""
    return lesson_response(request, step, done)


@router.post("/learn/{step}")
async def decide(
    request: Request, step: int, done: int = 0, decision: Annotated[str, Form(max_length=LONGEST)] = ""
) -> Response:
    """Takes the decision that the lesson waits for; anything else is explained and changes nothing."""
    lesson, given = lesson_at(step, done), [text.strip() for text in decision.split(";")]
    wrong = lesson.correction(step, done, given, translations_of(request))
    if wrong:
        return lesson_response(request, step, done, wrong)
    after = step, done + len(given)
    if not wants_fragment(request):
        return back_to(lesson.address(*after))
    answer = lesson_response(request, *after)
    answer.headers["hx-replace-url"] = lesson.address(*after)
    return answer


def lesson_response(request: Request, step: int, done: int, wrong: str = "") -> HTMLResponse:
    """Draws a step of the lesson: the whole page, or for htmx what lies on the table."""
    lesson = lesson_at(step, done)
    whole = not wants_fragment(request)
    return HTMLResponse(lesson.step_page(step, done, wrong, language_of(request), whole, theme_of(request)))
