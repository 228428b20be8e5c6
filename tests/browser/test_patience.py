"""What is done about a browser that stops answering, which would otherwise stop everything for ever."""

import threading

import pytest
from playwright.sync_api import Error

from tests.browser.conftest import Chromium
from tests.browser.patience import Patience

pytestmark = pytest.mark.compiled
NEVER = "() => new Promise(() => {})"


def report(outcome: str) -> pytest.TestReport:
    """Makes the report of a test."""
    return pytest.TestReport("a test", ("here", 1, "a test"), {}, outcome, None, "call")  # type: ignore[arg-type]


def outcomes(reports: list[pytest.TestReport]) -> list[str]:
    """Lists how tests ended."""
    return [report.outcome for report in reports]


def test_a_browser_that_never_answers_is_killed_and_the_test_is_run_again_with_another(chromium: Chromium) -> None:
    asked: list[str] = []
    said: list[str] = []
    watching = Patience("a test", said.append, 60)

    def run() -> list[pytest.TestReport]:
        page = chromium.running().new_page()
        asked.append("() => 1" if asked else NEVER)
        if asked == [NEVER]:
            threading.Timer(0.5, watching.lose).start()
        try:
            page.evaluate(asked[-1])
        except Error:
            return [report("failed")]
        return [report("passed")]

    assert outcomes(watching.run(run)) == ["passed"]
    assert asked == [NEVER, "() => 1"]
    assert [text.startswith("a test took longer than 60 s") for text in said] == [True]
    chromium.running().contexts[-1].close()


@pytest.mark.parametrize("seconds", [0.01, 60])
def test_a_test_that_fails_again_or_in_time_has_failed(seconds: float) -> None:
    runs: list[int] = []
    killed: list[bool] = []

    def kill() -> int:
        killed.append(True)
        return 1

    def run() -> list[pytest.TestReport]:
        runs.append(len(runs))
        while seconds < 1 and len(killed) < len(runs):
            pass
        return [report("failed")]

    assert outcomes(Patience("a test", print, seconds, kill).run(run)) == ["failed"]
    assert len(runs) == (2 if seconds < 1 else 1)
