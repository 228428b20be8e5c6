"""Times a first installation: a fresh clone, `make play`, a game against `trader` at once, the first hint in each game.

A part of `make soak`, on an otherwise idle machine. Virtual environment, data and compiled code are all new; pip may
have downloads in its cache.
"""

import os
import platform
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from serai.core import spec
from tests.web.servers import choose

ROOT = Path(__file__).parents[1]
ADDRESS = "http://127.0.0.1:8000"
READY = "All opponents are ready."
HOME_SECONDS, READY_SECONDS, HINT_SECONDS, HINTS = 75.0, 180.0, 3.0, 2
GIVEN_UP = 600.0

Json = dict[str, Any]


def run(told: Callable[[float], None]) -> Json:
    """Installs, plays and asks; returns how many seconds each took."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        clone = folder / "serai"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=clone, text=True).strip()
        begun = time.perf_counter()
        stack.callback(end, start(clone, folder))
        house = stack.enter_context(httpx.Client(base_url=ADDRESS, timeout=GIVEN_UP, follow_redirects=True))
        home = until(lambda: answered(house), begun)
        house.post("/api/guest", json={"name": "Ada"}).raise_for_status()
        playing = {game: round(first_turns(house, game), 1) for game in spec.GAMES}
        ready = until(lambda: READY in house.get("/preparing").text, begun)
        hints = {game: [round(hint(house, game), 2) for _ in range(HINTS)] for game in spec.GAMES}
        told(1)
    found = [seconds for each in hints.values() for seconds in each]
    return {
        "passed": home <= HOME_SECONDS and ready <= READY_SECONDS and max(found) <= HINT_SECONDS,
        "commit": commit,
        "home page, seconds after make play": round(home, 1),
        "three decisions and the answers of trader, seconds": playing,
        "all opponents ready, seconds after make play": round(ready, 1),
        "hints after that, seconds": hints,
        "seconds": round(time.perf_counter() - begun),
        "python": platform.python_version(),
    }


def start(clone: Path, folder: Path) -> subprocess.Popen[bytes]:
    """Runs `make play` as a newcomer does, with nothing compiled and no data yet."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "VIRTUAL_ENV", "PYTHONPATH"))
    }
    own = {"SERAI_CACHE": str(folder / "cache"), "SERAI_DATA": str(folder / "data"), "BROWSER": "true"}
    with (folder / "server.log").open("wb") as log:
        return subprocess.Popen(
            ["make", "play"], cwd=clone, env={**kept, **own}, stdout=log, stderr=sys.stderr, start_new_session=True
        )


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends the server with everything that it started."""
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(60)


def until(happened: Callable[[], bool], begun: float) -> float:
    """Waits for something; returns the seconds since the begin."""
    while not happened():
        if time.perf_counter() - begun > GIVEN_UP:
            raise TimeoutError("the server is not ready; is another one at port 8000?")
        time.sleep(0.1)
    return time.perf_counter() - begun


def answered(house: httpx.Client) -> bool:
    """Returns whether the home page is there."""
    try:
        return house.get("/").status_code == 200
    except httpx.TransportError:
        return False


def new_table(house: httpx.Client, game: str) -> str:
    """Makes a table against `trader`."""
    places = [{"kind": "me"}, {"kind": "bot", "bot": "trader"}]
    made = house.post("/api/tables", json={"game": game, "places": places, "options": {"pace": "instant"}})
    made.raise_for_status()
    return str(made.json()["id"])


def asked(house: httpx.Client, table: str) -> Json:
    """Waits until I am asked."""
    while not (told := house.get(f"/api/tables/{table}/legal").json())["legal"]:
        time.sleep(0.02)
    return dict(told)


def first_turns(house: httpx.Client, game: str) -> float:
    """Takes three decisions against `trader`; returns the seconds from the table to my next turn."""
    begun, chance = time.perf_counter(), random.Random(7)
    table = new_table(house, game)
    for _ in range(3):
        told = asked(house, table)
        sent = {"decisions": [choose(told["legal"], chance)], "seen": told["number"]}
        house.post(f"/api/tables/{table}/decide", json=sent).raise_for_status()
    asked(house, table)
    return time.perf_counter() - begun


def hint(house: httpx.Client, game: str) -> float:
    """Asks for a hint; returns how many seconds it took."""
    table = new_table(house, game)
    seen = asked(house, table)["number"]
    begun = time.perf_counter()
    house.post(f"/api/tables/{table}/hint", json={"seen": seen}).raise_for_status()
    return time.perf_counter() - begun
