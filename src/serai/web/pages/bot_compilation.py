"""The progress line shown on every page while bots are being compiled."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from serai.web.http.session import page

router = APIRouter()


@router.get("/preparing")
async def preparing(request: Request) -> HTMLResponse:
    """Shows the line as it is now; the last one says that all bots are ready."""
    return page(request, "preparing.html")
