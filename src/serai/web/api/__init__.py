"""The table for programs: JSON under /api, the same house behind it as behind the pages."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from serai.web.api import docs, following, people, playing
from serai.web.api.docs import ABOUT
from serai.web.api.models import Fault
from serai.web.refusals import Refused
from serai.web.requests import told, translations_of

__all__ = ["ABOUT", "refusal", "router"]

STATUS = {
    "no_such_table": 404,
    "no_such_seat": 404,
    "no_record_yet": 403,
    "not_your_seat": 403,
    "not_maker": 403,
    "wrong_link": 403,
    "no_watching": 403,
    "no_hints": 403,
    "no_hint_now": 503,
    "illegal": 422,
    "bad_name": 422,
    "bad_plan": 422,
    "no_such_bot": 422,
    "too_many": 429,
}

router = APIRouter(
    prefix="/api",
    responses={code: {"model": Fault, "description": "Refused"} for code in (403, 404, 409, 422)},
)
for part in (people, playing, following, docs):
    router.include_router(part.router)


def refusal(request: Request, error: Refused) -> Response:
    """Says why the house did not do something."""
    text = told(error, translations_of(request))
    return JSONResponse({"code": error.code, "text": text}, STATUS.get(error.code, 409))
