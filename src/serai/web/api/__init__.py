"""The table for programs: JSON under /api, the same house behind it as behind the pages."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from serai.web.api import docs, following, people, playing
from serai.web.api.docs import ABOUT, name_programs
from serai.web.api.models import Fault
from serai.web.refusals import Refused
from serai.web.requests import house_of, told, translations_of
from serai.web.seen import note_seen

__all__ = ["ABOUT", "name_programs", "refusal", "router"]

NOT_NOW = 409
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
    "busy": 503,
}

ANSWERS: dict[int | str, dict[str, Any]] = {
    400: {"model": Fault, "description": "The body is no text"},
    403: {"model": Fault, "description": "Not for you"},
    404: {"model": Fault, "description": "Not there"},
    408: {"model": Fault, "description": "The body came too slowly"},
    NOT_NOW: {"model": Fault, "description": "Not now"},
    413: {"model": Fault, "description": "The body is too large"},
    422: {"model": Fault, "description": "Not as it should be"},
    429: {"model": Fault, "description": "Too often; `Retry-After` says when again"},
    500: {"model": Fault, "description": "A fault of ours"},
    503: {"model": Fault, "description": "Too much is going on"},
}

router = APIRouter(responses=ANSWERS)
for part in (people, playing, following, docs):
    router.include_router(part.router)


def refusal(request: Request, error: Refused) -> Response:
    """Says why the house did not do something; what is refused as too late tells how new the table is."""
    text, status = told(error, translations_of(request)), STATUS.get(error.code, NOT_NOW)
    known = house_of(request).live.known(request.path_params.get("table_id", "")) if status == NOT_NOW else None
    if known is not None:
        note_seen(request, known)
    return JSONResponse({"code": error.code, "text": text}, status)
