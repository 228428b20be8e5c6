"""Levels on the pages: one is suggested, remembered for each game, and the next is offered after two games alike."""

import re
from dataclasses import replace
from html import unescape

import pytest

from serai.bots import ask, make
from serai.bots.levels import NAMES
from serai.web.drawing.render import LANGUAGES, catalogue
from serai.web.pages.choices import level_rungs
from serai.web.pages.levels import Offer, offer
from serai.web.tables.plans import NewSeat, NewTable, Options
from serai.web.tables.store.rows import Holder, Listed
from tests.web.visits import Browser, Page, Place, decision_text, guest_id, opened, visit

pytestmark = pytest.mark.compiled
ENGLISH = catalogue("en")


def over(number: int, bot: str, won: bool, game: str = "spice_road") -> Listed:
    """Returns a finished duel of Ada against a bot."""
    holders = (Holder("ada", "Ada", None), Holder(None, None, bot))
    result = {"scores": [70, 60] if won else [50, 60], "winner": 0 if won else 1}
    return Listed(f"t{number}", game, "ada", "over", None, result, 0.0, float(number), (None, None), holders)


def offered(*latest_first: Listed) -> str | None:
    """Returns the level that Ada is offered after the first of some tables."""
    found: Offer | None = offer(latest_first, latest_first[0].id, "ada", ENGLISH)
    return None if found is None else found.next.key


def test_two_wins_in_a_row_offer_the_next_level_up() -> None:
    assert offered(over(2, "cem", won=True), over(1, "cem", won=True)) == "dilara"


def test_two_losses_in_a_row_offer_the_next_level_down() -> None:
    assert offered(over(2, "cem", won=False), over(1, "cem", won=False)) == "batu"


def test_nothing_is_offered_after_one_game_or_mixed_ones_or_at_the_ends() -> None:
    assert offered(over(1, "cem", won=True)) is None
    assert offered(over(2, "cem", won=True), over(1, "cem", won=False)) is None
    assert offered(over(2, "cem", won=True), over(1, "batu", won=True)) is None
    assert offered(over(2, "trader", won=True), over(1, "trader", won=True)) is None
    assert offered(over(2, NAMES[-1], won=True), over(1, NAMES[-1], won=True)) is None
    assert offered(over(2, NAMES[0], won=False), over(1, NAMES[0], won=False)) is None


def test_other_games_between_do_not_count_and_other_company_is_no_duel() -> None:
    between = over(2, "amira", won=False, game="sand_to_sea")
    assert offered(over(3, "cem", won=True), between, over(1, "cem", won=True)) == "dilara"
    company = replace(over(3, "cem", won=True), holders=(*over(3, "cem", won=True).holders, Holder("ben", "Ben", None)))
    assert offered(company, over(1, "cem", won=True)) is None


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_level_has_its_own_sentence_in_every_language(language: str) -> None:
    rungs = level_rungs(catalogue(language))
    assert [rung.key for rung in rungs] == list(NAMES)
    assert len({rung.text for rung in rungs}) == len({rung.name for rung in rungs}) == len(NAMES)
    if language != "en":
        assert not {rung.text for rung in rungs} & {rung.text for rung in level_rungs(ENGLISH)}


@visit
async def test_a_newcomer_begins_with_the_first_level_and_each_game_remembers_its_own(place: Place) -> None:
    browser = place.browser()
    assert Page((await browser.get("/")).text).fields["bot-1"] == NAMES[0]
    await opened(browser, game="spice_road", **{"bot-1": "emin"})
    home = (await browser.get("/")).text
    assert Page(home).fields["bot-1"] == "emin"
    assert re.findall(r'data-level="(\w+)"', home) == ["emin", NAMES[0], NAMES[0]]
    assert Page((await browser.get("/?game=sand_to_sea")).text).fields["bot-1"] == NAMES[0]
    await opened(browser, game="spice_road", **{"bot-1": "trader"})
    home = (await browser.get("/")).text
    assert Page(home).fields["bot-1"] == "trader"
    assert re.findall(r'data-level="(\w+)"', home)[0] == "emin"
    browser.cookies.set("levels", "spice_road-nobody.x", domain="house.test")
    assert Page((await place.browser().get("/")).text).fields["bot-1"] == NAMES[0]


@visit
async def test_the_finished_page_offers_the_next_level_and_a_click_opens_its_table(place: Place) -> None:
    browser = place.browser()
    for _ in range(2):
        address = await lost(place, browser)
    text = unescape((await browser.get(address)).text)
    assert "Cem beat you twice in a row" in text
    assert "Play against Batu" in text
    answered = await browser.post(f"{address}/again", data={"level": "batu"})
    table = await place.house.table(answered.headers["location"].split("/")[-1])
    assert sorted(chair.bot or "" for chair in table.chairs) == ["", "batu"]
    assert Page((await browser.get("/")).text).fields["bot-1"] == "batu"


async def lost(place: Place, browser: Browser) -> str:
    """Plays at random against a level; returns the address of the table."""
    await opened(browser, name="Ada")
    guest = await place.house.guest(await guest_id(place, browser))
    assert guest is not None
    seats = NewSeat("me"), NewSeat("bot", "cem")
    table = await place.house.create(guest, NewTable("spice_road", seats, Options(rounds=40)))
    cem, chance = make("cem"), make("random")
    while not table.over:
        game = table.game
        assert game is not None
        mine = table.chairs[game.seat].guest is not None
        text = decision_text(game, ask(chance if mine else cem, game, table.number))
        if mine:
            table = await place.house.decide(table.id, guest, [text], table.number)
        else:
            table = await place.house.bot_decide(table.id, game.seat, text, table.number)
    return f"/table/{table.id}"


@visit
async def test_a_lesson_ends_with_the_opponent_that_this_device_remembers(place: Place) -> None:
    ada = place.browser(cookie="levels=sand_to_sea-farah")
    for game, level in (("sand_to_sea", "farah"), ("spice_road", "amira")):
        page = Page((await ada.get(f"/learn/{game}/end")).text)
        assert page.fields["bot-1"] == level
