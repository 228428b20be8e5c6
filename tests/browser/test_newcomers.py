"""What tripped up people who had never seen Sand to Sea and From East to West, on pages without a server."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from serai.web.drawing import render
from serai.web.drawing.scene import Hint, Scene
from tests.browser.tables import LONGEST_SEARCH, dealt, game_at, play_on
from tools.positions import scene
from tools.sizes import NAMES, opened, show, write

pytestmark = pytest.mark.compiled
PHONE, LYING, DESK = (390, 844), (844, 390), (1280, 800)
Look = Callable[[Scene, tuple[int, int]], Page]


@pytest.fixture
def look(browser: Browser, tmp_path: Path) -> Iterator[Look]:
    """Draws a scene at a size of screen."""
    render.copy_static(tmp_path / "static")
    tab = opened(browser)

    def drawn(seen: Scene, size: tuple[int, int]) -> Page:
        tab.set_viewport_size({"width": size[0], "height": size[1]})
        show(tab, write(tmp_path, seen.view["game"], "turn", render.table_page(seen, "en")))
        return tab

    yield drawn
    tab.close()


def asked(name: str, phase: str, after: int = 0, where: str = "") -> Scene:
    """Returns what the player sees who is asked in a phase."""
    game = game_at(name, phase, after=after, where=where)
    return scene(game, game.seat, NAMES)


def turn_with(name: str, wanted: Callable[[Mapping[str, Any], Mapping[str, Any]], bool]) -> Scene:
    """Returns what a player sees who chooses an action and has, or may do, something."""
    for seed in range(1, 20):
        game = dealt(name, seed, 3)
        while not game.over and len(game.decisions()) < LONGEST_SEARCH:
            view = game.view(game.seat)
            if view["phase"] == "turn" and wanted(view["players"][game.seat], view):
                return scene(game, game.seat, NAMES)
            play_on(game)
    raise AssertionError("nobody has it")


def test_the_tab_of_the_half_that_is_shown_stays_marked(look: Look) -> None:
    page = look(asked("east_to_west", "turn", after=30), PHONE)
    for half in ("east", "west"):
        page.evaluate("document.getElementById('pan').addEventListener('scrollend', () => window.ended = true)")
        page.locator(f"#show-{half}").click()
        page.wait_for_function("window.ended")
        page.evaluate("window.ended = false")
        expect(page.locator(f"#show-{half}")).to_have_attribute("aria-pressed", "true")


POINTED = """() => [...document.querySelectorAll("#table .row .card[role=img]")].map(card => {
  card.click();
  const line = document.querySelector(".peek-line");
  const [from, box] = [document.querySelector(".peek"), card].map(each => each.getBoundingClientRect());
  const inside = (x, y, { left, top, right, bottom }) =>
    x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
  const gap = Math.max(box.left - from.right, from.left - box.right, box.top - from.bottom, from.top - box.bottom);
  const [x, y, long, turn] = ["left", "top", "width", "rotate"].map(key => parseFloat(line?.style[key]));
  const right = line && inside(x, y, from) && inside(x + long * Math.cos(turn), y + long * Math.sin(turn), box);
  document.body.click();
  return [gap, Boolean(right)];
})"""


def test_an_explanation_that_opens_far_from_a_thing_points_at_it(look: Look) -> None:
    page = look(asked("spice_road", "turn", after=12), LYING)
    found = page.evaluate(POINTED)
    assert any(gap > 24 for gap, _ in found), found
    assert all(points == (gap >= 24) for gap, points in found), found


TILES_WITH_DIGITS = """() => [...document.querySelectorAll(".digits b")].map(digit => {
  const { left, top, width, height } = digit.getBoundingClientRect();
  const on = [[0, 0.5], [1, 0.5], [0.5, 0], [0.5, 1]].map(([x, y]) =>
    document.elementFromPoint(left + x * width, top + y * height)?.closest(".hex")?.id);
  return new Set(on).size === 1 ? on[0] : "";
})"""


def test_digits_for_keys_stand_on_their_own_tile(look: Look) -> None:
    page = look(asked("sand_to_sea", "turn", where="sail"), DESK)
    page.keyboard.press("1")
    expect(page.locator(".digits b")).to_have_count(9)
    lit = page.eval_on_selector_all(".hex[data-way], .hex[name]", "all => all.map(hex => hex.id)")
    assert page.evaluate(TILES_WITH_DIGITS)[: len(lit)] == lit[:9]


def test_the_outposts_leave_all_cards_of_the_open_pile_in_sight(look: Look) -> None:
    page = look(turn_with("sand_to_sea", lambda mine, _: len(mine["played"]) > 2), DESK)
    board = page.locator(".board").bounding_box()
    edges = page.eval_on_selector_all(
        ".played .card", "cards => cards.map(card => card.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    assert board is not None
    assert max(right for _, right in edges) <= board["x"]
    assert all(after[0] - before[0] >= 7 for before, after in pairwise(edges))


def test_on_a_phone_the_hand_has_the_room_of_empty_piles(look: Look) -> None:
    page = look(turn_with("sand_to_sea", lambda mine, _: not mine["played"] + mine["spent"]), PHONE)
    hand = page.locator(".hand").bounding_box()
    assert hand is not None
    assert hand["width"] > 0.9 * PHONE[0]


def test_on_a_phone_the_hand_moves_to_the_card_of_a_hint(look: Look) -> None:
    def last(mine: Mapping[str, Any]) -> str:
        return f"play {mine['hand'][-1]}"

    seen = turn_with("sand_to_sea", lambda mine, view: len(mine["hand"]) > 4 and last(mine) in view["legal"])
    advised = Hint([[last(seen.view["players"][seen.seat])]], 60.0)
    page = look(replace(seen, hint=advised), PHONE)
    hand, card = page.locator(".hand").bounding_box(), page.locator(".hand .is-hinted").bounding_box()
    assert hand is not None
    assert card is not None
    assert page.locator(".hand").evaluate("hand => hand.scrollLeft") > 0
    assert card["x"] + card["width"] <= hand["x"] + hand["width"]


COVERED = """() => [...document.querySelectorAll(".hand li, .route li, .half li")].flatMap(place => {
  const boxes = all => [...place.querySelectorAll(all)].map(each => each.getBoundingClientRect());
  const cubes = boxes(".face .cube, .do .cube");
  return boxes(".chip").filter(chip => cubes.some(cube =>
    Math.min(chip.right, cube.right) - Math.max(chip.left, cube.left) > 1
    && Math.min(chip.bottom, cube.bottom) - Math.max(chip.top, cube.top) > 3)).map(() => place.innerText);
})"""
PLAYS = {"sand_to_sea": "play ", "east_to_west": "route "}


@pytest.mark.parametrize("name", PLAYS)
def test_buttons_for_several_trades_cover_no_cube_and_are_left_out_for_fingers(look: Look, name: str) -> None:
    def often(_: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
        return any(each["times"] > 1 and each["decision"].startswith(PLAYS[name]) for each in view["repeats"])

    page = look(seen := turn_with(name, often), DESK)
    assert page.locator(".chip").filter(visible=True).count() > 1
    assert page.evaluate(COVERED) == []
    page = look(seen, PHONE)
    assert page.locator(".chip").filter(visible=True).count() == 0
