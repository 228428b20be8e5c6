"""Safety in a real browser: forms without a referrer, home networks without https, script in names, deleted names."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Dialog, Page, Request, expect

from tests.browser.conftest import Arrive
from tests.browser.people import NUMBER, Watch, decide, here, number
from tests.browser.tables import Book, game_at, planned
from tests.browser.test_pages import check
from tests.web.servers import Served, served

pytestmark = pytest.mark.compiled

LAN = "table.serai.test"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a name in the network, whose clients may change little."""
    with served(tmp_path_factory.mktemp("strict"), "--workers", "1", "--name", LAN, "--limit", "changes=4") as running:
        yield running


def policy(page: Page, address: str) -> str:
    """Goes to a page; returns what it may tell of itself."""
    answer = page.goto(address)
    assert answer is not None
    return answer.headers["referrer-policy"]


def sent_by_german(page: Page) -> dict[str, str]:
    """Chooses German by the form of the page; returns the headers that were sent with it."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.locator("button[name=language][value=de]").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    [request] = sent
    return request.all_headers()


def test_forms_are_ours_though_no_page_tells_where_it_was(arrive: Arrive) -> None:
    page = arrive("").page
    assert policy(page, "/about") == "no-referrer"
    headers = sent_by_german(page)
    assert (headers["origin"], headers["sec-fetch-site"], "referer" in headers) == ("null", "same-origin", False)
    assert urlsplit(page.url).path == "/about"


def test_forms_work_in_a_home_network_where_browsers_say_less(browser: Browser, strict: Served) -> None:
    address = f"http://{LAN}:{urlsplit(strict.address).port}"
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        assert policy(page, f"{address}/about") == "same-origin"
        headers = sent_by_german(page)
        assert (headers["origin"], "sec-fetch-site" in headers) == (address, False)
        assert page.url == f"{address}/about"


def test_who_presses_too_often_is_told_so_at_the_table(browser: Browser, strict: Served) -> None:
    with browser.new_context(base_url=strict.address, locale="en-GB") as context:
        context.request.post("/api/guest", data={"name": "Ada"})
        plan = {"game": "spice_road", "places": [{"kind": "me"}, {"kind": "me"}]}
        table = context.request.post("/api/tables", data=plan).json()["id"]
        page = context.new_page()
        page.goto(f"/table/{table}")
        for _ in range(12):
            if page.locator(".notice").count():
                break
            seen = number(page)
            page.locator("button[name=decision]:visible:enabled").first.click()
            page.wait_for_function(f"seen => document.querySelector('.notice') || {NUMBER} > seen", arg=seen)
        expect(page.locator(".notice")).to_have_text("That was a lot at once. Please wait a moment and try again.")


def test_script_in_a_name_does_not_run(arrive: Arrive, book: Book) -> None:
    ada, ben = arrive("<img src=x onerror=alert(1)>"), arrive("<script>alert(2)</script>")
    shown: list[Dialog] = []
    for person in (ada, ben):
        person.page.on("dialog", lambda dialog: shown.append(dialog))
    position = game_at("spice_road", "turn", after=6)
    page = ada.open(book.seat(position, ada.id, ben.id))
    expect(page.locator("#table").get_by_text("<script>alert(2)</script>").first).to_be_attached()
    decide(page, planned(position))
    ben.page.goto(page.url)
    for path in ("/", "/me"):
        ada.page.goto(path)
    assert shown == []


def test_name_and_games_are_deleted_by_hand(arrive: Arrive, book: Book, watch: Watch) -> None:
    ada, ben = arrive("Adelheid"), arrive("Ben")
    table = book.seat(game_at("spice_road", "turn", after=6), ada.id, ben.id)
    ben.open(table)
    ada.page.goto("/")
    ada.page.get_by_role("link", name="My data").click()
    check(ada.page, "my data")
    ada.page.get_by_role("button", name="Delete my name and games").click()
    assert urlsplit(ada.page.url).path == "/me"
    ada.page.get_by_text("I understand that this cannot be undone.").click()
    ada.page.get_by_role("button", name="Delete my name and games").click()
    expect(ada.page.get_by_text("Nothing is known about you here")).to_be_visible()
    check(ada.page, "nothing known")
    expect(ben.page.locator("#table").get_by_text("Former player").first).to_be_attached()
    assert "Adelheid" not in ben.page.content()
    assert here(ben.page) == table
