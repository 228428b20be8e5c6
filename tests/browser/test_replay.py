"""A finished game looked at step by step: no key is lost, whatever comes late, and the address says where one is."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Arrive
from tests.browser.people import Watch
from tests.browser.tables import Book, dealt, play_on

pytestmark = pytest.mark.compiled

LOOK = (Path(__file__).parent / "sizes.js").read_text(encoding="utf-8")
# Movements as a browser may treat them: all promises are broken, or the change is made only when the test says so.
BROKEN = """() => { document.startViewTransition = update => {
  const broken = () => Promise.reject(new DOMException("aborted", "InvalidStateError"));
  Promise.resolve().then(update);
  return { ready: broken(), finished: broken(), updateCallbackDone: broken(), skipTransition() {} };
}; }"""
HELD = """() => { document.startViewTransition = update => {
  window.release = update;
  const done = new Promise(() => {});
  return { ready: done, finished: done, updateCallbackDone: done, skipTransition() {} };
}; }"""


def replayed(arrive: Arrive, book: Book, game: str = "spice_road", **given: object) -> tuple[Page, int]:
    """Opens the replay of a finished game; returns its page and its last step."""
    ada, over = arrive(reduced_motion="no-preference", **given), dealt(game, 1)
    while not over.over:
        play_on(over)
    ada.page.goto(f"/table/{book.seat(over, ada.id)}/replay")
    return ada.page, len(over.steps())


def press(page: Page, key: str, times: int = 1) -> None:
    """Presses a key several times, as fast as can be."""
    for _ in range(times):
        page.keyboard.press(key)


def at_step(page: Page, step: int) -> None:
    """Waits until a page shows a step, in its bar, on its slider and on its board."""
    expect(page.locator(".replay output")).to_contain_text(f"Step {step} of")
    expect(page.locator("#step")).to_have_value(str(step))
    expect(page.locator(f'#table[data-steps="{step}"]')).to_be_visible()


def test_every_key_is_a_step_however_fast_they_come(arrive: Arrive, book: Book) -> None:
    page, last = replayed(arrive, book)
    press(page, "ArrowRight", 24)
    at_step(page, 24)
    press(page, "ArrowLeft", 10)
    at_step(page, 14)
    press(page, "End")
    press(page, "ArrowLeft", 2)
    at_step(page, last - 2)
    press(page, "ArrowRight", 5)
    at_step(page, last)
    press(page, "Home")
    press(page, "ArrowLeft")
    at_step(page, 0)


def test_a_movement_that_is_cut_short_is_no_fault(arrive: Arrive, book: Book) -> None:
    page, _ = replayed(arrive, book)
    page.evaluate(BROKEN)
    press(page, "ArrowRight", 2)
    at_step(page, 2)


def test_a_change_that_fails_is_told(arrive: Arrive, book: Book, watch: Watch) -> None:
    watch.expected.append("out of paint")
    page, _ = replayed(arrive, book)
    page.evaluate("() => { htmx.process = () => { throw new Error('out of paint'); }; }")
    with page.expect_event("pageerror", lambda fault: "out of paint" in fault.message):
        press(page, "ArrowRight")


def test_a_board_that_comes_late_does_not_cover_a_newer_one(arrive: Arrive, book: Book) -> None:
    page, last = replayed(arrive, book)
    page.evaluate(HELD)
    press(page, "ArrowRight")
    page.wait_for_function("() => window.release")
    press(page, "End")
    at_step(page, last)
    page.evaluate("() => release()")
    at_step(page, last)


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_links_and_the_slider_go_to_a_step(arrive: Arrive, book: Book, game: str) -> None:
    page, last = replayed(arrive, book, game)
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Next step").click(click_count=2)
    at_step(page, 2)
    page.get_by_role("link", name="Previous step").click()
    at_step(page, 1)
    page.locator("#step").fill("9")
    at_step(page, 9)
    page.get_by_role("link", name="To the end").click()
    at_step(page, last)
    expect(page.locator("#step")).to_be_focused()
    assert page.evaluate("window.stayed"), "no step reloads the page"
    page.set_viewport_size({"width": 844, "height": 390})
    table = page.locator("#table").bounding_box()
    assert table is not None
    assert table["y"] + table["height"] <= 390, "a phone on its side shows the whole board"
    assert not page.evaluate(LOOK)


@pytest.mark.parametrize(("width", "least"), [(1280, 400), (390, 340)])
def test_the_bar_has_a_long_slider_a_list_of_keys_and_says_what_it_leads_to(
    arrive: Arrive, book: Book, width: int, least: int
) -> None:
    page, _ = replayed(arrive, book, viewport={"width": width, "height": 800})
    box = page.locator("#step").bounding_box()
    assert box is not None
    assert box["width"] >= least
    page.keyboard.press("?")
    expect(page.locator("#keys-list[open]")).to_contain_text("one step back")
    page.keyboard.press("Escape")
    expect(page.locator(".replay").get_by_text("Something wrong here?")).to_be_visible()


def test_the_address_says_which_step_is_shown(arrive: Arrive, book: Book) -> None:
    page, _ = replayed(arrive, book)
    first = page.url
    press(page, "ArrowRight", 7)
    expect(page).to_have_url(re.compile(r"/replay\?step=7$"))
    page.reload()
    at_step(page, 7)
    press(page, "ArrowRight")
    at_step(page, 8)
    page.locator("button[name=language][value=de]").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator('#table[data-steps="8"]')).to_be_visible()
    assert page.url == f"{first}?step=8"


def test_a_step_that_is_not_sent_is_opened_as_a_page(arrive: Arrive, book: Book, watch: Watch) -> None:
    watch.expected += ["status 429", "429 (Too Many Requests)"]
    page, _ = replayed(arrive, book)

    def refuse(route: Route) -> None:
        if route.request.resource_type == "fetch":
            route.fulfill(status=429, body="Too many")
        else:
            route.continue_()

    page.route("**/replay?step=*", refuse)
    with page.expect_navigation():
        press(page, "ArrowRight")
    at_step(page, 1)


def test_a_replay_plays_on_by_itself_until_it_is_stopped(arrive: Arrive, book: Book) -> None:
    page, _ = replayed(arrive, book)
    page.locator("#play-on").click()
    at_step(page, 2)
    page.locator("#play-on").click()
    expect(page.locator("#play-on")).to_have_attribute("aria-pressed", "false")
