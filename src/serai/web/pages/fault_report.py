"""Fault reports: a text to copy that names version, set, step and record."""

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from serai.core.component_folders import standard
from serai.core.registry import SPECS
from serai.version import VERSION
from serai.web.http.session import house_of, looked_at, names_of, page
from serai.web.pages.finished import log_text, uploaded
from serai.web.tables.model import Table

router = APIRouter()


@router.get("/wrong/table/{table_id}")
async def at_table(request: Request, table_id: str, step: int | None = None) -> Response:
    """Reports a fault at a table, with the public log of a running game or the record of a finished one."""
    table, _ = await looked_at(request, table_id)
    if table.game is None:
        raise HTTPException(404)
    shown = len(table.game.steps()) if step is None else step
    names = await names_of(request, table)
    text = table.record(names) if table.over else log_text(table.game, anyone(table))
    return told(request, heading(table, shown), text)


def heading(table: Table, step: int) -> list[str]:
    """Lists version, game, component set and step."""
    pieces = table.pieces
    return [
        f"Serai {VERSION}",
        f"game: {pieces.game}, rules version {table.row.rules}",
        f"set: {pieces.name} ({pieces.digest})",
        f"table: {table.id}",
        f"step: {step}",
    ]


def anyone(table: Table) -> list[str]:
    """Names the seats of a running game by their number only."""
    return [f"seat {seat + 1}" for seat in range(table.players)]


@router.get("/wrong/upload/{name}")
async def at_upload(request: Request, name: str, step: int = 0) -> Response:
    """Reports a fault in an uploaded record."""
    game, _ = uploaded(request, name)
    pieces = game.components
    first = [f"Serai {VERSION}", f"game: {game.name}, rules version {game.version}"]
    return told(request, [*first, f"set: {pieces.name} ({pieces.digest})", f"step: {step}"], game.to_json())


@router.get("/wrong/rules/{game}")
async def in_rules(request: Request, game: str, components: str = "") -> Response:
    """Reports a fault on a rules page."""
    if game not in SPECS:
        raise HTTPException(404)
    pieces = await house_of(request).sets.with_digest(game, components) or standard(game)
    lines = [f"Serai {VERSION}", f"rules of: {game}", f"set: {pieces.name} ({pieces.digest})", "rule: "]
    return told(request, lines, "")


def told(request: Request, lines: list[str], text: str) -> Response:
    """Shows the report for the reader to complete."""
    return page(request, "wrong.html", text="\n".join([*lines, "", text]).rstrip() + "\n")
