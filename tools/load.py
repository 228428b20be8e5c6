"""Load-tests one `serai serve` with many games at once: `make load`."""

import argparse
import asyncio
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from serai.core import spec
from tests.web.servers import Served, served
from tools.event_timing_server import stored_at
from tools.players import FINE, Json, Line, Notes, Person

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
FIGURES = ROOT / "docs" / "load.json"
BEGIN, END = "<!-- load: begin -->", "<!-- load: end -->"
KINDS = {"decide": "decide", "legal": "what is legal", "board": "board", "page": "whole page"}
MOST_TABLES, MOST_SECONDS = 1000, 600
FILLING_SECONDS = 3.0
READY_SECONDS = 180.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Plan:
    """How much is played: the number of tables, for how long, how long people think on average; options for `serve`."""

    tables: int = 200
    seconds: float = 30.0
    pause: float = 0.0
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spent:
    """Processor seconds of the server, of its workers and of the scripted people, and when they were read."""

    server: float
    workers: float
    people: float
    at: float

    @classmethod
    def of(cls, server: Served) -> "Spent":
        """Reads them now."""
        workers = sum(map(processor_seconds, server.workers()))
        own = resource.getrusage(resource.RUSAGE_SELF)
        return cls(processor_seconds(server.process.pid), workers, own.ru_utime + own.ru_stime, time.perf_counter())


def processor_seconds(process: int) -> float:
    """Returns the processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(process: int, kind: str) -> float:
    """Returns the memory of a process in MiB: `VmRSS` now, `VmHWM` at most."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(kind)).split()[1]) / 1024


class Crowd:
    """All tables and their players; a game that ends is followed by another."""

    def __init__(self, address: str, plan: Plan) -> None:
        """Stores the address and the plan."""
        self.address, self.plan, self.notes, self.begin = address, plan, Notes(), asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def gather(self, told: Callable[[], None]) -> None:
        """Fills all tables, half with two people, half with one and a bot; then all start playing."""
        for place, game in enumerate(islice(cycle(spec.GAMES), self.plan.tables)):
            people = 2 if place % 2 == 0 else 1
            tokens = [await self._guest(f"Player {place}.{number}") for number in range(people)]
            table = await self._table(game, tokens)
            self.tasks.append(asyncio.create_task(self._keep_playing(game, tokens, table, place)))
            told()
        self.begin.set()

    async def leave(self) -> None:
        """Ends all play; reports tasks that failed."""
        for task in self.tasks:
            task.cancel()
        for ended in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                self.notes.wrong[reason(ended)] += 1

    async def _keep_playing(self, game: str, tokens: list[str], table: str, place: int) -> None:
        """Plays one game after another with the same people."""
        await self.begin.wait()
        while True:
            seats = [
                Person(self.address, token, table, self.notes, self.plan.pause, 10 * place + number)
                for number, token in enumerate(tokens)
            ]
            async with asyncio.TaskGroup() as group:
                for person in seats:
                    group.create_task(person.play())
            self.notes.games += 1
            table = await self._table(game, tokens)

    async def _guest(self, name: str) -> str:
        """Becomes a guest; returns the token."""
        return str((await self._post("", "/api/guest", {"name": name}))["token"])

    async def _table(self, game: str, tokens: list[str]) -> str:
        """Makes a table and seats everybody; returns its id."""
        others: list[Json] = [{"kind": "friend"}] * (len(tokens) - 1) or [{"kind": "bot", "bot": "trader"}]
        plan = {"game": game, "places": [{"kind": "me"}, *others], "options": {"pace": self._pace()}}
        made = await self._post(tokens[0], "/api/tables", plan)
        for token, (seat, join) in zip(tokens[1:], made["joins"].items(), strict=True):
            await self._post(token, f"/api/tables/{made['id']}/join", {"seat": int(seat), "token": join})
        return str(made["id"])

    def _pace(self) -> str:
        """Returns the pace of bots, which follows that of people: normal, or as fast as possible."""
        return "brisk" if self.plan.pause else "instant"

    async def _post(self, token: str, path: str, sent: Json) -> Json:
        """Sends a request outside of a game."""
        line = Line(self.address, token)
        status, body = await line.ask("POST", path, sent)
        line.close()
        if status not in FINE:
            raise ConnectionError(f"{path}: {status} {body[:200]!r}")
        answer: Json = json.loads(body)
        return answer


def reason(error: BaseException) -> str:
    """Returns why a person stopped playing; of several reasons, the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


async def bots_ready(address: str) -> None:
    """Waits until the bots are ready; on a first start the rules are compiled."""
    line = Line(address)
    async with asyncio.timeout(READY_SECONDS):
        while (await line.ask("GET", "/readyz"))[0] not in FINE:
            await asyncio.sleep(0.1)
    line.close()


async def played(server: Served, plan: Plan, notes_file: Path, progress: Progress) -> Json:
    """Plays for the planned time and returns the figures."""
    await bots_ready(server.address)
    crowd = Crowd(server.address, plan)
    filling = progress.add_task(f"{plan.tables} tables sit down", total=plan.tables)
    await crowd.gather(lambda: progress.advance(filling))
    await asyncio.sleep(FILLING_SECONDS)
    crowd.notes.forget()
    before, since = Spent.of(server), time.time()
    playing = progress.add_task(f"played, {plan.pause:g} s to think", total=plan.seconds)
    while (spent := time.time() - since) < plan.seconds or (spent < MOST_SECONDS and crowd.notes.nothing):
        progress.update(playing, completed=spent)
        await asyncio.sleep(0.25)
    progress.update(playing, completed=plan.seconds)
    after = Spent.of(server)
    figures = {**summary(crowd.notes, stored_at(notes_file), since, before, after), **memories(server)}
    await crowd.leave()
    return {"tables": plan.tables, "pause_s": plan.pause, **figures, "errors": dict(crowd.notes.wrong)}


def summary(notes: Notes, stored: dict[tuple[str, int], float], since: float, before: Spent, after: Spent) -> Json:
    """Summarizes the measurements."""
    seconds = after.at - before.at
    late = [at - stored[table, number] for table, number, at in notes.shown if (table, number) in stored]
    return {
        "seconds": round(seconds, 1),
        "stored_per_s": round(sum(since <= at <= since + seconds for at in stored.values()) / seconds, 1),
        "people_decide_per_s": round(len(notes.seconds["decide"]) / seconds, 1),
        "answers_per_s": round(sum(map(len, notes.seconds.values())) / seconds, 1),
        "answer_ms": {kind: spread(found) for kind, found in sorted(notes.seconds.items())},
        "stored_to_shown_ms": spread(late),
        "games_ended": notes.games,
        "stale": notes.stale,
        "server_cores": round((after.server - before.server) / seconds, 2),
        "worker_cores": round((after.workers - before.workers) / seconds, 2),
        "people_cores": round((after.people - before.people) / seconds, 2),
    }


def memories(server: Served) -> Json:
    """Returns the memory of the server and of its workers."""
    return {
        "server_mib": round(memory(server.process.pid, "VmHWM")),
        "workers_mib": round(sum(memory(worker, "VmHWM") for worker in server.workers())),
    }


def spread(seconds: Sequence[float]) -> Json:
    """Returns median, 99th percentile and count, in milliseconds."""
    if len(seconds) < 2:
        return {"p50": None, "p99": None, "count": len(seconds)}
    parts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {"p50": round(1000 * parts[49], 1), "p99": round(1000 * parts[98], 1), "count": len(seconds)}


def measured(plan: Plan, console: Console) -> Json:
    """Starts a server, plays, and ends it."""
    with tempfile.TemporaryDirectory() as folder, Progress(console=console) as progress:
        file = Path(folder) / "stored.txt"
        with served(Path(folder), *plan.options, module=("tools.event_timing_server", str(file))) as server:
            figures = asyncio.run(played(server, plan, file, progress))
            figures["errors"] |= ended(server)
    return figures


def ended(server: Served) -> dict[str, int]:
    """Ends the server; counts problems in its log and whether it failed to end in time."""
    try:
        wrong = {"the server ended badly": 1} if server.stop() else {}
    except subprocess.TimeoutExpired:
        wrong = {"the server did not end in time": 1}
    lines = server.log.read_text().splitlines()
    return {**wrong, **({f"in the log of the server: {lines[-1]}": len(lines)} if lines else {})}


def answered(kind: str, run: Json) -> str:
    """Writes how long answers of one kind took."""
    return both(run["answer_ms"].get(kind))


ROWS: dict[str, Callable[[Json], Any]] = {
    "events stored a second, bots' included": lambda run: run["stored_per_s"],
    "decisions of people a second": lambda run: run["people_decide_per_s"],
    "answers a second": lambda run: run["answers_per_s"],
    **{f"{name}: p50, p99 of an answer": partial(answered, kind) for kind, name in KINDS.items()},
    "from stored to shown: p50, p99": lambda run: both(run["stored_to_shown_ms"]),
    "memory at most: server, workers": lambda run: f"{run['server_mib']} MiB, {run['workers_mib']} MiB",
    "processor: server, workers, scripted people": lambda run: (
        f"{run['server_cores']}, {run['worker_cores']}, {run['people_cores']} cores"
    ),
    "games that ended": lambda run: run["games_ended"],
    "errors": lambda run: sum(run["errors"].values()),
}


def both(found: Json | None) -> str:
    """Writes a median and a 99th percentile."""
    return f"{found['p50']:g} ms, {found['p99']:g} ms" if found and found["p50"] is not None else "–"


def title(run: Json) -> str:
    """Describes how people played."""
    return f"{run['pause_s']:g} s to think" if run["pause_s"] else "as fast as they can"


def shown(runs: list[Json]) -> Table:
    """Draws the figures for the terminal."""
    table = Table("", *map(title, runs), title=f"{runs[0]['tables']} tables, {runs[0]['seconds']:g} s each")
    for name, figure in ROWS.items():
        table.add_row(name, *(str(figure(run)) for run in runs))
    return table


def written(runs: list[Json], command: str) -> str:
    """Writes the figures for the performance page."""
    cores = f"{os.cpu_count()} cores, Python {platform.python_version()}, SQLite"
    lines = [
        f"`{command}` ({cores}; {runs[0]['seconds']:g} s each, {runs[0]['tables']} tables:"
        " half of them two people, half a person and `trader`; all three games):",
        "",
        "| | " + " | ".join(map(title, runs)) + " |",
        "|---|" + "---|" * len(runs),
        *(f"| {name} | " + " | ".join(str(figure(run)) for run in runs) + " |" for name, figure in ROWS.items()),
    ]
    return "\n".join(lines)


def write(runs: list[Json], command: str) -> None:
    """Writes the figures between the markers of the page, and all of them into a file."""
    FIGURES.write_text(json.dumps({"command": command, "runs": runs}, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{written(runs, command)}\n{END}{rest.split(END)[1]}", encoding="utf-8")


def wishes(words: list[str]) -> argparse.Namespace:
    """Reads the command line; what follows `--` goes to `serai serve`."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="concurrent games, at most 1000")
    parser.add_argument("--seconds", type=float, default=30, help="how long each run is measured, at most 600")
    parser.add_argument(
        "--pause", type=float, nargs="*", default=[0, 2, 6], help="seconds of thinking, one run for each"
    )
    parser.add_argument("--write", action="store_true", help="write the figures into docs/")
    parser.add_argument("serve", nargs="*", help="options of `serai serve`, after --")
    found = parser.parse_args(words)
    if not (0 < found.tables <= MOST_TABLES and 0 < found.seconds <= MOST_SECONDS):
        parser.error("that many tables or seconds are too many, or too few")
    return found


def main() -> int:
    """Measures, prints, and writes if requested; fails if anything went wrong."""
    asked, console = wishes(sys.argv[1:]), Console()
    plans = [Plan(asked.tables, asked.seconds, pause, tuple(asked.serve)) for pause in asked.pause]
    runs = [measured(plan, console) for plan in plans]
    console.print(shown(runs))
    wrong = {error: count for run in runs for error, count in run["errors"].items()}
    console.print(f"[red]errors: {wrong}" if wrong else "no errors")
    if asked.write:
        write(runs, " ".join(["python -m tools.load", *sys.argv[1:]]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
