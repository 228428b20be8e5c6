"""Pages that follow a table: streams, several tabs, hidden tabs, lost connections, absent players."""

import socket
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import Person, Watch, connected, decide, here, my_turn, number, offered, press, shown
from tests.browser.tables import Book, dealt, game_at, planned
from tests.web.servers import served

pytestmark = pytest.mark.compiled
LOST = [
    *("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"),
    *("ERR_INCOMPLETE_CHUNKED", "ERR_CONTENT_LENGTH_MISMATCH", "ERR_EMPTY_RESPONSE"),
    *("htmx:afterRequest", "htmx:sendError"),
]


def next_choice(book: Book, page: Page) -> str:
    """Returns what planner would do at the table of a page."""
    return planned(book.game(here(page)))


def hide(page: Page, hidden: bool) -> None:
    """Tells a page that its tab is hidden or seen again."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_several_tabs_of_one_seat_agree_and_an_answer_too_late_gets_the_fresh_board(arrive: Arrive, book: Book) -> None:
    ada = arrive()
    table = book.seat(game_at("spice_road", "turn", after=6), ada.id)
    first = ada.open(table)
    second = ada.context.new_page()
    second.goto(f"/table/{table}")
    connected(second)
    decide(first, next_choice(book, first))
    my_turn(first, book, book.read(table))
    shown(second, number(first))
    assert offered(second) == offered(first)
    hide(second, True)
    stale, seen = offered(second)[0], number(first)
    decide(first, next_choice(book, first))
    press(second, stale)
    expect(second.locator("#ask .said")).to_be_visible()
    shown(second, seen + 1)
    hide(second, False)
    my_turn(first, book, book.read(table))
    shown(first, book.read(table).number)
    shown(second, number(first))
    assert offered(second) == offered(first)


def test_a_hidden_tab_closes_its_stream_and_catches_up_when_it_is_seen_again(arrive: Arrive, book: Book) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    table = book.seat(game_at("spice_road", "turn", after=6), ada.id, ben.id)
    hers, his = ada.open(table), ben.open(table)
    streams: list[str] = []
    his.on("request", lambda request: streams.append(request.url) if "/stream" in request.url else None)
    seen = number(his)
    with his.expect_event("requestfailed", lambda request: "/stream" in request.url):
        hide(his, True)
    decide(hers, next_choice(book, hers))
    his.wait_for_timeout(1500)
    assert number(his) == seen
    assert streams == []
    hide(his, False)
    shown(his, number(hers))
    assert len(streams) == 1
    assert f"after={seen}" in streams[0]


def test_a_page_without_a_network_says_so_and_catches_up(arrive: Arrive, book: Book, watch: Watch) -> None:
    watch.expected += LOST
    ada, ben = arrive("Ada"), arrive("Ben")
    table = book.seat(game_at("east_to_west", "turn", after=6), ada.id, ben.id)
    hers, his = ada.open(table), ben.open(table)
    ben.context.set_offline(True)
    expect(his.locator("#connection.lost")).to_have_text("Connection lost.")
    expect(his.locator("#toast")).to_contain_text("Your table is safe.")
    expect(his.locator(".lantern").first).to_be_hidden()
    decide(hers, next_choice(book, hers))
    ben.context.set_offline(False)
    shown(his, number(hers))
    expect(his.locator("#connection.ok")).to_have_text("Connected")


def test_a_page_outlives_a_power_cut_of_the_server(browser: Browser, tmp_path: Path) -> None:
    """The server is killed and started again; the page comes back by itself and goes on with the same question."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with served(tmp_path, "--workers", "1", "--port", port) as server:
        book, watch = Book(tmp_path / "serai.db"), Watch(server.address)
        watch.expected += LOST
        ada = Person(browser, server.address, book, watch, "Ada")
        page = ada.open(book.seat(game_at("spice_road", "turn", after=6), ada.id))
        choices = offered(page)
        server.kill()
        expect(page.locator("#connection.lost")).to_be_attached()
        press(page, next_choice(book, page))
        expect(page.locator("#toast")).to_contain_text("Your last click was not confirmed")
        assert offered(page) == choices
    with served(tmp_path, "--workers", "1", "--port", port):
        expect(page.locator("#connection.ok")).to_be_attached(timeout=60_000)
        assert offered(page) == choices
        decide(page, next_choice(book, page))
        ada.context.close()
    watch.check()


def test_a_bot_plays_for_somebody_absent_who_comes_back(arrive: Arrive, book: Book) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    table = book.seat(game_at("spice_road", "turn", after=6), ben.id, ada.id, absent_minutes=1, ago=48)
    hers = ada.open(table)
    call = hers.get_by_role("button", name="Let a bot play for Ben")
    expect(call).to_have_count(0)
    expect(call).to_be_visible(timeout=60_000)
    call.click()
    his = ben.open(table)
    expect(his.locator("#ask h1")).to_have_text("A bot plays for you")
    my_turn(hers, book, book.read(table))
    his.get_by_role("button", name="I am back").click()
    expect(his.locator("#ask h1")).to_have_text("It is Ada’s turn")
    shown(hers, number(his))
    while hers.locator("#table[data-yours]").count():
        decide(hers, next_choice(book, hers))
    expect(his.locator("#table[data-yours]")).to_be_visible()
    decide(his, next_choice(book, his))


def test_watchers_follow_and_may_do_nothing(arrive: Arrive, book: Book) -> None:
    ada, cleo = arrive("Ada"), arrive("Cleo")
    table = book.seat(dealt("sand_to_sea", 3), ada.id)
    hers, watching = ada.open(table), cleo.open(table)
    assert offered(watching) == []
    decide(hers, next_choice(book, hers))
    shown(watching, number(hers))
    assert offered(watching) == []


def test_a_busy_stream_is_not_taken_for_a_dead_one(arrive: Arrive, book: Book) -> None:
    """A server with news to send says nothing else: news are signs of life too."""
    ada, ben = arrive("Ada"), arrive("Ben")
    table = book.read(book.seat(game_at("spice_road", "turn", after=6), ada.id, ben.id))
    ada.page.clock.install()
    streams: list[str] = []
    ada.page.on("request", lambda request: streams.append(request.url) if "/stream" in request.url else None)
    page = ada.open(table.id)
    for _ in range(5):
        assert table.game is not None
        decider = ada if table.chairs[table.game.seat].guest == ada.id else ben
        sent = {"decisions": planned(table.game).split(";"), "seen": table.number}
        assert decider.context.request.post(f"/api/tables/{table.id}/decide", data=sent).status == 200
        book.read(table.id, table)
        shown(page, table.number)
        page.clock.run_for(10_000)
    assert len(streams) == 1, "the stream is closed and opened again"
