"""What is this? Anything at a table tells what it is, what it is for the viewer now, and which rule applies."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import LYING, PHONE, button, go_to, here, number, push_once, shown
from tests.browser.tables import Book, dealt, game_at

pytestmark = pytest.mark.compiled

KINDS = {
    "spice_road": (
        *(".points .card.p", ".merchants .card.m:not(.back)", ".points .pile", ".deck .card", ".hand .card"),
        *(".tray .cube", ".rival-head"),
    ),
    "sand_to_sea": (
        *('.hex[data-rule="port"]', '.hex[data-rule="build"]', '.hex[data-rule="sail"]', ".bonuses .card"),
        *(".stackspot .card", ".merchants .card.m:not(.back)", ".deck .card", ".rival-head"),
    ),
    "east_to_west": (
        *(".fort", ".site", ".stall", ".stackbox .bt", ".xts .xt", ".md .card", ".pd", ".route .card"),
        *(".sym[role=img]", ".people", ".rival-head"),
    ),
}


def told(page: Page) -> Iterator[str]:
    """Yields the title and each paragraph of what is told."""
    expect(page.locator(".peek")).to_be_visible()
    yield from page.locator(".peek h2, .peek p").all_inner_texts()


def rule(page: Page) -> str:
    """Returns the address of the rule that is linked."""
    return page.locator(".peek a").get_attribute("href") or ""


def hold(thing: Locator) -> None:
    """Rests a finger on something."""
    box = thing.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = thing.page.context.new_cdp_session(thing.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(thing.page.locator(".peek")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("game", KINDS)
def test_one_of_each_kind_is_explained_by_pointer_key_and_finger(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive()
    table = book.seat(game_at(game, "turn", after=12), ada.id)
    page = ada.open(table)
    for kind in KINDS[game]:
        thing = page.locator(f"#table {kind}").filter(visible=True).first
        thing.evaluate("thing => { if (thing.tabIndex < 0) thing.tabIndex = -1; thing.focus(); }")
        page.keyboard.press("i")
        assert all(told(page)), kind
        assert "#" in rule(page), kind
        page.keyboard.press("Escape")
        expect(page.locator(".peek")).to_have_count(0)
    page.locator(".rival-head .nm").first.hover()
    assert "Holds" in " ".join(told(page))
    ben = arrive("Ben", **PHONE)
    phone = ben.open(book.seat(game_at(game, "turn", after=12), ben.id))
    hold(phone.locator("#table .rival-head .nm").first)
    assert "Holds" in " ".join(told(phone))


LACKING = {
    "spice_road": ".points .card[data-of]",
    "sand_to_sea": ".hex[data-rule=port][data-of]",
    "east_to_west": ".fort[data-lacks]",
}
LACKS = """thing => thing.dataset.lacks
  ?? JSON.parse(document.getElementById("for-me").dataset.about)[thing.dataset.of]?.[1] ?? "" """


@pytest.mark.parametrize("game", LACKING)
def test_what_is_lacking_is_told_by_colour(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at(game, "turn", after=12), ada.id))
    thing = next(each for each in page.locator(LACKING[game]).all() if each.evaluate(LACKS))
    thing.hover()
    expect(page.locator(".peek .need span")).to_have_count(len(set(thing.evaluate(LACKS))))
    assert page.locator(".peek .need").inner_text().startswith("You lack")


SENT = 300  # milliseconds in which a decision would have been sent and shown
REASONS = {
    "spice_road": (".points .card[role=img]", "You lack"),
    "sand_to_sea": (".hex[data-cannot]", "Your boat cannot get there"),
    "east_to_west": (".site[data-cannot]", ""),
}


@pytest.mark.parametrize("game", REASONS)
def test_a_press_on_what_cannot_be_done_is_answered_at_once(arrive: Arrive, book: Book, game: str) -> None:
    wanted, reason = REASONS[game]
    ada = arrive(**PHONE)
    page = ada.open(book.seat(game_at(game, "turn", after=12), ada.id))
    thing = page.locator(f"#table {wanted}").filter(visible=True).first
    thing.tap(force=True)
    lines = page.locator(".peek .reasons").inner_text()
    assert lines.startswith(reason or thing.get_attribute("data-cannot") or "-")
    page.locator(".peek h2").tap()
    expect(page.locator(".peek")).to_have_count(0)
    thing.tap(force=True)
    expect(page.locator(".peek")).to_be_visible()
    before, rest = number(page), page.locator("#table [name=decision][value=rest]")
    rest.tap()
    expect(page.locator(".peek")).to_have_count(0)
    page.wait_for_timeout(SENT)
    assert number(page) == before
    rest.tap()
    shown(page, before + 1)


def test_a_pointer_plays_beside_what_is_explained(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at("spice_road", "turn", after=12), ada.id))
    page.locator("#table .points .card").first.hover()
    expect(page.locator(".peek")).to_be_visible()
    before = number(page)
    page.locator("#table [name=decision][value=rest]").click()
    shown(page, before + 1)


@pytest.mark.parametrize("way", ["mouse", "finger", "keyboard"])
def test_what_would_do_nothing_says_so_and_is_done_by_a_second_press(arrive: Arrive, book: Book, way: str) -> None:
    game = dealt("spice_road", 1)
    for decision in (f"acquire {game.view(0)['merchants'][3]['card']}", *3 * ("pay Y",), "play YY"):
        game.play(decision)
    ada = arrive(**(PHONE if way == "finger" else {}))
    page = ada.open(book.seat(game, ada.id))
    card = page.locator(button("play +2"))
    before = number(page)

    def press() -> None:
        if way == "keyboard":
            card.focus()
            page.keyboard.press("Enter")
        else:
            push_once(card, tap=way == "finger")

    press()
    expect(page.locator(".peek [role=alert]")).to_contain_text("nothing that can be upgraded")
    page.keyboard.press("Escape")
    press()
    expect(page.locator(".peek [role=alert]")).to_contain_text("Press again")
    page.wait_for_timeout(SENT)
    assert number(page) == before
    press()
    shown(page, before + 1)
    assert book.game(here(page)).decisions()[5] == "play +2"


NEVER_CHOSEN = {"spice_road": ".now-pts", "sand_to_sea": ".now-pts", "east_to_west": ".people"}


@pytest.mark.parametrize("game", NEVER_CHOSEN)
def test_a_press_on_what_is_never_a_choice_tells_what_it_is(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive(**PHONE)
    page = ada.open(book.seat(game_at(game, "turn", after=12), ada.id))
    thing = page.locator(f"#table .me {NEVER_CHOSEN[game]}").filter(visible=True).first
    thing.tap(force=True)
    assert page.locator(".peek h2").inner_text() in (thing.get_attribute("aria-label") or "")
    expect(page.locator(".peek .reasons")).to_have_count(0)


def test_enter_on_what_cannot_be_done_says_what_is_asked_first(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at("spice_road", "pay"), ada.id))
    go_to(page, ".points [role=img]")
    while not page.evaluate("document.activeElement.matches('.card')"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator(".peek [role=alert]").inner_text().startswith("First: Pay a spice")


def test_keys_reach_what_cannot_be_pressed(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at("spice_road", "pay"), ada.id))
    go_to(page, ".points [role=img]")
    while not page.evaluate("document.activeElement.matches('.card')"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("i")
    assert "#claim" in rule(page)


def test_on_a_lying_phone_the_board_stays_in_sight(arrive: Arrive, book: Book) -> None:
    ada = arrive(**LYING)
    page = ada.open(book.seat(game_at("spice_road", "turn", after=12), ada.id))
    hold(page.locator(".points .card").first)
    peek, board = (page.locator(wanted).bounding_box() for wanted in (".peek", "#table .market"))
    assert peek is not None
    assert board is not None
    assert peek["x"] >= board["x"] + board["width"] - 8


def test_what_slides_under_a_resting_pointer_is_not_explained(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at("spice_road", "turn", after=12), ada.id))
    page.locator("#table .hand .card").first.hover()
    expect(page.locator(".peek")).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate(
        """() => new Promise(done => {
        document.querySelector("#table .hand .card").closest("li").remove();
        setTimeout(done, 700);
        })"""
    )
    expect(page.locator(".peek")).to_have_count(0)
