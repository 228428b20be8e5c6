"""Whole games by clicks: against bots with `planner`'s choices, and between two people."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import connected, decide, my_turn, shown
from tests.browser.tables import Book, dealt, planned
from tests.conftest import SOAK

pytestmark = pytest.mark.compiled
SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 7))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["sand_to_sea", "east_to_west", "spice_road"])
def test_a_whole_game_against_a_bot_is_played_by_clicks(arrive: Arrive, book: Book, game: str, seed: int) -> None:
    ada, begun, clicks = arrive(), time.monotonic(), 0
    table = book.read(book.seat(dealt(game, seed), ada.id, "trader"))
    page = ada.open(table.id)
    while my_turn(page, book, table) and table.game is not None:
        decide(page, planned(table.game))
        clicks += 1
    assert table.game is not None
    print(f"{game}: {clicks} clicks, {table.game.round} rounds, {time.monotonic() - begun:.0f} s")
    page.get_by_role("button", name="See the result").click()
    expect(page.locator("main[data-over] table.score tbody th")).to_have_count(2)
    assert sorted(map(int, page.locator("td.total").all_inner_texts())) == sorted(table.game.scores())


def test_two_people_meet_by_a_link_and_play_to_the_end(arrive: Arrive, book: Book) -> None:
    """The friend's page is never reloaded; what the other decides arrives by itself."""
    ada, ben = arrive("Ada", reduced_motion="no-preference"), arrive("", reduced_motion="no-preference")
    plan = {
        "game": "spice_road",
        "places": [{"kind": "me"}, {"kind": "friend"}],
        "options": {"rounds": 6 if SOAK else 2, "pace": "instant"},
    }
    made = ada.context.request.post("/api/tables", data=plan)
    assert made.status == 201, made.text()
    hers, his = ada.page, ben.page
    hers.goto(f"/table/{made.json()['id']}")
    expect(hers.get_by_role("heading", level=1)).to_have_text("Waiting for 1 more")
    his.goto(hers.locator("[id^=link-]").input_value())
    his.get_by_label("Your name").fill("Ben")
    his.get_by_role("button", name="Sit down").click()
    for page in (hers, his):
        expect(page.locator("#table[data-table]")).to_be_visible()
        connected(page)
    state = book.read(made.json()["id"])
    while state.stage == "running" and state.game is not None:
        mine, other = (hers, his) if state.chairs[state.game.seat].guest == ada.id else (his, hers)
        mine.wait_for_selector("#table[data-yours]")
        decide(mine, planned(state.game))
        book.read(state.id, state)
        shown(other, state.number)
    for page in (hers, his):
        page.get_by_role("button", name="See the result").click()
        expect(page.locator("td.total")).to_have_count(2)
