"""Compressed responses: all texts but streams, and but what holds a secret."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

UNCOMPRESSED = {"content-encoding": "identity"}
LEAST = 700
LEVEL = 6
# Links that are keys to a seat, and tokens: the size of what is compressed would tell of them (BREACH).
SECRET = ("/api/", "/carry/", "/join/", "/me")
SECRET_ENDS = ("/device",)


class Compression:
    """Compresses responses for clients that accept it; a page opts out with the header `UNCOMPRESSED`."""

    def __init__(self, app: ASGIApp) -> None:
        """Wraps the application."""
        self.app, self.compressed = app, GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, compressed unless the answer may hold a secret."""
        path = scope.get("path", "")
        secret = path.startswith(SECRET) or path.endswith(SECRET_ENDS)
        await (self.app if secret else self.compressed)(scope, receive, send)
