"""A bot or a program at a table on another server: `serai bridge` takes a seat by its link and plays it to the end."""

import re
import shlex
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from serai.api_client import ApiClient, NoAnswer
from serai.cli import app
from serai.programs.bridge import Invitation, RemoteTable, play
from tests.web.servers import Served, served

CAREFUL = Path(__file__).parents[1] / "examples" / "bots" / "careful.py"
SECONDS = 120


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house"), "--workers", "1") as opened:
        yield opened


@pytest.fixture
def ada(server: Served) -> Iterator[httpx.Client]:
    """A guest who makes tables."""
    with httpx.Client(base_url=server.address, timeout=60) as guest:
        guest.post("/api/guest", json={"name": "Ada"}).raise_for_status()
        yield guest


def open_table(ada: httpx.Client, game: str = "spice_road", **options: Any) -> tuple[str, str]:
    """Makes a table for Ada and a friend; returns its id and the link to the friend's seat."""
    plan = {"game": game, "places": [{"kind": "me"}, {"kind": "friend"}], "options": {"rounds": 3, **options}}
    made = ada.post("/api/tables", json=plan).raise_for_status().json()
    (seat, token) = next(iter(made["joins"].items()))
    return made["id"], f"{str(ada.base_url).rstrip('/')}/join/{made['id']}/{seat}/{token}"


def play_as_ada(ada: httpx.Client, table: str, other: threading.Thread) -> dict[str, Any]:
    """Plays Ada's seat by the first legal decision until the game is over or the other seat is given up."""
    while (told := ada.get(f"/api/tables/{table}").json())["stage"] in ("open", "running") and other.is_alive():
        legal = ada.get(f"/api/tables/{table}/legal").json() if told["stage"] == "running" else {"legal": []}
        if legal["legal"]:
            sent = {"decisions": legal["legal"][:1], "seen": legal["number"]}
            ada.post(f"/api/tables/{table}/decide", json=sent).raise_for_status()
    found: dict[str, Any] = told
    return found


def bridged(*words: str) -> tuple[int, str]:
    """Runs `serai bridge`; returns its exit code and what it says."""
    done = CliRunner().invoke(app, ["bridge", *words])
    return done.exit_code, done.output


def at_the_table(ada: httpx.Client, table: str, *words: str) -> tuple[str, dict[str, Any]]:
    """Runs `serai bridge` while Ada plays; returns what it said, and the table when it is over."""
    said: list[tuple[int, str]] = []
    other = threading.Thread(target=lambda: said.append(bridged(*words)), daemon=True)
    other.start()
    told = play_as_ada(ada, table, other)
    other.join(SECONDS)
    assert said, "the bridge goes on though the game is over"
    assert said[0][0] == 0, said[0][1]
    return said[0][1], told


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_a_bot_takes_a_seat_by_its_link_and_plays_to_the_end(ada: httpx.Client, game: str) -> None:
    table, link = open_table(ada, game)
    said, told = at_the_table(ada, table, link, "--bot", "trader")
    assert re.search(r"trader has seat [12]\n", said)
    assert re.search(r"\nover: (Ada|trader) -?\d+, (Ada|trader) -?\d+\n", said)
    assert told["stage"] == "over"


def test_the_seat_of_a_program_is_marked(ada: httpx.Client) -> None:
    table, link = open_table(ada)
    _, told = at_the_table(ada, table, link, "--bot", "novice", "--name", "Robo")
    robo = next(sitter for sitter in told["sitters"] if sitter["name"] == "Robo")
    assert (robo["kind"], robo["program"]) == ("guest", True)
    assert [sitter["program"] for sitter in told["sitters"] if sitter["name"] == "Ada"] == [False]
    sat = [event for event in ada.get(f"/api/tables/{table}/events").json() if event["kind"] == "sat"]
    assert {event["seat"]: event["program"] for event in sat}[robo["seat"]] is True


def test_others_see_that_a_program_plays(ada: httpx.Client, server: Served) -> None:
    table, link = open_table(ada)
    found = Invitation.read(link)
    with httpx.Client(base_url=server.address, timeout=60) as robo:
        robo.post("/api/guest", json={"name": "Robo"})
        sent = {"seat": found.seat, "token": found.token, "program": True}
        robo.post(f"/api/tables/{table}/join", json=sent).raise_for_status()
    assert "a guest’s program" in ada.get(f"/table/{table}").text


def test_a_program_of_your_own_plays(ada: httpx.Client) -> None:
    table, link = open_table(ada)
    command = f"mine={shlex.join([sys.executable, str(CAREFUL)])}"
    said, told = at_the_table(ada, table, link, "--bot", "mine", "--program", command)
    assert told["stage"] == "over"
    assert "the program" not in said, "it failed"


def test_a_program_that_fails_is_replaced_by_the_first_legal_decision(ada: httpx.Client) -> None:
    table, link = open_table(ada)
    faulty = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    kind = json.loads(line)['type']\n"
        "    answer = {'hello': {'type': 'hello', 'protocol': 1}, 'new_game': {'type': 'ready'}}.get(kind)\n"
        "    print(json.dumps(answer), flush=True) if answer else kind == 'position' and sys.exit(3)\n"
    )
    command = f"mine={shlex.join([sys.executable, '-c', faulty])}"
    said, told = at_the_table(ada, table, link, "--bot", "mine", "--program", command)
    assert told["stage"] == "over"
    assert "the program ended without an answer (exit code 3)" in said


def test_an_open_table_needs_no_link_to_a_seat(ada: httpx.Client) -> None:
    table, link = open_table(ada, listed=True)
    said, _ = at_the_table(ada, table, link.partition("/join/")[0] + f"/table/{table}", "--bot", "novice")
    assert "over: " in said


def test_a_determinization_hides_what_a_seat_cannot_know(ada: httpx.Client) -> None:
    """C-11."""
    table, link = open_table(ada)
    found = Invitation.read(link)
    assert ada.get(f"/api/tables/{table}/determinization").json()["code"] == "not_begun"
    ada.post(f"/api/tables/{table}/bot", json={"seat": found.seat, "bot": "novice"}).raise_for_status()
    told = [ada.get(f"/api/tables/{table}/determinization").json()["position"] for _ in range(3)]
    decks = {line.partition(" / ")[2] for text in told for line in text.splitlines() if line.startswith("merchants")}
    known = {re.sub(r" / .*", "", text) for text in told}
    assert len(decks) == 3
    assert len(known) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ["http://127.0.0.1:1/rules", "--bot", "trader"],
            "is no invitation; it looks like http://127.0.0.1:8000/join/",
        ),
        (["http://127.0.0.1:1/join/a/0/b", "--bot", "nobody"], "there is no bot 'nobody'; there are: random"),
        (["http://127.0.0.1:1/join/a/0/b", "--bot", "trader"], "http://127.0.0.1:1: the server does not answer"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(words: list[str], why: str) -> None:
    code, said = bridged(*words)
    assert code == 2
    assert said.startswith("serai: ")
    assert why in said
    assert said.count("\n") == 1


def test_a_wrong_link_is_refused_by_the_server(ada: httpx.Client) -> None:
    _, link = open_table(ada)
    code, said = bridged(f"{link}0", "--bot", "trader")
    assert code == 2
    assert said.startswith("serai: ")


def test_it_goes_on_when_the_server_answers_again(ada: httpx.Client, server: Served) -> None:
    table, link = open_table(ada)
    found = Invitation.read(link)
    assert found.seat is not None

    class Flaky(RemoteTable):
        """A table whose server is away at first."""

        failures = 3

        def get(self, what: str) -> dict[str, Any]:
            if self.failures:
                self.failures -= 1
                raise NoAnswer("the server does not answer")
            return super().get(what)

    pauses: list[float] = []
    ada.post(f"/api/tables/{table}/close").raise_for_status()
    away = Flaky(ApiClient(server.address), table, found.seat)
    assert play(away, lambda *_: "rest", lambda _: None, pauses.append) is None
    assert pauses == [1, 2, 4]


def test_a_link_is_read_behind_a_prefix() -> None:
    read = Invitation.read("https://friends.example/serai/join/Ab_9/2/0123abcd/")
    assert read == Invitation("https://friends.example/serai", "Ab_9", 2, "0123abcd")
    assert Invitation.read("http://h.example/table/Ab_9") == Invitation("http://h.example", "Ab_9")
