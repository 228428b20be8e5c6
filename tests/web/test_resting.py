"""Resting and stopping on the page: an empty rest is there for who looks for it (C-9), and gold gives nothing up."""

import pytest

from serai import GAMES, Game
from serai.core.phases import Phase
from tests.browser.tables import game_at
from tests.web.scenes import page_of, scene_of


def rest_button(game: Game) -> list[str]:
    """Returns the classes of the button that rests."""
    page = page_of(scene_of(game, game.seat))
    return next(button["class"].split() for button in page.buttons if button.get("value") == "rest")


@pytest.mark.parametrize("name", GAMES)
def test_an_empty_rest_is_offered_quietly_and_another_in_a_golden_frame(name: str) -> None:
    """C-9: nobody is led to a rest that brings nothing."""
    game = Game.new(name, 2, seed=3)
    while game.state.phase != Phase.TURN:
        game.play(game.legal()[0])
    assert rest_button(game) == ["btn", "rest", "idle"]
    game.play(next(text for text in game.legal() if text.split()[0] in ("play", "work")))
    while game.seat != 0 or game.state.phase != Phase.TURN:
        game.play("rest" if game.state.phase == Phase.TURN else game.legal()[0])
    assert rest_button(game) == ["btn", "rest"]


@pytest.mark.parametrize(
    ("name", "phase"),
    [
        ("spice_road", "trade"),
        ("spice_road", "upgrade"),
        ("sand_to_sea", "market"),
        ("sand_to_sea", "trade"),
        ("sand_to_sea", "upgrade"),
        ("east_to_west", "trade"),
        ("east_to_west", "upgrade"),
        ("east_to_west", "swap"),
    ],
)
def test_no_golden_button_stops_while_something_else_can_be_done(name: str, phase: str) -> None:
    game = game_at(name, phase, bot="random")
    page = page_of(scene_of(game, game.seat))
    golden = {button["value"] for button in page.buttons if "primary" in button.get("class", "").split()}
    assert len(game.legal()) > 1
    assert all(value.startswith("trade") for value in golden)
    assert bool(golden) == ("trade" in game.legal())
