"""What may be chosen but would do nothing is told apart on the page, in every game, by what the rules then do."""

import copy
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from serai.game import Game
from tests.web.scenes import page_of, play_on, scene_of

pytestmark = pytest.mark.compiled
ASKED = {"spice_road": ("turn",), "sand_to_sea": ("turn",), "east_to_west": ("turn", "market")}
TRIED = ("play ", "route ", "work +", "use")


def brings_something(game: Game, decision: str) -> bool:
    """Returns whether a decision changes the player's cubes, or is followed by a question to the same player."""
    twin, seat = copy.copy(game), game.seat
    twin.play(decision)
    return game.view(seat)["players"][seat]["caravan"] != twin.view(seat)["players"][seat]["caravan"] or (
        not twin.over and twin.seat == seat
    )


def with_few_cubes(name: str) -> Iterator[Game]:
    """Yields positions of a game as they are, and as they would be without cubes or with the best ones only."""
    game = Game.new(name, 2, seed=1)
    while not game.over and len(game.decisions()) < 100:
        play_on(game)
        if game.over or game.view(game.seat)["phase"] not in ASKED[name] or len(game.decisions()) % 3:
            continue
        yield game
        for cubes in ("-", "BB"):
            text = re.sub(rf"(?m)^({game.seat + 1}:.* caravan )[YRGB-]+", rf"\g<1>{cubes}", game.position())
            yield Game(replace(game.setup, seed=0, position=text))


@pytest.mark.parametrize("name", ASKED)
def test_exactly_what_would_do_nothing_asks_for_a_second_press(name: str) -> None:
    found: set[bool] = set()
    for game in with_few_cubes(name):
        for button in page_of(scene_of(game, game.seat)).buttons:
            if button.get("name") == "decision" and button["value"].startswith(TRIED):
                idle = "data-idle" in button
                found.add(idle)
                assert idle != brings_something(game, button["value"].split(";")[0]), button
    assert found == {True, False}
