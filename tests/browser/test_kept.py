"""What a page keeps instead of getting it again: with it, the page is as one that has just been loaded."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import decide, my_turn, number
from tests.browser.tables import Book, game_at, planned

pytestmark = pytest.mark.compiled
MOST_BYTES = 10_000
# Whatever a page adds to the board itself is left out: places on the way, hidden pills, and how a map is moved.
READ = """() => [...document.querySelectorAll('#chart > svg.map, #log ol')].map(one => one.innerHTML)"""


def kept(page: Page) -> Any:
    """Reads the map and the log of a page."""
    return page.evaluate(READ)


@pytest.mark.parametrize("game", ["sand_to_sea", "spice_road"])
def test_a_page_that_keeps_map_and_log_is_as_one_loaded_anew(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive()
    table = book.read(book.seat(game_at(game, "turn", after=90), ada.id, "trader"))
    page, sizes = ada.open(table.id), []
    page.on(
        "response",
        lambda answer: sizes.append(answer.request.sizes()["responseBodySize"]) if "has=" in answer.url else None,
    )
    for _ in range(8):
        assert my_turn(page, book, table)
        assert table.game is not None
        decide(page, planned(table.game))
    my_turn(page, book, table)
    shown = number(page)
    here = kept(page)
    assert sizes
    assert max(sizes) <= MOST_BYTES, sizes
    page.reload()
    assert number(page) == shown
    assert kept(page) == here
