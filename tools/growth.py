"""Plays against one server for a long time and samples its memory, which should stay level after the first minutes."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import fmean, linear_regression
from typing import Any

from serai.charts import EDGE, HEAD, WIDTH, Scale, dot, line, picture, text
from tests.web.servers import Served, served
from tools.load import Crowd, Plan, bots_ready, ended, memory

TABLES, KEPT, PAUSE = 24, 32, 0.5
EVERY_SECONDS = 5.0
WARM_MINUTES = 5.0
WARM_SHARE = 0.25
WINDOWS = 4
MOST_GROWTH = 0.1
NAMES = {"server": "server", "workers": "workers, all of them"}


@dataclass(frozen=True)
class Sample:
    """Memory in use at some time, in MiB; minutes count from the start of play."""

    minutes: float
    server: float
    workers: float

    @classmethod
    def of(cls, server: Served, minutes: float) -> "Sample":
        """Reads it now."""
        workers = sum(memory(worker, "VmRSS") for worker in server.workers())
        return cls(minutes, memory(server.process.pid, "VmRSS"), workers)


def grown(minutes: float, told: Callable[[float], None]) -> tuple[dict[str, Any], str]:
    """Plays for some minutes; returns figures and a picture."""
    with tempfile.TemporaryDirectory() as folder:
        with served(Path(folder), "--workers", "2", module=("tools.small_cache_server", str(KEPT))) as server:
            samples, played = asyncio.run(sampled(server, minutes, told))
            wrong = played["errors"] | ended(server)
        figures = {name: figures_of(samples, name, warm_of(minutes)) for name in NAMES}
    passed = not wrong and all(found["grown"] <= MOST_GROWTH for found in figures.values())
    return {"passed": passed, "minutes": minutes, **played, "errors": wrong, **figures}, drawn(samples, figures)


async def sampled(server: Served, minutes: float, told: Callable[[float], None]) -> tuple[list[Sample], dict[str, Any]]:
    """Samples memory while a crowd plays."""
    await bots_ready(server.address)
    crowd = Crowd(server.address, Plan(TABLES, pause=PAUSE))
    await crowd.gather(lambda: None)
    begun, samples = time.monotonic(), list[Sample]()
    while (spent := (time.monotonic() - begun) / 60) < minutes:
        samples.append(Sample.of(server, spent))
        told(spent)
        await asyncio.sleep(min(EVERY_SECONDS, 60 * minutes / 40))
    await crowd.leave()
    notes = crowd.notes
    answers = {kind: len(found) for kind, found in notes.seconds.items()}
    return samples, {
        "tables at once": TABLES,
        "games ended": notes.games,
        "answers": answers,
        "errors": dict(notes.wrong),
    }


def warm_of(minutes: float) -> float:
    """Returns how long a run warms up: five minutes, or a quarter of a short one."""
    return min(WARM_MINUTES, WARM_SHARE * minutes)


def figures_of(samples: Sequence[Sample], name: str, warm: float) -> dict[str, Any]:
    """Compares the first and the last quarter after the warm-up, and fits a line to all of it."""
    kept = [sample for sample in samples if sample.minutes >= warm]
    values = [getattr(sample, name) for sample in kept]
    part = max(1, len(values) // WINDOWS)
    first, last = fmean(values[:part]), fmean(values[-part:])
    slope = linear_regression([sample.minutes / 60 for sample in kept], values).slope if len(kept) > 1 else 0.0
    return {
        "MiB in the first quarter": round(first, 1),
        "MiB in the last quarter": round(last, 1),
        "grown": round(last / first - 1, 4),
        "MiB an hour, fitted": round(slope, 1),
        "most MiB": round(max(values), 1),
    }


def drawn(samples: Sequence[Sample], figures: dict[str, Any]) -> str:
    """Draws memory over time."""
    left, base, tall = EDGE + 48, HEAD + 240, 210
    top = 100 * ceil(max(max(sample.server, sample.workers) for sample in samples) / 100)
    end = max(1, round(samples[-1].minutes))
    x, y = Scale(0, end, left, WIDTH - EDGE - 8), Scale(0, top, base, base - tall)
    body = []
    for tick in range(5):
        value, minutes = top * tick / 4, end * tick / 4
        body.append(line(left, y(value), WIDTH - EDGE, y(value), "grid"))
        body.append(text(left - 8, y(value) + 4, f"{value:.0f}", "quiet small end"))
        body.append(text(x(minutes), base + 18, f"{minutes:.3g} min", "quiet small mid"))
    for kind, (name, label) in enumerate(NAMES.items()):
        body += [dot(x(sample.minutes), y(getattr(sample, name)), 1.6, f"s{kind}") for sample in samples]
        place = y(getattr(samples[-1], name)) - 10
        body.append(text(WIDTH - EDGE - 8, place, f"{label}: {figures[name]['grown']:+.1%}", "bold end halo"))
    story = ", ".join(f"{label} {getattr(samples[-1], name):.0f} MiB at the end" for name, label in NAMES.items())
    under = f"MiB in use while people and bots play at {TABLES} tables; growth after the first minutes"
    return picture("Memory in long play", under, base + 40, body, story)
