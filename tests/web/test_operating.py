"""What an operator may find: a damaged database, a server that runs already, a key that is lost or not secret."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from serai.cli import app as cli
from serai.web import guests
from serai.web.app import Settings, create_app, house_key
from serai.web.serve import CannotServe, Wishes, prepare
from serai.web.tables.store import BadBackup, InUse, Store, backup, engines, restore, sqlite_url
from serai.web.tables.store.locking import held
from tests.web.test_store import said, stored


@pytest.fixture(autouse=True)
def without_a_given_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(guests.VARIABLE, raising=False)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with two guests and a table at which something was said."""
    path = tmp_path / "serai.db"
    stored(sqlite_url(path), lambda store: store.append("one", 0, [said(1)]))
    return path


def damage(path: Path) -> None:
    """Overwrites the page of a database with which its events begin."""
    with sqlite3.connect(path) as opened:
        [page] = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    opened.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(4096 * b"\xff")


def damage_header(path: Path) -> None:
    """Overwrites the first bytes of a database."""
    with path.open("r+b") as file:
        file.write(b"no database at all")


def start(*options: str) -> Result:
    """Runs the command in this process."""
    return CliRunner().invoke(cli, options)


def test_no_copy_is_made_of_a_damaged_database_and_the_damage_is_told(database: Path) -> None:
    damage(database)
    copy = database.with_name("copy.db")
    done = start("backup", "--data", str(database.parent), str(copy))
    assert done.exit_code == 2
    assert f"{database} is damaged" in done.stderr
    assert "malformed in events" in done.stderr
    assert "serai restore" in done.stderr
    assert list(database.parent.glob("copy*")) == []


def test_a_copy_with_a_damaged_header_is_refused_too(database: Path) -> None:
    damage_header(database)
    with pytest.raises(BadBackup, match=r"serai\.db is damaged"):
        backup(sqlite_url(database), database.with_name("copy.db"))
    assert list(database.parent.glob("copy*")) == []


def test_what_is_wrong_with_a_damaged_copy_is_told(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(sqlite_url(database), copy)
    damage(copy)
    with pytest.raises(BadBackup, match=r"copy\.db is damaged .*malformed in events"):
        restore(copy, sqlite_url(tmp_path / "new.db"))


def test_a_server_does_not_start_over_a_damaged_header_and_says_what_to_do(database: Path) -> None:
    damage_header(database)
    with pytest.raises(CannotServe, match=rf"{database} is damaged .*serai restore FILE --force"):
        prepare(Wishes(data=database.parent))


@pytest.mark.parametrize("break_it", [damage, damage_header])
def test_a_copy_can_be_put_back_in_the_place_of_a_damaged_database_which_is_kept(
    database: Path, break_it: Callable[[Path], None]
) -> None:
    copy = database.with_name("copy.db")
    backup(sqlite_url(database), copy)
    break_it(database)
    broken = database.read_bytes()
    restore(copy, sqlite_url(database), force=True)
    assert (database.parent / "serai.db.damaged").read_bytes() == broken

    async def work(store: Store) -> None:
        assert await store.events("one") == [said(1)]

    stored(sqlite_url(database), work)


def test_a_second_server_over_one_file_is_refused_by_name(database: Path) -> None:
    url = sqlite_url(database)
    named = rf"{database} is in use by another server \(process {os.getpid()}\)"
    with held(url), pytest.raises(InUse, match=named), held(url):
        pass
    with held(url):
        pass


def test_two_databases_in_one_folder_have_a_server_each(tmp_path: Path) -> None:
    with held(sqlite_url(tmp_path / "a.db")), held(sqlite_url(tmp_path / "b.db")):
        pass


@pytest.mark.posix
def test_the_lock_ends_with_its_process_however_that_ends(database: Path) -> None:
    code = f"""
import sys
from serai.web.tables.store.locking import held
with held({sqlite_url(database)!r}):
    print("held", flush=True)
    sys.stdin.read()
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(InUse, match=f"process {other.pid}"), held(sqlite_url(database)):
            pass
        other.send_signal(signal.SIGKILL)
    with held(sqlite_url(database)):
        pass


def test_nothing_is_put_back_while_a_server_runs(database: Path) -> None:
    copy = database.with_name("copy.db")
    backup(sqlite_url(database), copy)
    before = database.read_bytes()
    with held(sqlite_url(database)):
        done = start("restore", "--force", "--data", str(database.parent), str(copy))
    assert done.exit_code == 2
    assert "is in use by another server" in done.stderr
    assert database.read_bytes() == before


def test_a_second_server_does_not_start(database: Path) -> None:
    with held(sqlite_url(database)):
        done = start("serve", "--no-browser", "--port", "0", "--data", str(database.parent))
    assert done.exit_code == 2
    assert "is in use by another server" in done.stderr
    assert "PostgreSQL" in done.stderr


@pytest.mark.posix
def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    guests.house_key(tmp_path)
    file = tmp_path / "secret.key"
    for mode in (0o644, 0o640, 0o602):
        file.chmod(mode)
        with pytest.raises(ValueError, match=rf"{file} .*\(mode 0{mode:o}\).*chmod 600"):
            guests.house_key(tmp_path)
    file.chmod(0o400)
    guests.house_key(tmp_path)


def test_a_missing_key_is_not_replaced_where_there_are_guests_unless_asked_for(database: Path) -> None:
    folder = database.parent
    done = start("serve", "--no-browser", "--port", "0", "--data", str(folder))
    assert done.exit_code == 2
    assert f"{folder / 'secret.key'} is missing" in done.stderr
    assert "--new-key" in done.stderr
    assert not (folder / "secret.key").exists()
    prepare(Wishes(data=folder, new_key=True))
    kept = (folder / "secret.key").read_bytes()
    prepare(Wishes(data=folder, new_key=True))
    assert (folder / "secret.key").read_bytes() == kept


def test_a_house_without_guests_makes_its_key(tmp_path: Path) -> None:
    async def inside() -> None:
        store = await Store.open(sqlite_url(tmp_path / "serai.db"))
        assert len(await house_key(store, tmp_path)) == 64
        await store.close()

    asyncio.run(inside())


def test_a_monitor_hears_of_a_full_disk_and_the_log_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    prepare(Wishes(data=tmp_path))
    app = create_app(Settings(sqlite_url(tmp_path / "serai.db"), tmp_path, 0, ("house.test",)))
    monkeypatch.setattr(engines, "PRAGMAS", (*engines.PRAGMAS, "PRAGMA max_page_count=1"))

    async def inside() -> None:
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://house.test") as monitor,
        ):
            told = await monitor.get("/readyz")
            assert (told.status_code, told.text) == (503, "the database does not answer\n")
        assert "database or disk is full" in caplog.text

    asyncio.run(inside())
