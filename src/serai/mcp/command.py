"""The command `serai mcp`."""

import os
import sys
from io import TextIOWrapper

from serai.mcp.local import LocalTables
from serai.mcp.remote import RemoteTables
from serai.mcp.seats import Tables
from serai.mcp.speaking import Speaker, speak
from serai.mcp.tools import tools_of


def serve(server: str | None, token: str | None) -> None:
    """Answers on the original standard output, which nothing else may write to, until standard input ends."""
    if token is not None and server is None:
        raise ValueError("--token is for --server URL")
    tables: Tables = LocalTables() if server is None else RemoteTables(server, token)
    answers = os.dup(1)
    os.dup2(2, 1)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    with open(answers, "w", encoding="utf-8", newline="\n") as output:  # noqa: PTH123
        speak(Speaker(tools_of(tables)), sys.stdin, lambda text: print(text, file=output, flush=True))
