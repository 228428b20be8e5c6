"""The market on an upright phone: six cards at a glance, one that comes forward, and a size that is remembered."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import PHONE, button, number, shown
from tests.browser.tables import Book, game_at

pytestmark = pytest.mark.compiled
FREE = "acquire"


def test_a_small_card_comes_forward_and_its_golden_button_acts(arrive: Arrive, book: Book) -> None:
    ada, ben = arrive(**PHONE), arrive("Ben")
    game = game_at("spice_road", "turn", after=6, where=FREE)
    page = ada.open(book.seat(game, ada.id, ben.id))
    for spot in page.locator(".row .spot:not(.deck) > .card").all():
        expect(spot).to_be_in_viewport(ratio=0.99)
    before, card = number(page), page.locator(button(next(each for each in game.legal() if each.startswith(FREE))))
    card.tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(card).to_be_focused()
    card.tap()
    page.mouse.click(10, 10)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert number(page) == before
    card.tap()
    page.get_by_role("dialog").get_by_role("button").tap()
    shown(page, before + 1)


def test_the_size_of_the_market_is_remembered_and_large_cards_act_at_once(arrive: Arrive, book: Book) -> None:
    ada, ben = arrive(**PHONE), arrive("Ben")
    game = game_at("spice_road", "turn", after=6, where=FREE)
    page = ada.open(book.seat(game, ada.id, ben.id))
    page.get_by_role("button", name="Bigger").tap()
    page.reload()
    expect(page.get_by_role("button", name="All cards")).to_be_visible()
    before = number(page)
    page.locator(button(next(each for each in game.legal() if each.startswith(FREE)))).tap()
    shown(page, before + 1)
