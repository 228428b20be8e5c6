"""What is drawn once for all who see the same: nobody's page shows what was drawn for somebody else."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import pytest

from serai.game import Game
from serai.web.drawing import render
from serai.web.drawing.kept import Once
from serai.web.drawing.scene import Scene
from tests.web.scenes import Page, play_on, scene_of

GAMES = ("spice_road", "sand_to_sea", "east_to_west")
PRESENCES: tuple[Literal["here", "away", "gone"], ...] = ("here", "away", "gone")


def once(language: str = "en") -> Once:
    """Returns what a language has drawn."""
    found = render.environment(language).globals["once"]
    assert isinstance(found, Once)
    return found


def looks(game: Game) -> Iterator[Scene]:
    """Yields how everybody sees a game, with others here, away or absent for too long, after more and fewer events."""
    for place, seat in enumerate((*range(game.players), None)):
        scene = scene_of(game, seat, fresh=place + 1, may_call_bot=(place,) if place == 1 else ())
        at = PRESENCES[place % 3]
        yield replace(scene, sitters=tuple(replace(each, presence="" if each.mine else at) for each in scene.sitters))


@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_the_same_whatever_was_drawn_before_for_others(name: str) -> None:
    game = Game.new(name, 3, seed=9)
    for _ in range(60):
        play_on(game)
        if len(game.decisions()) % 10:
            continue
        drawn = [render.table_page(scene, "en", whole=False) for scene in looks(game)]
        for scene, page in zip(looks(game), drawn, strict=True):
            once().forget()
            assert render.table_page(scene, "en", whole=False) == page


def public(page: str, seat: int) -> list[str]:
    """Returns what a page shows of another player and of the market, without marks; a board has fees of the viewer."""
    found = re.findall(rf'<section class="(?:rival seat-{seat + 1}[^"]*|market)".*?</section>', page, re.DOTALL)
    return [re.sub(r" *just-moved *", "", part) for part in found]


@pytest.mark.parametrize("name", GAMES)
def test_two_who_wait_see_the_same_and_who_is_asked_has_choices_of_their_own(name: str) -> None:
    game = Game.new(name, 3, seed=9)
    while len(game.decisions()) < 30:
        play_on(game)
    pages = {seat: render.table_page(scene_of(game, seat), "en") for seat in range(3)}
    assert {text.split(";")[0] for text in Page(pages.pop(game.seat)).decisions} == set(game.view(game.seat)["legal"])
    one, other = pages.values()
    assert public(one, game.seat) == public(other, game.seat) != []
    for page in (one, other):
        assert Page(page).decisions == []
        assert "is-ready" not in page
