"""The log of Sand to Sea tells every decision once, in whole sentences."""

import re
from gettext import NullTranslations

import pytest

from serai.game import Game
from serai.games.sand_to_sea.web.log import SeaTeller, actions, plan_turn, tell
from serai.web.drawing.render import catalogue
from serai.web.drawing.sentences import Teller
from tests.web.scenes import check_growing, play_on, played_on, scene_of, words

pytestmark = pytest.mark.compiled

ENGLISH = catalogue("en")


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_every_decision_of_a_whole_game_is_told_exactly_once(players: int, seed: int) -> None:
    game = Game.new("sand_to_sea", players, seed=seed)
    while not game.over:
        play_on(game, ("trader", "novice", "random"))
    lines = tell(scene_of(game, 0), ENGLISH, most=2000)[::-1]
    groups = actions(scene_of(game, 0).steps)[::-1]
    assert [line.steps for line in lines] == [len(group.steps) for group in groups]
    assert [line.seat for line in lines] == [group.seat for group in groups]
    assert sum(line.steps for line in lines) == len(game.steps())
    for line, group in zip(lines, groups, strict=True):
        told = words(line.text)
        assert told.endswith(".")
        assert "%(" not in told
        assert told.count("The toll:") == group.count("give")
        assert told.count("the reward is") == group.count("take") + group.count("choose")
        assert ("delivered" in told) == bool(group.count("deliver"))
        assert ("built" in told) == bool(group.count("build"))
        assert ("sailed" in told) == bool(group.count("sail"))


def test_a_log_that_grows_changes_only_its_last_line() -> None:
    check_growing(tell(scene_of(game, 0), ENGLISH, most=2000) for game in played_on("sand_to_sea", 150))


def test_the_set_up_is_told_for_you_and_for_others() -> None:
    game = Game.new("sand_to_sea", 2, seed=1)
    island = next(name for name, tile in game.view(0)["tiles"].items() if tile != "sea")
    for decision in ("start YYR", f"place {island}", "start RR"):
        game.play(decision)
    lines = [words(line.text) for line in tell(scene_of(game, 0), ENGLISH)]
    assert lines[0] == "You took 2 chili."
    assert lines[1].startswith("Ben &amp; Co took 2 ginger, 1 chili and put the boat on ")


def test_a_voyage_and_what_was_done_at_its_end_are_one_line() -> None:
    lines = set()
    for seed in range(1, 6):
        game = Game.new("sand_to_sea", 3, seed=seed)
        while not game.over:
            play_on(game, ("trader",))
        lines |= {words(line.text) for line in tell(scene_of(game, None), ENGLISH, most=2000)}
    for pattern in (
        r"^Ada sailed 1 step to .+, built for free\.",
        r"^Ada sailed \d steps to .+, built for \d \w+.*\. .*Then (one trade|\d trades) there\.$",
        r"^.+ sailed \d steps?, delivered .+ for \d+\. The port is closed now\.$",
        r"^.+ sailed \d steps?, delivered .+ for \d+\. The closed port moved\.$",
        r"^.+ built on the island that turns \d .+\.",
        r"^.+ traded \d .+ (once|twice|\d times)\.$",
        r"The toll: 1 \w+ to .+\.",
        r"Column 1 is empty: the reward is .+\.",
        r"Column \d is empty: the reward is (hold \+3|one free step|\d points)\.",
    ):
        assert any(re.search(pattern, line) for line in lines), pattern


def test_a_planned_turn_is_told() -> None:
    game = Game.new("sand_to_sea", 2, seed=1)
    island = next(name for name, tile in game.view(0)["tiles"].items() if tile != "sea")
    teller = Teller(scene_of(game, 0), NullTranslations())
    told = words(plan_turn(teller, [f"sail {island} YY", "stop", "build", "pay Y", "choose hold"]))
    sails = r"Sail to the island that .+ for the card that gives 2 ginger\."
    assert re.match(sails + r" Build an outpost\. Pay 1 ginger\. Take hold \+3\.", told)
    assert words(plan_turn(teller, ["rest"])) == "Rest."
    assert words(plan_turn(teller, ["stop"])) == "Do nothing more."


@pytest.mark.parametrize(("kind", "told"), [("hold", "hold +3"), ("sail", "one free step")])
def test_a_reward_is_told_when_no_points_tile_is_left(kind: str, told: str) -> None:
    """SS-11: hold tiles and free steps can still be taken after the last points tile."""
    game = Game.new("sand_to_sea", 2, seed=1)
    before = {**game.view(0), "points_left": []}
    assert SeaTeller(scene_of(game, 0), ENGLISH).bonus(kind, before) == told
