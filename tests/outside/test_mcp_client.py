"""The official client of the Model Context Protocol finds and uses our tools."""

import asyncio
import os
import sys

import pytest

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("default")]


def test_the_official_client_plays(capfd: pytest.CaptureFixture[str]) -> None:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command=sys.executable, args=["-m", "serai", "mcp"], env=dict(os.environ))

    async def play() -> None:
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            hello = await session.initialize()
            assert hello.server_info.name == "serai"
            await session.send_ping()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            assert {"list_games", "new_game", "position", "legal_decisions", "decide"} <= set(tools)
            assert tools["decide"].input_schema["required"] == ["table", "decisions"]
            begun = await session.call_tool("new_game", {"game": "east_to_west", "bots": ["trader"]})
            assert not begun.is_error
            for _ in range(5):
                legal = await session.call_tool("legal_decisions", {"table": "table-1"})
                decision = legal.content[0].text.splitlines()[0]
                decided = await session.call_tool("decide", {"table": "table-1", "decisions": [decision]})
                assert not decided.is_error
            refused = await session.call_tool("decide", {"table": "table-1", "decisions": ["fly"]})
            assert refused.is_error
            assert "is not legal now" in refused.content[0].text

    asyncio.run(asyncio.wait_for(play(), 120))
