"""The operations and models of the API on one page."""

import json
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from serai.web.http.session import page

ABOUT = """A table for the Century board games, open to programs. Decisions and cards are written in the notation.

Make a guest first (`POST /api/guest`) and send its token as `Authorization: Bearer TOKEN`; browsers may use the cookie.
A decision names the last event that you have seen: two answers to one question are never both stored.
Responses about a table carry the number of its last event as `Serai-Seen`. Send it back as `seen=NUMBER` and no server
will show you less; cookies do this automatically.
Nobody sees the seed or the order of the decks before the game is over."""

router = APIRouter(prefix="/api")


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """Shows the operations of the API, without external resources."""
    schema = request.app.openapi()
    operations = [
        {"method": method.upper(), "path": path, **operation}
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    return page(request, "api_docs.html", about=ABOUT.split("\n\n"), operations=operations, schemas=_schemas(schema))


def _schemas(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Lists the models of the API with their fields as text."""
    return {
        name: {
            "text": model.get("description", ""),
            "fields": _fields(model.get("oneOf", [model])),
        }
        for name, model in schema["components"]["schemas"].items()
        if ("properties" in model or "oneOf" in model) and not name.startswith("HTTP") and name != "ValidationError"
    }


def _fields(variants: list[dict[str, Any]]) -> dict[str, str]:
    """Returns the fields of a model, each with its types in all variants of the model."""
    kinds = {
        key: dict.fromkeys(_kind(variant["properties"][key]) for variant in variants)
        for key in variants[0]["properties"]
    }
    return {key: " | ".join(found) for key, found in kinds.items()}


def name_programs(schema: dict[str, Any], programs: Iterable[str]) -> None:
    """Adds the programs of the house to the bots that the schema names."""
    models = schema["components"]["schemas"]
    for model in (*models["PlaceSent"]["oneOf"], models["Calling"]):
        if "enum" in (bot := model["properties"]["bot"]):
            bot["enum"] = [*bot["enum"], *programs]


def _kind(field: dict[str, Any]) -> str:
    """Returns the type of a field in a word or two."""
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "anyOf" in field:
        return " | ".join(_kind(part) for part in field["anyOf"])
    if "const" in field:
        return json.dumps(field["const"])
    if "enum" in field:
        return " | ".join(json.dumps(value) for value in field["enum"])
    if field.get("type") == "array" and "items" in field:
        return f"[{_kind(field['items'])}]"
    return str(field.get("type", "object"))
