"""Tables that nobody joins: the server closes them a day after their last event, once, whichever server does it."""

import asyncio
from pathlib import Path

import pytest

from serai.web.refusals import TableClosed
from serai.web.tables.expiry import DAY, Expiry, close_unjoined
from serai.web.tables.service import House
from serai.web.tables.store import Store
from tests.web.houses import BIRTH, KEY, Clock, house_at, in_house, kinds, plan, wait
from tests.web.test_peers import two_servers, until
from tests.web.visits import Place, opened, visit


async def stages(house: House, *tables: str) -> list[str]:
    """Returns the status of tables."""
    return [(await house.table(table)).stage for table in tables]


@in_house
async def test_a_table_that_nobody_joined_closes_a_day_after_its_last_event(house: House) -> None:
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me friend friend"))
    wait(house, 3600)
    given = await house.give_to_bot(table.id, ada, table.open_seats[0], "trader")
    assert await close_unjoined(house, BIRTH + DAY + 1) == 0
    assert await close_unjoined(house, BIRTH + 3600 + DAY + 1) == 1
    assert await stages(house, table.id) == ["closed"]
    assert kinds(await house.store.events(table.id, given.number)) == ["closed"]
    assert await close_unjoined(house, BIRTH + 10 * DAY) == 0
    with pytest.raises(TableClosed):
        await house.sit(table.id, await house.new_guest("Ben"), given.open_seats[0])
    assert (await house.lists(ada)).running == []


@in_house
async def test_tables_at_which_somebody_sits_or_plays_stay(house: House) -> None:
    ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
    joined = await house.create(ada, plan("me friend friend", listed=True))
    await house.sit(joined.id, ben, joined.open_seats[0])
    playing = await house.create(ada, plan("me trader"))
    empty = await house.create(ada, plan("friend friend"))
    assert await close_unjoined(house, BIRTH + 30 * DAY) == 1
    assert await stages(house, joined.id, playing.id, empty.id) == ["open", "running", "closed"]
    await house.leave(joined.id, ben)
    assert await close_unjoined(house, BIRTH + 30 * DAY) == 1
    assert await stages(house, joined.id) == ["closed"]


@in_house
async def test_those_who_wait_at_the_table_hear_of_it(house: House) -> None:
    ada = await house.new_guest("Ada")
    heard: list[tuple[str, int]] = []
    table = await house.create(ada, plan("me friend"))
    house.listeners.append(lambda table_id, number: heard.append((table_id, number)))
    await close_unjoined(house, BIRTH + 2 * DAY)
    assert heard == [(table.id, table.number + 1)]
    assert (await house.table(table.id)).closed


def test_it_happens_after_a_restart_too_and_old_tables_are_not_read_for_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with house_at(tmp_path / "serai.db") as house:
            ada = await house.new_guest("Ada")
            tables = [(await house.create(ada, plan("me friend"))).id for _ in range(3)]
        async with house_at(tmp_path / "serai.db") as house:
            closing = Expiry(house, lambda: BIRTH + 2 * DAY)
            closing.start()
            async with asyncio.timeout(60):
                while await house.store.unjoined(BIRTH + 2 * DAY):
                    await asyncio.sleep(0.01)
            await closing.close()
            assert not any(table in house.cache for table in tables)
            assert await stages(house, *tables) == ["closed"] * 3

    asyncio.run(test())


def test_two_servers_close_a_table_once(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        ada = await one.new_guest("Ada")
        tables = [await one.create(ada, plan("me friend")) for _ in range(20)]
        for table in tables[:10]:
            await two.table(table.id)
        done = await asyncio.gather(*(close_unjoined(house, BIRTH + 2 * DAY) for house in (one, two)))
        assert sum(done) == len(tables)
        for table in tables:
            assert kinds(await one.store.events(table.id, table.number)) == ["closed"]
            assert {(await house.table(table.id, table.number + 1)).stage for house in (one, two)} == {"closed"}

    two_servers(postgres_database, test)


def test_a_database_that_does_not_answer_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'serai.db'}")
        house, asked = House(store, KEY, Clock()), 0
        found = store.unjoined

        async def fails_once(before: float) -> dict[str, int]:
            nonlocal asked
            asked += 1
            if asked == 1:
                raise OSError
            return await found(before)

        monkeypatch.setattr(store, "unjoined", fails_once)
        closing = Expiry(house, Clock(), 0.01)
        closing.start()
        await until(lambda: asked > 1)
        await closing.close()
        await store.close()

    asyncio.run(test())


@pytest.mark.compiled
@visit
async def test_the_page_that_waits_says_how_long(place: Place) -> None:
    ada = place.browser()
    address = await opened(ada, **{"seat-1": "friend"})
    assert "If nobody joins within a day, the table closes." in (await ada.get(address)).text
    german = await ada.get(address, headers={"accept-language": "de"})
    assert "Kommt innerhalb eines Tages niemand dazu, schließt der Tisch." in german.text
    italian = await ada.get(address, headers={"accept-language": "it"})
    assert "Se nessuno si aggiunge entro un giorno, il tavolo si chiude." in italian.text
