"""The documentation site: it builds without a fault, and makes no outside request."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tools.site import checks, look

SCHEMES = {"light": look.LIGHT, "dark": look.DARK}
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([sys.executable, "-m", "tools.site", str(folder)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.compiled
def test_the_site_can_be_searched_and_loads_nothing_from_elsewhere(browser: Browser, site: Path) -> None:
    assert "(api/game.txt)" in (site / "llms.txt").read_text(encoding="utf-8")
    assert "Returns an independent copy" in (site / "api/game.txt").read_text(encoding="utf-8")
    page, loaded = browser.new_page(), set[str]()
    page.on("request", lambda request: loaded.add(request.url))
    for name in ("index.html", "cookbook/perft.html", "search.html?q=from_position"):
        page.goto(f"{site.as_uri()}/{name}")
    expect(page.locator("#search-results li").filter(has_text="Game.from_position").first).to_be_visible()
    page.close()
    assert loaded
    assert {urlsplit(url).scheme for url in loaded} <= {"file", "data"}


@pytest.mark.compiled
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_site_reads_well_in_both_schemes_at_a_desk_and_on_a_phone(
    browser: Browser, site: Path, scheme: str, size: str
) -> None:
    page = browser.new_page(viewport=SIZES[size], color_scheme=scheme)  # type: ignore[arg-type]
    for name in ("index", "cookbook/turns", "api/learning"):
        page.goto(f"{site.as_uri()}/{name}.html")
        drawn = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert tuple(map(int, re.findall(r"\d+", drawn))) == rgb(
            look.variables(SCHEMES[scheme])["color-background-primary"]
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    page.close()


def rgb(colour: str) -> tuple[int, ...]:
    """Reads a colour as hexadecimal digits."""
    return tuple(bytes.fromhex(colour.removeprefix("#")))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('<img src="https://example.org/a.png">', "page.html loads https://example.org/a.png"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "page.html loads //example.org/a.css"),
        ('<a href="gone.html">', "page.html links to gone.html, which does not exist"),
        ('<a href="#gone">', "page.html links to #gone, which does not exist"),
    ],
)
def test_a_site_with_a_fault_is_found(written: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(f'<p id="here"><a href="https://example.org">{written}', encoding="utf-8")
    assert list(checks.faults(tmp_path)) == [fault]


@pytest.mark.compiled
def test_a_style_sheet_that_loads_from_elsewhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('@import "https://example.org/b.css";', encoding="utf-8")
    assert list(checks.faults(tmp_path)) == ["a.css loads https://example.org/b.css"]
