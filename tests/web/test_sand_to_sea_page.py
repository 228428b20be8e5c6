"""The page of Sand to Sea offers exactly what is legal, shows the whole map, and plans ways in a real browser."""

import re
from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from serai.bots import explain, make
from serai.game import Game
from serai.games.sand_to_sea.web import map as sea_map
from serai.games.sand_to_sea.web import sailing as sea_sailing
from serai.web.drawing import render
from serai.web.drawing.render import catalogue
from serai.web.drawing.results import standings
from serai.web.drawing.scene import Hint
from tests.conftest import left_to_soak
from tests.sand_to_sea.standard import PIECES
from tests.web.scenes import check_others, check_page, page_of, play_on, scene_of
from tools.chromium import launch

pytestmark = pytest.mark.compiled

ENGLISH = catalogue("en")
BOTS = ("trader", "novice")
PHASES = {
    "start",
    "place",
    "turn",
    "pay",
    "upgrade",
    "trade",
    "sail",
    "toll",
    "act",
    "build",
    "bonus",
    "market",
    "discard",
}

NEAR = sea_map.sheet(PIECES).near


def game_at(phase: str, players: int = 3, seed: int = 1, where: str = "") -> Game:
    """Plays until a question is asked; `where` is a piece of text that its legal decisions have to hold."""
    for number in range(seed, seed + 30):
        game = Game.new("sand_to_sea", players, seed=number)
        while not game.over:
            view = game.view(game.seat)
            if view["phase"] == phase and where in " ".join(view["legal"]):
                return game
            play_on(game, BOTS)
    raise AssertionError(f"no game asks {phase}")


def check(game: Game, seat: int) -> None:
    """Checks the page of one seat, its map too."""
    page = check_page(game, seat)
    assert len([button for button in page.buttons if "data-space" in button]) == 24
    assert "%(" not in page.html


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 4), *left_to_soak((4, 3))])
def test_in_every_question_of_a_game_exactly_the_legal_decisions_are_offered(players: int, seed: int) -> None:
    game, phases = Game.new("sand_to_sea", players, seed=seed), set()
    while not game.over:
        phase = game.view(0)["phase"]
        if phase not in phases or len(game.decisions()) % 3 == 0:
            check(game, game.seat)
        phases.add(phase)
        play_on(game, ("trader", "random", "novice"))
    assert phases >= {"start", "place", "turn", "sail", "act", "build", "market"}
    check(game, 0)
    assert "wins" in page_of(scene_of(game, None)).html


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_every_question_has_its_words_and_who_waits_or_watches_is_offered_nothing(phase: str) -> None:
    game = game_at(phase)
    check(game, game.seat)
    check_others(game)


def test_several_decisions_at_once_are_all_legal_one_after_the_other() -> None:
    tried = {"sail": 0, "trade": 0, "play": 0}
    for seed in range(1, 40):
        game = Game.new("sand_to_sea", 2, seed=seed)
        while not game.over and min(tried.values()) < 4:
            view = game.view(game.seat)
            if view["players"][game.seat]["sail"] > 1 or "trade" in game.legal() or _twice(view):
                for several in {several for several in page_of(scene_of(game, game.seat)).decisions if ";" in several}:
                    twin = copy(game)
                    for decision in several.split(";"):
                        twin.play(decision)
                    tried[several.split()[0].split(";")[0]] += 1
            play_on(game, ("trader",))
        if min(tried.values()) >= 4:
            return
    raise AssertionError(tried)


def _twice(view: dict[str, Any]) -> list[str]:
    """Lists playing the cards that a caravan could pay twice."""
    return [each["decision"] for each in view["repeats"] if each["times"] > 1]


def test_what_is_lit_on_the_map_is_what_can_be_chosen_there() -> None:
    game = game_at("sail", where="stop")
    scene = scene_of(game, game.seat)
    legal, marks = scene.view["legal"], sea_sailing.marks(scene)
    assert marks.lit == {decision.split()[1] for decision in legal if decision.startswith("sail")}
    assert not marks.lit & set(marks.far)
    assert page_of(scene).html.count('class="ready"') == len(marks.lit)


def test_every_far_tile_can_be_reached_as_its_way_says() -> None:
    for seed in (1, 2, 3):
        game = game_at("sail", players=4, seed=seed, where="stop")
        cards = [card for pile in ("hand", "played") for card in game.view(game.seat)["players"][game.seat][pile]]
        for space, way in sea_sailing.reach(scene_of(game, game.seat)).items():
            twin, paying = Game.from_json(game.to_json()), iter(cards)
            for step in way.spaces:
                free = f"sail {step}" in twin.legal()
                twin.play(f"sail {step}" if free else f"sail {step} {next(paying)}")
            assert twin.view(game.seat)["players"][game.seat]["boat"] == space
            assert twin.view(game.seat)["phase"] != "sail" or "stop" in twin.legal() or len(way.spaces) == 1


def test_a_way_is_a_shortest_chain_of_neighbours() -> None:
    game = game_at("sail", players=4, seed=2, where="stop")
    boat = game.view(game.seat)["players"][game.seat]["boat"]
    for space, way in sea_sailing.reach(scene_of(game, game.seat)).items():
        assert all(after in NEAR[before] for before, after in pairwise([boat, *way.spaces]))
        assert way.spaces[-1] == space
        assert len(way.spaces) == len(set(way.spaces) - {boat})


def test_all_tiles_boats_and_outposts_of_the_view_are_drawn() -> None:
    game = Game.new("sand_to_sea", 4, seed=2)
    while not game.over:
        play_on(game, ("trader",))
    view = game.view(0)
    chart = sea_map.draw(PIECES, view, sea_map.MapMarks(), 0, "closed")
    assert sorted((boat.seat, boat.space) for boat in chart.boats) == [
        (seat, player["boat"]) for seat, player in enumerate(view["players"])
    ]
    posts = sum(len(player["outposts"]) for player in view["players"])
    assert chart.ground.count('href="#post-') == posts
    assert chart.ground.count("emb-") == 16
    assert chart.ground.count("tile open") == 4
    closed = [name for name, port in view["ports"].items() if port["closed"]]
    assert chart.ground.count(">closed<") == len(closed)
    assert sorted(re.findall(r'class="name">(\w+)<', chart.ground)) == sorted(PIECES.map.names)


def test_boats_stand_on_no_printed_trade_and_port_names_stay_free() -> None:
    """The cubes of a trade begin 35 above the middle of a tile; names of ports stand 62 to the left."""
    island, port = sea_map.Tile("island"), sea_map.Tile("port")
    for boats in (1, 2):
        assert all(down + sea_map.BOAT / 2 <= -35 for _, down in sea_map.berths(island, boats)[:2])
        assert all(right > 0 for right, _ in sea_map.berths(port, boats)[:2])


def test_the_outpost_board_and_its_parts_are_explained() -> None:
    html = render.table_page(scene_of(game_at("turn"), 0), "en")
    board = html.partition('<div class="board-box">')[2].partition("down-box")[0]
    parts = re.findall(r"<(?:div|span)\s[^>]*role=\"(?:table|columnheader|rowheader|cell)\"[^>]*>", board)
    assert len([part for part in parts if "data-more=" in part]) == 1 + 4 + 4 + 16


def test_the_outpost_board_counts_what_the_score_counts() -> None:
    game = Game.new("sand_to_sea", 3, seed=5)
    while not game.over:
        play_on(game, ("trader",))
    view = game.view(0)
    for standing in standings(PIECES, view):
        rows = zip("YRGB", PIECES.board, strict=True)
        built = view["players"][standing.seat]["built"]
        assert standing.points[1] == sum(sum(values[: built[symbol]]) for symbol, values in rows)


def test_a_tile_says_in_words_what_it_is_who_is_there_and_what_pressing_it_does() -> None:
    game = game_at("turn", players=4, seed=2, where="sail")
    labels = [button["aria-label"] for button in page_of(scene_of(game, game.seat)).buttons if "data-space" in button]
    assert any(re.match(r"[A-E]\d, island of (ginger|chili|tea|cloves): trade .* for .*\.", label) for label in labels)
    assert any(re.match(r"[A-E]\d, port: \d+ points for ", label) for label in labels)
    assert any("open sea." in label for label in labels)
    assert any("Boats here: " in label and "you" in label for label in labels)
    assert any("Sail here, 1 step." in label for label in labels)


def test_the_part_of_the_table_that_a_question_needs_is_opened() -> None:
    for phase, part in (("start", "market"), ("place", "map"), ("toll", "map"), ("bonus", "market")):
        game = game_at(phase)
        assert f'data-part="{part}"' in page_of(scene_of(game, game.seat)).html


def test_a_hint_is_told_and_its_first_decision_is_marked() -> None:
    for phase in ("turn", "place", "act", "market", "build", "bonus"):
        game = game_at(phase, players=2, seed=3)
        plan = explain(make("planner:300n"), game, 1)
        hint = Hint(plan.turns, plan.points)
        page = page_of(scene_of(game, game.seat, hint=hint))
        assert page.html.count("<b>Now</b>") == 1
        assert "hinted" in page.html, (phase, hint.turns[0])


# What sea.js does, in a browser.


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Starts Chromium once."""
    with sync_playwright() as play:
        started = launch(play)
        yield started
        started.close()


def opened(browser: Browser, game: Game, folder: Path, size: tuple[int, int] = (1440, 900)) -> Any:
    """Opens the page of the deciding seat; forms that are sent are kept instead in `window.sent`."""
    html = render.table_page(scene_of(game, game.seat), "en")
    render.copy_static(folder / "static")
    (folder / "page.html").write_text(html.replace('"/static/', '"static/'), encoding="utf-8")
    tab = browser.new_page(viewport={"width": size[0], "height": size[1]})
    tab.on("pageerror", lambda error: pytest.fail(str(error)))
    tab.goto((folder / "page.html").as_uri())
    tab.evaluate(
        "document.addEventListener('submit', event => { event.preventDefault(); event.stopImmediatePropagation();"
        " window.sent = event.submitter.value; }, true)"
    )
    return tab


def far_tile(game: Game) -> tuple[str, tuple[str, ...]]:
    """Returns a space two paid steps away, with the way there."""
    ways = sea_sailing.reach(scene_of(game, game.seat))
    return next((space, way.spaces) for space, way in ways.items() if len(way.spaces) == 2 == way.cards)


def sailing_game() -> Game:
    """Plays until a boat can sail two paid steps and more."""
    for seed in range(1, 30):
        game = game_at("turn", seed=seed, where="sail")
        ways = sea_sailing.reach(scene_of(game, game.seat)).values()
        if any(len(way.spaces) == 2 == way.cards for way in ways):
            return game
    raise AssertionError("nobody can sail")


def test_a_far_tile_is_planned_paid_card_by_card_and_sent_as_one_list(browser: Browser, tmp_path: Path) -> None:
    game = sailing_game()
    space, way = far_tile(game)
    tab = opened(browser, game, tmp_path)
    tab.click(f"#hex-{space}")
    assert "Step 1 of 2" in tab.inner_text("#ask h1")
    hand = tab.locator("[data-card].is-ready")
    first, second = hand.nth(0).get_attribute("data-card"), hand.nth(1).get_attribute("data-card")
    hand.nth(0).click()
    assert "Step 2 of 2" in tab.inner_text("#ask h1")
    tab.click("#ask .back")
    assert "Step 1 of 2" in tab.inner_text("#ask h1")
    hand.nth(0).click()
    tab.locator(f'[data-card="{second}"]').click()
    sent = tab.evaluate("window.sent")
    assert sent == f"sail {way[0]} {first};sail {way[1]} {second}"
    for decision in sent.split(";"):
        game.play(decision)
    tab.close()


def test_a_step_is_chosen_and_paid_by_keyboard_and_escape_goes_back(browser: Browser, tmp_path: Path) -> None:
    game = sailing_game()
    legal = game.legal()
    space = next(decision.split()[1] for decision in legal if decision.startswith("sail "))
    tab = opened(browser, game, tmp_path)
    title = tab.inner_text("#ask h1")
    plays = tab.evaluate("[...document.querySelectorAll('.hand [name=decision]')].map(card => card.value)")
    tab.focus(f"#hex-{space}")
    tab.keyboard.press("Enter")
    assert tab.inner_text("#ask h1") == "Choose the card that pays"
    tab.keyboard.press("Escape")
    assert tab.inner_text("#ask h1") == title
    assert tab.evaluate("document.activeElement.id") == f"hex-{space}"
    assert tab.evaluate("[...document.querySelectorAll('.hand [name=decision]')].map(card => card.value)") == plays
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")
    assert tab.evaluate("window.sent") in legal
    assert tab.evaluate("window.sent").startswith(f"sail {space} ")
    tab.close()


def test_arrow_keys_go_from_tile_to_tile(browser: Browser, tmp_path: Path) -> None:
    tab = opened(browser, sailing_game(), tmp_path)
    tab.focus("#hex-C3")
    before = "C3"
    for key in ("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight"):
        tab.keyboard.press(key)
        space = tab.evaluate("document.activeElement.dataset.space")
        assert space in NEAR[before], key
        before = space
    assert tab.locator(".hex[tabindex='0']").count() == 1
    tab.close()


def test_a_phone_shows_one_part_at_a_time_and_zooms_the_map(browser: Browser, tmp_path: Path) -> None:
    tab = opened(browser, sailing_game(), tmp_path, (390, 844))
    assert tab.is_visible(".map")
    assert not tab.is_visible(".market")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    before = tab.evaluate("document.getElementById('chart').offsetWidth")
    tab.click("[data-zoom=in]")
    assert tab.evaluate("document.getElementById('chart').offsetWidth") > before
    tab.click("[data-zoom=fit]")
    box = tab.evaluate(
        "(b => [b.scrollHeight <= b.clientHeight + 1, b.scrollWidth <= b.clientWidth + 1])"
        "(document.querySelector('.chart-box'))"
    )
    assert box == [True, True]
    tab.click("[data-part-to=market]")
    assert tab.is_visible(".merchants")
    tab.click("[data-part-to=board]")
    assert tab.is_visible(".board")
    tab.close()
