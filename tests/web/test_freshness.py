"""Two servers that never receive each other's changes, each asked in turn: nobody is shown less than they have seen."""

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy
from itertools import cycle
from typing import Any

import httpx
import pytest

from serai.mcp.remote import RemoteTables
from tests.web.postgres import Cluster
from tests.web.power_cuts import wait_for_workers
from tests.web.servers import Balancer, Served, read_events, served

pytestmark = pytest.mark.compiled

DECISIONS = 25
DEAF = (
    "CREATE SCHEMA deaf",
    "CREATE FUNCTION deaf.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''",
)


@pytest.fixture(scope="module")
def servers(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    """Two servers over a database that tells nobody anything."""
    address = postgres.new_database()
    name = address.rpartition("/")[2]
    for statement in (*DEAF, f"ALTER DATABASE {name} SET search_path = deaf, pg_catalog"):
        asyncio.run(postgres.execute(statement, name))
    one, two = (tmp_path_factory.mktemp(name) for name in ("one", "two"))
    shared = ("--database", address, "--workers", "1")
    with served(one, *shared) as first, served(two, *shared) as second:
        yield [first, second]


def addresses(servers: list[Served]) -> list[str]:
    """Lists where the servers are."""
    return [server.address for server in servers]


@contextmanager
def browser(servers: list[Served], name: str) -> Iterator[httpx.Client]:
    """Opens a browser's worth of cookies behind the proxy."""
    with httpx.Client(base_url="http://127.0.0.1", transport=Balancer(addresses(servers)), timeout=60) as guest:
        guest.post("/api/guest", json={"name": name}).raise_for_status()
        yield guest


@pytest.fixture
def ada(servers: list[Served]) -> Iterator[httpx.Client]:
    with browser(servers, "Ada") as guest:
        yield guest


@pytest.fixture
def ben(servers: list[Served]) -> Iterator[httpx.Client]:
    with browser(servers, "Ben") as guest:
        yield guest


@pytest.fixture
def program(ada: httpx.Client, servers: list[Served]) -> Iterator[httpx.Client]:
    """The same guest as a program that keeps no cookies."""
    token = ada.get("/api/guest").json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    with httpx.Client(
        base_url="http://127.0.0.1", transport=Balancer(addresses(servers)), headers=headers, timeout=60
    ) as guest:
        guest.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield guest


def new_table(guest: httpx.Client, **options: Any) -> str:
    """Makes a table at which a guest plays both seats; both servers have it in their memories."""
    plan = {"game": "spice_road", "places": [{"kind": "me"}, {"kind": "me"}], "options": options}
    made = guest.post("/api/tables", json=plan)
    assert made.status_code == 201, made.text
    table = str(made.json()["id"])
    for _ in range(2):
        guest.get(f"/api/tables/{table}").raise_for_status()
    return table


def decide(guest: httpx.Client, table: str, decision: str = "") -> int:
    """Takes a decision, the first that is legal unless it is named; returns its number."""
    told = guest.get(f"/api/tables/{table}/legal").json()
    sent = {"decisions": [decision or told["legal"][0]], "seen": told["number"]}
    answer = guest.post(f"/api/tables/{table}/decide", json=sent)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["number"])


def test_who_decides_by_the_api_is_never_told_less_than_was_answered(ada: httpx.Client) -> None:
    table = new_table(ada)
    for _ in range(DECISIONS):
        number = decide(ada, table)
        assert ada.get(f"/api/tables/{table}/position").json()["number"] == number
        assert ada.get(f"/api/tables/{table}/events?after={number - 1}").json()[-1]["number"] == number


def test_a_program_without_cookies_says_what_it_has_seen(program: httpx.Client) -> None:
    table, seen = new_table(program), 0
    for _ in range(DECISIONS):
        told = program.get(f"/api/tables/{table}/legal", params={"seen": seen})
        number = int(told.headers["serai-seen"])
        assert told.json()["number"] == number >= seen
        sent = {"decisions": told.json()["legal"][:1], "seen": number}
        answer = program.post(f"/api/tables/{table}/decide", json=sent)
        assert answer.status_code == 200, answer.text
        seen = int(answer.headers["serai-seen"])
        assert answer.json()["number"] == seen
    assert not program.cookies


class Agent(RemoteTables):
    """The client of `serai mcp`, whose requests go to each server in turn."""

    def __init__(self, servers: list[Served], token: str) -> None:
        self.addresses = cycle(addresses(servers))
        super().__init__(servers[0].address, token)

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        self._server = next(self.addresses)
        return super()._send(method, path, body)


def test_an_agent_is_never_refused_for_what_it_could_not_know(ada: httpx.Client, servers: list[Served]) -> None:
    table, agent = new_table(ada), Agent(servers, ada.get("/api/guest").json()["token"])
    for _ in range(6):
        agent.decide(table, agent.position(table).view["legal"][:1])
    assert len(agent.position(table).happened) == 1


def shown(page: httpx.Response) -> tuple[int, list[str]]:
    """Returns the number of a board and what may be decided on it."""
    assert page.status_code == 200, page.text
    number = re.search(r'<main id="table"[^>]* data-number="(\d+)"', page.text)
    assert number is not None
    return int(number[1]), re.findall(r'name="decision" value="([^";]+)"', page.text)


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}], ids=["plain forms", "htmx"])
def test_who_decides_by_the_form_of_the_page_is_never_refused(ada: httpx.Client, headers: dict[str, str]) -> None:
    table = new_table(ada)
    number, offered = shown(ada.get(f"/table/{table}"))
    for _ in range(DECISIONS):
        form = {"seen": str(number), "decision": offered[0]}
        answer = ada.post(f"/table/{table}/decide", data=form, headers=headers, follow_redirects=True)
        decided, offered = shown(answer)
        assert (decided, 'class="notice"' in answer.text) == (number + 1, False)
        number = decided
        assert shown(ada.get(f"/table/{table}/board?seen={number}"))[0] == number
        assert shown(ada.get(f"/table/{table}"))[0] == number


def last_event(answer: httpx.Response) -> int:
    """Returns the first number that a stream tells."""
    assert answer.status_code == 200
    return next(number for number, _, _ in read_events(answer.iter_lines()))


@pytest.mark.parametrize("stream", ["/api/tables/{}/stream", "/table/{}/stream"])
def test_a_stream_goes_on_with_what_was_seen(ada: httpx.Client, stream: str) -> None:
    table = new_table(ada)
    for _ in range(3):
        number = decide(ada, table)
        with ada.stream("GET", f"{stream.format(table)}?after={number - 1}") as told:
            assert last_event(told) == number


def test_a_board_is_as_new_as_what_its_page_has_heard(ada: httpx.Client, servers: list[Served]) -> None:
    """The page learns of a change from one server, and asks the other for its board."""
    table = new_table(ada)
    number = decide(ada, table)
    for server in servers:
        page = httpx.get(f"{server.address}/table/{table}/board?seen={number - 1}&newest={number}")
        assert shown(page)[0] == number


def test_a_hint_is_for_the_question_that_was_seen(ada: httpx.Client, servers: list[Served]) -> None:
    for server in servers:
        wait_for_workers(server)
    table = new_table(ada)
    for _ in range(3):
        number = decide(ada, table)
        ada.get("/api/house")
        hint = ada.post(f"/api/tables/{table}/hint", json={"seen": number})
        assert (hint.status_code, hint.json().get("number")) == (200, number), hint.text


FINISHED = (
    "/table/{}/replay?step=1",
    "/table/{}/record.json",
    "/table/{}/log.txt",
    "/api/tables/{}/record",
)


@pytest.mark.parametrize("path", FINISHED)
def test_who_ends_a_game_finds_its_record_at_once(ada: httpx.Client, path: str) -> None:
    table = new_table(ada, rounds=1)
    for _ in range(2):
        decide(ada, table, "play YY")
    assert ada.get(path.format(table)).status_code == 200


def test_lists_show_what_was_made_and_ended(ada: httpx.Client) -> None:
    table = new_table(ada, rounds=1)
    for _ in range(2):
        assert [line["id"] for line in ada.get("/api/tables").json()["running"]] == [table]
        assert f"/table/{table}" in ada.get("/").text
    for _ in range(2):
        decide(ada, table, "play YY")
    for _ in range(2):
        assert [line["id"] for line in ada.get("/api/tables").json()["finished"]] == [table]
    assert ada.post(f"/table/{new_table(ada)}/close", data={"seen": "3"}).status_code == 303
    assert ada.get("/api/tables").json()["running"] == []


def test_a_new_name_is_told_everywhere(ada: httpx.Client) -> None:
    table = new_table(ada)
    for name in ("Bea", "Cleo", "Dora"):
        assert ada.patch("/api/guest", json={"name": name}).status_code == 200
        assert ada.get(f"/api/tables/{table}").json()["sitters"][0]["name"] == name
        assert name in ada.get(f"/table/{table}").text


def test_who_leaves_a_seat_may_take_it_again_at_once(ada: httpx.Client, ben: httpx.Client) -> None:
    plan = {"game": "spice_road", "places": [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]}
    made = ada.post("/api/tables", json=plan).json()
    table, (seat, token) = f"/api/tables/{made['id']}", next(iter(made["joins"].items()))
    sent = {"seat": int(seat), "token": token}
    for _ in range(3):
        assert ben.post(f"{table}/join", json=sent).json()["sitters"][int(seat)]["mine"]
        assert ben.get(table).json()["sitters"][int(seat)]["mine"]
        assert ben.post(f"{table}/leave").status_code == 200
        assert ben.get(table).json()["sitters"][int(seat)]["kind"] == "open"
        ben.get(table)


def test_who_is_refused_as_too_late_sees_what_came_before(program: httpx.Client) -> None:
    table = new_table(program)
    seen = program.get(f"/api/tables/{table}/legal").json()["number"]
    sent = {"decisions": ["play YY"], "seen": seen}
    assert program.post(f"/api/tables/{table}/decide", json=sent).status_code == 200
    late = program.post(f"/api/tables/{table}/decide", json=sent)
    assert (late.status_code, late.headers["serai-seen"]) == (409, str(seen + 1))


def test_who_claims_to_have_seen_more_than_there_is_is_answered_with_what_there_is(program: httpx.Client) -> None:
    table = new_table(program)
    number = decide(program, table)
    for path in ("", "/legal", "/position", "/events"):
        told = program.get(f"/api/tables/{table}{path}", params={"seen": 2**31 - 1})
        assert (told.status_code, told.headers["serai-seen"]) == (200, str(number))
    for page in (f"/table/{table}/board?newest=999999", f"/table/{table}/board?seen=999999"):
        assert shown(program.get(page))[0] == number


def test_what_a_browser_keeps_of_what_it_has_seen_stays_small(ada: httpx.Client) -> None:
    for _ in range(12):
        new_table(ada)
    kept = {name: value for name, value in ada.cookies.items() if name.startswith("seen")}
    assert 1 < len(kept) <= 8
    assert sum(map(len, kept.values())) < 8 * 25
    assert all((cookie.expires or 0) < time.time() + 900 for cookie in ada.cookies.jar if cookie.name != "guest")
