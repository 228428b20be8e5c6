"""A real server in a process of its own, real Chromium, and people who may do nothing wrong unseen."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.patience import MOST_SECONDS, Patience
from tests.browser.people import SECONDS, Person, Watch
from tests.browser.tables import Book
from tests.web.servers import Served, served
from tools.chromium import launch

NAMED = "--host-resolver-rules=MAP table.serai.test 127.0.0.1"
NOTES = "stored.txt"
LONGEST = 3600.0
Arrive = Callable[..., Person]
expect.set_options(timeout=1000 * SECONDS)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("browser")
    with served(folder, "--workers", "1", module=("tools.event_timing_server", str(folder / NOTES))) as started:
        until = time.monotonic() + 600
        while httpx.get(f"{started.address}/readyz", timeout=30).status_code != 200:
            assert time.monotonic() < until, "the bots do not get ready"
            time.sleep(0.1)
        yield started


@pytest.fixture(scope="package")
def book(server: Served) -> Book:
    return Book(server.log.parent / "serai.db")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Runs a test, once more if its browser stopped answering."""
    if Path(__file__).parent not in item.path.parents:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    told = item.config.stash[fault_handler_stderr_fd_key]
    seconds = LONGEST if item.get_closest_marker("soak") else MOST_SECONDS
    watching = Patience(item.nodeid, lambda text: os.write(told, f"\n{text}\n".encode()), seconds)
    for report in watching.run(lambda: runtestprotocol(item, nextitem=nextitem, log=False)):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


class Chromium:
    """A browser that is started when it is wanted, and again when it was killed."""

    def __init__(self, play: Playwright) -> None:
        """Has started none yet."""
        self._play = play
        self._started: Browser | None = None

    def running(self) -> Browser:
        """Returns a browser that answers."""
        if self._started is None or not self._started.is_connected():
            self._started = launch(self._play, NAMED)
        return self._started

    def close(self) -> None:
        """Ends it."""
        if self._started is not None and self._started.is_connected():
            self._started.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Chromium]:
    """Ends with the last of these tests: no other could run a loop of its own while Playwright's runs."""
    with sync_playwright() as play:
        started = Chromium(play)
        yield started
        started.close()


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    return chromium.running()


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
