"""Takes every table at every size, one sheet of pictures a game: `make sizes` writes docs/shots/sizes-*.jpg.

The pages are drawn without a server, from the golden playthroughs; --only keeps single pictures in build/sizes.
"""

import argparse
import itertools
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from serai.core.spec import GAMES
from serai.web.drawing import render
from tools.chromium import launch
from tools.stills import pages

SIZES = (
    (1440, 900),
    (1280, 800),
    (1024, 768),
    (820, 1180),
    (1180, 820),
    (390, 844),
    (844, 390),
    (360, 640),
    (720, 450),
)
NAMES = ("Ada", "Ben", "Planner", "Trader", "Master")
LONG = (
    "Maximiliane Freifrau von Hohenlohe-Öhrin",
    "Kunigunde Schwarzenbergerinnenhausen III",
    "Planner",
    "Planner 2",
    "Bartholomäus-Ferdinand von Unterwaldenau",
)
FOLDER, SHEETS, LARGEST = Path("build/sizes"), Path("docs/shots"), 660_000
TALL, QUALITY = (180, 160, 144, 128), (70, 55, 40, 30)
# Pages that look like others; they are not on the sheets.
ASIDE = ("lost", "takeback", "board", "lobby", "lesson", "refused", "waiting")
# What is done to a page once it is there: the server is lost, a way over the map is planned.
DEEDS = {"lost": "connection.set(false)", "voyage": "document.querySelector('.hex[data-way]').click()"}
# There is no server, so the stream of events stays silent instead of failing.
SILENT = "window.EventSource = class extends EventTarget { close() {} };"


def write(folder: Path, name: str, phase: str, html: str) -> Path:
    """Writes a page beside the folder of static files."""
    path = folder / f"{name}-{phase}.html"
    path.write_text(html.replace('"/static/', '"static/'), encoding="utf-8")
    return path


def show(tab: Page, page: Path) -> None:
    """Opens a page as it is to be looked at."""
    tab.goto(page.resolve().as_uri())
    deed = DEEDS.get(page.stem.rpartition("-")[2])
    if deed:
        tab.evaluate(deed)


def opened(browser: Browser, scheme: Literal["light", "dark"] = "light") -> Page:
    """Opens a tab for pages without a server."""
    tab = browser.new_page(color_scheme=scheme, reduced_motion="reduce")
    tab.add_init_script(SILENT)
    return tab


def shot(tab: Page, page: Path, size: tuple[int, int]) -> Path:
    """Takes a picture of a page at a size."""
    width, height = size
    tab.set_viewport_size({"width": width, "height": height})
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))")
    path = page.with_name(f"{page.stem}-{width}x{height}.png")
    tab.screenshot(path=path)
    return path


def sheet(browser: Browser, title: str, rows: list[tuple[str, list[Path]]]) -> None:
    """Puts pictures on one sheet, a row for each question, as large as a file may be."""
    to = SHEETS / f"sizes-{title}.jpg"
    for tall, quality in itertools.product(TALL, QUALITY):
        tab = laid_out(browser, title, rows, tall)
        tab.screenshot(path=to, type="jpeg", quality=quality, full_page=True)
        tab.close()
        if to.stat().st_size <= LARGEST:
            print(f"{to}: {to.stat().st_size // 1000} kB, pictures {tall} px high, quality {quality}")
            return
    raise SystemExit(f"{to} is larger than {LARGEST // 1000} kB")


def laid_out(browser: Browser, title: str, rows: list[tuple[str, list[Path]]], tall: int) -> Page:
    """Opens a sheet with pictures of a height."""
    widths = [round(tall * width / height) for width, height in SIZES]
    html = [f"<h1>{title}</h1><style>{SHEET} img {{ height: {tall}px; margin-right: 6px }}</style>"]
    for phase, pictures in rows:
        images = zip(pictures, widths, strict=True)
        html.append(f"<h2>{phase}</h2>" + "".join(f'<img src="{at.name}" width={wide}>' for at, wide in images))
    path = FOLDER / f"{title}.html"
    path.write_text("".join(html), encoding="utf-8")
    tab = browser.new_page(viewport={"width": sum(widths) + 6 * len(widths) + 16, "height": 400})
    tab.goto(path.resolve().as_uri())
    return tab


SHEET = """body { margin: 8px; font: 600 13px sans-serif; background: #777; color: #fff }
h1, h2 { margin: 4px 0; font-size: 14px }"""


def main() -> None:
    """Takes the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--phases", nargs="*", help="only these; writes no sheet")
    parser.add_argument("--sizes", nargs="*", help="only these, as 844x390; writes no sheet")
    parser.add_argument("--language", default="en")
    parser.add_argument("--scheme", default="light", choices=["light", "dark"])
    parser.add_argument("--long", action="store_true", help="names of 40 letters")
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    render.copy_static(FOLDER / "static")
    asked = [(int(text.split("x")[0]), int(text.split("x")[1])) for text in given.sizes or ()] or list(SIZES)
    with sync_playwright() as play:
        browser = launch(play)
        tab = opened(browser, given.scheme)
        for name in given.games:
            rows = []
            for phase, html in pages(name, given.language, LONG if given.long else NAMES):
                if given.phases and phase not in given.phases:
                    continue
                page = write(FOLDER, name, phase, html)
                show(tab, page)
                taken = [shot(tab, page, size) for size in asked]
                if phase not in ASIDE and "-" not in phase:
                    rows.append((phase, taken))
            if not given.phases and not given.sizes:
                sheet(browser, name, rows)
        browser.close()


if __name__ == "__main__":
    main()
