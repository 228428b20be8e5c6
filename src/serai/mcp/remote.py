"""Tables of a running Serai server, through its JSON API: the agent is a guest like any other."""

import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from serai.api_client import ApiClient, NoAnswer, RefusedByServer, table_path
from serai.mcp.seats import Snapshot, ToolError, decision_line

WAIT_SECONDS = 120.0
PAUSE = 0.2


class RemoteTables:
    """The tables of one guest of a server."""

    def __init__(self, server: str, token: str | None, wait: float = WAIT_SECONDS) -> None:
        """Connects to a server; without a token, as a new guest."""
        self._client, self._wait = ApiClient(server, token), wait
        self._seen: dict[str, int] = {}
        self._newest: dict[str, int] = {}

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request and returns the answer."""
        try:
            return self._client.send(method, path, body)
        except (RefusedByServer, NoAnswer) as error:
            raise ToolError(str(error)) from None

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
        answer: dict[str, Any] = self._send(method, f"{table_path(table)}{path}", body)
        self._newest[table] = answer["number"]
        return answer

    def position(self, table: str) -> Snapshot:
        """Returns the table once it is the agent's turn or the game is over."""
        position = self._asked(table)
        asked = urlencode({"after": self._seen.get(table, 0), "seen": position["number"]})
        events = self._send("GET", f"{table_path(table)}/events?{asked}")
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
