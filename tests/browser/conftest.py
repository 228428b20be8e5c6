"""A real server in a process of its own, real Chromium, and people who may do nothing wrong unseen."""

import shutil
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import SECONDS, Person, Watch
from tests.browser.tables import Book
from tests.web.servers import Served, served

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP table.serai.test 127.0.0.1",
]
NOTES = "stored.txt"
Arrive = Callable[..., Person]
expect.set_options(timeout=1000 * SECONDS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("browser")
    with served(folder, "--workers", "1", noted=folder / NOTES) as started:
        until = time.monotonic() + 120
        while httpx.get(f"{started.address}/readyz").status_code != 200:
            assert time.monotonic() < until, "the bots do not get ready"
            time.sleep(0.1)
        yield started


@pytest.fixture(scope="session")
def book(server: Served) -> Book:
    return Book(server.log.parent / "serai.db")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path is not None, "Chromium is not installed (Debian package chromium); these tests need it"
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=path, args=SWITCHES)
        yield started
        started.close()


@pytest.fixture
def watch(server: Served) -> Iterator[Watch]:
    kept = Watch(server.address)
    yield kept
    kept.check()


@pytest.fixture
def arrive(browser: Browser, server: Served, book: Book, watch: Watch) -> Iterator[Arrive]:
    """Lets people arrive, each with a browser context; they leave when the test is over."""
    people: list[Person] = []

    def come(name: str = "Ada", **given: object) -> Person:
        people.append(Person(browser, server.address, book, watch, name, **given))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
