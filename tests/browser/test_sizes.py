"""Every question at every size of screen, in German, with names of 40 letters: all of it can be seen and pressed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from serai.core.spec import GAMES
from serai.web.drawing import render
from tests.conftest import SOAK
from tools.sizes import LONG, SIZES, opened, show, write
from tools.stills import pages

pytestmark = pytest.mark.compiled
LOOK = (Path(__file__).parent / "sizes.js").read_text(encoding="utf-8")
TEXTS = {16: SIZES, 32: ((1440, 900), (1280, 800))}
BESIDE = {"hint", "refused", "lost", "voyage", "waiting", "takeback", "many", "board", "finished", "lobby", "lesson"}
SETTLED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))"


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    page = opened(browser)
    yield page
    page.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_can_be_pressed_and_no_text_is_cut_off_at_any_size(tab: Page, tmp_path: Path, game: str) -> None:
    """Also where a browser is set to text twice as large; pages beside the questions at every other size."""
    render.copy_static(tmp_path / "static")
    settings = tab.context.new_cdp_session(tab)
    faults = []
    for number, (phase, html) in enumerate(pages(game, "de", LONG)):
        some = slice(number % 2, None, 2) if phase in BESIDE and not SOAK else slice(None)
        show(tab, write(tmp_path, game, phase, html))
        for text, sizes in TEXTS.items():
            settings.send("Page.setFontSizes", {"fontSizes": {"standard": text, "fixed": text * 13 // 16}})
            for width, height in sizes[some]:
                tab.set_viewport_size({"width": width, "height": height})
                tab.evaluate(SETTLED)
                faults += [f"{phase} {width}x{height}, text {text}: {fault}" for fault in tab.evaluate(LOOK)]
    assert not faults, "\n".join(faults)
