"""A real server process: power cuts under play, polite ends, clear errors, links to seats, copies of the database."""

import os
import random
import re
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from serai.cli import app as cli
from tests.web.servers import Served, gone, served

pytestmark = pytest.mark.compiled

ROUNDS = 5
PLAN = {
    "game": "spice_road",
    "places": [{"kind": "me"}, {"kind": "bot", "bot": "planner"}, {"kind": "bot", "bot": "novice"}],
    "options": {"pace": "instant", "rounds": 200},
}


class Player:
    """Plays one seat after the other through the API and remembers every decision that was answered as stored."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.token = ""
        self.stored: dict[str, dict[int, str]] = {}

    @property
    def table(self) -> str:
        """The table that is played at."""
        return next(reversed(self.stored))

    def sit_down(self, address: str) -> None:
        """Becomes a guest and makes a table; where a game is over, a new one begins."""
        with httpx.Client(base_url=address, timeout=20) as guest:
            self.token = self.token or guest.post("/api/guest", json={"name": "Ada"}).json()["token"]
            self.stored[guest.post("/api/tables", json=PLAN, headers=self.headers).json()["id"]] = {}

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def play(self, address: str, until: float) -> None:
        """Plays until some time, or until the server is gone."""
        with httpx.Client(base_url=f"{address}/api/tables", headers=self.headers, timeout=20) as guest:
            while time.monotonic() < until:
                try:
                    if not self.step(guest):
                        self.sit_down(address)
                except httpx.TransportError:
                    return

    def step(self, guest: httpx.Client) -> bool:
        """Decides if asked; False when the game is over."""
        told = guest.get(f"/{self.table}/legal").json()
        if told["legal"]:
            decision = self.chance.choice(told["legal"])
            answer = guest.post(f"/{self.table}/decide", json={"decisions": [decision], "seen": told["number"]})
            assert answer.status_code == 200, answer.text
            self.stored[self.table][answer.json()["number"]] = decision
        return bool(guest.get(f"/{self.table}/position").json()["view"]["over"] is False)

    def check(self, address: str) -> int:
        """Sees that all that was answered is there, once, and nothing between is missing; returns how many events."""
        return sum(self._check(address, table, stored) for table, stored in self.stored.items())

    @staticmethod
    def _check(address: str, table: str, stored: dict[int, str]) -> int:
        """Checks one table: of what was not answered, only the decision that a power cut caught may be stored."""
        events: list[dict[str, Any]] = httpx.get(f"{address}/api/tables/{table}/events", timeout=20).json()
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        seat = next(event["seat"] for event in events if event["kind"] == "sat")
        mine = [event for event in events if event["kind"] == "decided" and event["seat"] == seat]
        assert stored.items() <= {event["number"]: event["decision"] for event in mine}.items()
        assert len(mine) - len(stored) <= ROUNDS
        return len(events)


def test_power_cuts_under_play_lose_and_double_nothing_and_the_bots_go_on(tmp_path: Path) -> None:
    chance = random.Random(7)
    player = Player(chance)
    for number in range(ROUNDS):
        with served(tmp_path, "--workers", "1") as server:
            if not player.stored:
                player.sit_down(server.address)
            before = player.check(server.address)
            workers = wait_for_workers(server)
            player.play(server.address, time.monotonic() + 0.3)
            os.kill(workers[0], signal.SIGKILL)
            cut = threading.Timer(1.5 + chance.random(), server.kill)
            cut.start()
            player.play(server.address, time.monotonic() + 20)
            cut.join()
            assert all(gone(worker) for worker in workers)
        assert number == 0 or before > 3
    with served(tmp_path, "--workers", "1") as server:
        before = player.check(server.address)
        assert sum(map(len, player.stored.values())) > ROUNDS
        wait_for_workers(server)
        until = time.monotonic() + 30
        while player.check(server.address) <= before + 4:
            assert time.monotonic() < until, "the bots do not go on"
            player.play(server.address, time.monotonic() + 0.2)


def wait_for_workers(server: Served) -> list[int]:
    """Waits until the bots can think."""
    until = time.monotonic() + 30
    while httpx.get(f"{server.address}/readyz").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.05)
    return server.workers()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), "--workers", "1", "--log") as running:
        yield running


def start(*options: str) -> Result:
    """Runs the command in this process."""
    return CliRunner().invoke(cli, options)


def test_a_port_that_is_taken_is_named(server: Served, tmp_path: Path) -> None:
    port = server.address.rpartition(":")[2]
    done = start("serve", "--no-browser", "--port", port, "--data", str(tmp_path))
    assert done.exit_code == 2
    assert f"port {port}" in done.stderr
    assert "--port" in done.stderr


def test_a_data_folder_that_cannot_be_written_is_named() -> None:
    done = start("serve", "--no-browser", "--port", "0", "--data", "/proc/serai")
    assert done.exit_code == 2
    assert "/proc/serai" in done.stderr
    assert "--data" in done.stderr


def test_a_database_of_a_newer_program_is_named_and_copies_can_be_put_back(server: Served, tmp_path: Path) -> None:
    data, copy = server.log.parent, tmp_path / "copy.db"
    with httpx.Client(base_url=server.address) as guest:
        guest.post("/api/guest", json={"name": "Ada"})
        made = guest.post("/api/tables", json=PLAN).json()["id"]
    assert start("backup", "--data", str(data), str(copy)).exit_code == 0
    other = tmp_path / "other"
    assert start("restore", "--data", str(other), str(copy)).exit_code == 0
    refused = start("restore", "--data", str(other), str(copy))
    assert (refused.exit_code, "--force" in refused.stderr) == (2, True)
    with sqlite3.connect(other / "serai.db") as database:
        assert database.execute("SELECT id FROM tables").fetchall() == [(made,)]
        database.execute("UPDATE alembic_version SET version_num = 'from the future'")
    database.close()
    done = start("serve", "--no-browser", "--port", "0", "--data", str(other))
    assert done.exit_code == 2
    assert "newer than this program" in done.stderr


def test_a_link_carries_a_seat_and_its_token_leaves_the_address(server: Served) -> None:
    with (
        httpx.Client(base_url=server.address, follow_redirects=True) as ada,
        httpx.Client(base_url=server.address, follow_redirects=True) as bob,
        httpx.Client(base_url=server.address, follow_redirects=True) as phone,
    ):
        ada.post("/api/guest", json={"name": "Ada"})
        plan = {"game": "sand_to_sea", "places": [{"kind": "me"}, {"kind": "friend"}]}
        made = ada.post("/api/tables", json=plan).json()
        (link,) = set(re.findall(r"http://[^\"<\s]*/join/[^\"<\s]*", ada.get(f"/table/{made['id']}").text))
        invitation = bob.get(link)
        assert invitation.status_code == 200
        assert made["joins"].popitem()[1] in link
        assert bob.get(f"/api/tables/{made['id']}").json()["stage"] == "open"
        joined = bob.post(link, data={"name": "Bob"})
        assert (joined.status_code, joined.url.path) == (200, f"/table/{made['id']}")
        assert bob.get(f"/api/tables/{made['id']}").json()["stage"] == "running"
        (private,) = set(re.findall(r"http://[^\"<\s]*/carry/[^\"<\s]*", bob.get(f"/table/{made['id']}/device").text))
        carried = phone.get(private)
        assert (carried.status_code, carried.url.path) == (200, f"/table/{made['id']}")
        assert phone.get("/api/guest").json()["name"] == "Bob"
        assert phone.get(f"{private[:-3]}xyz").status_code == 403


def test_decisions_by_forms_with_and_without_scripts(server: Served) -> None:
    with httpx.Client(base_url=server.address, follow_redirects=False) as ada:
        ada.post("/api/guest", json={"name": "Ada"})
        places = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
        table = ada.post("/api/tables", json={"game": "spice_road", "places": places}).json()["id"]
        page = ada.get(f"/table/{table}")
        assert page.text.count('<main id="table"') == 1
        assert "<html" in page.text
        form = {"decision": "play YY", "seen": "3", "seat": "0"}
        plain = ada.post(f"/table/{table}/decide", data=form)
        assert (plain.status_code, plain.headers["location"]) == (303, f"/table/{table}")
        stale = ada.post(f"/table/{table}/decide", data=form, headers={"hx-request": "true"})
        assert stale.status_code == 200
        assert "Somebody was faster" in stale.text
        assert "<html" not in stale.text
        undone = ada.post(f"/table/{table}/undo", data={"seen": "4"}, headers={"hx-request": "true"})
        assert 'data-number="5"' in undone.text
        hint = ada.post(f"/table/{table}/hint", data={"seen": "5"}, headers={"hx-request": "true"})
        assert "hint-panel" in hint.text
        board = ada.get(f"/table/{table}/board", params={"seen": 3}, headers={"hx-request": "true"})
        assert 'data-number="5"' in board.text
        for bad in ({"seen": "x"}, {}, {"seen": "9" * 40}, {"seen": "5", "seat": "-1"}):
            assert ada.post(f"/table/{table}/decide", data=bad).status_code == 400
        assert ada.post(f"/table/{table}/leave", data={"seen": "5"}).headers["location"] == "/"
        assert ada.get(f"/table/{table}").status_code == 200


def test_what_the_log_tells_is_nobody_s_business(server: Served) -> None:
    with httpx.Client(base_url=server.address) as eve:
        token = eve.post("/api/guest", json={"name": "Evelyn"}).json()["token"]
        table = eve.post("/api/tables", json=PLAN).json()["id"]
        eve.get(f"/join/{table}/0/verysecrettoken")
        eve.get(f"/table/{table}")
    log = server.log.read_text()
    assert "GET /table/{table_id} 200" in log
    assert "POST /api/guest 201" in log
    for secret in ("Evelyn", token, table, "verysecrettoken"):
        assert secret not in log
