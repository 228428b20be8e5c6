"""Clocks that are set while the server runs: bots go on, and nobody is locked out."""

import asyncio
import time
from pathlib import Path
from typing import cast

import pytest
from fastapi import FastAPI

from serai.game import Game
from serai.web import guests
from serai.web.tables.bot_pool import BotPool
from serai.web.tables.bot_runner import BotRunner
from serai.web.tables.service import House
from serai.web.tables.store import Store
from serai.web.tables.store.leasing import SECONDS, Leases
from tests.web.houses import KEY, Clock, house_at, plan
from tests.web.servers import WithApp, client

HOUR = 3600.0


class First:
    """Thinks of the first legal decision, at once."""

    async def decide(self, game: Game, bot: str) -> str:
        return game.legal()[0]


def test_bots_play_on_when_the_clock_has_been_set_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with house_at(tmp_path / "serai.db") as house, asyncio.timeout(60):
            assert isinstance(house._clock, Clock)
            house._clock.now = time.time() + HOUR
            ada = await house.new_guest("Ada")
            table = await house.create(ada, plan("trader novice", pace="brisk"))
            house._clock.now = time.time()
            changed = asyncio.Event()
            house.listeners.append(lambda table_id, number: changed.set())
            runner = BotRunner(house, cast(BotPool, First()))
            await runner.start()
            await changed.wait()
            assert (await house.table(table.id)).number > table.number
            await runner.close()

    asyncio.run(test())


@pytest.mark.compiled
def test_a_guest_is_the_same_after_the_clock_has_been_set_back(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app) as later:
            later.cookies.set(
                "guest", guests.sign(app.state.key, ada.cookies["guest"].split(".")[0], time.time() + HOUR)
            )
            assert (await later.get("/api/guest")).json()["name"] == "Ada"

    with_app(test)


def test_a_lease_of_a_dead_server_is_taken_over_when_the_clock_of_the_database_has_been_set_back(
    postgres_database: str,
) -> None:
    async def test() -> None:
        store = await Store.open(postgres_database)
        house = House(store, KEY, Clock())
        ada = await house.new_guest("Ada")
        table = await house.create(ada, plan("trader novice"))
        dead, alive = (Leases(store._engine, True, seconds) for seconds in (SECONDS + HOUR, SECONDS))
        assert await dead.hold(table.id)
        assert await store.bots_asked() == [table.id]
        assert await alive.hold(table.id)
        assert await store.bots_asked() == []
        await store.close()

    asyncio.run(test())
