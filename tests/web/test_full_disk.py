"""A full disk or a damaged file: no failed write is reported as stored."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from serai.web.guests import Guest
from serai.web.tables.plans import Event
from serai.web.tables.store import Store, Unreachable, engines, sqlite_url
from tests.web.test_store import said, stored


@pytest.fixture
def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database that has a guest and a table, and not one page more."""
    url = sqlite_url(tmp_path / "s.db")
    stored(url, lambda store: asyncio.sleep(0))
    monkeypatch.setattr(engines, "PRAGMAS", (*engines.PRAGMAS, "PRAGMA max_page_count=1"))
    return url


def large(number: int) -> Event:
    """Returns an event that needs pages of its own."""
    return Event(number, "back", {"seat": 0, "padding": 100_000 * "x"}, 2.0)


def test_what_a_full_disk_undoes_is_not_reported_as_stored(full: str) -> None:
    """SQLite rolls the whole transaction back by itself, also what others wanted stored in it before."""

    async def work(store: Store) -> None:
        eve = Guest("eve", "Eve")
        wishes = (store.new_guest(eve, 2.0), store.append("one", 0, [large(1)]), store.new_guest(Guest("fay", ""), 2.0))
        told = await asyncio.gather(*wishes, return_exceptions=True)
        assert isinstance(told[1], Unreachable)
        for guest, answer in ((eve, told[0]), (Guest("fay", ""), told[2])):
            assert await store.guest(guest.id) == (guest if answer is None else None)
        await store.append("one", 0, [said(1)])
        assert await store.events("one") == [said(1)]

    stored(full, work)


def test_a_change_that_hides_what_happened_cannot_hide_it_from_the_commit(full: str) -> None:
    async def work(store: Store) -> None:
        async def careless(connection: AsyncConnection) -> None:
            with suppress(OperationalError):
                await connection.exec_driver_sql("INSERT INTO meta VALUES ('large', zeroblob(100000))")

        with pytest.raises(Unreachable):
            await store.write(careless)

    stored(full, work)


def test_a_fault_of_one_caller_lets_the_others_try_again(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async def faulty(connection: AsyncConnection) -> None:
            raise KeyError("a fault of ours")

        eve, fay = Guest("eve", "Eve"), Guest("fay", "Fay")
        wishes = (store.new_guest(eve, 2.0), store._writer.write(faulty), store.new_guest(fay, 2.0))
        told = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(answer) for answer in told] == [Unreachable, KeyError, Unreachable]
        assert await store.names(["eve", "fay"]) == {}

    stored(sqlite_url(tmp_path / "s.db"), work)


def test_what_the_database_refuses_harms_nobody_else(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        wishes = [store.new_guest(Guest(name, name), 2.0) for name in ("eve", "ada", "fay")]
        told = await asyncio.gather(*wishes, return_exceptions=True)
        assert [type(answer) for answer in told] == [type(None), IntegrityError, type(None)]
        assert await store.names(["eve", "fay"]) == {"eve": "eve", "fay": "fay"}

    stored(sqlite_url(tmp_path / "s.db"), work)
