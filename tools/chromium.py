"""The browser of the tests and pictures: Debian's headless Chromium, or a whole Chromium where there is only that.

Both draw the same pages; the headless one needs two thirds of the processor time.
"""

import shutil

from playwright.sync_api import Browser, Playwright

PROGRAMS = ("chromium-headless-shell", "chromium")
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


def launch(play: Playwright, *switches: str) -> Browser:
    """Starts a browser."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        raise SystemExit(f"Chromium is not installed; install the Debian package {PROGRAMS[0]}")
    return play.chromium.launch(executable_path=path, args=[*SWITCHES, *switches])
