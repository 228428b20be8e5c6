"""What a table was made with: the version of its rules, and the set of components whose files the database keeps."""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from alembic.command import upgrade
from sqlalchemy import Connection

from serai.core.component_folders import DIGESTS, in_folder, original, standard
from serai.core.component_set import ComponentSet
from serai.core.spec import GAMES
from serai.game import Game
from serai.web import refusals
from serai.web.drawing.words import Words
from serai.web.tables.plans import TableRow
from serai.web.tables.service import House
from serai.web.tables.store import Store, TableStanding
from serai.web.tables.store.engines import engine_for
from serai.web.tables.store.upgrades import config
from tests.spice_road.own_components import POINTS, folder, lines
from tests.web.houses import KEY, Clock, decide, house_at, in_house, plan
from tests.web.test_store import ROW, stored
from tests.web.visits import Place, opened, visit

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
            assert await house.store.component_files(original(game).digest) == original(game).files

    with_old(database, work)


def test_a_set_is_kept_with_the_first_table_that_is_made_with_it(database: str) -> None:
    used = standard("spice_road")

    async def work(store: Store) -> None:
        assert await store.component_files(used.digest) is None
        rows = [replace(ROW, id=name, components=used.named) for name in "abc"]
        await asyncio.gather(*(store.new_table(row, [], TableStanding("open")) for row in rows))
        assert await store.component_files(used.digest) == used.files
        assert await store.component_files(standard("sand_to_sea").digest) is None

    stored(database, work)


def test_a_set_that_this_program_does_not_have_is_not_made_up(database: str) -> None:
    async def work(store: Store) -> None:
        assert await store.component_files(ROW.components["digest"]) is None

    stored(database, work)


def test_several_servers_may_keep_a_set_at_once(database: str) -> None:
    async def work(store: Store) -> None:
        others = [await Store.open(database) for _ in range(3)]
        used = standard("spice_road").named
        making = [
            each.new_table(replace(ROW, id=str(number), components=used), [], TableStanding("open"))
            for number, each in enumerate([store, *others])
        ]
        await asyncio.gather(*making)
        for each in others:
            await each.close()

    stored(database, work)


def own_points(at: Path) -> tuple[Path, str]:
    """Writes a folder whose first point card is worth 99; returns it and the text of its file."""
    text = "\n".join([*lines(POINTS)[:3], "0,BBBBB,99", *lines(POINTS)[4:]]) + "\n"
    return folder(at, points=text), text


def test_a_table_of_a_set_that_is_no_longer_installed_goes_on_with_what_the_database_keeps(tmp_path: Path) -> None:
    own, text = own_points(tmp_path / "own")

    async def made() -> str:
        async with house_at(tmp_path / "s.db") as house:
            chosen = replace(plan("me me"), components=in_folder("spice_road", own))
            return (await house.create(await house.new_guest("Ada"), chosen)).id

    async def gone_on(table_id: str) -> None:
        async with house_at(tmp_path / "s.db") as house:
            table = await house.table(table_id)
            assert table.pieces.files["spice_road/point_cards.csv"] == text
            ada = await house.guest(table.maker)
            assert ada is not None
            after = await decide(house, table, ada)
            assert after.game is not None
            assert after.game.components.name == "custom"

    table_id = asyncio.run(made())
    shutil.rmtree(own)
    asyncio.run(gone_on(table_id))


@in_house
async def test_a_set_of_somebodys_own_that_is_kept_nowhere_is_refused_by_its_name(house: House) -> None:
    other = {"set": "custom", "digest": "0123456789abcdef"}
    assert await told(house, lambda row: replace(row, components=other)) == (
        "other_components: This table is played with the cards and tiles of set custom (0123456789abcdef), "
        "which this server does not have."
    )


def rules_of(pieces: ComponentSet) -> str:
    """Returns the address of the rules that the page of a table leads to."""
    return f"/rules/{pieces.game}?components={pieces.digest}"


def test_one_server_has_tables_of_several_sets_at_once(tmp_path: Path) -> None:
    """East to West with sets 1, 2, 3 and an installed one: pages, bots, hints, rules, reviews and records of each."""
    at = tmp_path / "components" / "mine" / "east_to_west"
    at.mkdir(parents=True)
    cards = standard("east_to_west").files["east_to_west/point_cards.csv"].replace("0,YRR,3,", "0,YRR,33,")
    (at / "point_cards.csv").write_text(cards, encoding="utf-8")

    async def test(place: Place) -> None:
        ada = place.browser()
        page = (await ada.get("/")).text
        assert re.findall(r'<option value="(\w+)"[^>]*>Set', page) == ["3", "1", "2", "mine"]
        tables = []
        for name in ("1", "2", "3", "mine"):
            changes = {"game": "east_to_west", "seat-1": "me", "name": "Ada", "set-east_to_west": name}
            tables.append(await opened(ada, **changes))
        games = []
        for address in tables:
            table = await place.house.table(address.split("/")[-1])
            assert table.game is not None
            assert f'href="{rules_of(table.pieces)}"' in (await ada.get(address)).text
            decision = table.game.legal()[0]
            await ada.post(f"{address}/decide", data={"decision": decision, "seen": str(table.number)})
            after = (await place.house.table(table.id)).game
            assert after is not None
            assert after.decisions() == [decision]
            games.append(after)
        assert [game.components.name for game in games] == ["1", "2", "3", "custom"]
        assert games[3].components.points[0].points == 33  # type: ignore[attr-defined]
        for game in games:
            assert Game.from_json(game.to_json()).components is game.components
        for name, game in zip(("1", "2", "3", "mine"), games, strict=True):
            assert f"component set {name}" in (await ada.get(rules_of(game.components))).text

    visit(test)(tmp_path)


def test_a_record_with_values_of_its_own_can_be_looked_at(tmp_path: Path) -> None:
    own, _ = own_points(tmp_path / "own")
    record = Game.new("spice_road", seed=1, components=own).to_json()

    async def test(place: Place) -> None:
        ada = place.browser()
        sent = await ada.post("/upload", files={"record": ("game.json", record, "application/json")})
        assert sent.status_code == 303
        page = (await ada.get(sent.headers["location"])).text
        assert "99" in page

    visit(test)(tmp_path)


def test_the_api_makes_tables_of_a_set_by_its_name(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        token = (await ada.post("/api/guest", json={"name": "Ada"})).json()["token"]
        head = {"authorization": f"Bearer {token}"}
        plan = {"game": "east_to_west", "places": [{"kind": "me"}, {"kind": "me"}], "components": "2"}
        made = await ada.post("/api/tables", json=plan, headers=head)
        assert made.status_code == 201
        table = await place.house.table(made.json()["id"])
        assert table.pieces.digest == DIGESTS["east_to_west"]["2"]
        wrong = await ada.post("/api/tables", json={**plan, "components": "../2"}, headers=head)
        assert wrong.status_code == 422
        assert "there is no component set '../2' of east_to_west; there are: 3, 1, 2" in wrong.text

    visit(test)(tmp_path)


@in_house
async def test_a_table_knows_the_version_of_its_rules(house: House) -> None:
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me friend", game="sand_to_sea"))
    row = await house.store.table_row(table.id)
    assert row is not None
    assert row.rules == GAMES["sand_to_sea"].VERSION


async def told(house: House, change: Callable[[TableRow], TableRow]) -> str:
    """Stores a table that is a little different from what this program plays; returns how it is refused."""
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me friend"))
    row = replace(change(table.row), id="other")
    await house.store.new_table(row, [], TableStanding("open"), standard(table.row.game))
    with pytest.raises(refusals.Refused) as refused:
        await house.table("other")
    return f"{refused.value.code}: {refused.value}"


@in_house
async def test_a_table_of_another_version_of_the_rules_is_refused_by_version(house: House) -> None:
    assert await told(house, lambda row: replace(row, rules=7)) == (
        "other_rules: This table is played by version 7 of the rules; this server plays version 2."
    )


@in_house
async def test_a_table_of_a_game_that_is_not_there_is_listed_and_refused_by_name(house: House) -> None:
    """The package that brought the game may be gone after a restart."""
    assert await told(house, lambda row: replace(row, game="caravan_race")) == (
        "other_game: This server does not have the game caravan_race."
    )
    assert Words("caravan_race", NullTranslations()).title == "caravan_race"


@in_house
async def test_a_table_of_version_1_is_played_to_the_end_by_its_rules(house: House) -> None:
    """C-9: it opens beside tables of version 2; nobody rests for nothing at it."""
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan("me me"))
    row, events = replace(table.row, id="first", rules=1), await house.store.events(table.id)
    await house.store.new_table(row, events, TableStanding("running"))
    usual, first = (found.scene(ada.id, {}).view["legal"] for found in (table, await house.table("first")))
    assert set(usual) - set(first) == {"rest"}
    assert first
