"""What happened since my turn: who is listed, what stays marked, and looks back that give nothing away."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from serai.game import Game
from serai.web.drawing import render
from serai.web.drawing.profiles import page_part
from serai.web.drawing.recap import Deed, recap
from serai.web.drawing.scene import Scene
from tests.web.scenes import Page, played_on, scene_of
from tests.web.visits import Place, opened, visit

GAMES = ("spice_road", "sand_to_sea", "east_to_west")


def deeds(scene: Scene) -> list[Deed]:
    """Lists what a scene tells of the others."""
    log = page_part(scene.view["game"], "log").tell(scene, render.catalogue("en"))
    return recap(scene, log)


def waits(game: Game, seat: int) -> Iterator[int]:
    """Counts back to a seat's last decision."""
    for step in reversed(game.steps()):
        if step.seat == seat:
            return
        yield step.seat


@pytest.mark.parametrize("name", GAMES)
def test_all_that_others_did_since_my_last_decision_is_told_player_by_player(name: str) -> None:
    for game in played_on(name, 60):
        for seat in range(3):
            found = deeds(scene_of(game, seat))
            others = list(waits(game, seat))[::-1]
            assert [deed.seat for deed in found for _ in range(deed.first, deed.last + 1)] == others
            assert all(one.seat != other.seat for one, other in pairwise(found))
            assert not found or found[-1].last == len(game.steps())


@pytest.mark.parametrize("name", GAMES)
def test_what_others_moved_stays_marked_when_the_page_is_loaded_again(name: str) -> None:
    marked = 0
    for game in played_on(name, 60):
        scene = scene_of(game, game.seat, fresh=0)
        page = render.table_page(scene, "en")
        marked += "just-moved" in page and bool(deeds(scene))
    assert marked > 5


def test_a_watcher_is_told_nothing_of_a_last_turn() -> None:
    *_, game = played_on("spice_road", 20)
    assert deeds(scene_of(game, None)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_look_back_shows_the_board_of_that_moment_with_nothing_to_decide(name: str) -> None:
    game = next(game for game in played_on(name, 90) if len(game.steps()) > 30 and deeds(scene_of(game, game.seat)))
    now = scene_of(game, game.seat)
    deed = deeds(now)[-1]
    then = Game.new(name, 3, seed=9)
    for step in game.steps()[: deed.first]:
        then.play(step.text)
    past = scene_of(then, game.seat, past=deed.first)
    past.view["legal"] = []
    page = Page(render.table_page(past, "en", now=now))
    assert page.decisions == []
    assert max(page.ids.values()) == 1
    assert not page.unbalanced


@visit
async def test_looking_back_changes_nothing_and_needs_a_game(place: Place) -> None:
    ada = place.browser()
    table = await opened(ada)
    number = (await place.house.table(table.split("/")[-1])).number
    for first, last in ((1, 0), (1, 999), (5, 2), (-3, -9)):
        found = await ada.get(f"{table}/look?first={first}&last={last}")
        assert found.status_code == 200
        assert 'name="decision"' not in found.text
    assert (await place.house.table(table.split("/")[-1])).number == number


def test_a_claim_is_pictured_with_the_points_of_the_card_that_was_claimed() -> None:
    """Cards of more points may be older."""
    pictured = page_part("east_to_west", "log").pictured
    *_, game = played_on("east_to_west", 150)
    scene, seen = scene_of(game, 0), 0
    for number, step in enumerate(scene.steps):
        if step.text.startswith("work fort"):
            before = 0 if number == 0 else scene.steps[number - 1].view["players"][step.seat]["score_parts"]["cards"]
            after = step.view["players"][step.seat]["score_parts"]["cards"]
            assert pictured(scene, number).points == after - before
            seen += 1
    assert seen > 3
