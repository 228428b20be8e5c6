"""A PostgreSQL that hangs: whoever asks is told so in time, and everything goes on when it answers again."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import pytest

from serai.web import app as application
from serai.web.app import Settings, create_app
from serai.web.guests import Guest
from serai.web.refusals import Stale
from serai.web.tables.bot_pool import BotPool
from serai.web.tables.bot_runner import BotRunner
from serai.web.tables.service import House
from serai.web.tables.store import Store, Unreachable, engines, sqlite_url
from tests.web.houses import KEY, plan
from tests.web.postgres import Cluster
from tests.web.test_store import said, stored

PATIENCE = 60


@contextmanager
def hanging(postgres: Cluster) -> Iterator[None]:
    """Lets the database hang for a while, in which half a second is thought long enough to wait for it."""
    with postgres.hanging(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "ANSWER_SECONDS", 0.5)
        yield


@asynccontextmanager
async def monitored(database: str, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Runs a server over a database and opens a browser that is a guest."""
    app = create_app(Settings(database, folder, 0, ("house.test",)))
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://house.test") as browser,
    ):
        (await browser.post("/api/guest", json={"name": "Ada"})).raise_for_status()
        yield browser


def run(inside: Callable[[], Awaitable[None]]) -> None:
    """Runs a test, which fails where it waits for ever."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await inside()

    asyncio.run(bounded())


async def append_next(store: Store) -> None:
    """Appends an event; reads again if an append that got no answer is stored only now."""
    number = len(await store.events("one"))
    try:
        await store.append("one", number, [said(number + 1)])
    except Stale:
        number = len(await store.events("one"))
        await store.append("one", number, [said(number + 1)])


def test_who_reads_or_writes_while_it_hangs_is_told_so(postgres: Cluster, postgres_database: str) -> None:
    async def work(store: Store) -> None:
        with hanging(postgres):
            asked = [*(store.guest("ben") for _ in range(20)), *(store.append("one", 0, [said(1)]) for _ in range(20))]
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(answer) for answer in told} == {Unreachable}
        assert await store.guest("ben") == Guest("ben", "Ben")
        await append_next(store)

    stored(postgres_database, lambda store: asyncio.wait_for(work(store), PATIENCE))


def test_a_request_while_it_hangs_is_answered_503_and_leaves_no_traceback(
    postgres: Cluster, postgres_database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def inside() -> None:
        async with monitored(postgres_database, tmp_path) as browser:
            with hanging(postgres):
                asked = [browser.get("/"), browser.get("/api/tables"), browser.post("/api/guest", json={"name": "Ben"})]
                told = await asyncio.gather(*asked, *(browser.get("/") for _ in range(20)))
            assert [answer.status_code for answer in told] == [503] * len(told)
            assert (await browser.get("/")).status_code == 200
        assert [line for line in caplog.records if line.exc_info or line.levelno >= logging.ERROR] == []

    run(inside)


def test_who_waits_for_a_lock_is_told_so(postgres_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "ANSWER_SECONDS", PATIENCE)
    monkeypatch.setattr(engines, "STATEMENT_SECONDS", 1.5)

    async def work(store: Store) -> None:
        other = await engines.driver_connection(postgres_database)
        async with other.transaction():
            await other.execute("LOCK TABLE guests IN ACCESS EXCLUSIVE MODE")
            asked = (store.guest("ben"), store.rename("ben", "Benjamin"))
            told = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in told] == [Unreachable, Unreachable]
        assert all("statement timeout" in str(answer) for answer in told)
        await other.close()
        assert await store.guest("ben") == Guest("ben", "Ben")

    stored(postgres_database, lambda store: asyncio.wait_for(work(store), PATIENCE))


def test_a_monitor_is_answered_before_the_database_lets_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question to the database cannot be ended at once; the monitor does not wait for its end."""
    monkeypatch.setattr(application, "ANSWER_SECONDS", 0.05)

    async def inside() -> None:
        let_go = asyncio.Event()

        async def ready(store: Store) -> bool:
            try:
                return await let_go.wait()
            except asyncio.CancelledError:
                return await let_go.wait()

        async with monitored(sqlite_url(tmp_path / "serai.db"), tmp_path) as browser:
            monkeypatch.setattr(Store, "ready", ready)
            told = await browser.get("/readyz")
            let_go.set()
        assert (told.status_code, told.text) == (503, "the database does not answer\n")

    run(inside)


def test_bots_that_cannot_play_meanwhile_say_so_in_a_line(
    postgres: Cluster, postgres_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(store: Store) -> None:
        house = House(store, KEY)
        table = await house.create(Guest("ada", "Ada"), plan("trader trader"))
        runner = BotRunner(house, BotPool(0))
        with hanging(postgres):
            runner.wake(table.id)
            while "a bot could not play" not in caplog.text:
                await asyncio.sleep(0.05)
        await runner.close()
        assert [line for line in caplog.records if line.exc_info] == []

    stored(postgres_database, lambda store: asyncio.wait_for(work(store), PATIENCE))
