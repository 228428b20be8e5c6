"""What a table was made with: the version of its rules, and the set of components whose files the database keeps."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.command import upgrade
from sqlalchemy import Connection

from serai.record import component_files, used_components
from serai.rules.games import GAMES
from serai.web import refusals
from serai.web.house import House
from serai.web.plans import Row
from serai.web.store import Standing, Store
from serai.web.store.engines import engine_for
from serai.web.store.upgrades import config
from tests.spice_road.own_components import POINTS, folder, lines, printed
from tests.web.houses import KEY, Clock, decide, house_at, in_house, plan
from tests.web.test_store import ROW, stored

OLD = Path(__file__).parent / "old" / "second.sql"
KEPT = ("guests", "tables", "events", "seats")
FINISHED, RUNNING, OPEN = "qR1d_EAgo-", "QWU-VQHnP8", "IKgB89aJJa"

Rows = dict[str, list[dict[str, Any]]]


def rows(connection: Connection) -> Rows:
    """Reads all that an old program has written."""
    found = {name: connection.exec_driver_sql(f"SELECT * FROM {name}").mappings().all() for name in KEPT}
    return {name: sorted((dict(row) for row in each), key=str) for name, each in found.items()}


async def in_database(database: str, do: Callable[[Connection], Rows | None]) -> Rows | None:
    """Does something in a database that no store has opened."""
    engine = engine_for(database)
    try:
        async with engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                return await connection.run_sync(do)
    finally:
        await engine.dispose()


def write_old(connection: Connection) -> Rows:
    """Makes a database as version 0002 left it, with what a program of that version wrote."""
    upgrade(config(connection), "0002")
    for line in OLD.read_text().splitlines()[1:]:
        connection.exec_driver_sql(line)
    return rows(connection)


def with_old(database: str, work: Callable[[House, Rows], Awaitable[None]]) -> None:
    """Writes an old database, opens it and works with it."""

    async def inside() -> None:
        written = await in_database(database, write_old)
        store = await Store.open(database)
        try:
            await work(House(store, KEY, Clock()), written or {})
        finally:
            await store.close()

    asyncio.run(inside())


def test_nothing_of_an_old_database_is_lost_by_the_migration(database: str) -> None:
    async def work(house: House, written: Rows) -> None:
        found = await in_database(database, rows) or {}
        for name in KEPT:
            columns = list(written[name][0])
            assert [{key: row[key] for key in columns} for row in found[name]] == written[name]
        assert {row["rules"] for row in found["tables"]} == {1}

    with_old(database, work)


def test_games_of_an_old_database_are_read_and_go_on(database: str) -> None:
    async def work(house: House, written: Rows) -> None:
        tables = {name: await house.table(name) for name in (FINISHED, RUNNING, OPEN)}
        assert [table.stage for table in tables.values()] == ["over", "running", "open"]
        finished = tables[FINISHED].game
        assert finished is not None
        assert finished.scores() == [0, 4, 1]
        cy = await house.guest(tables[RUNNING].maker)
        assert cy is not None
        after = await decide(house, tables[RUNNING], cy)
        assert after.number == 5

    with_old(database, work)


def test_the_sets_of_an_old_database_that_this_program_plays_are_kept_at_the_first_start(database: str) -> None:
    async def work(house: House, written: Rows) -> None:
        for game in GAMES:
            used = used_components(game)
            kept = await house.store.component_set(used["digest"])
            assert kept is not None
            assert (kept.game, kept.name, kept.files) == (game, used["set"], component_files(game))

    with_old(database, work)


def test_a_set_is_kept_with_the_first_table_that_is_made_with_it(database: str) -> None:
    used = used_components("spice_road")

    async def work(store: Store) -> None:
        assert await store.component_set(used["digest"]) is None
        rows = [replace(ROW, id=name, components=used) for name in "abc"]
        await asyncio.gather(*(store.new_table(row, [], Standing("open")) for row in rows))
        kept = await store.component_set(used["digest"])
        assert kept is not None
        assert (kept.name, kept.files) == (used["set"], component_files("spice_road"))
        assert await store.component_set(used_components("sand_to_sea")["digest"]) is None

    stored(database, work)


def test_a_set_that_this_program_does_not_have_is_not_made_up(database: str) -> None:
    async def work(store: Store) -> None:
        assert await store.component_set(ROW.components["digest"]) is None

    stored(database, work)


def test_several_servers_may_keep_a_set_at_once(database: str) -> None:
    async def work(store: Store) -> None:
        others = [await Store.open(database) for _ in range(3)]
        used = used_components("spice_road")
        making = [
            each.new_table(replace(ROW, id=str(number), components=used), [], Standing("open"))
            for number, each in enumerate([store, *others])
        ]
        await asyncio.gather(*making)
        for each in others:
            await each.close()

    stored(database, work)


MAKE = """
import asyncio
from pathlib import Path
from tests.web.houses import house_at, plan

async def make():
    async with house_at(Path({path!r})) as house:
        print((await house.create(await house.new_guest("Ada"), plan("me friend"))).id)

asyncio.run(make())
"""


def test_a_set_of_somebodys_own_is_kept_and_named_by_programs_that_do_not_play_it(tmp_path: Path) -> None:
    points = "\n".join([*lines(POINTS)[:3], "0,BBBBB,99", *lines(POINTS)[4:]]) + "\n"
    table_id = printed(MAKE.format(path=str(tmp_path / "s.db")), folder(tmp_path, points=points))

    async def inside() -> None:
        async with house_at(tmp_path / "s.db") as house:
            row = await house.store.table_row(table_id)
            assert row is not None
            kept = await house.store.component_set(row.components["digest"])
            assert kept is not None
            assert (kept.name, kept.files["spice_road/point_cards.csv"]) == ("custom", points)
            with pytest.raises(refusals.OtherComponents, match=rf"set custom \({kept.digest}\)"):
                await house.table(table_id)

    asyncio.run(inside())


@in_house
async def test_a_table_knows_the_version_of_its_rules(house: House) -> None:
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me friend", game="sand_to_sea"))
    row = await house.store.table_row(table.id)
    assert row is not None
    assert row.rules == GAMES["sand_to_sea"].VERSION


async def told(house: House, change: Callable[[Row], Row]) -> str:
    """Stores a table that is a little different from what this program plays; returns how it is refused."""
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me friend"))
    await house.store.new_table(replace(change(table.row), id="other"), [], Standing("open"))
    with pytest.raises(refusals.Refused) as refused:
        await house.table("other")
    return f"{refused.value.code}: {refused.value}"


@in_house
async def test_a_table_of_another_version_of_the_rules_is_refused_by_version(house: House) -> None:
    assert await told(house, lambda row: replace(row, rules=7)) == (
        "other_rules: This table is played by version 7 of the rules; this server plays version 2."
    )


@in_house
async def test_a_table_of_version_1_is_played_to_the_end_by_its_rules(house: House) -> None:
    """C-9: it opens beside tables of version 2; nobody rests for nothing at it."""
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me me"))
    row, events = replace(table.row, id="first", rules=1), await house.store.events(table.id)
    await house.store.new_table(row, events, Standing("running"))
    usual, first = (found.scene(ada.id, {}).view["legal"] for found in (table, await house.table("first")))
    assert set(usual) - set(first) == {"rest"}
    assert first


@in_house
async def test_a_table_of_another_set_is_refused_by_its_name(house: House) -> None:
    other = {"set": "9", "digest": "0123456789abcdef"}
    ours = used_components("spice_road")
    assert await told(house, lambda row: replace(row, components=other)) == (
        "other_components: This table is played with the cards and tiles of set 9 (0123456789abcdef); "
        f"this server plays set {ours['set']} ({ours['digest']})."
    )
