"""A person at a browser: opens pages, presses what a decision needs, and notes everything that goes wrong."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Response, expect

from serai.web.tables.model import Table
from tests.browser.tables import Book

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
NUMBER = "Number(document.getElementById('table')?.dataset.number)"
SECONDS = 40


class Watch:
    """What no page may do: write errors to the console, ask for what is not there, or ask another server."""

    def __init__(self, address: str) -> None:
        """Has seen nothing yet; `expected` holds words of what a test brings about on purpose."""
        self.host = urlsplit(address).netloc
        self.expected: list[str] = []
        self.wrong: list[str] = []

    def context(self, context: BrowserContext) -> None:
        """Watches all pages of a browser context."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self._note(f"script: {error.error}"))
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("requestfailed", self._failed)

    def check(self) -> None:
        """Returns what went wrong."""
        found = [text for text in self.wrong if not any(word in text for word in self.expected)]
        assert not found, "\n".join(found)

    def _note(self, text: str) -> None:
        self.wrong.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console {message.type}: {message.text} {message.location}")

    def _request(self, request: Request) -> None:
        at = urlsplit(request.url)
        if at.scheme not in ("data", "blob", "about") and at.netloc != self.host:
            self._note(f"another host: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"status {response.status}: {response.url}")

    def _failed(self, request: Request) -> None:
        """Notes what never arrived; a stream or fetch that ends with its page is as it should be."""
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.url} {request.failure}")


class Person:
    """A guest with a browser context of their own; `page` is the first tab."""

    def __init__(self, browser: Browser, address: str, book: Book, watch: Watch, name: str, **given: Any) -> None:
        """Becomes a guest; without a name nobody knows them yet."""
        settings = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", "locale": "en-GB"}
        self.context = browser.new_context(**{"base_url": address, **settings, **given})
        self.context.set_default_timeout(1000 * SECONDS)
        watch.context(self.context)
        self.book, self.id = book, ""
        if name:
            told = self.context.request.post("/api/guest", data={"name": name})
            assert told.status == 201, told.text()
            self.id = str(told.json()["token"]).rsplit(".", 2)[0]
        self.page = self.context.new_page()

    def open(self, table: str) -> Page:
        """Opens a table and waits until its stream is there."""
        self.page.goto(f"/table/{table}")
        connected(self.page)
        return self.page


def here(page: Page) -> str:
    """Returns the id of the table that a page shows."""
    return page.url.rpartition("/")[2]


def connected(page: Page) -> None:
    """Waits until a page receives changes."""
    expect(page.locator("#connection.ok")).to_be_attached()


def number(page: Page) -> int:
    """Returns the number of the event that a page shows."""
    return int(page.evaluate(NUMBER))


def shown(page: Page, at_least: int) -> None:
    """Waits until a page shows an event."""
    page.wait_for_function(f"least => {NUMBER} >= least", arg=at_least)


def asked(page: Page) -> str:
    """Returns the question of a page."""
    return page.locator("#ask h1").inner_text()


def offered(page: Page) -> list[str]:
    """Lists the decisions that a page offers."""
    values = page.eval_on_selector_all("#table [name=decision]", "all => all.map(button => button.value)")
    return sorted(set(values))


def button(decision: str) -> str:
    """Returns the selector of a decision's buttons."""
    return f'#table [name=decision][value="{decision}"]'


def turn_to(page: Page, selector: str) -> Locator:
    """Brings something into sight as a person would: on small screens it may lie in another part of the table."""
    seen = page.locator(selector).filter(visible=True)
    if not seen.count():
        for tab in page.locator("[data-part-to], .parts [data-show]").filter(visible=True).all():
            tab.click()
            if seen.count():
                break
    return seen.first


def press(page: Page, decision: str, tap: bool = False) -> None:
    """Takes a decision by its button; small cards are lifted first, steps chosen on the map, then paid with a card."""
    words = decision.split()
    if words[0] == "sail" and len(words) == 3 and page.locator(f"#hex-{words[1]}").get_attribute("name") is None:
        push(turn_to(page, f"#hex-{words[1]}"), tap)
        push(turn_to(page, f'[data-card="{words[2]}"]'), tap)
    else:
        push(turn_to(page, button(decision)), tap)
        lifted = page.locator(".lift .btn")
        if lifted.count():
            push(lifted, tap)


def push(wanted: Locator, tap: bool) -> None:
    """Clicks or touches, twice what would do nothing."""
    if wanted.get_attribute("data-idle"):
        push_once(wanted, tap)
    push_once(wanted, tap)


def push_once(wanted: Locator, tap: bool) -> None:
    """Clicks or touches."""
    if tap:
        wanted.tap()
    else:
        wanted.click()


def decide(page: Page, decision: str, tap: bool = False) -> None:
    """Takes a decision and waits until the page shows that it is stored."""
    before = number(page)
    press(page, decision, tap)
    shown(page, before + 1)


def my_turn(page: Page, book: Book, known: Table) -> bool:
    """Waits until a page asks its person or shows the end of the game; tells which, the table read up to there."""
    page.wait_for_function(
        "() => { const all = document.getElementById('table').dataset; return 'yours' in all || 'over' in all; }"
    )
    book.read(known.id, known)
    return known.stage == "running"


def go_to(page: Page, wanted: str, most: int = 150) -> None:
    """Presses the tab key until something is focused that a selector names."""
    for _ in range(most):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key never comes to {wanted}")
