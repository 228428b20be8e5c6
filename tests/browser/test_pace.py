"""How fast a page shows what bots do: they decide at once, and the page shows it turn by turn."""

from itertools import groupby, pairwise

import pytest
from playwright.sync_api import Page, expect

from serai.web.tables.model import Table
from tests.browser.conftest import Arrive
from tests.browser.people import Person, number, press, shown
from tests.browser.tables import Book, dealt, play_on

pytestmark = pytest.mark.compiled
NOTE = """() => {
  window.shown = [];
  const note = () => {
    const at = document.getElementById('table').dataset.number;
    if (window.shown.at(-1)?.[0] !== at) window.shown.push([at, performance.now()]);
  };
  new MutationObserver(note).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""


def rested(ada: Person, book: Book, pace: str) -> tuple[Page, Table]:
    """Opens a table of one person and three bots, and lets the person rest; returns what the page shows of it."""
    position = dealt("spice_road", 3, 4)
    while len(position.decisions()) < 40 or position.seat != 0 or position.view(0)["phase"] != "turn":
        play_on(position)
    table = book.read(book.seat(position, ada.id, pace=pace))
    page = ada.open(table.id)
    page.evaluate(NOTE)
    press(page, "rest")
    shown(page, table.number + 1)
    return page, table


def turns(table: Table, after: int) -> list[int]:
    """Lists the last event of each turn after an event; nothing has been undone."""
    assert table.game is not None
    seats = [step.seat for step in table.game.steps()[after - table.number :]]
    ends = [len(list(turn)) for _, turn in groupby(seats)]
    return [after + sum(ends[: place + 1]) for place in range(len(ends))]


def test_three_calm_bots_decide_at_once_and_are_shown_one_by_one(arrive: Arrive, book: Book) -> None:
    page, table = rested(arrive(), book, "calm")
    mine = number(page)
    expect(page.locator("#table[data-behind]")).to_be_attached()
    book.read(table.id, table)
    assert table.bot_asked is None, "the bots wait for the page"
    assert page.locator("#table [name=decision]").count() == 0
    expect(page.locator("#table[data-yours]")).to_be_attached()
    noted = page.evaluate("window.shown")
    told = {int(at): when for at, when in noted}
    ends = turns(table, mine)
    assert [at for at in told if at >= mine] == [mine, *ends]
    times = [told[at] for at in (mine, *ends)]
    assert all(later - sooner > 1400 for sooner, later in pairwise(times)), times


def test_a_press_shows_at_once_what_is_now(arrive: Arrive, book: Book) -> None:
    page, table = rested(arrive(), book, "calm")
    mine = number(page)
    expect(page.locator("#table[data-behind]")).to_be_attached()
    book.read(table.id, table)
    page.locator("#ask").click()
    expect(page.locator("#table[data-yours]")).to_be_attached()
    told = [int(at) for at, _ in page.evaluate("window.shown")]
    assert [at for at in told if at > mine] == [turns(table, mine)[0], table.number]
