"""Power cuts under play: servers and workers are killed again and again while players play and remember everything."""

import asyncio
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from serai.web.serve import FILE
from serai.web.tables.plans import Event, TableRow
from serai.web.tables.store import Store, sqlite_url
from tests.web.servers import Served, gone
from tests.web.witnesses import PATIENCE, PAUSE, Player

PLAYERS = 2
FEWEST_ANSWERS = 4
WORKERS_EVERY = 5


@dataclass
class Report:
    """What came of it; `caught` are events that were stored though the answer was lost to a power cut."""

    rounds: int = 0
    servers_killed: int = 0
    workers_killed: int = 0
    tables: int = 0
    events: int = 0
    caught: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    pauses: list[float] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        """Adds what came of another loop."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


class Cutter:
    """Servers over one database, players who ask each of them in turn, and someone at the fuse box."""

    def __init__(self, folder: Path, servers: int, seed: int, database: str | None) -> None:
        """Starts the servers and lets everyone sit down."""
        self.chance = random.Random(seed)
        self.folder, self.database = folder, database
        self.report = Report()
        self.servers: list[Served] = []
        self.players: list[Player] = []
        try:
            for place in range(servers):
                self.servers.append(self._start(place))
            self.addresses = [server.address for server in self.servers]
            self.players += [Player(PLAYERS * seed + number, self.addresses) for number in range(PLAYERS)]
        except BaseException:
            self.close()
            raise

    def _start(self, place: int) -> Served:
        """Starts a server."""
        data = self.folder / str(place)
        data.mkdir(exist_ok=True)
        shared = () if self.database is None else ("--database", self.database)
        return Served(data, "--workers", "1", *shared)

    def cut(self) -> None:
        """Kills a server under play, starts it again, and sees that nothing is lost; now and then a worker goes first.

        Bots take longest to be ready. They are waited for only when a worker is killed, and must then go on.
        """
        place, with_worker = self.chance.randrange(len(self.servers)), self.report.rounds % WORKERS_EVERY == 0
        if with_worker:
            self._wait_for_bots()
        workers = self.servers[place].workers()
        with self._playing():
            if with_worker:
                self._kill_worker(self.chance.choice(workers))
            time.sleep(0.4 * self.chance.random())
            self.servers[place].kill()
            self.report.servers_killed += 1
            self.servers[place] = self._start(place)
            self.addresses[place] = self.servers[place].address
        assert all(gone(worker) for worker in workers)
        for player in self.players:
            player.check()
        if with_worker:
            self._wait_for_bots()
            self.report.pauses.append(max(player.see_bots_go_on() for player in self.players))
        self.report.rounds += 1

    def _kill_worker(self, worker: int) -> None:
        """Kills a worker under play."""
        os.kill(worker, signal.SIGKILL)
        self.report.workers_killed += 1

    def _wait_for_bots(self) -> None:
        """Waits until bots can think at every server."""
        for server in self.servers:
            wait_for_workers(server)

    @contextmanager
    def _playing(self) -> Iterator[None]:
        """Lets all players play meanwhile; by the time it is entered each has been answered some times."""
        stop, faults = threading.Event(), list[BaseException]()
        enough = [player.deeds + FEWEST_ANSWERS for player in self.players]

        def run(player: Player) -> None:
            try:
                player.play(stop)
            except BaseException as fault:
                faults.append(fault)

        threads = [threading.Thread(target=run, args=(player,)) for player in self.players]
        for thread in threads:
            thread.start()
        try:
            until = time.monotonic() + PATIENCE
            while not all(player.deeds >= least for player, least in zip(self.players, enough, strict=True)):
                if faults:
                    break
                assert time.monotonic() < until, "nobody plays"
                time.sleep(PAUSE)
            yield
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        if faults:
            raise faults[0]

    def end(self) -> Report:
        """Checks every table once more, as it is shown and as it is stored, and tells what came of it."""
        shown = []
        for player in self.players:
            player.check_all()
            shown += list(player.positions())
            self.report.answered += player.answered
        self.close()
        url = self.database or sqlite_url(self.folder / "0" / FILE)
        stored = asyncio.run(read(url, [table.id for table, _ in shown]))
        for table, told in shown:
            table.compare(told, *stored[table.id])
        self.report.tables = len(shown)
        self.report.events = sum(len(events) for _, events in stored.values())
        self.report.caught = sum(table.caught for table, _ in shown)
        return self.report

    def close(self) -> None:
        """Ends all servers."""
        for player in self.players:
            player.guest.close()
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()


async def read(url: str, tables: list[str]) -> dict[str, tuple[TableRow, list[Event]]]:
    """Reads tables and their events from a database."""
    store = await Store.open(url)
    try:
        found = {}
        for table in tables:
            row = await store.table_row(table)
            assert row is not None, f"table {table} is lost"
            found[table] = row, await store.events(table)
        return found
    finally:
        await store.close()


def power_cuts(
    folder: Path,
    rounds: int,
    servers: int,
    database: str | None = None,
    seed: int = 7,
    told: Callable[[], None] = lambda: None,
) -> Report:
    """Cuts the power this many times."""
    cutter = Cutter(folder, servers, seed, database)
    try:
        for _ in range(rounds):
            cutter.cut()
            told()
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
