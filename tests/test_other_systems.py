"""What Linux alone has is not needed: rules, bots, arena and server do without `fcntl`, `os.fork` and the like.

Windows and macOS themselves are not tried here (docs/platforms.md).
"""

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from serai.bots.base import Forfeit
from serai.programs import process
from tests.web.servers import asked, choose, new_table, served

pytestmark = pytest.mark.compiled

ELSEWHERE = """
import os, select, signal, sys

for module in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[module] = None  # importing it raises ImportError
for home, names in {
    os: "fork forkpty getuid geteuid killpg nice posix_spawn posix_spawnp sched_getaffinity setsid wait3 wait4",
    select: "epoll poll",
    signal: "pthread_kill pthread_sigmask setitimer sigtimedwait sigwait SIGHUP SIGUSR1 SIGUSR2",
}.items():
    for name in names.split():
        if hasattr(home, name):
            delattr(home, name)
"""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every process that is started meanwhile, and all that it starts, runs as if on another system."""
    (tmp_path / "python").mkdir()
    (tmp_path / "python/sitecustomize.py").write_text(ELSEWHERE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "python"), *sys.path]))
    return tmp_path


def run(*arguments: str) -> str:
    """Runs Python and returns what it prints."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_blocked_is_missing(elsewhere: Path) -> None:
    assert (
        run("-c", "import os, signal; print(hasattr(os, 'killpg'), hasattr(signal, 'pthread_sigmask'))")
        == "False False\n"
    )


def test_rules_bots_and_records(elsewhere: Path) -> None:
    code = "from serai import Game, bots; game = bots.play(Game.new('spice_road', seed=1), ['trader', 'network'])"
    assert run("-c", f"{code}; print(Game.from_json(game.to_json()) == game)") == "True\n"


def test_an_arena_with_a_journal(elsewhere: Path) -> None:
    journal = elsewhere / "games.jsonl"
    arena = (
        "-m",
        "serai",
        "arena",
        "spice_road",
        "--bots",
        "novice,random",
        "--games",
        "4",
        "--seed",
        "1",
        "--jobs",
        "2",
    )
    assert "4 games of spice_road" in run(*arena, "--resume", str(journal))
    assert len(journal.read_text(encoding="utf-8").splitlines()) >= 5


def test_a_server_with_bots(elsewhere: Path) -> None:
    async def play(address: str) -> int:
        async with httpx.AsyncClient(base_url=address, timeout=60) as guest:
            token = (await guest.post("/api/guest", json={"name": "Ada"})).json()["token"]
            guest.headers["Authorization"] = f"Bearer {token}"
            table = await new_table(guest, "spice_road", [{"kind": "me"}, {"kind": "bot", "bot": "trader"}])
            chance = random.Random(1)
            for _ in range(6):
                question = await asked(guest, table["id"])
                assert question is not None
                sent = {"decisions": [choose(question["legal"], chance)], "seen": question["number"]}
                assert (await guest.post(f"/api/tables/{table['id']}/decide", json=sent)).status_code == 200
            events = (await guest.get(f"/api/tables/{table['id']}/events")).json()
            return len({event["seat"] for event in events if event["kind"] == "decided"})

    data = elsewhere / "data"
    data.mkdir()
    with served(data, "--workers", "1") as server:
        assert httpx.get(server.address, timeout=60).status_code == 200
        assert asyncio.run(play(server.address)) == 2


def test_programs_are_refused_with_a_sentence_where_they_cannot_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    with pytest.raises(Forfeit, match="need Linux or macOS"):
        process.Process(["true"])
