"""What happened since my turn, in a real browser: told on a phone, shown again on the board, put away."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import LYING, PHONE, offered
from tests.browser.tables import Book, dealt, play_on

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_what_three_bots_did_is_told_and_shown_again_on_a_phone(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive(**PHONE)
    position = dealt(game, 3, 4)
    while len(position.decisions()) < 40 or position.seat != 0 or position.view(0)["phase"] != "turn":
        play_on(position)
    page = ada.open(book.seat(position, ada.id))
    lines, choices = page.locator("#since [data-look]:not(.once-more)"), offered(page)
    expect(lines).to_have_count(3)
    expect(lines.first).to_be_in_viewport()
    marked = page.locator(".just-moved").count()
    lines.nth(1).tap()
    expect(page.locator("#table[data-past]")).to_be_attached()
    assert offered(page) == []
    expect(page.locator("#table:not([data-past])")).to_be_attached()
    assert offered(page) == choices
    assert page.locator(".just-moved").count() == marked
    expect(page.locator("[data-put-away]")).to_be_hidden()


def test_anything_pressed_ends_a_look_back(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    position = dealt("spice_road", 3, 4)
    while len(position.decisions()) < 40 or position.seat != 0 or position.view(0)["phase"] != "turn":
        play_on(position)
    page = ada.open(book.seat(position, ada.id))
    choices = offered(page)
    page.locator("#since .once-more").click()
    expect(page.locator("#table[data-past]")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("#table:not([data-past])")).to_be_attached()
    assert offered(page) == choices
    page.locator("[data-put-away]").click()
    expect(page.locator("#since")).to_be_hidden()


@pytest.mark.parametrize(("game", "players"), [("spice_road", 2), ("sand_to_sea", 4), ("east_to_west", 3)])
def test_what_rivals_did_is_told_on_a_lying_phone(arrive: Arrive, book: Book, game: str, players: int) -> None:
    ada = arrive(**LYING)
    position = dealt(game, 3, players)
    while len(position.decisions()) < 12 or position.seat != 0 or position.view(0)["phase"] != "turn":
        play_on(position)
    page = ada.open(book.seat(position, ada.id))
    told = page.locator("#since .what").first
    assert (told.bounding_box() or {"width": 0})["width"] > 60
    expect(told).to_be_in_viewport()
    page.locator("#since .once-more").tap()
    sentence = page.locator("#table[data-past] .ask-text h1, #table[data-past] .ask-text > p", has_text="Novice").first
    expect(sentence).to_be_in_viewport()
