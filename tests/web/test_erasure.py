"""Delete my name and games: what is gone, what stays for others, and that nothing of it can be found again."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from serai.web import guests
from serai.web.guests import Guest
from serai.web.refusals import NoSuchTable, WrongLink
from serai.web.tables.erasure import forget
from serai.web.tables.model import Table
from serai.web.tables.plans import NewSeat, NewTable, Options
from serai.web.tables.service import House
from serai.web.tables.store import Store, sqlite_url
from tests.web.houses import decide, house_over, play
from tests.web.servers import WithApp, client, new_table
from tests.web.test_peers import two_servers, until

pytestmark = pytest.mark.compiled

Run = Callable[[Callable[[House], Awaitable[None]]], None]


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[House]:
    store = await Store.open(database)
    try:
        yield house_over(store)
    finally:
        await store.close()


@pytest.fixture
def in_a_house(database: str) -> Run:
    """Runs an async test in a house over the database."""

    def run(test: Callable[[House], Awaitable[None]]) -> None:
        async def inside() -> None:
            async with opened(database) as house:
                await test(house)

        asyncio.run(inside())

    return run


def plan(*places: NewSeat, listed: bool = False) -> NewTable:
    return NewTable("spice_road", places, Options(pace="instant", listed=listed))


ME, FRIEND, BOT = NewSeat("me"), NewSeat("friend"), NewSeat("bot", "trader")


async def together(house: House, ada: Guest, ben: Guest, mine: NewSeat = ME) -> Table:
    """Lets one guest make a table and another sit down."""
    table = await house.create(ada, plan(mine, FRIEND))
    [seat] = table.open_seats
    return await house.sit(table.id, ben, seat, house.join_token(table.id, seat))


async def names(house: House, table_id: str) -> list[str]:
    """Lists what the seats of a table are called."""
    table = await house.table(table_id)
    return sorted(table.names(await house.names(table)))


def test_games_with_bots_alone_are_deleted_with_their_events(in_a_house: Run) -> None:
    async def test(house: House) -> None:
        ada = await house.new_guest("Ada")
        tables = [
            await house.create(ada, plan(ME, BOT)),
            await house.create(ada, plan(ME, NewSeat("me", name="Ben"))),
            await house.create(ada, plan(ME, FRIEND)),
            await play(house, await house.create(ada, plan(ME, ME)), ada),
        ]
        assert [table.stage for table in tables] == ["running", "running", "open", "over"]
        await forget(house, ada)
        for table in tables:
            with pytest.raises(NoSuchTable):
                await house.table(table.id)
            assert await house.store.events(table.id) == []
        assert await house.guest(ada.id) is None
        assert (await house.lists(ada)).running == (await house.lists(ada)).finished == []

    in_a_house(test)


def test_a_running_game_among_people_goes_on_with_a_bot_and_without_the_name(in_a_house: Run) -> None:
    async def test(house: House) -> None:
        ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
        table = await together(house, ada, ben, NewSeat("me", name="Ada's mother"))
        table = await decide(house, table, ada, ben)
        before = table.game.decisions() if table.game else []
        await forget(house, ada)
        after = await house.table(table.id)
        assert (after.stage, after.game.decisions() if after.game else []) == ("running", before)
        gone = next(chair for chair in after.chairs if chair.guest != ben.id)
        assert (gone.stand_in, guests.is_gone(gone.guest or "")) == ("trader", True)
        assert await names(house, table.id) == ["Ben", "Guest"]
        assert after.maker == gone.guest
        assert (await play(house, after, ben)).over

    in_a_house(test)


def test_a_finished_game_stays_for_the_other_also_after_a_restart(in_a_house: Run, database: str) -> None:
    async def test(house: House) -> None:
        ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
        table = await play(house, await together(house, ada, ben), ada, ben)
        await forget(house, ada)
        async with opened(database) as another:
            for keeper in (house, another):
                [kept] = (await keeper.lists(ben)).finished
                assert (kept.id, kept.result is not None) == (table.id, True)
                assert "Ada" not in (await keeper.table(table.id)).record(
                    await keeper.names(await keeper.table(table.id))
                )
                assert ada.id not in repr(await keeper.store.events(table.id))

    in_a_house(test)


def test_seats_at_tables_that_have_not_begun_are_open_again_and_own_ones_are_closed(in_a_house: Run) -> None:
    async def test(house: House) -> None:
        ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
        his = await house.create(ben, plan(ME, FRIEND, FRIEND, listed=True))
        hers = await house.create(ada, plan(ME, FRIEND, FRIEND, listed=True))
        his = await house.sit(his.id, ada, his.open_seats[0])
        hers = await house.sit(hers.id, ben, hers.open_seats[0])
        await forget(house, ada)
        assert len((await house.table(his.id)).open_seats) == 2
        assert (await house.table(hers.id)).stage == "closed"

    in_a_house(test)


def test_who_has_resigned_or_only_made_the_table_is_forgotten_too(in_a_house: Run) -> None:
    async def test(house: House) -> None:
        ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
        resigned = await together(house, ben, ada)
        await house.resign(resigned.id, ada)
        made = await house.create(ada, plan(FRIEND, BOT))
        [seat] = made.open_seats
        await house.sit(made.id, ben, seat, house.join_token(made.id, seat))
        alone = await house.create(ada, plan(ME, BOT))
        await house.resign(alone.id, ada)
        await forget(house, ada)
        assert await names(house, resigned.id) == ["Ben", "Guest"]
        assert await names(house, made.id) == ["Ben", "Trader"]
        assert (await house.table(made.id)).stage == "running"
        with pytest.raises(NoSuchTable):
            await house.table(alone.id)

    in_a_house(test)


def test_a_private_link_to_a_seat_no_longer_opens_it(in_a_house: Run) -> None:
    async def test(house: House) -> None:
        ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
        table = await together(house, ada, ben)
        [seat] = table.mine(ada.id)
        token = await house.carry_token(table.id, ada, seat)
        assert (await house.carried(table.id, seat, token)).id == ada.id
        await forget(house, ada)
        with pytest.raises(WrongLink):
            await house.carried(table.id, seat, token)

    in_a_house(test)


def test_two_who_play_together_can_both_be_forgotten(in_a_house: Run) -> None:
    async def test(house: House) -> None:
        ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
        table = await together(house, ada, ben)
        await forget(house, ada)
        await forget(house, ben)
        left = await house.table(table.id)
        assert (left.stage, len(set(left.guests)), await names(house, table.id)) == ("closed", 2, ["Guest", "Guest 2"])

    in_a_house(test)


def test_a_bot_that_thinks_while_its_table_is_deleted_is_not_missed(
    with_app: WithApp, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            bots = [{"kind": "bot", "bot": "planner"}] * 2
            table = (await new_table(ada, "sand_to_sea", [{"kind": "me"}, *bots]))["id"]
            await ada.post(f"/api/tables/{table}/resign", json={})
            await asyncio.sleep(0.2)
            assert (await ada.delete("/api/guest")).status_code == 204
            assert (await ada.get(f"/api/tables/{table}")).status_code == 404
            await asyncio.sleep(0.5)

    with_app(test)
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_nothing_is_left_in_the_file_of_the_database(tmp_path: Path) -> None:
    path = tmp_path / "s.db"

    async def run() -> None:
        async with opened(sqlite_url(path)) as house:
            ada, ben = await house.new_guest("Adelheid von Übel"), await house.new_guest("Ben")
            await house.create(ada, plan(ME, NewSeat("me", name="Kunigunde")))
            await together(house, ada, ben, NewSeat("me", name="Hildegard"))
            await forget(house, ada)

    asyncio.run(run())
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Ben" in kept
    for name in ("Adelheid", "Kunigunde", "Hildegard"):
        assert name.encode() not in kept


# The page and the API.


async def shared(app: FastAPI, ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> str:
    """Makes a table at which two people play."""
    made = await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "friend"}])
    ((seat, token),) = made["joins"].items()
    await ben.post(f"/api/tables/{made['id']}/join", json={"seat": int(seat), "token": token})
    return str(made["id"])


WORDS = {"en": "Former player", "de": "Ehemaliger Spieler", "it": "Ex giocatore"}


@pytest.mark.parametrize("language", list(WORDS))
def test_others_read_a_word_in_their_language_where_the_name_was(with_app: WithApp, language: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Adelheid") as ada, client(app, "Ben") as ben:
            table = await shared(app, ada, ben)
            ben.cookies.set("language", language)
            paths = (f"/table/{table}", f"/api/tables/{table}", f"/api/tables/{table}/position", "/", "/api/tables")
            for path in paths:
                assert "Adelheid" in (await ben.get(path)).text
            assert (await ada.delete("/api/guest")).status_code == 204
            for path in paths:
                shown = (await ben.get(path)).text
                assert "Adelheid" not in shown
                assert WORDS[language] in shown

    with_app(test)


def test_the_cookie_is_taken_away_and_a_copy_of_it_is_nobodys(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app) as thief:
            cookie = ada.cookies["guest"]
            gone = await ada.delete("/api/guest")
            assert (gone.status_code, gone.content) == (204, b"")
            assert "guest=; Path=/; Max-Age=0; HttpOnly" in gone.headers["set-cookie"]
            assert "guest" not in ada.cookies
            thief.cookies.set("guest", cookie)
            assert (await thief.get("/api/guest")).status_code == 403
            assert (await thief.delete("/api/guest")).status_code == 403

    with_app(test)


def test_the_page_asks_first_and_then_knows_nothing(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Adelheid") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me", "name": "Ben"}]))["id"]
            assert 'href="/me"' in (await ada.get("/")).text
            assert 'href="/me"' in (await ada.get("/about")).text
            page = (await ada.get("/me")).text
            assert "Adelheid" in page
            assert "1 table of yours is going on." in page
            assert (await ada.post("/me/delete")).headers["location"] == "/me"
            assert (await ada.get(f"/table/{table}")).status_code == 200
            assert (await ada.post("/me/delete", data={"sure": "1"})).headers["location"] == "/me"
            assert "Nothing is known about you here" in (await ada.get("/me")).text
            assert (await ada.get(f"/table/{table}")).status_code == 404

    with_app(test)


def test_names_typed_for_the_last_table_go_too(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Adelheid") as ada:
            seats = {"seat-0": "me", "seat-1": "me", "label-1": "Ben"}
            assert (await ada.post("/tables", data={"game": "spice_road", **seats})).status_code == 303
            assert "Ben" in (await ada.get("/")).text
            await ada.post("/me/delete", data={"sure": "1"})
            assert "usual" not in ada.cookies
            assert "Ben" not in (await ada.get("/")).text

    with_app(test)


def test_a_cookie_that_nobody_knows_is_only_taken_away(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        for value in (
            "nonsense",
            guests.sign(app.state.key, "unknown", 1.0),
            guests.sign(app.state.key, "nobody", 2e9),
        ):
            async with client(app) as browser:
                browser.cookies.set("guest", value)
                assert "Nothing is known about you here" in (await browser.get("/me")).text
                answer = await browser.post("/me/delete", data={"sure": "1"})
                assert "Max-Age=0" in answer.headers["set-cookie"]
                assert (await browser.delete("/api/guest")).status_code == 403

    with_app(test)


# Several servers.


def test_other_servers_of_the_database_forget_too(postgres_database: str) -> None:
    async def test(one: House, two: House) -> None:
        ada, ben = await one.new_guest("Ada"), await one.new_guest("Ben")
        table = await play(one, await together(one, ada, ben, NewSeat("me", name="Hildegard")), ada, ben)
        alone = await one.create(ada, plan(ME, NewSeat("me", name="Kunigunde")))
        assert await names(two, table.id) == ["Ben", "Hildegard"]
        assert "Kunigunde" in await names(two, alone.id)
        two.seen_alive(await two.table(alone.id), ada)
        await forget(one, ada)
        await until(lambda: table.id not in two.cache and alone.id not in two.cache)
        assert await names(two, table.id) == ["Ben", "Guest"]
        with pytest.raises(NoSuchTable):
            await two.table(alone.id)
        two.seen_alive(table, ben)
        await two.tell_lives()
        assert list(await one.store.lives(table.id)) == [ben.id]

    two_servers(postgres_database, test)
