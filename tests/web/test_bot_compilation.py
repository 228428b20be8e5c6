"""Bots are compiled in the background: what somebody waits for first, and pages say how far it is."""

import asyncio
import sys
from pathlib import Path

import pytest
from fastapi import FastAPI

from serai.web.tables import bot_compilation
from serai.web.tables.bot_compilation import Preparing
from tests.web.servers import client, running

STEPS = [("trader", "spice_road"), ("planner", "spice_road"), ("master", "spice_road"), ("master", "sand_to_sea")]
WORKER = """
import sys, json
print(json.dumps({"ready": 1}), flush=True)
for line in sys.stdin:
    job = json.loads(line)
    told = {"number": job["number"]}
    print(json.dumps({**told, "failed": "no"} if job["bot"] == "planner" else told), flush=True)
"""


@pytest.fixture
def unprepared(monkeypatch: pytest.MonkeyPatch) -> Preparing:
    monkeypatch.setattr(bot_compilation, "steps", lambda: STEPS)
    monkeypatch.setattr(bot_compilation, "prepared", lambda: STEPS[:1])
    return Preparing([sys.executable, "-c", WORKER])


def test_what_is_waited_for_is_compiled_first_and_a_failure_holds_nothing_up(unprepared: Preparing) -> None:
    told: list[int] = []

    async def tell() -> None:
        assert unprepared.progress is None or unprepared.progress.of == len(STEPS)
        told.append(len(unprepared.news))

    assert unprepared.has(STEPS[0])
    assert not unprepared.has(STEPS[3])
    unprepared.want(STEPS[3])
    asyncio.run(unprepared.run(tell))
    assert unprepared.news == [STEPS[3], STEPS[1], STEPS[2]]
    assert told == [1, 2, 3]
    assert unprepared.over
    assert unprepared.finished.is_set()


def test_games_and_bots_that_are_not_listed_are_never_waited_for(unprepared: Preparing) -> None:
    assert unprepared.has(("program", "spice_road"))
    assert unprepared.has(None)


def test_pages_say_how_far_it_is_until_all_is_ready(tmp_path: Path, unprepared: Preparing) -> None:
    async def test(app: FastAPI) -> None:
        app.state.bot_pool.preparing = unprepared
        async with client(app, "Ada") as ada:
            page = await ada.get("/")
            assert "Preparing strong opponents: 1 of 4" in page.text
            assert 'hx-get="/preparing"' in (await ada.get("/preparing")).text
            assert app.state.bot_pool.adviser("sand_to_sea") == "grandmaster"
            unprepared._done.update(STEPS)
            assert "All opponents are ready." in (await ada.get("/preparing")).text
            assert "opponents" not in (await ada.get("/about")).text

    with running(tmp_path) as with_app:
        with_app(test)
