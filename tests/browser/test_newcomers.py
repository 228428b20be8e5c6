"""What tripped up people who had never seen the tables of Sand to Sea and From East to West, on pages without a server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from serai.web.drawing import render
from serai.web.drawing.scene import Scene
from tests.browser.tables import game_at
from tools.positions import scene
from tools.sizes import NAMES, opened, show, write

pytestmark = pytest.mark.compiled
PHONE, DESK = (390, 844), (1280, 800)
Look = Callable[[Scene, tuple[int, int]], Page]


@pytest.fixture
def look(browser: Browser, tmp_path: Path) -> Iterator[Look]:
    """Draws a scene at a size of screen."""
    render.copy_static(tmp_path / "static")
    tab = opened(browser)

    def drawn(seen: Scene, size: tuple[int, int]) -> Page:
        tab.set_viewport_size({"width": size[0], "height": size[1]})
        show(tab, write(tmp_path, seen.view["game"], "turn", render.table_page(seen, "en")))
        return tab

    yield drawn
    tab.close()


def asked(name: str, phase: str, after: int = 0, where: str = "") -> Scene:
    """Returns what the player sees who is asked in a phase."""
    game = game_at(name, phase, after=after, where=where)
    return scene(game, game.seat, NAMES)


def test_the_tab_of_the_half_that_is_shown_stays_marked(look: Look) -> None:
    page = look(asked("east_to_west", "turn", after=30), PHONE)
    for half in ("east", "west"):
        page.evaluate("document.getElementById('pan').addEventListener('scrollend', () => window.ended = true)")
        page.locator(f"#show-{half}").click()
        page.wait_for_function("window.ended")
        page.evaluate("window.ended = false")
        expect(page.locator(f"#show-{half}")).to_have_attribute("aria-pressed", "true")


TILES_WITH_DIGITS = """() => [...document.querySelectorAll(".digits b")].map(digit => {
  const { left, top, width, height } = digit.getBoundingClientRect();
  const on = [[0, 0.5], [1, 0.5], [0.5, 0], [0.5, 1]].map(([x, y]) =>
    document.elementFromPoint(left + x * width, top + y * height)?.closest(".hex")?.id);
  return new Set(on).size === 1 ? on[0] : "";
})"""


def test_digits_for_keys_stand_on_their_own_tile(look: Look) -> None:
    page = look(asked("sand_to_sea", "turn", where="sail"), DESK)
    page.keyboard.press("1")
    lit = page.eval_on_selector_all(".hex[data-way], .hex[name]", "all => all.map(hex => hex.id)")
    assert page.evaluate(TILES_WITH_DIGITS)[: len(lit)] == lit[:9]
