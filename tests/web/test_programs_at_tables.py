"""Programs at the tables of the web: only those that the operator names, and no fault of theirs stops a game."""

import asyncio
import logging
import random
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from serai.bots import LADDER
from serai.game import Game
from serai.programs import Program
from serai.web.app import Settings, create_app
from serai.web.tables import bot_worker
from serai.web.tables.bot_pool import BotPool, program_job
from serai.web.tables.store import sqlite_url
from tests.test_programs import CAREFUL, script
from tests.web.servers import client, gone, new_table, play_out, served

PLACES = [{"kind": "me"}, {"kind": "bot", "bot": "mine"}]
MINE = Program("mine", CAREFUL)
Test = Callable[[FastAPI], Awaitable[None]]


def in_house(folder: Path, test: Test, *programs: Program) -> None:
    """Runs a test in an application whose operator has named some programs."""

    async def run() -> None:
        app = create_app(Settings(sqlite_url(folder / "serai.db"), folder, 1, ("test",), programs=programs))
        async with app.router.lifespan_context(app):
            await test(app)

    asyncio.run(run())


async def bots_on(guest: httpx.AsyncClient, address: str) -> list[str]:
    """Lists the bots that a page offers for a seat."""
    page = (await guest.get(address)).text
    choice = re.search(r'<select class="field bots".*?</select>', page)
    assert choice is not None
    return re.findall(r'<option value="([a-z]+)"', choice[0])


@pytest.mark.compiled
def test_a_program_plays_a_whole_game_and_its_rematch(tmp_path: Path) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            assert "mine" in (await ada.get("/api/house")).json()["bots"]
            assert (await bots_on(ada, "/"))[-1] == "mine"
            table = (await new_table(ada, "spice_road", PLACES, rounds=6))["id"]
            assert await play_out(ada, table, random.Random(1)) > 3
            again = await ada.post(f"/table/{table}/again")
            told = (await ada.get(f"/api/tables/{again.headers['location'].rpartition('/')[2]}")).json()
            assert "mine" in [sitter["bot"] for sitter in told["sitters"]]

    in_house(tmp_path, test, MINE)


def test_an_open_seat_is_given_to_a_program(tmp_path: Path) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            made = await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "friend"}])
            assert "mine" in await bots_on(ada, f"/table/{made['id']}")
            seat = next(sitter["seat"] for sitter in made["sitters"] if sitter["kind"] == "open")
            given = await ada.post(f"/api/tables/{made['id']}/bot", json={"seat": seat, "bot": "mine"})
            assert given.json()["stage"] == "running"

    in_house(tmp_path, test, MINE)


@pytest.mark.parametrize("name", ["mine", "other", "mine=true", "program:true", "../mine", "planner:9n"])
def test_no_other_name_gets_a_seat(tmp_path: Path, name: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            places = [{"kind": "me"}, {"kind": "bot", "bot": name}]
            refused = await ada.post("/api/tables", json={"game": "spice_road", "places": places})
            assert (refused.status_code, refused.json()["code"]) == (422, "bad_plan")
            made = await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "friend"}])
            seat = next(sitter["seat"] for sitter in made["sitters"] if sitter["kind"] == "open")
            given = await ada.post(f"/api/tables/{made['id']}/bot", json={"seat": seat, "bot": name})
            assert (given.status_code, given.json()["code"]) == (422, "no_such_bot")
            form = {"game": "spice_road", "seat-0": "me", "seat-1": "bot", "bot-1": name}
            opened = (await ada.post("/tables", data=form)).headers["location"].rpartition("/")[2]
            sitters = (await ada.get(f"/api/tables/{opened}")).json()["sitters"]
            assert {sitter["bot"] for sitter in sitters} == {None, "trader"}
            assert name not in (await ada.get("/api/house")).json()["bots"]
            assert sorted(await bots_on(ada, "/")) == sorted([*LADDER, *named])

    named = [] if name == "mine" else ["mine"]
    in_house(tmp_path, test, *([] if name == "mine" else [MINE]))


@pytest.mark.compiled
@pytest.mark.parametrize("fault", ["1 / 0", "time.sleep(99)", "print('x' * 10_000_000, flush=True)"])
def test_for_a_program_that_fails_the_first_legal_decision_is_taken(
    fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        bot_pool = BotPool(1, programs={"bad": script(fault)})
        bot_pool.start()
        try:
            game = Game.new("spice_road", seed=1)
            for _ in range(2):
                assert await bot_pool.decide(game, "bad") == game.legal()[0]
        finally:
            await bot_pool.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    told = [record.getMessage() for record in caplog.records if "bad in spice_road" in record.getMessage()]
    assert len(told) == 2
    assert all("Forfeit: " in line and line.endswith("; the first legal decision is taken") for line in told)


@pytest.mark.compiled
def test_a_table_goes_on_when_the_operator_no_longer_names_its_program(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        bot_pool = BotPool(1)
        bot_pool.start()
        try:
            game = Game.new("spice_road", seed=1)
            assert await bot_pool.decide(game, "mine") in game.legal()
        finally:
            await bot_pool.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert "this server was started without the program mine: trader decides for it" in caplog.text


def test_a_question_for_a_program_holds_nothing_hidden() -> None:
    game = Game.new("spice_road", seed=0xFEEDFACECAFE)
    body = program_job(game, MINE).body
    assert body["position"]["view"] == game.view(game.seat)
    assert "feedfacecafe" not in repr(body).lower()
    assert str(0xFEEDFACECAFE) not in repr(body)


def test_a_worker_asks_a_program() -> None:
    game = Game.new("spice_road", seed=3)
    try:
        told = bot_worker.answer({**program_job(game, MINE).body, "number": 5, "nodes": None})
        assert told["number"] == 5
        assert told["decision"] in game.legal()
    finally:
        bot_worker.BENCH.close()


@pytest.mark.compiled
def test_programs_end_with_the_server(tmp_path: Path) -> None:
    ids, file = tmp_path / "ids", tmp_path / "stubborn.py"
    noted = f"open({str(ids)!r}, 'a').write(f'{{os.getpid()}} '); time.sleep(99)"
    file.write_text(script(noted).command[2])
    with served(tmp_path, "--workers", "1", "--program", f"stubborn={sys.executable} {file}") as server:
        with httpx.Client(base_url=server.address) as ada:
            token = ada.post("/api/guest", json={"name": "Ada"}).json()["token"]
            places = [{"kind": "bot", "bot": "stubborn"}, {"kind": "bot", "bot": "stubborn"}]
            plan = {"game": "spice_road", "places": places, "options": {"pace": "instant"}}
            made = ada.post("/api/tables", json=plan, headers={"authorization": f"Bearer {token}"})
            assert made.status_code == 201, made.text
            asyncio.run(written(ids))
        server.kill()
    assert all(gone(int(process)) for process in ids.read_text().split())


async def written(file: Path) -> None:
    """Waits until a program has been asked."""
    async with asyncio.timeout(60):
        while not (file.exists() and file.read_text()):
            await asyncio.sleep(0.02)
