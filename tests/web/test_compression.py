"""How heavy pages are, and that nothing secret is compressed."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from serai.web.drawing.render import LANGUAGES
from tests.browser.tables import HANDS, Book, laden
from tests.web.servers import client, new_table, running
from tests.web.visits import guest_id, place_at

MOST_PAGE, MOST_EVENT = 200_000, 10_000


@pytest.mark.compiled
def test_a_table_is_light_and_its_events_lighter_with_18_cards_too(tmp_path: Path) -> None:
    async def test() -> None:
        async with place_at(tmp_path) as place:
            ada = place.browser()
            assert (await ada.post("/api/guest", json={"name": "Ada"})).status_code == 201
            guest = await guest_id(place, ada)
            for name in HANDS:
                table = Book(tmp_path / "serai.db").table(laden(name), [guest, *["novice"] * 3])
                for language in LANGUAGES:
                    ada.cookies.set("language", language)
                    page = await ada.get(f"/table/{table}")
                    assert f'lang="{language}"' in page.text
                    await check_events(ada, table, page.text)
                await check_page(ada, page)

    asyncio.run(test())


async def check_events(ada: httpx.AsyncClient, table: str, page: str) -> None:
    """Weighs what a page gets that keeps all that may be kept, and one where two parts have changed."""
    number = int(re.findall(r'data-number="(\d+)"', page)[0])
    drawn = re.findall(r'data-drawn="(\w+)"', page)
    for has in (drawn, drawn[:-2]):
        asked: dict[str, str | int] = {"seen": number - 3, "newest": number, "has": " ".join(has)}
        event = await ada.get(f"/table/{table}/board", headers={"hx-request": "true"}, params=asked)
        assert event.num_bytes_downloaded <= MOST_EVENT


async def check_page(ada: httpx.AsyncClient, page: httpx.Response) -> None:
    """Weighs a page with all its files."""
    assert page.headers["content-encoding"] == "gzip"
    files = set(re.findall(r'"(/static/[^"]+\.(?:css|js|svg)[^"]*)"', page.text))
    fonts = [f"/static/fonts/{font}-latin-wght-normal.woff2" for font in FONTS]
    weight = sum([(await ada.get(file)).num_bytes_downloaded for file in (*files, *fonts)])
    assert page.num_bytes_downloaded + weight <= MOST_PAGE, weight


FONTS = ("figtree", "fraunces")


def test_links_to_seats_are_not_compressed(tmp_path: Path) -> None:
    """BREACH: the size of a compressed page would tell of a secret in it."""

    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            made = await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "friend"}])
            for path in (f"/table/{made['id']}", f"/table/{made['id']}/board", f"/api/tables/{made['id']}", "/me"):
                assert (await ada.get(path)).headers.get("content-encoding", "identity") == "identity", path

    with running(tmp_path) as with_app:
        with_app(test)
