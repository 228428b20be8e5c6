"""Turns in a real browser: every question after a reload, undo, takeback, hints, keyboard alone, phones."""

import pytest
from playwright.sync_api import Page, Route, expect

from serai.game import Game
from tests.browser.conftest import Arrive
from tests.browser.people import (
    PHONE,
    Watch,
    asked,
    button,
    decide,
    go_to,
    here,
    my_turn,
    number,
    offered,
    shown,
)
from tests.browser.tables import Book, dealt, game_at, planned

pytestmark = pytest.mark.compiled
IN_SIGHT = """() => {
  const [mark, box] = [".hinted", ".chart-box"].map(name => document.querySelector(name)?.getBoundingClientRect());
  return mark && mark.left >= box.left && mark.right <= box.right && mark.top >= box.top && mark.bottom <= box.bottom;
}"""
PHASES = {
    "spice_road": ("turn", "pay", "upgrade", "trade", "discard"),
    "sand_to_sea": (
        *("start", "place", "turn", "pay", "upgrade", "trade", "sail"),
        *("toll", "act", "build", "bonus", "market", "discard"),
    ),
    "east_to_west": (
        *("turn", "market", "replace", "upgrade", "trade", "barter", "explore", "bonus", "swap", "discard"),
    ),
}
BY_CHANCE = {"pay", "toll", "discard", "market", "replace", "swap", "barter", "trade"}


@pytest.mark.parametrize("game", PHASES)
def test_in_every_phase_a_reload_shows_the_same_question_and_it_can_be_answered(
    arrive: Arrive, book: Book, game: str
) -> None:
    ada = arrive()
    for phase in PHASES[game]:
        position = game_at(game, phase, bot="random" if phase in BY_CHANCE else "trader")
        page = ada.open(book.seat(position, ada.id))
        assert page.locator("#table").get_attribute("data-phase") == phase
        before = asked(page), offered(page), number(page), page.title()
        assert {decision.split(";")[0] for decision in before[1]} <= set(position.legal())
        page.reload()
        assert (asked(page), offered(page), number(page), page.title()) == before
        decide(page, planned(position))


def test_undo_takes_the_last_decision_back(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    position = game_at("spice_road", "turn", after=4, where="play +2")
    page = ada.open(book.seat(position, ada.id))
    question, choices = asked(page), offered(page)
    expect(page.locator("#do-undo")).to_have_count(0)
    decide(page, "play +2")
    assert page.locator("#table").get_attribute("data-phase") == "upgrade"
    decide(page, planned(played(position, "play +2")))
    seen = number(page)
    page.locator("#do-undo").click()
    shown(page, seen + 1)
    assert page.locator("#table").get_attribute("data-phase") == "upgrade"
    seen = number(page)
    page.locator("#do-undo").click()
    shown(page, seen + 1)
    assert (asked(page), offered(page)) == (question, choices)


def played(game: Game, *decisions: str) -> Game:
    """Returns a game after more decisions."""
    twin = Game.from_json(game.to_json())
    for decision in decisions:
        twin.play(decision)
    return twin


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_a_turn_is_taken_back_past_what_the_bot_did(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at(game, "turn", after=8), ada.id))
    table = book.read(here(page))
    assert table.game is not None
    question, choices, turn = asked(page), offered(page), table.game.turn
    while table.game.turn == turn:
        decide(page, planned(table.game))
        my_turn(page, book, table)
    page.locator("#do-takeback").click()
    page.wait_for_function(
        "choices => choices === [...new Set([...document.querySelectorAll('#table [name=decision]')]"
        ".map(button => button.value))].sort().join('|')",
        arg="|".join(choices),
    )
    assert asked(page) == question
    assert book.game(table.id).turn == turn


def test_between_people_a_takeback_is_asked_for_refused_and_granted(arrive: Arrive, book: Book) -> None:
    position = game_at("spice_road", "turn", after=6, where="play YY")
    ada, ben = arrive("Ada"), arrive("Ben")
    table = book.seat(position, ada.id, ben.id)
    hers, his = ada.open(table), ben.open(table)
    choices = offered(hers)
    decide(hers, "play YY")
    shown(his, number(hers))
    decide(his, "rest" if "rest" in offered(his) else offered(his)[0])
    shown(hers, number(his))
    for answer in ("No, the game goes on", "Yes, Ada may"):
        hers.locator("#do-takeback").click()
        expect(hers.locator("#ask h1")).to_have_text("You asked to take back your last turn")
        shown(his, number(hers))
        expect(his.locator("#ask h1")).to_have_text("Ada asks to take back a turn")
        his.get_by_role("button", name=answer).click()
        expect(hers.locator("#ask h1")).not_to_have_text("You asked to take back your last turn")
        if answer.startswith("No"):
            assert "play YY" not in offered(hers)
    expect(hers.locator("#ask h1")).to_have_text("Your turn: choose an action")
    assert offered(hers) == choices
    expect(his.locator("#ask h1")).to_have_text("It is Ada’s turn")


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_a_hint_says_and_marks_what_a_strong_bot_would_do(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive()
    position = game_at(game, "turn", after=10)
    page = ada.open(book.seat(position, ada.id))
    page.locator("#do-hint").click()
    panel = page.locator("#hint-panel")
    expect(panel).to_be_visible()
    assert len(panel.locator(".first").inner_text()) > 5
    panel.locator("summary").click()
    expect(panel).to_contain_text("Your chance to win: about")
    expect(page.locator("[aria-live=polite].unseen")).to_contain_text(
        "choose an action. What a strong player would do."
    )
    assert page.locator("#table .is-hinted, #table .hinted").count()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "do-hint"
    decide(page, planned(position))


def test_who_decides_does_not_wait_for_a_hint(arrive: Arrive, book: Book, watch: Watch) -> None:
    watch.expected += ["htmx:sendAbort", "htmx:afterRequest"]
    ada = arrive()
    position = game_at("spice_road", "turn", after=10)
    page = ada.open(book.seat(position, ada.id))
    asked: list[Route] = []
    page.route("**/hint", lambda route: asked.append(route))
    with page.expect_request("**/hint"):
        page.locator("#do-hint").click()
    decide(page, planned(position))
    expect(page.locator("#connection")).to_have_class("conn ok")
    expect(page.locator("#do-hint.is-sent")).to_have_count(0)


def test_the_tile_of_a_hint_is_brought_into_sight_on_a_phone(arrive: Arrive, book: Book) -> None:
    ada = arrive(**PHONE)
    page = ada.open(book.seat(game_at("sand_to_sea", "place"), ada.id))
    page.locator("#do-hint").tap()
    expect(page.locator("#hint-panel")).to_be_visible()
    for corner in ((0, 0), (9999, 9999)):
        page.locator(".chart-box").evaluate("(box, corner) => box.scrollTo(...corner)", list(corner))
        page.locator("#do-hint").tap()
        page.wait_for_function(IN_SIGHT)


TWICE = "wanted => { const button = document.querySelector(wanted); button.click(); button.click(); }"
SENT = 400  # milliseconds in which a second decision would have been sent and shown


def test_a_double_click_decides_once(arrive: Arrive, book: Book) -> None:
    """The second press would be an empty decision, or pay another cube, once the first one is stored."""
    position = dealt("spice_road", 1)
    ada = arrive()
    page = ada.open(book.seat(position, ada.id))
    for decision in (f"acquire {position.view(0)['merchants'][3]['card']}", "pay Y"):
        before = number(page)
        page.evaluate(TWICE, button(decision))
        shown(page, before + 1)
        page.wait_for_timeout(SENT)
        assert number(page) == before + 1
        expect(page.locator("#ask .said")).to_have_count(0)


# By keyboard alone.


def by_key(page: Page, decision: str) -> None:
    """Takes a decision with the keyboard."""
    seen = number(page)
    go_to(page, button(decision))
    page.keyboard.press("Enter")
    shown(page, seen + 1)


def test_a_card_is_acquired_and_paid_by_keyboard(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    position = game_at("spice_road", "turn", after=8, where="acquire")
    row = [place["card"] for place in position.view(position.seat)["merchants"]]
    card = next(card for card in row[2:] if f"acquire {card}" in position.legal())
    page = ada.open(book.seat(position, ada.id))
    by_key(page, f"acquire {card}")
    for _ in row[: row.index(card)]:
        assert page.locator("#table").get_attribute("data-phase") == "pay"
        assert page.evaluate("document.activeElement.closest('.tray') !== null"), "the focus is on the cubes"
        seen = number(page)
        page.keyboard.press("Enter")
        shown(page, seen + 1)
    assert card in book.game(here(page)).view(0)["players"][position.seat]["hand"]


def test_cubes_are_upgraded_by_keyboard_and_arrow_keys(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    position = game_at("spice_road", "turn", after=4, where="play +2")
    page = ada.open(book.seat(position, ada.id))
    by_key(page, "play +2")
    go_to(page, ".tray [name=decision]")
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == first
    seen = number(page)
    page.keyboard.press("Enter")
    shown(page, seen + 1)
    by_key(page, "stop")
    first, second, third = book.game(here(page)).decisions()[len(position.decisions()) :][:3]
    assert (first, second[:8], third) == ("play +2", "upgrade ", "stop")


def test_a_boat_is_sailed_by_keyboard(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    position = game_at("sand_to_sea", "turn", after=8, where="sail")
    page = ada.open(book.seat(position, ada.id))
    goal = next(decision for decision in position.legal() if decision.startswith("sail")).split()[1]
    go_to(page, ".hex")
    at, there = "document.activeElement.dataset", f"document.getElementById('hex-{goal}').dataset"
    for _ in range(12):
        dx = page.evaluate(f"{there}.x - {at}.x")
        dy = page.evaluate(f"{there}.y - {at}.y")
        if not dx and not dy:
            break
        across = abs(dx) > 10 and (abs(dx) > abs(dy) or abs(dy) < 10)
        page.keyboard.press(
            ("ArrowRight" if dx > 0 else "ArrowLeft") if across else ("ArrowDown" if dy > 0 else "ArrowUp")
        )
    assert page.evaluate("document.activeElement.id") == f"hex-{goal}"
    seen = number(page)
    page.keyboard.press("Enter")
    if page.locator("#ask.planning").count():
        page.keyboard.press("Enter")
    shown(page, seen + 1)
    assert book.game(here(page)).decisions()[-1].startswith(f"sail {goal}")


def test_a_turn_of_east_to_west_is_played_by_keyboard(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    page = ada.open(book.seat(game_at("east_to_west", "turn", after=6), ada.id))
    table = book.read(here(page))
    assert table.game is not None
    turn = table.game.turn
    while table.game.turn == turn:
        by_key(page, planned(table.game))
        my_turn(page, book, table)


# On a phone.


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_turns_are_played_on_a_phone(arrive: Arrive, book: Book, game: str) -> None:
    ada = arrive(**PHONE)
    page = ada.open(book.seat(game_at(game, "turn", after=10), ada.id))
    table = book.read(here(page))
    assert table.game is not None
    turn = table.game.turn
    while table.game.turn < turn + 5 and my_turn(page, book, table):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        decide(page, planned(table.game), tap=True)
        book.read(table.id, table)
    page.locator("#show-log").tap()
    expect(page.locator("#log ol")).to_be_visible()
    page.locator("#log [data-close=log]").tap()
    expect(page.locator("body.log-open")).to_have_count(0)
    head = page.locator(".rival-head").first
    head.tap()
    expect(page.locator(".rival-body").first).to_be_visible()


def test_no_click_is_lost_while_things_move(arrive: Arrive, book: Book) -> None:
    """With animations on, each button is pressed by the bare mouse as soon as the board has changed."""
    ada = arrive(reduced_motion="no-preference")
    page = ada.open(book.seat(game_at("spice_road", "turn", after=12), ada.id))
    table = book.read(here(page))
    for _ in range(8):
        if not my_turn(page, book, table) or table.game is None:
            break
        box = page.locator(button(planned(table.game))).first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        shown(page, table.number + 1)
