"""A hint says what it leads to: which points or outpost, when, where and for which cubes."""

from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from itertools import islice

import pytest

from serai import Game
from serai.bots import ask, explain, make
from serai.bots.base import question
from serai.core import spec
from serai.web.drawing.pieces import plan, why
from serai.web.drawing.render import catalogue
from serai.web.drawing.scene import Hint
from serai.web.drawing.words import Words
from tests.web.scenes import scene_of, words

ADVISER, POSITIONS, APART = "network", 12, 7


def positions(name: str) -> Iterator[Game]:
    """Yields positions of a game that the adviser plays."""
    game, adviser = Game.new(name, 3, seed=5), make(ADVISER)
    for number in range(POSITIONS * APART):
        if number % APART == 0:
            yield game
        game.play(ask(adviser, game, number))


def reason(game: Game) -> str:
    """Returns why the adviser would do what it advises, in words."""
    told = explain(make(ADVISER), game, 1)
    return words(str(why(scene_of(game, game.seat, hint=Hint(told.turns, told.points)), NullTranslations())))


@pytest.mark.parametrize("name", spec.GAMES)
def test_most_hints_have_a_reason_and_say_what_it_costs(name: str) -> None:
    told = [reason(game) for game in positions(name)]
    assert sum(bool(text) for text in told) >= POSITIONS - 2, told
    assert sum("; costs " in text for text in told) >= POSITIONS // 3, told


def test_a_delivery_is_told_with_its_port_and_points() -> None:
    game = Game.new("sand_to_sea", 2, seed=3)
    scene = replace(scene_of(game, game.seat), hint=Hint([["play YY"], ["sail A1 YY", "stop", "deliver"]], 9.0))
    port = scene.view["ports"]["A1"]
    cost = Words("sand_to_sea", NullTranslations()).spices(port["tile"])
    told = words(str(why(scene, NullTranslations())))
    assert told == f"this delivers at port A1 for {port['points']} in 2 turns; costs {cost}"


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_hint_is_told_in_whole_sentences(language: str) -> None:
    for name in spec.GAMES:
        game = next(positions(name))
        told = explain(make(ADVISER), game, 1)
        drawn = plan(scene_of(game, game.seat, hint=Hint(told.turns, told.points)), catalogue(language))
        assert drawn is not None
        for text in filter(None, map(words, map(str, [*drawn.turns, drawn.why]))):
            assert text[0] == text[0].upper(), text
            assert text.endswith("."), text


def test_a_card_that_could_be_claimed_is_named_and_no_goal_is_far_off() -> None:
    game = claimable()
    claim = next(each for each in game.legal() if each.startswith("claim"))

    def told(*turns: list[str]) -> str:
        return words(str(why(scene_of(game, game.seat, hint=Hint(list(turns), 9.0)), NullTranslations())))

    rest = ["rest"]
    assert told([claim]).startswith("this claims")
    assert told(rest, [claim]).startswith("you could claim")
    assert "it claims" in told(rest, [claim])
    assert told(rest, rest).endswith("more is expected of building up first")
    assert "this claims" not in told(rest, rest, rest, rest, rest, [claim])


def claimable() -> Game:
    """Plays until a point card can be claimed."""
    game, adviser = Game.new("spice_road", 2, seed=5), make("novice")
    while not any(each.startswith("claim") for each in game.legal()):
        game.play(ask(adviser, game, len(game.decisions())))
    return game


@pytest.mark.parametrize("name", spec.GAMES)
def test_a_plan_goes_on_after_the_turn_and_relies_on_nothing_hidden(name: str) -> None:
    for game in positions(name):
        told = [make(ADVISER).explain(question(game, seed)).turns for seed in (1, 2, 3)]
        assert len(told[0]) > 1
        assert told[1:] == told[:1] * 2


@pytest.mark.parametrize("name", spec.GAMES)
def test_grandmaster_plans_on_too(name: str) -> None:
    assert len(explain(make("grandmaster:30n"), next(islice(positions(name), 2, None)), 1).turns) > 1
