"""Whole games by clicks: against bots with `planner`'s choices, and between two people."""

import statistics
import time

import pytest
from playwright.sync_api import Page, expect

from serai.web.tables import Table
from tests.browser.conftest import Arrive
from tests.browser.people import connected, decide, my_turn, number, shown
from tests.browser.tables import Book, dealt, planned

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    ("game", "seed", "rounds"), [("spice_road", 1, None), ("east_to_west", 1, None), ("sand_to_sea", 1, None)]
)
def test_a_whole_game_against_a_bot_is_played_by_clicks(
    arrive: Arrive, book: Book, game: str, seed: int, rounds: int | None
) -> None:
    ada = arrive()
    start = dealt(game, seed, 2, rounds)
    holders = ["trader", "trader"]
    holders[start.seat] = ada.id
    page = ada.open(book.table(start, holders))
    table = book.read(page.url.rpartition("/")[2])
    clicks = 0
    begun = time.monotonic()
    while my_turn(page, book, table):
        assert table.game is not None
        decide(page, planned(table.game))
        clicks += 1
    print(f"{game}: {clicks} clicks, {table.game.round} rounds, {time.monotonic() - begun:.0f} s")
    page.get_by_role("button", name="See the result").click()
    expect(page.locator("main[data-over] table.score tbody th")).to_have_count(2)
    assert table.game is not None
    points = {int(text) for text in page.locator("td.total").all_inner_texts()}
    assert points == set(table.game.scores())
