"""A guest's own data, the language and theme of the pages, and who made Serai."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from serai.version import VERSION
from serai.web.drawing import render
from serai.web.http.session import THEMES, back_to, guest_of, house_of, page, take_cookie
from serai.web.pages import levels, remembered_choices
from serai.web.pages.levels import A_YEAR
from serai.web.tables import erasure

router = APIRouter()


@router.get("/about")
async def about(request: Request) -> Response:
    """Shows who made this and under which licences."""
    return page(request, "about.html", version=VERSION)


@router.get("/me")
async def my_data(request: Request) -> Response:
    """Shows what the house knows about the guest, and how to delete it."""
    guest = await guest_of(request)
    lists = await house_of(request).lists(guest)
    return page(request, "my_data.html", guest=guest, going_on=len(lists.running), finished=len(lists.finished))


@router.post("/me/delete")
async def delete_me(request: Request, sure: Annotated[str, Form()] = "") -> Response:
    """Deletes the guest's name and games once confirmed; the cookie of an unknown guest is only removed."""
    guest = await guest_of(request)
    if guest is not None and sure == "1":
        await erasure.forget(house_of(request), guest)
    answer = back_to("/me")
    if guest is None or sure == "1":
        take_cookie(request)
        for name in (levels.COOKIE, remembered_choices.COOKIE):
            answer.delete_cookie(name)
    return answer


@router.post("/language")
async def choose_language(
    request: Request, language: Annotated[str, Form()] = "", back: Annotated[str, Form()] = ""
) -> Response:
    """Remembers a language."""
    return remembered(request, "language", language if language in render.LANGUAGES else None, back)


@router.post("/theme")
async def choose_theme(
    request: Request, theme: Annotated[str, Form()] = "", back: Annotated[str, Form()] = ""
) -> Response:
    """Remembers a theme."""
    return remembered(request, "theme", theme if theme in THEMES else None, back)


def remembered(request: Request, name: str, value: str | None, back: str) -> RedirectResponse:
    """Sets or deletes a cookie, and goes back to where the choice was made."""
    answer = back_to(back if is_ours(back) else "/")
    if value is None:
        answer.delete_cookie(name)
    else:
        answer.set_cookie(name, value, max_age=A_YEAR, samesite="lax", secure=request.url.scheme == "https")
    return answer


def is_ours(address: str) -> bool:
    """Whether an address is a page of this house: two slashes would name another host."""
    plain = address.isascii() and address.isprintable() and "\\" not in address
    return plain and address.startswith("/") and not address.startswith("//")
