"""The page of a game without a page of its own: it is opened, played, finished and replayed like any other."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from serai.core.registry import SPECS
from serai.game import Game
from serai.web.drawing import render
from serai.web.drawing.profiles import profile
from serai.web.drawing.words import Words
from serai.web.pages import rulebook
from tests.web.scenes import Page, scene_of
from tests.web.visits import Place, visit

GAME = "spice_road"


@pytest.fixture(autouse=True)
def without_page(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Takes its page from a game and its card from the home page."""
    monkeypatch.setitem(SPECS._known, GAME, replace(SPECS[GAME], web=None, listed=False))
    forget()
    yield
    forget()


def forget() -> None:
    """Forgets what was drawn of the game with the other page."""
    for kept in (render.environment, rulebook.rulebook_page, Words.spices, Words.card, Words.note):
        kept.cache_clear()


def test_the_table_shows_the_view_as_text_and_every_decision_as_a_button() -> None:
    game = Game.new(GAME, 3, seed=4)
    page = Page(render.table_page(scene_of(game, 0), "en", theme=None))
    offered = [button["value"] for button in page.buttons if button.get("name") == "decision"]
    assert offered == game.legal()
    assert "Spice Road, round 1: player 1 to play, acquire, claim or rest" in page.html
    assert 'aria-label="3 yellow"' in page.html


def test_who_waits_or_watches_is_offered_nothing() -> None:
    game = Game.new(GAME, 2, seed=4)
    for seat in (1, None):
        page = Page(render.table_page(scene_of(game, seat), "de", theme=None))
        assert not [button for button in page.buttons if button.get("name") == "decision"]


def test_the_log_is_in_the_notation_newest_first() -> None:
    game = Game.new(GAME, 2, seed=4)
    game.play("play YY")
    game.play("play YY")
    game.play("rest")
    text = render.table_page(scene_of(game, 1), "en", theme=None)
    log = text[text.index('id="log"') :]
    assert log.index("<b>rest</b>") < log.index("You: <b>play YY</b>") < log.rindex("<b>play YY</b>")


@visit
async def test_a_whole_game_is_opened_played_finished_and_replayed(place: Place) -> None:
    browser, chance = place.browser(), random.Random(2)
    assert 'value="spice_road"' not in (await browser.get("/")).text
    chosen = " ".join((await browser.get("/?game=spice_road")).text.split())
    assert re.search('value="spice_road" data-seats="5"[^>]* checked', chosen)
    await browser.post("/api/guest", json={"name": "Ada"})
    plan = {"game": GAME, "places": [{"kind": "me"}, {"kind": "me"}], "options": {"rounds": 3}}
    address = f"/table/{(await browser.post('/api/tables', json=plan)).json()['id']}"
    while offered := Page(text := (await browser.get(address)).text).buttons:
        decisions = [button["value"] for button in offered if button.get("name") == "decision"]
        if not decisions:
            break
        seen, seat = (text.split(f'name="{name}" value="')[1].split('"')[0] for name in ("seen", "seat"))
        sent = {"decision": chance.choice(decisions), "seen": seen, "seat": seat}
        assert (await browser.post(f"{address}/decide", data=sent)).status_code == 303
    assert "Final score" in text
    replay = await browser.get(f"{address}/replay?step=1")
    assert replay.status_code == 200
    assert "position" in replay.text


def test_its_spices_are_named_by_colour_and_its_title_by_the_spec() -> None:
    assert profile(GAME).title == "Spice Road"
    assert list(profile(GAME).spices.values()) == ["yellow", "red", "green", "brown"]


@visit
async def test_its_rules_are_shown_as_written(place: Place) -> None:
    page = await place.browser().get("/rules/spice_road")
    assert page.status_code == 200
    assert "# Spice Road" in page.text
