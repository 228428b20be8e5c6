"""Databases of v0.1.0 are brought up to date: every table is as it was, and is played on to its end."""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from serai.core.spec import GAMES
from serai.game import Game
from serai.record import result
from serai.web.guests import Guest, read
from serai.web.tables.model import Table
from serai.web.tables.service import House
from serai.web.tables.store import Store, sqlite_url
from tests.first_version import content, lost, told
from tests.web.houses import BIRTH, KEY, Clock
from tests.web.postgres import Cluster, program

FOUND = told("tables.json")
TABLES: dict[str, dict[str, Any]] = FOUND["tables"]

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def dumped(postgres: Cluster) -> str:
    """The name of a database with what v0.1.0 has dumped."""
    url = postgres.new_database()
    psql = [program("psql"), "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", url.replace("+asyncpg", "")]
    subprocess.run(psql, input=content("serai.sql"), check=True, stdout=subprocess.DEVNULL)
    return url.rpartition("/")[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database as v0.1.0 left it, of both kinds in turn."""
    if request.param == "sqlite":
        (tmp_path / "serai.db").write_bytes(content("serai.db"))
        return sqlite_url(tmp_path / "serai.db")
    server: Cluster = request.getfixturevalue("postgres")
    source: str = request.getfixturevalue("dumped")
    return server.new_database(source)


def visited(url: str, work: Callable[[House], Awaitable[None]]) -> None:
    """Opens a house over a database, which brings it up to date, and does something there."""

    async def inside() -> None:
        store = await Store.open(url)
        try:
            await work(House(store, KEY, Clock()))
        finally:
            await store.close()

    asyncio.run(inside())


def test_there_are_tables_of_all_stages_in_every_game() -> None:
    for game in {kept["game"] for kept in TABLES.values()}:
        stages = [kept["stage"] for kept in TABLES.values() if kept["game"] == game]
        assert sorted(set(stages)) == ["closed", "open", "over", "running"]


def test_every_table_is_as_it_was(kept: str) -> None:
    async def work(house: House) -> None:
        for table_id, was in TABLES.items():
            assert not list(lost(was, await seen(house, await house.table(table_id)))), was["what"]

    visited(kept, work)


async def seen(house: House, table: Table) -> dict[str, Any]:
    """Returns what v0.1.0 recorded of a table; what comes next is not known yet."""
    game, was = table.game, TABLES[table.id]
    return {
        **{key: was[key] for key in ("what", "then", "result")},
        "game": table.game_name,
        "stage": table.stage,
        "number": table.number,
        "names": list(table.names(await house.names(table))),
        "links": {str(seat): house.join_token(table.id, seat) for seat in table.open_seats},
        "views": [] if game is None else [game.view(seat) for seat in range(table.players)],
        "decisions": [] if game is None else game.decisions(),
    }


def test_cookies_and_lists_of_guests_go_on(kept: str) -> None:
    async def work(house: House) -> None:
        assert await house.store.secret() == FOUND["secret"]
        for guest_id, cookie in FOUND["cookies"].items():
            assert read(KEY, cookie, BIRTH + 1) == guest_id
            guest = await house.guest(guest_id)
            assert guest is not None
            listed = await house.lists(guest)
            assert {table.id for table in (*listed.running, *listed.finished)} <= TABLES.keys()
            assert listed.running
            assert listed.finished

    visited(kept, work)


def test_every_table_is_played_on_to_the_same_end(kept: str) -> None:
    for game in GAMES:  # loading rules takes seconds on a busy machine: not while a transaction waits
        begun = Game.new(game, 2, seed=1)
        begun.play(begun.legal()[0])
        begun.view(0)

    async def work(house: House) -> None:
        people = {guest_id: await known(house, guest_id) for guest_id in FOUND["cookies"]}
        await asyncio.gather(*(played(house, table_id, people) for table_id in TABLES))

    visited(kept, work)


async def known(house: House, guest_id: str) -> Guest:
    """Returns a guest of v0.1.0."""
    found = await house.guest(guest_id)
    assert found is not None
    return found


async def played(house: House, table_id: str, people: Mapping[str, Guest]) -> None:
    """Seats friends by their links, and takes the decisions that v0.1.0 led to the end with."""
    was, guests = TABLES[table_id], dict(people)
    table = await house.table(table_id)
    for seat, token in was["links"].items():
        friend = await house.new_guest("Zoe")
        guests[friend.id] = friend
        table = await house.sit(table_id, friend, int(seat), token)
    if table.wish is not None:
        asking = guests[table.chairs[table.wish.seat].guest or ""]
        table = await house.answer_takeback(table_id, asking, False, table.number)
    for decision in was["then"]:
        table = await decided(house, table, decision, guests)
    assert table.stage == ("closed" if was["stage"] == "closed" else "over")
    assert table.game is not None
    assert result(table.game) == was["result"]


async def decided(house: House, table: Table, decision: str, guests: Mapping[str, Guest]) -> Table:
    """Takes a decision for whoever has to."""
    assert table.decides is not None
    if table.bot_asked is not None:
        return await house.bot_decide(table.id, table.decides, decision, table.number)
    return await house.decide(table.id, guests[table.chairs[table.decides].guest or ""], [decision], table.number)
