"""The JSON API of a Serai server, as a program calls it: one guest, and what happens at a table."""

import json
from collections.abc import Iterator
from http.client import HTTPException
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

ANSWER_SECONDS = 30.0
SILENT_SECONDS = 60.0
LARGEST = 8_000_000


class RefusedByServer(ValueError):
    """The server answered that it will not do something; says why."""

    def __init__(self, text: str, status: int, code: str = "") -> None:
        """Keeps the status and the code of the refusal besides its sentence."""
        super().__init__(text)
        self.status, self.code = status, code


class NoAnswer(ValueError):
    """The server cannot be reached, or did not answer in time."""


class ApiClient:
    """A guest of a server."""

    def __init__(self, server: str, token: str | None = None, name: str = "Agent") -> None:
        """Connects to a server; without a token, as a new guest of the given name."""
        if not server.startswith(("http://", "https://")):
            raise ValueError(f"--server {server!r} is no address such as http://127.0.0.1:8000")
        self._server, self._token = server.rstrip("/"), token
        try:
            self._token = token or str(self.send("POST", "/guest", {"name": name})["token"])
            self.send("GET", "/guest")
        except (RefusedByServer, NoAnswer) as error:
            raise ValueError(f"{server}: {error}") from None

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request and returns the answer."""
        with self._opened(method, path, body, ANSWER_SECONDS) as response:
            try:
                return json.loads(response.read(LARGEST))
            except (HTTPException, OSError, ValueError) as error:
                raise NoAnswer(f"the server does not answer ({error})") from None

    def wait(self, table: str, after: int) -> None:
        """Returns when something happens at a table after an event, or when the stream ends."""
        with self._opened(
            "GET", f"{table_path(table)}/stream?after={after}&seen={after}", None, SILENT_SECONDS
        ) as said:
            try:
                next((line for line in _lines(said) if line.startswith(b"id:")), None)
            except (HTTPException, OSError) as error:
                raise NoAnswer(f"the server does not answer ({error})") from None

    def _opened(self, method: str, path: str, body: Any, seconds: float) -> IO[bytes]:
        """Sends a request; returns the body of the answer, unread."""
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        if self._token is not None:
            headers["authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self._server}/api{path}", data, headers, method=method)
        try:
            opened: IO[bytes] = urlopen(request, timeout=seconds)
        except HTTPError as error:
            with error:
                raise _refusal(error.read(LARGEST), error.code) from None
        except (URLError, HTTPException, ValueError, OSError) as error:
            raise NoAnswer(f"the server does not answer ({getattr(error, 'reason', error)})") from None
        return opened


def _lines(body: IO[bytes]) -> Iterator[bytes]:
    """Yields the lines of a stream as they arrive."""
    while line := body.readline():
        yield line


def table_path(table: str) -> str:
    """Returns the path of a table; a lone surrogate, which no URL can hold, becomes a question mark."""
    return f"/tables/{quote(table, safe='', errors='replace')}"


def _refusal(body: bytes, status: int) -> RefusedByServer:
    """Reads why a server refused something."""
    try:
        told = json.loads(body)
        return RefusedByServer(str(told["text"]), status, str(told["code"]))
    except (ValueError, KeyError, TypeError):
        return RefusedByServer(f"the server answered {status}", status)
