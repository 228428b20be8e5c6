"""What people see of what was learned: the curve of a finished game, the chance in a hint, bots explained."""

import re
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path

import pytest

from serai.bots import BOTS, LADDER
from serai.bots.levels import NAMES
from serai.core.component_folders import standard
from serai.web.drawing.render import LANGUAGES, catalogue
from serai.web.drawing.words import percent
from serai.web.pages.choices import ladder
from serai.web.tables import bot_worker
from tests.web.conftest import forget_networks
from tests.web.learned import Here
from tests.web.visits import Browser, Page, Place, opened, played, visit

pytestmark = pytest.mark.compiled


def visited(folder: Path, test: Callable[[Place], Awaitable[None]]) -> None:
    """Runs a test at a house whose questions are answered in this process."""

    async def inside(place: Place) -> None:
        place.app.state.bot_pool = Here()
        await test(place)

    visit(inside)(folder)


def part(page: str, title: str) -> str:
    """Returns the panel of a page with a title."""
    return page[page.index(f'aria-labelledby="{title}"') :].partition("</section>")[0]


def unlearn(trained: Path) -> None:
    """Removes all networks."""
    for file in trained.glob("*.npz"):
        file.unlink()
    forget_networks()


async def hint(browser: Browser, address: str) -> str:
    """Asks for a hint; returns the page."""
    fields = Page((await browser.get(address)).text).fields
    asked = await browser.post(f"{address}/hint", data={"seen": fields["seen"], "seat": fields["seat"]})
    return asked.text


# The curve.


def test_a_finished_game_shows_the_curve_of_every_seat_and_its_numbers(tmp_path: Path, trained: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        address = await played(place, ada)
        panel = part((await ada.get(address)).text, "chances-title")
        table = await place.house.table(address.split("/")[-1])
        assert table.game is not None
        assert panel.count('class="l c') == 2
        assert '<title id="curve-title">Chance to win in percent</title>' in panel
        assert re.search(r'<desc id="curve-text">A line for every seat.*at the end: .*100.%', panel)
        rows = re.findall(r'<tr><th scope="row">(\d+)</th><td>([^<]*)</td>', panel)
        assert len(rows) == table.game.turn + 1
        assert {name for _, name in rows} == {"Ada", "Ben", "the end"}
        asked = place.app.state.bot_pool.asked
        await ada.get(address)
        assert place.app.state.bot_pool.asked == asked, "the curve is kept"

    visited(tmp_path, test)


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_turning_points_are_told_and_lead_to_the_replay(tmp_path: Path, trained: Path, game: str) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        address = await played(place, ada, game)
        panel = part((await ada.get(address)).text, "chances-title")
        links = Page(panel).links
        assert 1 <= len(links) <= 3
        assert panel.count('class="ring"') == len(links)
        assert len(re.findall(r"(?:Ada|Ben): \d+.% → \d+.%", panel)) == len(links)
        assert all(len(deed) > 10 for deed in re.findall(r'<span class="deed">(.*?)<span class="swing">', panel))
        for link in links:
            assert link.startswith(f"{address}/replay?step=")
            assert f"Step {link.rpartition('=')[2]} of" in (await ada.get(link)).text

    visited(tmp_path, test)


def test_the_curve_speaks_every_language(tmp_path: Path, trained: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        address = await played(place, ada)
        for language in LANGUAGES:
            say = catalogue(language).gettext
            ada.cookies.set("language", language)
            panel = unescape(part((await ada.get(address)).text, "chances-title"))
            for text in ("Chance to win", "Turning points", "The same in numbers", "Turn", "the end"):
                assert say(text) in panel
                assert language == "en" or say(text) != text

    visited(tmp_path, test)


def test_an_uploaded_game_has_a_curve_too(tmp_path: Path, trained: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        record = (await ada.get(f"{await played(place, ada)}/record.json")).content
        sent = await ada.post("/upload", files={"record": ("game.json", record, "application/json")})
        address = sent.headers["location"].removesuffix("/replay")
        panel = part((await ada.get(address)).text, "chances-title")
        assert panel.count('class="l c') == 2
        assert all(link.startswith(f"{address}/replay?step=") for link in Page(panel).links)

    visited(tmp_path, test)


def test_a_page_without_a_curve_says_why(tmp_path: Path, trained: Path) -> None:
    async def test(place: Place) -> None:
        ada, bot_pool = place.browser(), place.app.state.bot_pool
        address = await played(place, ada)
        for ready, why in ((0, "the bots are busy"), (1, "no bot has been trained")):
            bot_pool.ready = ready
            answer = await ada.get(address)
            assert answer.status_code == 200
            panel = part(answer.text, "chances-title")
            assert why in panel
            assert "<svg" not in panel

    unlearn(trained)
    visited(tmp_path, test)


def test_nothing_but_what_is_certain_is_0_or_100_percent() -> None:
    told = [percent(chance) for chance in (0.0, 0.001, 0.385, 0.999, 1.0)]
    assert told == [f"{number}\N{NO-BREAK SPACE}%" for number in (0, 1, 38, 99, 100)]


# Hints.


def test_a_hint_tells_the_chance_of_who_asks(tmp_path: Path, trained: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        address = await opened(ada, **{"seat-1": "me", "label-1": "Ben"})
        page = await hint(ada, address)
        assert "What a strong player would do" in page
        assert re.search(r"Your chance to win: about \d+.%\.", page)
        assert "is-hinted" in page
        seen = int(Page(page).fields["seen"])
        told = await ada.post(f"/api/tables/{address.split('/')[-1]}/hint", json={"seen": seen})
        assert 0 < told.json()["chance"] < 1

    visited(tmp_path, test)


def test_a_hint_is_given_even_where_nothing_was_learned(tmp_path: Path, trained: Path) -> None:
    async def test(place: Place) -> None:
        ada = place.browser()
        page = await hint(ada, await opened(ada, **{"seat-1": "me"}))
        assert "What a strong player would do" in page
        assert "is-hinted" in page
        assert "Your chance to win" not in page

    unlearn(trained)
    visited(tmp_path, test)


def test_who_learned_is_replaced_where_nothing_was_learned(trained: Path) -> None:
    assert bot_worker.player("network", standard("spice_road")).name == "network"
    unlearn(trained)
    assert bot_worker.player("network", standard("spice_road")).name == "planner"
    assert bot_worker.player("trader", standard("spice_road")).name == "trader"
    bot_worker.warm_up()


# Bots where they are chosen.


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_bot_is_explained_in_every_language(language: str) -> None:
    rungs = [rung for part in ladder(catalogue(language), ["mine"]) for rung in part.rungs]
    assert sorted(rung.key for rung in rungs) == sorted([*BOTS, "mine"])
    assert (rungs[0].key, rungs[-1].key) == (NAMES[0], "mine")
    assert len({rung.text for rung in rungs}) == len(rungs)
    for rung in rungs[:-1]:
        assert rung.text != LADDER[rung.key], f"{rung.key} has no words of its own"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_bots_are_explained_where_they_are_chosen(tmp_path: Path, language: str) -> None:
    async def test(place: Place) -> None:
        ada = place.browser(**{"accept-language": language})
        lobby = await opened(ada, **{"seat-1": "friend"})
        for path in ("/", lobby):
            page = unescape((await ada.get(path)).text)
            for rung in (rung for part in ladder(catalogue(language), []) for rung in part.rungs):
                assert f">{rung.name}: {rung.text}</option>" in page

    visited(tmp_path, test)


@pytest.mark.parametrize("bot", list(BOTS))
def test_every_bot_can_be_given_a_seat(tmp_path: Path, bot: str) -> None:
    async def test(place: Place) -> None:
        address = await opened(place.browser(), **{"seat-1": "bot", "bot-1": bot})
        table = await place.house.table(address.split("/")[-1])
        assert {chair.bot for chair in table.chairs} == {None, bot}

    visited(tmp_path, test)
