"""What every page has: language and theme, kind words for what is missing, the licences."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from serai.web.pages import home
from tests.web.visits import Page, Place, place_at, visit

pytestmark = pytest.mark.compiled


@visit
async def test_language_and_theme_are_remembered(place: Place) -> None:
    browser = place.browser()
    assert '<html lang="en"' in (await browser.get("/about")).text
    fields = Page((await browser.get("/about?x=1")).text).fields
    answered = await browser.post("/language", data={"language": "de", **fields})
    assert answered.headers["location"] == "/about?x=1"
    assert '<html lang="de"' in (await browser.get("/about")).text
    await browser.post("/theme", data={"theme": "dark"})
    assert 'data-theme="dark"' in (await browser.get("/about")).text
    await browser.post("/theme", data={"theme": "pink"})
    assert "data-theme" not in (await browser.get("/about")).text
    for back in ("http://elsewhere.test/about", "//elsewhere.test/", "/\\elsewhere.test", "/x\r\ny: z", "nonsense", ""):
        answered = await browser.post("/language", data={"language": "it", "back": back})
        assert answered.headers["location"] == "/"
    assert '<html lang="it"' in (await place.browser(**{"accept-language": "fr, it;q=0.8, en;q=0.2"}).get("/")).text


@visit
async def test_what_is_not_there_is_told_kindly(place: Place) -> None:
    browser = place.browser()
    for address in ("/nowhere", "/table/nothing", "/table/nothing/replay", "/join/nothing/0/x"):
        answered = await browser.get(address)
        assert answered.status_code == 404
        assert "Nothing but sand here" in answered.text


def test_a_fault_of_ours_is_told_kindly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: Any, **given: Any) -> None:
        raise RuntimeError("secret words")

    async def inside() -> None:
        async with place_at(tmp_path) as place:
            monkeypatch.setattr(home, "home_page", fails)
            answered = await place.browser().get("/")
            assert answered.status_code == 500
            assert "A wheel came off" in answered.text
            assert "secret words" not in answered.text

    asyncio.run(inside())


@visit
async def test_about_names_the_licences(place: Place) -> None:
    browser = place.browser()
    page = await browser.get("/about")
    for words in ("not affiliated", "MIT", "SIL Open Font License", "Zero-Clause BSD"):
        assert words in page.text
    licences = [link for link in Page(page.text).links if link.startswith("/static/")]
    assert len(licences) == 3
    for link in licences:
        assert (await browser.get(link)).status_code == 200
