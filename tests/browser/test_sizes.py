"""Every question at every size of screen, in German, with names of 40 letters: all of it can be seen and pressed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from serai.core.spec import GAMES
from serai.web.drawing import render
from tests.browser.tables import dealt, play_on
from tests.conftest import SOAK
from tools.positions import over, scene, turn_of
from tools.sizes import LONG, NAMES, SIZES, opened, show, write
from tools.stills import pages

pytestmark = pytest.mark.compiled
LOOK = (Path(__file__).parent / "sizes.js").read_text(encoding="utf-8")
TEXTS = {16: SIZES, 32: ((1440, 900), (1280, 800))}
SETTLED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))"


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    page = opened(browser)
    yield page
    page.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_can_be_pressed_and_no_text_is_cut_off_at_any_size(tab: Page, tmp_path: Path, game: str) -> None:
    """Also where a browser is set to text twice as large; without SERAI_SOAK each page is seen at every other size."""
    render.copy_static(tmp_path / "static")
    settings = tab.context.new_cdp_session(tab)
    faults = []
    for number, (phase, html) in enumerate(pages(game, "de", LONG)):
        some = slice(None) if SOAK else slice(number % 2, None, 2)
        show(tab, write(tmp_path, game, phase, html))
        for text, sizes in TEXTS.items():
            settings.send("Page.setFontSizes", {"fontSizes": {"standard": text, "fixed": text * 13 // 16}})
            for width, height in sizes[some]:
                tab.set_viewport_size({"width": width, "height": height})
                tab.evaluate(SETTLED)
                faults += [f"{phase} {width}x{height}, text {text}: {fault}" for fault in tab.evaluate(LOOK)]
    assert not faults, "\n".join(faults)


PLACES = """() => document.querySelector(".chart-box")?.scrollTo(0, 0) ?? [...document.querySelectorAll(
  "#ask, #table :is(.market, .row .card, .hex, .site, .fort, .stall, .tray, .hand, .route, .controls .btn)"
)].filter(each => each.getClientRects().length).map(each => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
})"""


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_when_the_strip_of_others_turns_comes_or_goes(
    tab: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    render.copy_static(tmp_path / "static")
    turn = turn_of(over(game, players))
    looked = scene(turn, turn.seat, NAMES)
    pages_of = {"with": render.table_page(looked, "en")}
    monkeypatch.setattr(render, "recap", lambda scene, log: [])
    pages_of["without"] = render.table_page(looked, "en")
    places: dict[str, list[object]] = {}
    for name, html in pages_of.items():
        show(tab, write(tmp_path, game, name, html))
        assert tab.locator("#since").count() == (name == "with")
        for width, height in SIZES:
            tab.set_viewport_size({"width": width, "height": height})
            tab.evaluate(SETTLED)
            places.setdefault(name, []).append((width, height, tab.evaluate(PLACES)))
    assert places["with"] == places["without"]


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_buttons_for_several_trades_are_large_and_cover_no_card(
    tab: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    game = dealt("spice_road", 1)
    while not any(trade["times"] > 1 for trade in game.view(game.seat)["repeats"]) or game.view(game.seat)["owed"]:
        play_on(game)
    render.copy_static(tmp_path / "static")
    html = render.table_page(scene(game, game.seat, LONG), "en")
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    show(tab, write(tmp_path, "spice_road", "chips", html))
    chip, card = (tab.locator(f".hand li:has(.chip) {what}").first.bounding_box() for what in (".chip", ".card"))
    assert chip is not None
    assert card is not None
    assert min(chip["width"], chip["height"]) >= 24
    assert chip["y"] >= card["y"] + card["height"]
