"""Power cuts under play: servers and workers are killed again and again while players play and remember everything."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.web.servers import Served, gone

PLAN = {
    "game": "spice_road",
    "places": [{"kind": "me"}, {"kind": "bot", "bot": "planner"}, {"kind": "bot", "bot": "novice"}],
    "options": {"pace": "instant", "rounds": 200},
}
PATIENCE = 60.0


class Player:
    """Plays one seat after the other through the API and remembers every decision that was answered as stored."""

    def __init__(self, chance: random.Random, plan: dict[str, Any] = PLAN, servers: int = 1) -> None:
        self.chance, self.plan, self.servers = chance, plan, servers
        self.token = ""
        self.stored: dict[str, dict[int, str]] = {}
        self.cuts = 0

    @property
    def table(self) -> str:
        """The table that is played at."""
        return next(reversed(self.stored))

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def sit_down(self, address: str) -> None:
        """Becomes a guest and makes a table; where a game is over, a new one begins."""
        with httpx.Client(base_url=address, timeout=20) as guest:
            self.token = self.token or guest.post("/api/guest", json={"name": "Ada"}).json()["token"]
            self.stored[guest.post("/api/tables", json=self.plan, headers=self.headers).json()["id"]] = {}

    def play(self, address: str, until: float) -> None:
        """Plays until some time, or until the server is gone."""
        with httpx.Client(base_url=f"{address}/api/tables", headers=self.headers, timeout=20) as guest:
            while time.monotonic() < until:
                try:
                    if not self.step(guest):
                        self.sit_down(address)
                except httpx.TransportError:
                    self.cuts += 1
                    return

    def step(self, guest: httpx.Client) -> bool:
        """Decides if asked; False when the game is over. Another server may know of something newer, and refuses."""
        told = guest.get(f"/{self.table}/legal").json()
        if told["legal"]:
            decision = self.chance.choice(told["legal"])
            answer = guest.post(f"/{self.table}/decide", json={"decisions": [decision], "seen": told["number"]})
            assert answer.status_code == 200 or (answer.status_code == 409 and self.servers > 1), answer.text
            if answer.status_code == 200:
                self.stored[self.table][answer.json()["number"]] = decision
        else:
            time.sleep(0.005)
        return bool(guest.get(f"/{self.table}/position").json()["view"]["over"] is False)

    def check(self, address: str) -> int:
        """Sees that all that was answered is there, once, and nothing between is missing; returns how many events."""
        return sum(self._check(address, table, stored) for table, stored in self.stored.items())

    def _check(self, address: str, table: str, stored: dict[int, str]) -> int:
        """Checks one table: of what was not answered, only decisions that a power cut caught may be stored."""
        events: list[dict[str, Any]] = httpx.get(f"{address}/api/tables/{table}/events", timeout=20).json()
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        seat = next(event["seat"] for event in events if event["kind"] == "sat")
        mine = [event for event in events if event["kind"] == "decided" and event["seat"] == seat]
        assert stored.items() <= {event["number"]: event["decision"] for event in mine}.items()
        assert len(mine) - len(stored) <= self.cuts
        return len(events)

    @property
    def answered(self) -> int:
        """How many decisions were answered as stored."""
        return sum(map(len, self.stored.values()))


@dataclass
class Report:
    """What came of it."""

    rounds: int = 0
    answered: int = 0
    events: int = 0
    workers_killed: int = 0
    servers_killed: int = 0
    longest_pause: float = 0.0
    pauses: list[float] = field(default_factory=list)


class Cutter:
    """Servers over one database with a player at each, and somebody at the fuse box."""

    def __init__(self, folder: Path, servers: int, seed: int, *options: str) -> None:
        """Starts the servers and lets everybody sit down."""
        self.chance = random.Random(seed)
        self.folder, self.options = folder, options
        self.report = Report()
        self.servers: list[Served] = []
        for place in range(servers):
            self.servers.append(self._start(place))
        self.players = [Player(random.Random(seed + 1 + place), servers=servers) for place in range(servers)]
        for player, server in zip(self.players, self.servers, strict=True):
            player.sit_down(server.address)

    def _start(self, place: int) -> Served:
        """Starts a server and waits until its bots can think."""
        data = self.folder / str(place)
        data.mkdir(exist_ok=True)
        server = Served(data, "--workers", "1", *self.options)
        try:
            wait_for_workers(server)
        except BaseException:
            server.kill()
            raise
        return server

    def cut(self) -> None:
        """Plays at all servers, kills a worker and then a server, goes on, and sees that nothing is lost."""
        place = self.chance.randrange(len(self.servers))
        server, workers = self.servers[place], self.servers[place].workers()
        self._play(0.3 + 0.3 * self.chance.random())
        os.kill(self.chance.choice(workers), signal.SIGKILL)
        fuse = threading.Timer(0.2 + self.chance.random(), server.kill)
        fuse.start()
        self._play(1.5)
        fuse.join()
        assert all(gone(worker) for worker in workers)
        self._go_on_elsewhere(place)
        self.servers[place] = self._start(place)
        self._go_on()
        self.report.rounds += 1
        self.report.workers_killed += 1
        self.report.servers_killed += 1

    def _play(self, seconds: float) -> None:
        """Lets every player play at the own server at once."""
        until = time.monotonic() + seconds
        together([lambda at=place: self.players[at].play(self.servers[at].address, until) for place in self._places])  # type: ignore[misc]

    @property
    def _places(self) -> range:
        return range(len(self.players))

    def _go_on_elsewhere(self, place: int) -> None:
        """Lets the player whose server is gone go on at another one, if there is one."""
        others = [server for at, server in enumerate(self.servers) if at != place]
        if others:
            self.players[place].play(others[0].address, time.monotonic() + 0.5)

    def _go_on(self) -> None:
        """Sees that nothing is lost or doubled, and that the bots go on at every table; notes how long it took."""
        for player, server in zip(self.players, self.servers, strict=True):
            begun, before = time.monotonic(), player.check(server.address)
            while player.check(server.address) <= before + 4:
                assert time.monotonic() < begun + PATIENCE, "the bots do not go on"
                player.play(server.address, time.monotonic() + 0.2)
            self.report.pauses.append(time.monotonic() - begun)

    def end(self) -> Report:
        """Checks everything at every server, ends the servers and tells what came of it."""
        address = self.servers[0].address
        self.report.events = sum(player.check(address) for player in self.players)
        self.report.answered = sum(player.answered for player in self.players)
        self.report.longest_pause = max(self.report.pauses, default=0.0)
        return self.report

    def close(self) -> None:
        """Ends all servers."""
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()


def together(deeds: list[Callable[[], None]]) -> None:
    """Does several things at once; the first fault is raised."""
    faults: list[BaseException] = []

    def run(deed: Callable[[], None]) -> None:
        try:
            deed()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def power_cuts(
    folder: Path, rounds: int, servers: int, *options: str, seed: int = 7, told: Callable[[Report], None] | None = None
) -> Report:
    """Cuts the power so many times."""
    cutter = Cutter(folder, servers, seed, *options)
    try:
        for _ in range(rounds):
            cutter.cut()
            if told is not None:
                told(cutter.report)
        return cutter.end()
    finally:
        cutter.close()


def wait_for_workers(server: Served) -> list[int]:
    """Waits until the bots can think."""
    until = time.monotonic() + PATIENCE
    while httpx.get(f"{server.address}/readyz", timeout=30).status_code != 200:
        assert time.monotonic() < until, "the bots do not get ready"
        time.sleep(0.05)
    return server.workers()
