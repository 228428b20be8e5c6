"""Bots decide at once at any pace; a page that shows their turns one by one gets the next that it has not shown."""

import asyncio
import re
import time
from pathlib import Path
from typing import cast

from serai.game import Game
from serai.web.drawing.scene import WAITS
from serai.web.tables.bot_pool import BotPool
from serai.web.tables.bot_runner import BotRunner
from serai.web.tables.model import Table
from tests.web.houses import house_at, plan, until_asked
from tests.web.visits import Browser, Place, guest_id, opened, visit


class First:
    """Thinks of the first legal decision, at once."""

    async def decide(self, game: Game, bot: str) -> str:
        return game.legal()[0]


def test_three_calm_bots_are_stored_before_one_of_them_would_be_shown(tmp_path: Path) -> None:
    async def test() -> None:
        async with house_at(tmp_path / "serai.db") as house, asyncio.timeout(60):
            ada = await house.new_guest("Ada")
            table = await house.create(ada, plan("me trader trader trader", pace="calm"))
            table = await until_asked(house, table)
            runner = BotRunner(house, cast(BotPool, First()))
            house.listeners.append(lambda table_id, number: runner.wake(table_id))
            begin = time.monotonic()
            table = await house.decide(table.id, ada, ["rest"], table.number)
            assert table.bot_asked is not None
            while table.bot_asked is not None:
                await asyncio.sleep(0.01)
                table = await house.table(table.id)
            assert time.monotonic() - begin < WAITS["calm"] / 1000
            await runner.close()

    asyncio.run(test())


async def bots_played(place: Place, ada: Browser) -> tuple[Table, int]:
    """Lets a person and then three bots play a turn; returns the table, and its number after the person's."""
    await opened(ada)
    guest = await place.house.guest(await guest_id(place, ada))
    assert guest is not None
    table = await until_asked(place.house, await place.house.create(guest, plan("me trader trader trader")))
    for _ in range(2):
        table = await place.house.decide(table.id, guest, ["rest"], table.number)
        mine = table.number
        table = await until_asked(place.house, table)
    return table, mine


def told(page: str) -> tuple[int, bool, bool, int]:
    """Reads which event a board shows, whether more has happened, whether it asks, and how many lines its log has."""
    found = re.search(r' data-number="(\d+)"', page)
    assert found is not None
    return int(found[1]), "data-behind" in page, 'name="decision"' in page, page.count("data-step=")


@visit
async def test_a_page_that_falls_behind_gets_turn_after_turn(place: Place) -> None:
    ada = place.browser()
    table, seen = await bots_played(place, ada)
    board = f"/table/{table.id}/board?newest={table.number}"
    now = told((await ada.get(f"{board}&seen={seen}")).text)
    assert now[:3] == (table.number, False, True)
    shown = []
    while seen < table.number:
        shown.append(told((await ada.get(f"{board}&seen={seen}&paced=1")).text))
        assert shown[-1][0] > seen
        seen = shown[-1][0]
    assert [(behind, asks) for _, behind, asks, _ in shown] == [(True, False), (True, False), (False, True)]
    assert [lines for *_, lines in shown] == [now[3] - 2, now[3] - 1, now[3]]


@visit
async def test_a_page_more_than_a_round_behind_jumps_to_now(place: Place) -> None:
    ada = place.browser()
    table, _ = await bots_played(place, ada)
    page = (await ada.get(f"/table/{table.id}/board?seen=5&paced=1")).text
    assert told(page)[:3] == (table.number, False, True)


@visit
async def test_what_was_taken_back_is_not_shown_again(place: Place) -> None:
    ada = place.browser()
    table, seen = await bots_played(place, ada)
    guest = await place.house.guest(await guest_id(place, ada))
    assert guest is not None
    table = await place.house.ask_takeback(table.id, guest, table.number)
    page = (await ada.get(f"/table/{table.id}/board?seen={seen}&paced=1")).text
    assert told(page)[:2] == (table.number, False)
