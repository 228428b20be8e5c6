"""Compares the processor time of pages and decisions between source trees, on a machine that may be busy.

    python tools/latency.py NAME=TREE …     such as old=/tmp/old new=. ; the trees take turns, five runs each

Uses HTTP and public functions only, like `tools/behaviour.py`, so the same script runs on both sides of a change.
"""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

GAMES = ("spice_road", "sand_to_sea", "east_to_west")
RUNS = 5
DECISIONS = 90
EVERY = 3  # decisions between two pages
TRIES = 5  # of each page; the fastest counts


def spent(work: Callable[[], Any]) -> float:
    """Returns the milliseconds of processor time that some work takes."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def measured() -> dict[str, float]:
    """Returns every figure of the serai that is imported, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(fetched(Path(folder)))
    for game in GAMES:
        found[f"{game}: view"] = view_ms(game)
        found[f"{game}: decision of network"] = network_ms(game)
    return found


async def fetched(folder: Path) -> dict[str, float]:
    """Plays a game of each kind on a server and fetches its pages along the way."""
    import httpx

    from serai.web.app import Settings, create_app

    app = create_app(Settings(f"sqlite+aiosqlite:///{folder / 'serai.db'}", folder, 0, ("house.test",)))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house.test", timeout=60) as guest:
            token = (await guest.post("/api/guest", json={"name": "Ada"})).json()["token"]
            guest.headers["authorization"] = f"Bearer {token}"
            guest.cookies.set("guest", token)
            return {f"{game}: {what}": ms for game in GAMES for what, ms in (await sat(guest, game)).items()}


async def sat(guest: Any, game: str) -> dict[str, float]:
    """Plays for both seats of a table; returns what a whole page and a board cost on average."""
    seats = [{"kind": "me", "name": name} for name in ("Ada", "Bob")]
    table = (await guest.post("/api/tables", json={"game": game, "places": seats})).json()["id"]
    chance, times = random.Random(7), dict[str, list[float]](page=[], board=[])
    for number in range(DECISIONS):
        told = (await guest.get(f"/api/tables/{table}/legal")).json()
        body = {"decisions": [chance.choice(told["legal"])], "seen": told["number"]}
        await guest.post(f"/api/tables/{table}/decide", json=body)
        if number % EVERY == 0:
            times["page"].append(await fastest(guest, f"/table/{table}"))
            times["board"].append(await fastest(guest, f"/table/{table}/board?seen={told['number']}"))
    return {what: statistics.mean(found) for what, found in times.items()}


async def fastest(guest: Any, path: str) -> float:
    """Returns the processor time of an answer, the fastest of a few."""
    found = []
    for _ in range(TRIES):
        begun = time.process_time()
        answer = await guest.get(path)
        found.append(1000 * (time.process_time() - begun))
        assert answer.status_code == 200, answer.text
    return min(found)


def view_ms(name: str) -> float:
    """Returns what the view of a seat costs on average."""
    from serai import Game

    game, chance, times = Game.new(name, 2, seed=7), random.Random(7), []
    for _ in range(DECISIONS):
        game.play(chance.choice(game.legal()))
        times.append(min(spent(lambda: game.view(game.seat)) for _ in range(TRIES)))
    return statistics.mean(times)


def network_ms(name: str) -> float:
    """Returns what asking `network` costs on average, over one game against itself."""
    from serai import Game
    from serai.bots import ask, make

    game, network, times = Game.new(name, 2, seed=7, rounds=30), make("network"), []
    while not game.over:
        times.append(min(spent(lambda: ask(network, game, 7)) for _ in range(TRIES)))
        game.play(ask(network, game, 7))
    return statistics.mean(times)


def in_tree(tree: str) -> dict[str, float]:
    """Measures a source tree in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(Path(tree).resolve() / "src")}
    told = subprocess.run([sys.executable, __file__, "measure"], env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(told.stdout)
    return found


def compare(trees: dict[str, str]) -> None:
    """Measures the trees in turns and prints the median of each figure, and the ratio of the last to the first."""
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in trees}
    for _ in range(RUNS):
        for name, tree in trees.items():
            runs[name].append(in_tree(tree))
    print(f"| ms of processor time, median of {RUNS} | {' | '.join(trees)} | ratio |\n|{'---|' * (len(trees) + 2)}")
    for figure in runs[next(iter(trees))][0]:
        medians = [statistics.median(run[figure] for run in found) for found in runs.values()]
        print(f"| {figure} | {' | '.join(f'{ms:.3f}' for ms in medians)} | {medians[-1] / medians[0]:.2f} |")


def main() -> None:
    """Runs the command."""
    match sys.argv[1:]:
        case ["measure"]:
            print(json.dumps(measured()))
        case [_, *_] as named if all("=" in each for each in named):
            compare(dict(each.split("=", 1) for each in named))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
