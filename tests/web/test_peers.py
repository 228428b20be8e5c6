"""Several servers over one PostgreSQL: one key, one migration, one holder of a lease, and changes reach all."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from serai.web import guests
from serai.web.app import Settings, create_app, house_key
from serai.web.refusals import NotAbsent, Stale
from serai.web.tables.model import Table
from serai.web.tables.peers import Peers
from serai.web.tables.service import House
from serai.web.tables.store import Store, Unreachable
from serai.web.tables.store.leasing import Leases
from serai.web.tables.store.schema import leases, lives
from tests.web.houses import holder, house_over, plan, set_clock, two_people, wait
from tests.web.postgres import Cluster

SECONDS = 60


async def age(store: Store) -> None:
    """Makes all leases old, as the time does."""
    await store.write(lambda connection: connection.execute(update(leases).values(until=0.0)))


@dataclass
class Ears:
    """Whether a server receives what the others send."""

    open: bool = True


@asynccontextmanager
async def server(database: str, ears: Ears | None = None) -> AsyncIterator[House]:
    """Opens a house that shares its database."""
    store = await Store.open(database)
    house = house_over(store)
    if ears is not None:
        hear = house.cache.hear
        house.cache.hear = lambda *told: hear(*told) if ears.open else None  # type: ignore[method-assign]
    peers = Peers(database, house)
    peers.start()
    try:
        yield house
    finally:
        await peers.close()
        await store.close()


def two_servers(database: str, test: Callable[[House, House], Awaitable[None]], ears: Ears | None = None) -> None:
    """Runs a test with two servers that have begun to listen; the second may be deaf for a while."""

    async def inside() -> None:
        async with server(database) as one, server(database, ears) as two:
            await until(lambda: one.cache._hears_all and two.cache._hears_all)
            await test(one, two)

    asyncio.run(inside())


async def until(true: Callable[[], bool]) -> None:
    """Waits until a condition holds."""
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.01)


async def step(house: House, table: Table, *people: guests.Guest) -> Table:
    """Takes the first legal decision."""
    assert table.game is not None
    return await house.decide(table.id, holder(table, *people), table.game.legal()[:1], table.number)


def test_what_one_server_stores_the_other_shows(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        table, ada, ben = await two_people(one)
        there = await two.table(table.id)
        assert there.number == table.number
        heard: list[tuple[str, int]] = []
        two.listeners.append(lambda table_id, number: heard.append((table_id, number)))
        table = await step(one, table, ada, ben)
        await until(lambda: bool(heard))
        assert heard == [(table.id, table.number)]
        assert (await two.table(table.id)).number == table.number

    two_servers(postgres_database, test)


def test_who_comes_to_the_other_server_before_the_news_is_answered_all_the_same(postgres_database: str) -> None:
    async def inside() -> None:
        async with server(postgres_database) as one, server(postgres_database, Ears(False)) as deaf:
            table, ada, ben = await two_people(one)
            await until(lambda: deaf.cache._hears_all)
            old = await deaf.table(table.id)
            new = await step(one, table, ada, ben)
            after = await step(deaf, new, ada, ben)
            assert after.number == new.number + 1
            with pytest.raises(Stale):
                await step(one, table, ada, ben)
            assert (await one.table(table.id)).number == after.number
            assert old.number == table.number

    asyncio.run(inside())


def test_who_left_at_one_server_may_sit_down_again_at_the_other_before_the_news(postgres_database: str) -> None:
    """The other server still takes the seat for theirs, and must not think that there is nothing to be done."""

    async def test(one: House, deaf: House) -> None:
        ada, ben = await one.new_guest("Ada"), await one.new_guest("Ben")
        table = await one.create(ada, plan("me friend friend"))
        seat = table.open_seats[0]
        sat = await deaf.sit(table.id, ben, seat, one.join_token(table.id, seat))
        left = await one.leave(table.id, ben)
        again = await deaf.sit(table.id, ben, seat, one.join_token(table.id, seat))
        assert (left.mine(ben.id), again.mine(ben.id), again.number) == ((), (seat,), sat.number + 2)

    two_servers(postgres_database, test, Ears(False))


def test_a_table_is_as_new_as_was_asked_for_and_no_newer_than_there_is(postgres_database: str) -> None:
    async def test(one: House, deaf: House) -> None:
        table, ada, ben = await two_people(one)
        await deaf.table(table.id)
        new = await step(one, table, ada, ben)
        assert (await deaf.table(table.id)).number == table.number
        assert (await deaf.table(table.id, new.number)).number == new.number
        assert (await deaf.table(table.id, new.number + 1000)).number == new.number

    two_servers(postgres_database, test, Ears(False))


def test_of_two_answers_at_two_servers_one_is_stored(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        table, ada, ben = await two_people(one)
        await two.table(table.id)
        answers = await asyncio.gather(*(step(house, table, ada, ben) for house in (one, two)), return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Stale", "Table"]
        stored = await one.store.events(table.id)
        assert [event.number for event in stored] == list(range(1, table.number + 2))

    two_servers(postgres_database, test)


def test_after_a_lost_connection_everything_is_caught_up_with(postgres: Cluster, postgres_database: str) -> None:
    name, ears = postgres_database.rpartition("/")[2], Ears()

    async def test(one: House, two: House) -> None:
        table, ada, ben = await two_people(one)
        await two.table(table.id)
        heard: list[int] = []
        two.listeners.append(lambda table_id, number: heard.append(number))
        ears.open = False
        await two.cache.settle()  # what it still reads because of the first events would show the next one too
        table = await step(one, table, ada, ben)
        await asyncio.sleep(0.2)
        assert heard == []
        ears.open = True
        ended = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ '^(LISTEN|SELECT 1)' AND datname = "
        )
        assert await postgres.execute(f"{ended}'{name}'")
        await until(lambda: bool(heard))
        assert heard == [table.number]

    two_servers(postgres_database, test, ears)


def test_what_happens_while_a_table_is_being_read_is_not_missed(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        table, ada, ben = await two_people(one)
        read, go_on, events = asyncio.Event(), asyncio.Event(), two.store.events

        async def slowly(*asked: Any) -> Any:
            found = await events(*asked)
            read.set()
            await go_on.wait()
            return found

        two.store.events = slowly  # type: ignore[method-assign,assignment]
        reading = asyncio.create_task(two.table(table.id))
        await read.wait()
        two.listeners.append(lambda table_id, number: go_on.set())
        table = await step(one, table, ada, ben)
        assert (await reading).number == table.number - 1
        await two.cache.settle()
        assert (await two.table(table.id)).number == table.number

    two_servers(postgres_database, test)


def test_while_nothing_is_heard_the_database_is_asked(postgres_database: str) -> None:
    async def inside() -> None:
        async with server(postgres_database) as one:
            await until(lambda: one.cache._hears_all)
            store = await Store.open(postgres_database)
            deaf = house_over(store)
            table, ada, ben = await two_people(one)
            assert (await deaf.table(table.id)).number == table.number
            table = await step(one, table, ada, ben)
            assert (await deaf.table(table.id)).number == table.number
            await store.close()

    asyncio.run(inside())


def test_a_guest_who_is_alive_at_another_server_is_not_absent(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        table, first, second = await two_people(one)
        await two.table(table.id)
        await pass_time(170, one, two)
        one.seen_alive(await one.table(table.id), first)
        await one.tell_lives()
        await pass_time(20, one, two)
        assert await two.may_call_bot(await two.table(table.id), second) == ()
        with pytest.raises(NotAbsent):
            await two.call_bot(table.id, second, 0)
        await pass_time(170, one, two)
        assert await two.may_call_bot(await two.table(table.id), second) == (0,)
        assert (await two.call_bot(table.id, second, 0)).chairs[0].stand_in is not None

    two_servers(postgres_database, test)


async def pass_time(seconds: float, *houses: House) -> None:
    """Lets time pass at all servers and in the database."""
    for house in houses:
        wait(house, seconds)
    await age_lives(houses[0], seconds)


async def age_lives(house: House, seconds: float) -> None:
    """Makes signs of life older, or has them noted in the future, as when the clock of the database is set back."""
    older = update(lives).values(at=lives.c.at - seconds)
    await house.store.write(lambda connection: connection.execute(older))


def test_servers_whose_clocks_differ_agree_on_who_is_alive(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        set_clock(one, -3600)
        table, first, second = await two_people(one)
        await two.table(table.id)
        table = await one.decide(table.id, first, ["play YY"], table.number)
        await two.table(table.id, table.number)
        await pass_time(170, one, two)
        one.seen_alive(await one.table(table.id), second)
        await one.tell_lives()
        await pass_time(20, one, two)
        assert await two.may_call_bot(await two.table(table.id), first) == ()
        await pass_time(160, one, two)
        assert await two.may_call_bot(await two.table(table.id), first) == (1,)

    two_servers(postgres_database, test)


def test_a_database_whose_clock_is_set_back_makes_nobody_alive_for_hours(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        table, first, second = await two_people(one)
        await two.table(table.id)
        one.seen_alive(await one.table(table.id), first)
        await one.tell_lives()
        await age_lives(one, -3600)
        await pass_time(200, two)
        assert await two.may_call_bot(await two.table(table.id), second) == (0,)
        one.seen_alive(await one.table(table.id), first)
        await one.tell_lives()
        assert await two.may_call_bot(await two.table(table.id), second) == ()

    two_servers(postgres_database, test)


def test_a_guest_who_is_alive_at_another_server_is_asked_about_a_takeback(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        table, first, second = await two_people(one, absent_minutes=1)
        table = await two.decide(table.id, first, ["play YY"], table.number)
        table = await two.decide(table.id, second, ["play YY"], table.number)
        await one.table(table.id, table.number)
        one.seen_alive(await one.table(table.id), first)
        await one.tell_lives()
        two.cache._tables.clear()
        await pass_time(61, one, two)
        table = await two.call_bot(table.id, second, 0)
        asked = await two.ask_takeback(table.id, second, table.number)
        assert asked.wish is not None
        assert asked.wish.waiting_for == {0}

    two_servers(postgres_database, test)


def test_servers_share_the_key_of_the_house(postgres_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def inside() -> None:
        stores = await asyncio.gather(*(Store.open(postgres_database) for _ in range(3)))
        nowhere = Path("/nowhere")
        keys = await asyncio.gather(*(house_key(store, nowhere) for store in stores))
        assert len(set(keys)) == 1
        assert len(keys[0]) == 64
        monkeypatch.setenv("SERAI_SECRET", "an operator's own secret")
        assert await house_key(stores[0], nowhere) == b"an operator's own secret"
        for store in stores:
            await store.close()

    asyncio.run(inside())


def test_one_server_at_a_time_holds_a_lease_and_another_takes_it_over_when_it_is_old(postgres_database: str) -> None:
    async def inside() -> None:
        store = await Store.open(postgres_database)
        house = house_over(store)
        guest = await house.new_guest("Ada")
        table = (await house.create(guest, plan("me trader"))).id
        one, two = (Leases(store._engine, True) for _ in range(2))
        held = await asyncio.gather(one.hold(table), two.hold(table))
        assert sorted(held) == [False, True]
        first, second = (one, two) if held[0] else (two, one)
        for _ in range(4):
            await first.renew([table])
            assert not await second.hold(table)
        assert (first.mine(table), second.mine(table)) == (True, False)
        await age(store)
        assert await second.hold(table)
        first._fresh.clear()
        assert not await first.hold(table)
        await second.release()
        assert await first.hold(table)
        await store.close()

    asyncio.run(inside())


def test_tables_whose_bots_nobody_plays_are_found(postgres_database: str) -> None:
    async def inside() -> None:
        store = await Store.open(postgres_database)
        house = house_over(store)
        guest = await house.new_guest("Ada")
        made = [await house.create(guest, plan("me trader")) for _ in range(6)]
        asked = {table.id for table in made if table.bot_asked is not None}
        assert set(await store.bots_asked()) == asked
        for table in made:
            await Leases(store._engine, True).hold(table.id)
        assert await store.bots_asked() == []
        await age(store)
        assert set(await store.bots_asked()) == asked
        await store.close()

    asyncio.run(inside())


def test_a_database_that_is_gone_is_said_so_and_found_again(postgres: Cluster, postgres_database: str) -> None:
    async def inside() -> None:
        async with server(postgres_database) as house:
            table, ada, ben = await two_people(house)
            await until(lambda: house.cache._hears_all)
            await asyncio.to_thread(postgres.stop)
            try:
                with pytest.raises(Unreachable):
                    await step(house, table, ada, ben)
                with pytest.raises(Unreachable):
                    await house.guest("nobody")
            finally:
                await asyncio.to_thread(postgres.start)
            table = await house.table(table.id)
            after = await step(house, table, ada, ben)
            await until(lambda: house.cache._hears_all)
            assert (await house.table(table.id)).number == after.number

    asyncio.run(inside())


def test_a_monitor_is_told_that_the_database_is_gone(postgres: Cluster, postgres_database: str, tmp_path: Path) -> None:
    async def inside() -> None:
        app = create_app(Settings(postgres_database, tmp_path, 0, ("house.test",)))
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://house.test") as monitor,
        ):
            assert "the bots are still getting ready" in (await monitor.get("/readyz")).text
            await asyncio.to_thread(postgres.stop)
            try:
                gone = await monitor.get("/readyz")
            finally:
                await asyncio.to_thread(postgres.start)
            assert (gone.status_code, gone.text) == (503, "the database does not answer\n")
            assert "the bots are still getting ready" in (await monitor.get("/readyz")).text

    asyncio.run(inside())
