"""A browser that stops answering: Playwright waits for it forever, so something has to end it.

Most of what Playwright asks a page has no limit of its own. When a test has taken far longer than any test takes, its
Chromium is killed, which ends whatever waits for it, and the test is run once more with a fresh one, as a person would.
A test that only takes long, or whose page hangs by our fault, fails the second time.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

MOST_SECONDS = 240.0
Kill = Callable[[], int]
Say = Callable[[str], object]


def children(process: int) -> list[int]:
    """Lists the processes that a process has started, and those that they have started, children last."""
    with suppress(FileNotFoundError, ProcessLookupError):
        started = [int(word) for task in Path(f"/proc/{process}/task").iterdir() for word in _words(task / "children")]
        return [found for child in started for found in (child, *children(child))]
    return []


def _words(file: Path) -> list[str]:
    """Reads the words of a file of /proc."""
    return file.read_text().split()


def kill_browsers() -> int:
    """Kills every Chromium that this process has started; returns how many processes that were."""
    killed = 0
    for process in children(os.getpid()):
        with suppress(FileNotFoundError, ProcessLookupError):
            if "chrom" in Path(f"/proc/{process}/comm").read_text():
                os.kill(process, signal.SIGKILL)
                killed += 1
    return killed


class Patience:
    """Watches one test; `lost` says whether it took so long that its browser was killed."""

    def __init__(self, name: str, say: Say, seconds: float = MOST_SECONDS, kill: Kill = kill_browsers) -> None:
        """Knows what to do when the time is over, and where to tell of it."""
        self.lost = False
        self._name, self._say, self._seconds, self._kill = name, say, seconds, kill

    def lose(self) -> None:
        """Kills the browser, and says so."""
        self.lost = True
        killed = self._kill()
        self._say(f"{self._name} took longer than {self._seconds:g} s: {killed} processes of Chromium were killed")

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watches what happens inside."""
        clock = threading.Timer(self._seconds, self.lose)
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()

    def run(self, test: Callable[[], list[pytest.TestReport]]) -> list[pytest.TestReport]:
        """Runs a test, and once more if it failed after its browser had to be killed; nothing else is repeated."""
        with self.watching():
            reports = test()
        if self.lost and any(report.failed for report in reports):
            with self.watching():
                return test()
        return reports
