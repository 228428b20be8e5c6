"""How a table feels: a pause between people at one device, keys, and a menu for both."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import number, shown
from tests.browser.tables import Book, dealt, game_at


@pytest.mark.compiled
def test_between_two_people_at_one_device_the_table_rests_for_a_moment(arrive: Arrive, book: Book) -> None:
    ada = arrive("Ada")
    page = ada.open(book.seat(game_at("spice_road", "turn", after=6), ada.id, ada.id))
    before = page.locator("#table").get_attribute("data-handover")
    page.evaluate(
        """() => new MutationObserver(() => { if (document.querySelector("#act[inert]")) window.rested = true; })
        .observe(document.body, { subtree: true, attributes: true })"""
    )
    seen = number(page)
    page.locator('#table [name=decision][value="rest"]').click()
    shown(page, seen + 1)
    page.wait_for_function("window.rested")
    assert page.locator("#table").get_attribute("data-handover") != before
    expect(page.locator("#act[inert]")).to_have_count(0)


@pytest.mark.compiled
def test_a_digit_shows_numbers_first_and_then_chooses(arrive: Arrive, book: Book) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    page = ada.open(book.seat(game_at("spice_road", "turn", after=6), ada.id, ben.id))
    seen = number(page)
    page.keyboard.press("?")
    expect(page.locator("#keys-list[open]")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator(".digits b").first).to_have_text("1")
    assert number(page) == seen
    page.locator("#feel > summary").click()
    page.locator("label:has(#keys-on)").click()
    page.locator("#feel > summary").click()
    page.keyboard.press("1")
    page.keyboard.press("1")
    assert number(page) == seen
    page.locator("#feel > summary").click()
    page.locator("label:has(#keys-on)").click()
    page.locator("#feel > summary").click()
    page.keyboard.press("1")
    page.keyboard.press("1")
    shown(page, seen + 1)


@pytest.mark.compiled
def test_sound_is_off_until_it_is_switched_on_and_stays_on(arrive: Arrive, book: Book) -> None:
    ada = arrive("Ada")
    page = ada.open(book.seat(game_at("spice_road", "turn", after=6), ada.id))
    expect(page.locator("#feel.is-silent")).to_be_attached()
    page.locator("#feel > summary").click()
    page.locator("label:has(#sound-on)").click()
    expect(page.locator("#feel:not(.is-silent)")).to_be_attached()
    page.reload()
    expect(page.locator("#feel:not(.is-silent)")).to_be_attached()
    expect(page.locator("#sound-on")).to_be_checked()


@pytest.mark.compiled
def test_far_tiles_have_digits_and_zero_shows_the_next_ones(arrive: Arrive, book: Book) -> None:
    ada = arrive("Ada")
    page = ada.open(book.seat(game_at("sand_to_sea", "turn", where="sail"), ada.id))
    far, digits = page.locator(".hex[data-way]:not([name])"), page.locator(".digits b")
    assert far.count() > 0
    page.keyboard.press("1")
    expect(digits).to_have_count(9)
    first = digits.first.bounding_box()
    page.keyboard.press("0")
    expect(digits.first).to_have_text("1")
    page.wait_for_function(
        "first => document.querySelector('.digits b').getBoundingClientRect().left !== first.x", arg=first
    )


@pytest.mark.compiled
def test_resigning_takes_a_second_press(arrive: Arrive, book: Book) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    page = ada.open(book.seat(game_at("spice_road", "turn", after=6), ada.id, ben.id))
    page.locator("#feel > summary").click()
    page.locator(".for-good summary").click()
    expect(page.get_by_text("You cannot come back to this seat.")).to_be_visible()
    expect(page.locator("#table [name=decision]").first).to_be_enabled()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("#do-resign")).to_be_hidden()


@pytest.mark.compiled
def test_the_menu_is_in_the_header_and_opens_within_the_window(arrive: Arrive, book: Book) -> None:
    ada = arrive("Ada")
    page = ada.open(book.seat(dealt("spice_road", 1, 4), ada.id))
    for width, height in ((1280, 800), (820, 1180), (390, 844), (844, 390), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".top #feel > summary").click()
        page.locator(".for-good summary").click()
        for wanted in (".feel-box", "#do-resign"):
            box = page.locator(wanted).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        page.locator(".for-good summary").click()
        page.locator(".to-dark, .to-light").filter(visible=True).click()
        page.keyboard.press("Escape")
        expect(page.locator(".feel-box")).to_be_hidden()
