"""The Model Context Protocol on standard input and output: JSON-RPC 2.0, one message per line, tools only."""

import json
from collections.abc import Callable, Iterable
from math import inf
from typing import Any

from serai.mcp.tools import Tool, ToolError
from serai.version import VERSION

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
NOT_JSON, NO_REQUEST, NO_METHOD, BAD_PARAMETERS, BROKEN = -32700, -32600, -32601, -32602, -32603
INSTRUCTIONS = (
    "A table for the Century board games. Read the rules of a game (rules), begin one against bots (new_game), then "
    "read the position and decide until the game is over. Write decisions exactly as they are listed as legal."
)


class RpcError(Exception):
    """A request that cannot be answered, with a JSON-RPC error code."""

    def __init__(self, code: int, text: str) -> None:
        """Keeps the code besides the message."""
        super().__init__(text)
        self.code = code


class Speaker:
    """Answers the messages of one client."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        """Indexes the tools by name."""
        self._tools = {tool.name: tool for tool in tools}
        self._methods: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "initialize": self._initialize,
            "ping": lambda _: {},
            "tools/list": self._list,
            "tools/call": self._call,
        }

    def answer(self, line: str) -> str | None:
        """Returns the answer to one line, None if the protocol requires none."""
        try:
            message = json.loads(line, parse_constant=_no_number)
        except (ValueError, RecursionError):
            return _failed(None, RpcError(NOT_JSON, "this is not JSON"))
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return _failed(None, RpcError(NO_REQUEST, "this is no message of JSON-RPC 2.0"))
        if "method" not in message and ("result" in message or "error" in message):
            return None
        number = message.get("id")
        if not _is_id(number) or not isinstance(message.get("method"), str):
            wrong = RpcError(NO_REQUEST, "the id must be text or a number, and the method text")
            return _failed(number if _is_id(number) else None, wrong)
        return self._answered(message) if "id" in message else None

    def _answered(self, message: dict[str, Any]) -> str:
        """Returns the answer to a request."""
        number = message["id"]
        try:
            return json.dumps({"jsonrpc": "2.0", "id": number, "result": self._result(message)})
        except RpcError as error:
            return _failed(number, error)
        except Exception as error:
            return _failed(number, RpcError(BROKEN, f"something went wrong here: {type(error).__name__}"))

    def _result(self, message: dict[str, Any]) -> dict[str, Any]:
        """Returns the result of a request."""
        method, parameters = message["method"], message.get("params", {})
        if method not in self._methods:
            raise RpcError(NO_METHOD, f"there is no method {method!r:.60}")
        if not isinstance(parameters, dict):
            raise RpcError(BAD_PARAMETERS, "the parameters are not an object")
        return self._methods[method](parameters)

    def _initialize(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """Negotiates a version: the client's if supported, else our latest."""
        wanted = parameters.get("protocolVersion")
        return {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "serai", "title": "Serai", "version": VERSION},
            "instructions": INSTRUCTIONS,
        }

    def _list(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """Lists the tools."""
        return {"tools": [tool.described() for tool in self._tools.values()]}

    def _call(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """Calls a tool; a refusal is returned to the model, which may try again."""
        tool = self._tools.get(str(parameters.get("name")))
        if tool is None:
            raise RpcError(BAD_PARAMETERS, f"there is no tool {parameters.get('name')!r:.60}")
        try:
            text, wrong = tool.use(parameters.get("arguments", {})), False
        except ToolError as error:
            text, wrong = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": wrong}


def _no_number(text: str) -> None:
    """Refuses NaN and Infinity, which are not JSON."""
    raise ValueError(f"{text} is no number")


def _is_id(value: Any) -> bool:
    """Returns whether a value may be a request id; a number too large for a float is read as infinite."""
    number = isinstance(value, int | float) and not isinstance(value, bool) and value not in (inf, -inf)
    return number or value is None or isinstance(value, str)


def _failed(number: Any, error: RpcError) -> str:
    """Writes an answer that says what is wrong."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": error.code, "message": str(error)}})


def speak(speaker: Speaker, lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Answers line by line until the client disconnects."""
    for line in lines:
        if line.strip() and (answer := speaker.answer(line)) is not None:
            write(answer)
