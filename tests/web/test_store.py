"""The store: events are only added, each caller alone is told of its fault, several decisions a commit, copies."""

import asyncio
import shutil
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import upgrade
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from serai.version import VERSION
from serai.web.guests import Guest
from serai.web.refusals import NoSuchTable, Stale
from serai.web.tables.plans import Event, Options, TableRow
from serai.web.tables.store import (
    BadBackup,
    DatabaseTooNew,
    Store,
    TableStanding,
    Unreachable,
    backup,
    engines,
    restore,
    sqlite_url,
)
from serai.web.tables.store.engines import answered, close, engine_for
from serai.web.tables.store.schema import metadata
from serai.web.tables.store.upgrades import config, known_versions

ADA, BEN = Guest("ada", "Ada"), Guest("ben", "Ben")
ROW = TableRow("one", "spice_road", 2**128 - 1, 2, Options(), "ada", 1.0, {"set": "1", "digest": "x"}, (None, "Ben"))
Work = Callable[[Store], Awaitable[None]]


def stored(database: str, work: Work) -> None:
    """Opens the store of a database with two guests and a table without events, once made, and works with it."""

    async def inside() -> None:
        store = await Store.open(database)
        try:
            if await store.guest("ada") is None:
                await store.new_guest(ADA, 1.0)
                await store.new_guest(BEN, 1.0)
                await store.new_table(ROW, [], TableStanding("open"))
            await work(store)
        finally:
            await store.close()

    asyncio.run(inside())


def sat(number: int, guest: str = "ada", seat: int = 0) -> Event:
    """Returns an event."""
    return Event(number, "sat", {"seat": seat, "guest": guest}, 2.0 + number)


def said(number: int, kind: str = "back", seat: int = 0) -> Event:
    """Returns an event that changes nothing about seats."""
    return Event(number, kind, {"seat": seat}, 2.0 + number)


def test_rows_and_events_read_back_also_after_a_restart(database: str) -> None:
    async def write(store: Store) -> None:
        await store.append("one", 0, [sat(1), said(2)], TableStanding("running", 1, bot_asked=True))
        await store.append("one", 2, [said(3)])

    async def read(store: Store) -> None:
        assert await store.table_row("one") == ROW
        assert await store.events("one") == [sat(1), said(2), said(3)]
        assert await store.events("one", after=2) == [said(3)]
        assert await store.bots_asked() == ["one"]
        assert await store.numbers(["one", "two"]) == {"one": 3}
        assert await store.table_row("two") is None
        assert await store.events("two") == []

    stored(database, write)
    stored(database, read)


def test_a_guest_who_is_known_is_what_was_last_written(database: str) -> None:
    async def work(store: Store) -> None:
        assert await store.guest("ada") == ADA
        await store.rename("ada", "Ada Maria")
        assert await store.guest("ada") == Guest("ada", "Ada Maria")
        assert await store.names(["ada", "ben", "cleo"]) == {"ada": "Ada Maria", "ben": "Ben"}
        asking = asyncio.create_task(store.rename("ada", "Ada"))
        await asyncio.sleep(0)
        asking.cancel()
        await store.rename("ben", "Benno")
        assert await store.names(["ada", "ben"]) == {"ada": "Ada", "ben": "Benno"}

    stored(database, work)


def test_a_guest_is_read_once_from_a_database_of_our_own(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        assert await store.names(["ada", "ben"]) == {"ada": "Ada", "ben": "Ben"}
        with sqlite3.connect(tmp_path / "serai.db") as other:
            other.execute("update guests set name = 'X'")
        other.close()
        assert await store.guest("ada") == ADA
        await store.rename("ben", "Benno")
        assert await store.guest("ada") == Guest("ada", "X")

    stored(sqlite_url(tmp_path / "serai.db"), work)


def test_the_seed_is_not_in_the_repr_of_a_row() -> None:
    assert str(ROW.seed) not in repr(ROW)
    assert f"{ROW.seed:x}" not in repr(ROW)


def test_an_answer_to_an_old_question_is_stale(database: str) -> None:
    async def work(store: Store) -> None:
        await store.append("one", 0, [sat(1)])
        for expected in (0, 2):
            with pytest.raises(Stale):
                await store.append("one", expected, [said(expected + 1)])
        assert await store.events("one") == [sat(1)]

    stored(database, work)


def test_a_table_that_is_not_there_gets_no_events(database: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(NoSuchTable):
            await store.append("two", 0, [said(1)])

    stored(database, work)


def test_events_have_to_be_numbered_one_by_one(database: str) -> None:
    async def work(store: Store) -> None:
        for events in ([], [said(2)], [said(1), said(3)], [said(1), said(1)]):
            with pytest.raises(ValueError, match="one by one"):
                await store.append("one", 0, events)
        assert await store.events("one") == []

    stored(database, work)


def test_of_two_answers_to_one_question_exactly_one_is_stored(database: str) -> None:
    async def work(store: Store) -> None:
        answers = [store.append("one", 0, [said(1, seat=seat)]) for seat in range(8)]
        told = await asyncio.gather(*answers, return_exceptions=True)
        [first] = [seat for seat, answer in enumerate(told) if answer is None]
        assert [type(answer) for answer in told].count(Stale) == 7
        assert await store.events("one") == [said(1, seat=first)]

    stored(database, work)


def test_what_waits_is_stored_in_one_commit_and_one_fault_harms_nobody_else(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for name in "abcdef":
            await store.new_table(replace(ROW, id=name), [said(1)], TableStanding("running"))
        before = store.commits
        expected = [0 if name == "c" else 1 for name in "abcdef"]
        answers = [store.append(name, last, [said(last + 1)]) for name, last in zip("abcdef", expected, strict=True)]
        told = await asyncio.gather(*answers, store.rename("ada", "Ada Maria"), return_exceptions=True)
        assert [type(answer) for answer in told[:6]] == [type(None), type(None), Stale, *3 * [type(None)]]
        assert store.commits - before <= 2
        assert [len(await store.events(name)) for name in "abcdef"] == [2, 2, 1, 2, 2, 2]
        assert await store.guest("ada") == Guest("ada", "Ada Maria")

    stored(sqlite_url(tmp_path / "s.db"), work)


def test_a_list_of_events_is_stored_all_or_none(database: str) -> None:
    """The second event names a guest whom nobody knows, which the database refuses."""

    async def work(store: Store) -> None:
        with pytest.raises(IntegrityError):
            await store.append("one", 0, [sat(1), sat(2, "nobody", 1)])
        assert await store.events("one") == []
        assert (await store.tables_of("ada", ("open",)))[0].holders[0].guest is None

    stored(database, work)


def test_a_caller_is_answered_only_when_others_can_read_it(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for number in range(1, 20):
            await store.append("one", number - 1, [said(number)])
            with sqlite3.connect(tmp_path / "s.db") as other:
                assert other.execute("SELECT max(number) FROM events").fetchone() == (number,)
            other.close()

    stored(sqlite_url(tmp_path / "s.db"), work)


def test_two_stores_over_one_database_cannot_both_answer(database: str) -> None:
    async def work(store: Store) -> None:
        other = await Store.open(database)
        told = await asyncio.gather(
            store.append("one", 0, [said(1)]), other.append("one", 0, [said(1)]), return_exceptions=True
        )
        await other.close()
        assert sorted(str(type(answer).__name__) for answer in told) == ["NoneType", "Stale"]

    stored(database, work)


def test_sqlite_is_written_through_to_the_disk(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store._engine.connect() as connection:
            asked = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"]
            found = [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in asked]
        assert found == ["wal", 2, 1, 15000]

    stored(sqlite_url(tmp_path / "s.db"), work)


def test_what_waits_is_stored_when_the_store_closes_and_nothing_after(database: str) -> None:
    async def work(store: Store) -> None:
        waiting = asyncio.create_task(store.append("one", 0, [said(1)]))
        await asyncio.sleep(0)
        await store.close()
        await waiting
        with pytest.raises(RuntimeError, match="closed"):
            await store.append("one", 1, [said(2)])

    async def read(store: Store) -> None:
        assert await store.events("one") == [said(1)]

    stored(database, work)
    stored(database, read)


def test_a_caller_who_goes_away_does_not_stop_the_writer(database: str) -> None:
    async def work(store: Store) -> None:
        gone = asyncio.create_task(store.append("one", 0, [said(1)]))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        async with asyncio.timeout(60):
            while not await store.events("one"):
                await asyncio.sleep(0.01)
        await store.append("one", 1, [said(2)])
        assert await store.events("one") == [said(1), said(2)]

    stored(database, work)


def test_lists_show_who_sits_where_and_what_came_of_it(database: str) -> None:
    async def work(store: Store) -> None:
        events = [sat(1), Event(2, "bot", {"seat": 1, "bot": "trader"}, 3.0)]
        await store.append("one", 0, events, TableStanding("running", 0))
        [mine] = await store.tables_of("ada", ("open", "running"))
        assert (mine.id, mine.stage, mine.decides, mine.changed_at, mine.labels) == (
            "one",
            "running",
            0,
            3.0,
            ROW.labels,
        )
        assert [(held.guest, held.name, held.bot) for held in mine.holders] == [
            ("ada", "Ada", None),
            (None, None, "trader"),
        ]
        result = {"scores": [3, 4], "winner": 1, "stopped": False}
        await store.append("one", 2, [said(3)], TableStanding("over", None, result))
        assert await store.tables_of("ada", ("open", "running")) == []
        assert (await store.tables_of("ada", ("over",)))[0].result == result
        assert await store.tables_of("ben", ("over",)) == []
        assert await store.bots_asked() == []

    stored(database, work)


def test_who_gave_a_seat_up_no_longer_finds_the_table(database: str) -> None:
    async def work(store: Store) -> None:
        await store.append("one", 0, [sat(1, "ben")])
        assert [table.id for table in await store.tables_of("ben", ("open",))] == ["one"]
        await store.append("one", 1, [said(2, "left")])
        assert await store.tables_of("ben", ("open",)) == []
        await store.append("one", 2, [sat(3, "ada")])

    stored(database, work)


def test_only_tables_opened_to_the_house_are_listed_latest_first(database: str) -> None:
    async def work(store: Store) -> None:
        for number, name in enumerate("abc"):
            row = replace(ROW, id=name, options=Options(listed=name != "b"), made_at=10.0 + number)
            await store.new_table(row, [], TableStanding("open"))
        assert [table.id for table in await store.open_tables()] == ["c", "a"]
        await store.append("c", 0, [said(1, "closed")], TableStanding("closed"))
        assert [table.id for table in await store.open_tables()] == ["a"]

    stored(database, work)


def test_the_migrations_make_the_tables_that_the_program_knows(database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    async def work(store: Store) -> None:
        async with store._engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    stored(database, work)


def test_several_programs_may_start_at_once(database: str) -> None:
    async def work() -> None:
        stores = await asyncio.gather(*(Store.open(database) for _ in range(4)))
        assert [await store.ready() for store in stores] == 4 * [True]
        for store in stores:
            await store.close()

    asyncio.run(work())


def test_a_program_that_starts_waits_for_another_that_holds_the_file(tmp_path: Path) -> None:
    async def work() -> None:
        other = sqlite3.connect(tmp_path / "s.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        opening = asyncio.create_task(Store.open(sqlite_url(tmp_path / "s.db")))
        await asyncio.sleep(0.3)
        assert not opening.done()
        other.execute("COMMIT")
        other.close()
        store = await opening
        assert await store.ready()
        await store.close()

    asyncio.run(work())


def test_a_file_that_stays_locked_is_told_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.1)
    other = sqlite3.connect(tmp_path / "s.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Unreachable, match=rf"{tmp_path / 's.db'} is locked by another program"):
        asyncio.run(Store.open(sqlite_url(tmp_path / "s.db")))
    other.close()


def test_a_database_newer_than_the_program_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    stored(sqlite_url(path), lambda store: asyncio.sleep(0))
    make_newer(path)
    before = path.read_bytes()
    with pytest.raises(
        DatabaseTooNew, match=rf"{path} was written by Serai 99\.0, newer than this program \({VERSION}"
    ):
        stored(sqlite_url(path), lambda store: asyncio.sleep(0))
    assert path.read_bytes() == before


def make_newer(path: Path) -> None:
    """Makes a database look as if a later program had migrated it."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute("UPDATE meta SET value = '99.0' WHERE key = 'written_by'")
    database.close()


def test_the_database_says_who_made_it(tmp_path: Path) -> None:
    stored(sqlite_url(tmp_path / "s.db"), lambda store: asyncio.sleep(0))
    with sqlite3.connect(tmp_path / "s.db") as database:
        assert database.execute("SELECT value FROM meta WHERE key = 'written_by'").fetchone() == (VERSION,)
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (known_versions()[0],)
    database.close()


def test_an_unknown_kind_of_database_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no store for mysql"):
        asyncio.run(Store.open("mysql://localhost/serai"))


def test_a_copy_is_taken_while_the_store_is_in_use_and_put_back(tmp_path: Path) -> None:
    url, file = sqlite_url(tmp_path / "s.db"), tmp_path / "copy.db"

    async def work(store: Store) -> None:
        await store.append("one", 0, [said(1)])
        await asyncio.to_thread(backup, url, file)
        await store.append("one", 1, [said(2)])

    async def read(store: Store) -> None:
        assert await store.events("one") == [said(1)]
        await store.append("one", 1, [said(2, "away")])

    stored(sqlite_url(tmp_path / "s.db"), work)
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]
    with pytest.raises(BadBackup, match=r"s\.db already exists; --force replaces it"):
        restore(file, url)
    restore(file, url, force=True)
    stored(sqlite_url(tmp_path / "s.db"), read)
    restore(file, sqlite_url(tmp_path / "new" / "s.db"))
    stored(sqlite_url(tmp_path / "new" / "s.db"), read)


def test_a_copy_does_not_overwrite_by_itself_and_never_the_database(tmp_path: Path) -> None:
    url, file = sqlite_url(tmp_path / "s.db"), tmp_path / "copy.db"
    with pytest.raises(BadBackup, match="there is no database"):
        backup(url, file)
    stored(sqlite_url(tmp_path / "s.db"), lambda store: asyncio.sleep(0))
    backup(url, file)
    with pytest.raises(BadBackup, match="already exists"):
        backup(url, file)
    backup(url, file, force=True)
    with pytest.raises(BadBackup, match="already exists"):
        backup(url, tmp_path / "s.db", force=True)


def test_only_a_whole_database_of_a_known_version_is_put_back(tmp_path: Path) -> None:
    url, file = sqlite_url(tmp_path / "new.db"), tmp_path / "copy.db"
    stored(sqlite_url(tmp_path / "s.db"), lambda store: asyncio.sleep(0))
    backup(sqlite_url(tmp_path / "s.db"), file)
    (tmp_path / "text").write_text("no database at all, but a text that is long enough\n" * 100)
    sqlite3.connect(tmp_path / "empty").close()
    cut = tmp_path / "cut"
    cut.write_bytes(file.read_bytes()[:8192])
    for bad in ("text", "empty", "cut", "nothing"):
        with pytest.raises(BadBackup):
            restore(tmp_path / bad, url)
    newer = Path(shutil.copy(file, tmp_path / "newer.db"))
    make_newer(newer)
    with pytest.raises(DatabaseTooNew, match=r"newer\.db"):
        restore(newer, url)
    assert not (tmp_path / "new.db").exists()


def test_a_copy_of_another_kind_of_database_is_not_ours_to_take(tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="pg_dump"):
        backup("postgresql://localhost/serai", tmp_path / "copy.db")


def test_games_of_the_first_version_go_on_after_the_migration(database: str) -> None:
    """A table with three events was stored before tables knew the number of their last one."""
    guest = "INSERT INTO guests VALUES ('ada', 'Ada', 1.0)"
    table = (
        "INSERT INTO tables VALUES ('old', 'spice_road', 'ff', 2, '{}', 'ada', 1.0, '{\"digest\": \"x\"}', "
        "'[null, null]', 0, 'running', 0, 4.0, NULL)"
    )
    events = [
        f"INSERT INTO events (table_id, number, kind, body, at) VALUES ('old', {number}, 'back', "
        f"'{{\"seat\": 0}}', {2 + number}.0)"
        for number in (1, 2, 3)
    ]

    def old(connection: Connection) -> None:
        upgrade(config(connection), "0001")
        for statement in [guest, table, *events]:
            connection.exec_driver_sql(statement)

    async def inside() -> None:
        engine = engine_for(database)
        async with engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                await connection.run_sync(old)
        await close(engine)
        store = await Store.open(database)
        assert await store.numbers(["old"]) == {"old": 3}
        assert await store.bots_asked() == ["old"]
        await store.append("old", 3, [said(4)], TableStanding("running", 1))
        assert [event.number for event in await store.events("old")] == [1, 2, 3, 4]
        assert await store.bots_asked() == []
        await store.close()

    asyncio.run(inside())


SLOW = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n"


def test_closing_waits_for_what_was_given_up_half_way(tmp_path: Path) -> None:
    """The thread of a connection whose question was cancelled still answers, and the event loop must be there."""

    async def inside() -> None:
        engine = engine_for(sqlite_url(tmp_path / "s.db"))

        async def ask() -> None:
            async with engine.connect() as connection:
                await connection.execute(text(SLOW))

        asking = asyncio.create_task(ask())
        await asyncio.sleep(0.1)
        asking.cancel()
        await asyncio.wait({asking})
        await close(engine)

    before = set(threading.enumerate())
    asyncio.run(inside())
    assert [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()] == []


def test_closing_waits_for_a_connection_that_was_given_up_while_it_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []

    class Watched(sqlite3.Connection):
        def close(self) -> None:
            closed.append(self)
            super().close()

    def slow(*given: Any, **options: Any) -> sqlite3.Connection:
        time.sleep(0.5)
        return Watched(*given, **options)

    async def inside() -> None:
        engine = engine_for(sqlite_url(tmp_path / "s.db"))
        with monkeypatch.context() as patched:
            patched.setattr(sqlite3, "connect", slow)
            opening = asyncio.create_task(engine.connect().start())
            await asyncio.sleep(0.1)
            opening.cancel()
            await asyncio.wait({opening})
            await close(engine)

    before = set(threading.enumerate())
    asyncio.run(inside())
    assert [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()] == []
    assert len(closed) == 1


def test_closing_does_not_wait_for_what_another_event_loop_gave_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two houses in one process, each in a thread of its own, as in these tests."""
    monkeypatch.setattr(engines, "CLOSE_SECONDS", 60)
    begun, may_end = threading.Event(), threading.Event()

    async def stubborn() -> None:
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.to_thread(may_end.wait, 60)

    async def elsewhere() -> None:
        with pytest.raises(Unreachable):
            await answered(stubborn(), 0.05)
        await close(engine_for(sqlite_url(tmp_path / "other.db")))

    async def inside() -> None:
        begun_at = time.monotonic()
        await close(engine_for(sqlite_url(tmp_path / "s.db")))
        assert time.monotonic() - begun_at < 30

    other = threading.Thread(target=asyncio.run, args=(elsewhere(),))
    other.start()
    try:
        assert begun.wait(60)
        time.sleep(0.2)
        asyncio.run(inside())
    finally:
        may_end.set()
        other.join()
