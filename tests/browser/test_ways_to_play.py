"""Whole games by other ways than a mouse: by touch, by keyboard alone, and by what a screen reader is told."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Error, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import LYING, PHONE, button, decide, go_to, my_turn, number, shown
from tests.browser.tables import Book, dealt, planned

pytestmark = [pytest.mark.compiled, pytest.mark.soak]
GAMES = ("spice_road", "sand_to_sea", "east_to_west")
each = pytest.mark.parametrize("game", GAMES)
ASIDE = {"Hint", "Undo", "Take back your last turn", "Close the hint"}


@each
@pytest.mark.parametrize("phone", [PHONE, LYING], ids=["upright", "lying"])
def test_a_whole_game_is_played_by_touch(arrive: Arrive, book: Book, game: str, phone: dict[str, Any]) -> None:
    ada = arrive(**phone)
    table = book.read(book.seat(dealt(game, 2), ada.id, "trader"))
    page, touches = ada.open(table.id), 0
    while my_turn(page, book, table) and table.game is not None:
        decide(page, planned(table.game), tap=True)
        touches += 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    page.get_by_role("button", name="See the result").tap()
    expect(page.locator("td.total")).to_have_count(2)
    print(f"{game}: {touches} touches")


@each
def test_a_whole_game_is_played_by_keyboard_alone(arrive: Arrive, book: Book, game: str) -> None:
    """Tab, arrow keys on the map, Enter: what is in the page but on no way of the keyboard cannot be chosen."""
    ada = arrive()
    table = book.read(book.seat(dealt(game, 3), ada.id, "trader"))
    page = ada.open(table.id)
    while my_turn(page, book, table) and table.game is not None:
        take(page, planned(table.game))
    go_to(page, "#do-result, .ask .btn")
    page.keyboard.press("Enter")
    expect(page.locator("td.total")).to_have_count(2)


def take(page: Page, decision: str) -> None:
    """Takes a decision with the keyboard; a way over the map begins with its goal and ends with the card that pays."""
    before, words = number(page), decision.split()
    if words[0] == "sail" and page.locator(f"#hex-{words[1]}").get_attribute("name") is None:
        to_tile(page, words[1])
        page.keyboard.press("Enter")
        expect(page.locator("#ask.planning")).to_be_visible()
        go_to(page, f'[data-card="{words[2]}"]')
    elif words[0] in ("sail", "place"):
        to_tile(page, words[1])
    else:
        go_to(page, button(decision))
        if page.evaluate("'idle' in document.activeElement.dataset"):
            page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    shown(page, before + 1)


def to_tile(page: Page, space: str) -> None:
    """Goes to a tile of the map: to the map with the tab key, then with arrow keys."""
    go_to(page, ".hex")
    at, there = "document.activeElement.dataset", f"document.getElementById('hex-{space}').dataset"
    for attempt in range(40):
        dx, dy = page.evaluate(f"[{there}.x - {at}.x, {there}.y - {at}.y]")
        if not dx and not dy:
            return
        across = abs(dx) > 10 and (abs(dx) > abs(dy) or abs(dy) < 10) != (attempt > 20 and attempt % 3 == 0)
        page.keyboard.press(
            ("ArrowRight" if dx > 0 else "ArrowLeft") if across else ("ArrowDown" if dy > 0 else "ArrowUp")
        )
    raise AssertionError(f"the arrow keys never come to {space}")


@each
def test_a_whole_game_is_played_from_the_accessibility_tree(arrive: Arrive, book: Book, game: str) -> None:
    """The player knows nothing but roles, names and states, and presses by chance; every change is announced."""
    ada, chance = arrive(), random.Random(7)
    table = book.read(book.seat(dealt(game, 4), ada.id, "trader"))
    page = ada.open(table.id)
    tree = ada.context.new_cdp_session(page)
    pressed, before = 0, number(page)
    while my_turn(page, book, table):
        if not (buttons := told_of(tree)):  # the board is being drawn
            pressed += 1
            continue
        assert all(len(name) > 2 for name, _ in buttons), buttons
        name, node = chance.choice([each for each in buttons if each[0] != "Rest"] or buttons)
        click(tree, node)
        pressed += 1
        assert pressed < 400 + 6 * table.number, f"pressing {name} leads nowhere"
        page.wait_for_timeout(150)
        if number(page) != before:
            before = number(page)
            page.wait_for_timeout(100)
            words = page.locator("p.unseen[aria-live=polite]").text_content() or ""
            print(words)
            assert len(words) > 5, "a change that nobody is told of"
            assert not re.search(r"into \d+ \w+ \d", words), "two upgrades are run together"
    print(f"{game}: {pressed} presses")
    page.get_by_role("button", name="See the result").click()
    expect(page.locator("td.total")).to_have_count(2)


def told_of(tree: CDPSession) -> list[tuple[str, int]]:
    """Lists the buttons of the table as a screen reader knows them: names and nodes, without switches."""
    nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    found = []
    for node in nodes:
        states = {state["name"]: state["value"].get("value") for state in node.get("properties", ())}
        name = node.get("name", {}).get("value", "")
        if node["ignored"] or node["role"]["value"] != "button" or name in ASIDE:
            continue
        if states.get("disabled") or {"expanded", "pressed"} & set(states) or not within(by_id, node, "main"):
            continue
        if within(by_id, node, "region", "Since your last turn"):
            continue
        found.append((name, node["backendDOMNodeId"]))
    return found


def within(by_id: dict[str, Any], node: dict[str, Any], role: str, name: str = "") -> bool:
    """Tells whether a node lies in a landmark."""
    at = by_id.get(node.get("parentId", ""))
    while at is not None:
        if at.get("role", {}).get("value") == role and (not name or at.get("name", {}).get("value") == name):
            return True
        at = by_id.get(at.get("parentId", ""))
    return False


def click(tree: CDPSession, node: int) -> None:
    """Presses a node of the tree, as a screen reader does, unless the board was drawn anew meanwhile."""
    try:
        element = tree.send("DOM.resolveNode", {"backendNodeId": node})["object"]["objectId"]
    except Error as error:
        if "No node with given id" in error.message:
            return
        raise
    tree.send("Runtime.callFunctionOn", {"objectId": element, "functionDeclaration": "function () { this.click() }"})
