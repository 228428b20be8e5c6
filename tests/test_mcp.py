"""A text seat over the Model Context Protocol: whole games by reading and deciding, and nothing hidden leaves."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from serai.cli import app
from serai.core.notation import NOTATIONS
from serai.core.spec import GAMES
from serai.game import Game
from serai.mcp.local import LocalTables
from serai.mcp.speaking import VERSIONS, Speaker
from serai.mcp.tools import tools_of
from tests.web.servers import choose, served


class Client:
    """A small client: sends requests to a process and reads what comes back."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process, self.number = process, 0

    def send(self, message: dict[str, Any] | str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        told = self.read()
        assert (told["jsonrpc"], told["id"]) == ("2.0", self.number)
        return told

    def use(self, tool: str, **arguments: Any) -> str:
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        assert result["isError"] is False, result
        return str(result["content"][0]["text"])

    def refused(self, tool: str, **arguments: Any) -> str:
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        assert result["isError"] is True
        return str(result["content"][0]["text"])


@contextmanager
def client(*options: str) -> Iterator[Client]:
    """Runs `serai mcp` and says hello."""
    command = [sys.executable, "-m", "serai", "mcp", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        opened = Client(process)
        told = opened.ask("initialize", protocolVersion=VERSIONS[0], capabilities={}, clientInfo={})["result"]
        assert told["serverInfo"]["name"] == "serai"
        opened.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield opened
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


def here(tables: LocalTables | None = None) -> Speaker:
    """A speaker in this process."""
    return Speaker(tools_of(tables or LocalTables()))


def used(speaker: Speaker, tool: str, **arguments: Any) -> str:
    """What a tool says."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    return str(json.loads(speaker.answer(json.dumps(call)) or "")["result"]["content"][0]["text"])


def play_out(opened: Client, table: str, words: str) -> str:
    """Plays a seat to the end of its game."""
    chance = random.Random(1)
    while "The game is over" not in words:
        legal = words.partition("You may decide:\n")[2].splitlines()
        words = opened.use("decide", table=table, decisions=[choose(legal, chance)])
    return words


def test_a_whole_game_is_played_by_reading_and_deciding() -> None:
    with client() as opened:
        assert "spice_road: 2 to 5 players" in opened.use("list_games")
        assert "Spice Road" in opened.use("rules", game="spice_road")
        begun = opened.use("new_game", game="spice_road", bots=["random", "novice"], rounds=4)
        table = re.search(r"You sit at (\S+)\.", begun)
        assert table
        legal = opened.use("legal_decisions", table=table[1]).splitlines()
        assert begun.endswith("\n".join(legal))
        assert "Spice Road, round 1" in opened.use("position", table=table[1])
        words = play_out(opened, table[1], begun)
        assert "Points: " in words
        assert "over" in opened.use("list_tables")
        assert "the game is over" in opened.refused("decide", table=table[1], decisions=["rest"])


def test_what_others_did_is_told_once() -> None:
    speaker = here()
    used(speaker, "new_game", game="spice_road", bots=["novice"])
    assert "Since you last looked" not in used(speaker, "position", table="table-1")
    decided = used(speaker, "decide", table="table-1", decisions=["play YY"])
    assert "Since you last looked:\nyou: play YY\nnovice 1: " in decided


def test_a_list_of_decisions_is_taken_whole_or_not_at_all() -> None:
    tables = LocalTables()
    speaker = here(tables)
    used(speaker, "new_game", game="spice_road", bots=["random"])
    before = tables.position("table-1").view
    told = used(speaker, "decide", table="table-1", decisions=["play +2", "fly"])
    assert "'fly' is not legal now; legal: " in told
    assert told.endswith("nothing was done")
    assert "after the end of your turn" in used(speaker, "decide", table="table-1", decisions=["play YY", "rest"])
    assert tables.position("table-1").view == before


def test_what_is_wrong_with_a_call_is_told_in_words() -> None:
    speaker = here()
    for said, tool, arguments in (
        ("there is no table 'x'", "position", {"table": "x"}),
        ("there is no bot 'hal'; there are: random", "new_game", {"game": "spice_road", "bots": ["hal"]}),
        ("there is no game 'chess'; there are: spice_road", "new_game", {"game": "chess", "bots": ["random"]}),
        ("sand_to_sea is for 2 to 4 players, not 5", "new_game", {"game": "sand_to_sea", "bots": ["random"] * 4}),
        ("bots must be of type array", "new_game", {"game": "spice_road", "bots": "random"}),
        ("each of bots must be of type string", "new_game", {"game": "spice_road", "bots": [7]}),
        ("bots has 1 to 4 parts", "new_game", {"game": "spice_road", "bots": []}),
        ("rounds is 0", "new_game", {"game": "spice_road", "bots": ["random"], "rounds": 0}),
        ("seed is not as it wants", "new_game", {"game": "spice_road", "bots": ["random"], "seed": 1}),
        ("table is not as it wants", "position", {}),
    ):
        assert said in used(speaker, tool, **arguments)


def test_the_protocol() -> None:
    speaker = here()

    def said(message: Any) -> Any:
        answer = speaker.answer(message if isinstance(message, str) else json.dumps(message))
        return None if answer is None else json.loads(answer)

    def ask(method: str, **parameters: Any) -> Any:
        return said({"jsonrpc": "2.0", "id": "a", "method": method, "params": parameters})

    assert ask("ping") == {"jsonrpc": "2.0", "id": "a", "result": {}}
    assert ask("initialize", protocolVersion="2024-11-05")["result"]["protocolVersion"] == "2024-11-05"
    assert ask("initialize", protocolVersion="1999-01-01")["result"]["protocolVersion"] == VERSIONS[0]
    assert said({"jsonrpc": "2.0", "method": "notifications/initialized"}) is None
    assert said({"jsonrpc": "2.0", "id": 4, "result": {}}) is None
    assert said("{")["error"]["code"] == -32700
    assert said("[" * 100_000)["error"]["code"] == -32700
    assert said("[]")["error"]["code"] == -32600
    assert ask("resources/list")["error"]["code"] == -32601
    assert ask("tools/call", name="fly")["error"]["code"] == -32602
    assert said({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []})["error"]["code"] == -32602
    for tool in ask("tools/list")["result"]["tools"]:
        assert tool["inputSchema"]["type"] == "object"
        assert tool["description"].endswith(".")


def strictly(text: str) -> Any:
    """Reads JSON as it is defined: without NaN, Infinity and halves of characters that cannot be sent."""

    def no(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    text.encode()
    return json.loads(text, parse_constant=no)


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        ('{"jsonrpc": "2.0", "id": Infinity, "method": "ping"}', None, -32700),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": NaN}}', None, -32700),
        ('{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}', None, -32600),
        ('{"jsonrpc": "2.0", "id": [1], "method": "ping"}', None, -32600),
        ('{"jsonrpc": "2.0", "id": true, "method": "ping"}', None, -32600),
        ('{"jsonrpc": "2.0", "id": 1}', 1, -32600),
        ('{"jsonrpc": "2.0"}', None, -32600),
        ('{"jsonrpc": "2.0", "method": 1}', None, -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": []}', 1, -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": {"a": 1}}', 1, -32600),
        ('{"jsonrpc": "2.0", "id": "x", "method": null}', "x", -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', 1, -32601),
        ('{"jsonrpc": "2.0", "id": "\\ud800", "method": "fly"}', "\ud800", -32601),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": 7}', 1, -32602),
    ],
)
def test_a_wrong_message_is_answered_by_the_code_of_json_rpc(line: str, number: Any, code: int) -> None:
    told = strictly(here().answer(line) or "")
    assert (told["id"], told["error"]["code"]) == (number, code)


def test_halves_of_characters_and_endless_numbers_end_nothing() -> None:
    with client() as opened:
        for sent, number in (("\\ud800", "\ud800"), ("\\udc00x", "\udc00x")):
            opened.send(f'{{"jsonrpc": "2.0", "id": "{sent}", "method": "ping"}}')
            assert opened.read() == {"jsonrpc": "2.0", "id": number, "result": {}}
        assert "there is no table" in opened.refused("position", table="\ud800")
        call = '{"name": "new_game", "arguments": {"game": "spice_road", "bots": ["random"], "rounds": 1e999}}'
        opened.send(f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {call}}}')
        assert "rounds must be of type integer" in str(opened.read()["result"])
        assert opened.ask("ping")["result"] == {}


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_leaves(game: str) -> None:
    tables = LocalTables()
    speaker = here(tables)
    said = [used(speaker, "new_game", game=game, bots=["random"], rounds=4)]
    for _ in range(10):
        legal = used(speaker, "legal_decisions", table="table-1").splitlines()
        said += [used(speaker, "decide", table="table-1", decisions=legal[:1]), used(speaker, "list_tables")]
    played: Game = tables._tables["table-1"].game
    told = "\n".join(said)
    assert f"{played.setup.seed:x}" not in told
    assert str(played.setup.seed) not in told
    assert str(NOTATIONS[game].position(played.components, played.state)) not in told
    other = Game(played.setup)
    for step in played.steps():
        other.play(step.action)
    seat = played.names.index("you")
    other._steps[-1] = type(other._steps[-1])(**{**vars(other._steps[-1]), "state": played.redealt(seat, 7)})
    assert other.view(seat) == played.view(seat)


def test_an_answer_is_never_mixed_with_other_output() -> None:
    with client() as opened:
        opened.send("nonsense\n\n")
        assert opened.read()["error"]["code"] == -32700
        assert opened.ask("ping")["result"] == {}


@pytest.mark.compiled
def test_a_seat_at_a_running_server(tmp_path: Path) -> None:
    with served(tmp_path, "--workers", "1") as server, client("--server", server.address) as opened:
        begun = opened.use("new_game", game="spice_road", bots=["novice"], rounds=3)
        table = begun.split()[3].rstrip(".")
        assert "do not allow “fly”" in opened.refused("decide", table=table, decisions=["fly"])
        assert opened.refused("position", table="nowhere") == opened.refused("position", table="\ud800")
        assert "Points: " in play_out(opened, table, begun)
        assert f"{table}: spice_road with " in opened.use("list_tables")
        assert "no bot" in opened.refused("new_game", game="spice_road", bots=["hal"])


@pytest.mark.parametrize(
    ("why", "line"),
    [
        ("--token is for --server URL", ["--token", "x"]),
        ("is no address such as", ["--server", "localhost"]),
        ("the server does not answer", ["--server", "http://127.0.0.1:1"]),
    ],
)
def test_bad_arguments(why: str, line: list[str]) -> None:
    done = CliRunner().invoke(app, ["mcp", *line], catch_exceptions=False)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
