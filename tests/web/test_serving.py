"""A real server process: power cuts under play, polite ends, clear errors, links to seats, copies of the database."""

import asyncio
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from serai.cli import app as cli
from serai.web.app import Settings
from serai.web.serve import CannotServe, Server, Wishes, listen, prepare
from serai.web.tables.store import sqlite_url
from tests.conftest import SOAK
from tests.web.power_cuts import power_cuts, wait_for_workers
from tests.web.servers import Served, served

pytestmark = pytest.mark.compiled

ROUNDS = 3 if SOAK else 2
PLAN = {
    "game": "spice_road",
    "places": [{"kind": "me"}, {"kind": "bot", "bot": "planner"}, {"kind": "bot", "bot": "novice"}],
    "options": {"pace": "instant", "rounds": 200},
}


@pytest.mark.parametrize(("kind", "servers"), [("sqlite", 1), ("postgresql", 2)])
def test_power_cuts_under_play_lose_and_double_nothing_and_the_bots_go_on(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, servers: int
) -> None:
    database = request.getfixturevalue("postgres_database") if kind == "postgresql" else None
    report = power_cuts(tmp_path, ROUNDS, servers, database)
    assert (report.rounds, report.servers_killed, report.workers_killed) == (ROUNDS, ROUNDS, 1)
    assert report.answered.total() > 2 * ROUNDS


def test_two_people_at_two_servers_play_on_when_one_is_killed(tmp_path: Path, postgres_database: str) -> None:
    """Ada plays at one server and Ben at the other, with a bot between them; then Ada's is gone."""
    shared = ("--database", postgres_database, "--workers", "1")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with served(tmp_path / "one", *shared) as one, served(tmp_path / "two", *shared) as two:
        ada, ben = httpx.Client(base_url=one.address, timeout=60), httpx.Client(base_url=two.address, timeout=20)
        with ada, ben:
            for person, name in ((ada, "Ada"), (ben, "Ben")):
                wait_for_workers(one if person is ada else two)
                token = person.post("/api/guest", json={"name": name}).json()["token"]
                person.headers["authorization"] = f"Bearer {token}"
            places = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "bot": "trader"}]
            plan = {"game": "spice_road", "places": places, "options": {"pace": "instant", "rounds": 8}}
            made = ada.post("/api/tables", json=plan).json()
            table = f"/api/tables/{made['id']}"
            [(seat, token)] = made["joins"].items()
            assert ben.post(f"{table}/join", json={"seat": int(seat), "token": token}).status_code == 200
            play_together(table, [ada, ben], 10)
            one.kill()
            ada.base_url = ben.base_url
            play_together(table, [ada, ben], 10_000)
            assert ben.get(table).json()["stage"] == "over"
            events = ben.get(f"{table}/events").json()
            assert [event["number"] for event in events] == list(range(1, len(events) + 1))


def play_together(table: str, people: list[httpx.Client], most: int) -> None:
    """Lets people take turns at a table until this many decisions are taken, or the game is over."""
    until, count = time.monotonic() + 60, 0
    while count < most and people[0].get(table).json()["stage"] == "running":
        assert time.monotonic() < until, "nobody goes on"
        for person in people:
            told = person.get(f"{table}/legal").json()
            if told["legal"]:
                sent = {"decisions": told["legal"][:1], "seen": told["number"]}
                answer = person.post(f"{table}/decide", json=sent)
                assert answer.status_code == 200, answer.text
                count += 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), "--workers", "1", "--log") as running:
        wait_for_workers(running)
        yield running


def start(*options: str) -> Result:
    """Runs the command in this process."""
    return CliRunner().invoke(cli, options)


def test_a_port_that_is_taken_is_named(server: Served, tmp_path: Path) -> None:
    port = server.address.rpartition(":")[2]
    done = start("serve", "--no-browser", "--port", port, "--data", str(tmp_path))
    assert done.exit_code == 2
    assert f"port {port}" in done.stderr
    assert "--port" in done.stderr


def test_a_database_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"postgresql+asyncpg://serai:hidden@127.0.0.1:{unused.getsockname()[1]}/serai"
        done = start("serve", "--no-browser", "--port", "0", "--database", address)
    assert done.exit_code == 2
    assert "cannot open the database of --database" in done.stderr
    assert "hidden" not in done.stderr


def test_an_address_that_is_none_is_said_so() -> None:
    done = start("serve", "--no-browser", "--port", "0", "--database", "nonsense")
    assert (done.exit_code, "--database" in done.stderr) == (2, True)


@pytest.mark.parametrize("proxy", ["not an address", "localhost", "10.0.0.1/8", "127.0.0.1,", "127.0.0.1 10.0.0.1", ""])
def test_a_proxy_that_is_no_address_is_said_so_before_anything_starts(tmp_path: Path, proxy: str) -> None:
    data = tmp_path / "data"
    with pytest.raises(CannotServe, match="--behind-proxy"):
        prepare(Wishes(data=data, proxy=proxy))
    assert not data.exists()


@pytest.mark.parametrize("proxy", ["127.0.0.1", "10.0.0.1, 10.1.0.0/16", "::1,fd00::/8", "*"])
def test_a_proxy_is_named_by_addresses_and_networks(tmp_path: Path, proxy: str) -> None:
    assert prepare(Wishes(data=tmp_path, proxy=proxy)).data == tmp_path


def test_connections_of_a_proxy_are_kept_for_longer_than_the_proxy_of_the_docs_keeps_them(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    sample = page.partition("```nginx")[2].partition("```")[0]
    proxy_keeps = re.search(r"\bkeepalive_timeout (\d+)s;", sample)
    assert proxy_keeps
    kept = {
        proxy: Server(Settings(sqlite_url(tmp_path / "s.db"), tmp_path), Wishes(proxy=proxy), print).config
        for proxy in ("127.0.0.1", None)
    }
    assert kept["127.0.0.1"].timeout_keep_alive > int(proxy_keeps[1])
    assert kept[None].timeout_keep_alive < int(proxy_keeps[1])


def test_a_data_folder_that_cannot_be_written_is_named() -> None:
    done = start("serve", "--no-browser", "--port", "0", "--data", "/proc/serai")
    assert done.exit_code == 2
    assert "/proc/serai" in done.stderr
    assert "--data" in done.stderr


def test_a_database_of_a_newer_program_is_named_and_copies_can_be_put_back(server: Served, tmp_path: Path) -> None:
    data, copy = server.log.parent, tmp_path / "copy.db"
    with httpx.Client(base_url=server.address, timeout=30) as guest:
        guest.post("/api/guest", json={"name": "Ada"})
        made = guest.post("/api/tables", json=PLAN).json()["id"]
    assert start("backup", "--data", str(data), str(copy)).exit_code == 0
    other = tmp_path / "other"
    assert start("restore", "--data", str(other), str(copy)).exit_code == 0
    refused = start("restore", "--data", str(other), str(copy))
    assert (refused.exit_code, "--force" in refused.stderr) == (2, True)
    with sqlite3.connect(other / "serai.db") as database:
        assert database.execute("SELECT id FROM tables").fetchall() == [(made,)]
        database.execute("UPDATE alembic_version SET version_num = 'from the future'")
    database.close()
    done = start("serve", "--no-browser", "--port", "0", "--data", str(other))
    assert done.exit_code == 2
    assert "newer than this program" in done.stderr


def test_a_link_carries_a_seat_and_its_token_leaves_the_address(server: Served) -> None:
    with (
        httpx.Client(base_url=server.address, timeout=30, follow_redirects=True) as ada,
        httpx.Client(base_url=server.address, timeout=30, follow_redirects=True) as bob,
        httpx.Client(base_url=server.address, timeout=30, follow_redirects=True) as phone,
    ):
        ada.post("/api/guest", json={"name": "Ada"})
        plan = {"game": "sand_to_sea", "places": [{"kind": "me"}, {"kind": "friend"}]}
        made = ada.post("/api/tables", json=plan).json()
        (link,) = set(re.findall(r"http://[^\"<\s]*/join/[^\"<\s]*", ada.get(f"/table/{made['id']}").text))
        invitation = bob.get(link)
        assert invitation.status_code == 200
        assert made["joins"].popitem()[1] in link
        assert bob.get(f"/api/tables/{made['id']}").json()["stage"] == "open"
        joined = bob.post(link, data={"name": "Bob"})
        assert (joined.status_code, joined.url.path) == (200, f"/table/{made['id']}")
        assert bob.get(f"/api/tables/{made['id']}").json()["stage"] == "running"
        (private,) = set(re.findall(r"http://[^\"<\s]*/carry/[^\"<\s]*", bob.get(f"/table/{made['id']}/device").text))
        carried = phone.get(private)
        assert (carried.status_code, carried.url.path) == (200, f"/table/{made['id']}")
        assert phone.get("/api/guest").json()["name"] == "Bob"
        assert phone.get(f"{private[:-3]}xyz").status_code == 403


def test_decisions_by_forms_with_and_without_scripts(server: Served) -> None:
    with httpx.Client(base_url=server.address, timeout=30, follow_redirects=False) as ada:
        ada.post("/api/guest", json={"name": "Ada"})
        places = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
        table = ada.post("/api/tables", json={"game": "spice_road", "places": places}).json()["id"]
        page = ada.get(f"/table/{table}")
        assert page.text.count('<main id="table"') == 1
        assert "<html" in page.text
        form = {"decision": "play YY", "seen": "3", "seat": "0"}
        plain = ada.post(f"/table/{table}/decide", data=form)
        assert (plain.status_code, plain.headers["location"]) == (303, f"/table/{table}")
        stale = ada.post(f"/table/{table}/decide", data=form, headers={"hx-request": "true"})
        assert stale.status_code == 200
        assert "Someone else was faster" in stale.text
        assert "<html" not in stale.text
        undone = ada.post(f"/table/{table}/undo", data={"seen": "4"}, headers={"hx-request": "true"})
        assert 'data-number="5"' in undone.text
        hint = ada.post(f"/table/{table}/hint", data={"seen": "5"}, headers={"hx-request": "true"})
        assert "hint-panel" in hint.text
        board = ada.get(f"/table/{table}/board", params={"seen": 3}, headers={"hx-request": "true"})
        assert 'data-number="5"' in board.text
        for bad in ({"seen": "x"}, {}, {"seen": "9" * 40}, {"seen": "5", "seat": "-1"}):
            assert ada.post(f"/table/{table}/decide", data=bad).status_code == 400
        assert ada.post(f"/table/{table}/leave", data={"seen": "5"}).headers["location"] == "/"
        assert ada.get(f"/table/{table}").status_code == 200


def test_what_the_log_tells_is_nobody_s_business(server: Served) -> None:
    with httpx.Client(base_url=server.address, timeout=30) as eve:
        token = eve.post("/api/guest", json={"name": "Evelyn"}).json()["token"]
        table = eve.post("/api/tables", json=PLAN).json()["id"]
        eve.get(f"/join/{table}/0/verysecrettoken")
        eve.get(f"/table/{table}")
    log = server.log.read_text()
    assert "GET /table/{table_id} 200" in log
    assert "POST /api/guest 201" in log
    for secret in ("Evelyn", token, table, "verysecrettoken"):
        assert secret not in log


def test_answers_are_not_held_back_until_small_packets_are_acknowledged() -> None:
    async def test() -> None:
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen(Wishes(port=0)) as bound:
            async with await asyncio.start_server(came, sock=bound):
                _, writer = await asyncio.open_connection(*bound.getsockname())
                assert await taken
                writer.close()

    asyncio.run(test())
