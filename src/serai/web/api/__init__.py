"""The table for programs: JSON under /api, backed by the same house as the pages."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from serai.web.api import docs, following, people, playing
from serai.web.api.docs import ABOUT, name_programs
from serai.web.api.models import Fault
from serai.web.http.freshness import note_seen
from serai.web.http.session import house_of, refusal_text, translations_of
from serai.web.refusals import Refused

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
    """Returns a refusal of the house as JSON; a conflict (409) carries the table's last event number."""
    text, status = refusal_text(error, translations_of(request)), STATUS.get(error.code, NOT_NOW)
    known = house_of(request).cache.known(request.path_params.get("table_id", "")) if status == NOT_NOW else None
    if known is not None:
        note_seen(request, known)
    return JSONResponse({"code": error.code, "text": text}, status)
