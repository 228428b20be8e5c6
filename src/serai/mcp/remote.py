"""Tables of a running Serai server, through its JSON API: the agent is a guest like any other."""

import json
import time
from collections.abc import Sequence
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from serai.mcp.seats import Snapshot, ToolError, decision_line

NAME = "Agent"
ANSWER_SECONDS = 30.0
WAIT_SECONDS = 120.0
PAUSE = 0.2
LARGEST = 8_000_000


class RemoteTables:
    """The tables of one guest of a server."""

    def __init__(self, server: str, token: str | None, wait: float = WAIT_SECONDS) -> None:
        """Connects to a server; without a token, as a new guest."""
        if not server.startswith(("http://", "https://")):
            raise ValueError(f"--server {server!r} is no address such as http://127.0.0.1:8000")
        self._server, self._wait = server.rstrip("/"), wait
        self._token = token
        try:
            self._token = token or str(self._send("POST", "/guest", {"name": NAME})["token"])
            self._send("GET", "/guest")
        except ToolError as error:
            raise ValueError(f"{server}: {error}") from None
        self._seen: dict[str, int] = {}
        self._newest: dict[str, int] = {}

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request and returns the answer."""
        headers = {"content-type": "application/json", "accept": "application/json"}
        if self._token is not None:
            headers["authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self._server}/api{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=ANSWER_SECONDS) as response:
                return json.loads(response.read(LARGEST))
        except HTTPError as error:
            with error:
                raise ToolError(_reason(error.read(LARGEST), error.code)) from None
        except (URLError, TimeoutError, ValueError, OSError) as error:
            raise ToolError(f"the server does not answer ({getattr(error, 'reason', error)})") from None

    def bots(self) -> dict[str, str]:
        """Returns the bots with their descriptions."""
        return dict(self._send("GET", "/house")["bots"])

    def listed(self) -> list[str]:
        """Lists the agent's tables, one per line."""
        lists = self._send("GET", "/tables")
        return [
            f"{line['id']}: {line['game']} with {', '.join(name or 'an open seat' for name in line['names'])}, {stage}"
            for stage in ("running", "finished")
            for line in lists[stage]
        ]

    def new(self, game: str, bots: Sequence[str], rounds: int | None, components: str | None = None) -> str:
        """Makes a table with bots at the other seats."""
        places = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        plan = {"game": game, "places": places, "options": {"pace": "instant", "rounds": rounds}}
        plan |= {} if components is None else {"components": components}
        return str(self._send("POST", "/tables", plan)["id"])

    def _asked(self, table: str) -> dict[str, Any]:
        """Waits until it is the agent's turn, the game is over, or the wait times out; returns the position."""
        latest = time.monotonic() + self._wait
        while True:
            position = self._about(table, "GET", f"/position?seen={self._newest.get(table, 0)}")
            if position["view"]["legal"] or position["view"]["over"] or time.monotonic() > latest:
                return position
            time.sleep(PAUSE)

    def _about(self, table: str, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Sends a request about a table and remembers its latest event; later answers must not be older."""
        answer: dict[str, Any] = self._send(method, f"{_path(table)}{path}", body)
        self._newest[table] = answer["number"]
        return answer

    def position(self, table: str) -> Snapshot:
        """Returns the table once it is the agent's turn or the game is over."""
        position = self._asked(table)
        asked = urlencode({"after": self._seen.get(table, 0), "seen": position["number"]})
        events = self._send("GET", f"{_path(table)}/events?{asked}")
        names = position["view"]["names"]
        known = [event for event in events if event["number"] <= position["number"]]
        self._seen[table] = position["number"]
        decided = [event for event in known if event["kind"] == "decided"]
        happened = [decision_line(names[event["seat"]], event["decision"], event["reveals"] or ()) for event in decided]
        return Snapshot(position["view"], happened)

    def decide(self, table: str, decisions: Sequence[str]) -> None:
        """Takes decisions, all or none."""
        seen = self._asked(table)["number"]
        body = {"decisions": list(decisions), "seen": seen}
        self._about(table, "POST", "/decide", body)


def _path(table: str) -> str:
    """Returns the path of a table; a lone surrogate, which no URL can hold, becomes a question mark."""
    return f"/tables/{quote(table, safe='', errors='replace')}"


def _reason(body: bytes, code: int) -> str:
    """Returns why a server refused something."""
    try:
        return str(json.loads(body)["text"])
    except (ValueError, KeyError, TypeError):
        return f"the server answered {code}"
