"""What other eyes see: cubes without their colours, and tables in the colours of the system."""

import base64
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from serai.core.spec import GAMES
from serai.game import Game
from serai.web.drawing import render
from tools.positions import over, positions, scene, turn_of
from tools.sizes import NAMES, opened, write

pytestmark = pytest.mark.compiled
SPICES = "YRGB"
each = pytest.mark.parametrize("game", GAMES)
SEEN_AS = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
LEAST_DIFFERENT = 0.2
# Shows the four cubes of a page in a row, without letters.
ROW = """spices => {
  const row = document.createElement("p");
  row.style.cssText = "position: fixed; z-index: 99; inset: 0 auto auto 0; display: flex; background: var(--surface)";
  const cube = spice => `<svg width="48" height="48" data-cube="${spice}"><use href="#cube-${spice}"/></svg>`;
  row.innerHTML = [...spices].map(cube).join("");
  document.body.append(row);
}"""
# The share of the pixels of two pictures that differ clearly.
DIFFERENCE = """async pictures => {
  const [one, other] = await Promise.all(pictures.map(async data => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 48;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, 48, 48).data;
  }));
  let different = 0;
  for (let at = 0; at < one.length; at += 4)
    different += Math.max(...[0, 1, 2].map(part => Math.abs(one[at + part] - other[at + part]))) > 50;
  return different / (one.length / 4);
}"""
# Choices in sight, and whether one has neither an outline nor a border of its own.
LIT = """() => [...document.querySelectorAll("#table [name=decision], #table .hex[data-way]")]
  .filter(one => one.checkVisibility())"""
UNMARKED = """one => {
  const { outlineStyle, borderTopStyle, borderTopWidth } = getComputedStyle(one);
  return outlineStyle === "none" && (borderTopStyle === "none" || borderTopWidth === "0px");
}"""


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    page = opened(browser)
    page.set_viewport_size({"width": 1280, "height": 800})
    yield page
    page.close()


def show(tab: Page, folder: Path, game: str) -> None:
    """Opens the page of a turn."""
    render.copy_static(folder / "static")
    put(tab, folder, turn_of(over(game)))


def put(tab: Page, folder: Path, asked: Game) -> None:
    """Opens the page of a question."""
    page = write(folder, asked.name, "asked", render.table_page(scene(asked, asked.seat, NAMES), "en"))
    tab.goto(page.resolve().as_uri())


@each
def test_no_two_cubes_look_alike_to_anyone(tab: Page, tmp_path: Path, game: str) -> None:
    show(tab, tmp_path, game)
    tab.evaluate(ROW, SPICES)
    eyes = tab.context.new_cdp_session(tab)
    for seen_as in SEEN_AS:
        eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": seen_as})
        pictures = {
            spice: base64.b64encode(tab.locator(f"[data-cube={spice}]").screenshot()).decode() for spice in SPICES
        }
        for pair in itertools.combinations(SPICES, 2):
            share = tab.evaluate(DIFFERENCE, [pictures[spice] for spice in pair])
            print(f"{game}, {seen_as}: {pair} differ in {share:.0%}")
            assert share > LEAST_DIFFERENT, (seen_as, pair)


@each
def test_lit_choices_are_marked_in_the_colours_of_the_system(tab: Page, tmp_path: Path, game: str) -> None:
    tab.emulate_media(forced_colors="active")
    render.copy_static(tmp_path / "static")
    found = {}
    for phase, asked in positions(over(game)):
        put(tab, tmp_path, asked)
        assert tab.evaluate("matchMedia('(forced-colors: active)').matches")
        assert tab.evaluate(LIT), f"nothing is lit in {phase}"
        found[phase] = tab.evaluate(f"({LIT})().filter({UNMARKED}).map(one => one.outerHTML.slice(0, 90))")
    assert not any(found.values()), found
