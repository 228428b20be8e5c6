"""Values from one's own box in a real browser: the whole way at both sizes, by keyboard, without scripts, and axe."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import PHONE, connected
from tests.browser.test_pages import check

pytestmark = pytest.mark.compiled
DESKTOP: dict[str, Any] = {}


def checked(page: Page, where: str) -> None:
    """Lets axe look at the end of the form, where its bar covers nothing; nothing may be wider than the page."""
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    check(page, where)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where} scrolls sideways"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_box_is_entered_saved_played_and_taken_in_again(arrive: Arrive, tmp_path: Path, size: dict[str, Any]) -> None:
    page = arrive("Ada", **size).page
    name = "phone-box" if size else "desk-box"
    page.goto("/sets")
    check(page, "the list of sets")
    page.get_by_role("link", name="Spice Road").click()
    entry = page.get_by_role("group", name="Merchant card 3", exact=True)
    picture = entry.locator(".piece-of [role=img]")
    entry.get_by_label("You get").fill("gg")
    expect(picture).to_have_attribute("aria-label", "gain 2 cardamom")
    entry.get_by_label("You get").fill("GX")
    expect(entry.locator(".fault")).to_have_text("You get: 'GX' is not made of Y, R, G, B.")
    expect(page.locator("#summary")).to_contain_text("1 entry is impossible")
    expect(entry.get_by_label("You get")).to_have_attribute("aria-invalid", "true")
    checked(page, "the form with a fault")
    entry.get_by_label("You get").fill("GG")
    expect(page.locator("#summary")).to_contain_text("Everything fits")
    expect(entry.locator(".fault")).to_be_empty()
    expect(entry.get_by_label("You get")).not_to_have_attribute("aria-invalid", "true")
    page.get_by_label("Name of the set").fill(name)
    page.get_by_role("button", name="Save the set").click()
    expect(page.get_by_text(f"Set {name} of Spice Road is saved.")).to_be_visible()
    with page.expect_download() as coming:
        page.locator(f"a[href='/sets/spice_road/{name}.zip']").click()
    folder = tmp_path / "box.zip"
    coming.value.save_as(folder)
    page.get_by_role("status").get_by_role("link", name="Play with it").click()
    page.get_by_role("button", name="Open the table").click()
    connected(page)
    page.goto("/sets/spice_road")
    page.set_input_files("input[name=folder]", folder)
    page.get_by_role("button", name="Load the folder").click()
    expect(entry.get_by_label("You get")).to_have_value("GG")
    expect(page.locator("#k-0")).to_contain_text("from this box")


@pytest.mark.parametrize(
    ("game", "locale", "size"),
    [("sand_to_sea", "it-IT", PHONE), ("east_to_west", "de-DE", DESKTOP)],
    ids=["sand_to_sea", "east_to_west"],
)
def test_axe_finds_nothing_in_the_form(arrive: Arrive, game: str, locale: str, size: dict[str, Any]) -> None:
    page = arrive(**{**size, "locale": locale}).page
    page.goto(f"/sets/{game}")
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    checked(page, f"the form of {game}, {locale}")


def test_lines_are_added_and_removed_by_keyboard(arrive: Arrive) -> None:
    page = arrive().page
    page.goto("/sets/sand_to_sea")
    sheet = page.locator("details", has=page.get_by_role("heading", name="Starting spices"))
    sheet.locator("summary").focus()
    page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Add an entry").focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("group")).to_have_count(5)
    sheet.get_by_role("button", name="Remove: Group 2").focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("group")).to_have_count(4)
    expect(sheet.get_by_role("button", name="Remove: Group 2")).to_be_focused()
    expect(sheet.get_by_role("group", name="Group 2").get_by_label("Spices")).to_have_value("RR")


def test_the_form_works_without_scripts(arrive: Arrive) -> None:
    page = arrive(java_script_enabled=False).page
    page.goto("/sets/spice_road")
    field = page.get_by_role("group", name="Merchant card 3", exact=True).get_by_label("You get")
    field.fill("?")
    field.press("Enter")
    expect(page.locator("#x-0-2")).to_have_text("You get: '?' is not made of Y, R, G, B.")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("BB")
    page.locator(".savebar").get_by_role("button", name="Check").click()
    expect(page.locator("#summary")).to_contain_text("Everything fits")
