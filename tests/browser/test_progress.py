"""What takes a while shows at once that it is on its way: forms that open a page, looks back, steps of a replay."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.tables import Book, dealt, play_on

pytestmark = pytest.mark.compiled
MOST_MS = 100
NOTE = """() => {
  let begun = 0;
  addEventListener('click', () => { begun = performance.now(); }, true);
  new MutationObserver(() => {
    if (document.querySelector('main[aria-busy]') && document.querySelector('.is-sent'))
      sessionStorage.setItem('sent', performance.now() - begun);
  }).observe(document.body, { attributes: true, subtree: true });
}"""


@contextmanager
def slow(page: Page, address: str) -> Iterator[None]:
    """Holds what a page asks for until the end of the block."""
    page.route(address, lambda route: None)
    yield
    page.unroute(address)


def test_a_form_that_opens_another_page_is_on_its_way(arrive: Arrive) -> None:
    page = arrive().page
    page.goto("/")
    page.evaluate(NOTE)
    page.locator("button[form=play]").first.click()
    expect(page.locator("#table")).to_be_visible()
    assert float(page.evaluate("sessionStorage.getItem('sent')")) < MOST_MS
    page.go_back()
    expect(page.locator("button[form=play]").first).to_be_visible()
    expect(page.locator(".is-sent, main[aria-busy]")).to_have_count(0)


def test_a_look_back_is_on_its_way(arrive: Arrive, book: Book) -> None:
    ada, position = arrive(), dealt("spice_road", 3, 4)
    while len(position.decisions()) < 20 or position.seat != 0 or position.view(0)["phase"] != "turn":
        play_on(position)
    page = ada.open(book.seat(position, ada.id))
    with slow(page, "**/look?*"):
        page.locator("#since ol [data-look]").first.click()
        expect(page.locator("#since ol [data-look].is-sent")).to_have_count(1)
    expect(page.locator("#table[data-past]")).to_be_attached()
    expect(page.locator(".is-sent")).to_have_count(0)


def test_a_step_of_a_replay_is_on_its_way(arrive: Arrive, book: Book) -> None:
    ada, position = arrive(), dealt("spice_road", 3, rounds=2)
    while not position.over:
        play_on(position)
    page = ada.page
    page.goto(f"/table/{book.seat(position, ada.id)}/replay?step=1")
    with slow(page, "**/replay?step=2"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay[aria-busy=true]")).to_be_attached()
    expect(page.locator("#step")).to_have_attribute("value", "2")
    expect(page.locator(".replay[aria-busy]")).to_have_count(0)
