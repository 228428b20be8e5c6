"""Levels for people: known in every game, the same each time, and never random or wasteful."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from serai import Game
from serai.bots import LADDER, ask, explain, make
from serai.bots.base import question
from serai.bots.beam_bots import choices_of
from serai.bots.levels import NAMES, STYLES, Level, asked_of, level_of, levels_of, liked, noticed, plan, without_style
from serai.core import spec
from serai.core.phases import Phase
from serai.core.records import NONE, Player

GAMES = list(spec.GAMES)
QUICK = NAMES[:4]
OLD = ["random", "novice", "trader", "planner", "network", "master", "grandmaster"]


def later(game: str, seats: int = 2, decisions: int = 24, seed: int = 5) -> Game:
    """Returns a game that the quickest levels have played for a while."""
    begun = Game.new(game, seats, seed=seed)
    for number in range(decisions):
        begun.play(ask(make(QUICK[number % len(QUICK)]), begun, number))
    return begun


def in_a_turn(game: str, seed: int) -> Game:
    """Returns a game in which a seat begins a turn."""
    begun = later(game, seed=seed)
    while begun.state.phase != Phase.TURN:
        begun.play(ask(make("amira"), begun, 0))
    return begun


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_levels_with_a_style_each(game: str) -> None:
    levels = levels_of(game)
    assert tuple(level.name for level in levels) == NAMES
    assert len(levels) >= 8
    assert {level.style for level in levels} <= set(STYLES)
    assert len({level.style for level in levels}) > 2
    assert levels[-1].played_by.startswith("grandmaster")


def test_the_old_names_still_name_the_same_bots() -> None:
    assert [name for name in LADDER if name not in NAMES] == OLD
    assert [make(name).name for name in OLD] == OLD


@pytest.mark.parametrize("game", GAMES)
def test_budgets_are_in_decisions_so_that_a_busy_machine_does_not_weaken_a_level(game: str) -> None:
    for level in levels_of(game):
        assert level.played_by in ("", "network") or level.played_by.endswith("n")
        assert not hasattr(make(level.name), "budget")


@pytest.mark.long_in_plain
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", QUICK)
def test_a_level_decides_the_same_for_the_same_question_whatever_the_seed(name: str, game: str) -> None:
    begun = in_a_turn(game, 8)
    answers = {make(name).decide(question(begun, 3)) for _ in range(3)}
    assert len(answers) == 1
    # Nothing is left to chance: only what is hidden depends on the seed, and these levels ignore it.
    assert {ask(make(name), begun, seed) for seed in range(4)} == answers


@pytest.mark.long_in_plain
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", QUICK)
def test_a_level_takes_the_turn_that_it_values_most_and_never_rests_for_nothing(name: str, game: str) -> None:
    for seed in range(3):
        begun = in_a_turn(game, seed)
        asked = question(begun, 1)
        answer = make(name).decide(asked)
        assert answer in choices_of(asked)
        assert explain(make(name), begun, 1).turns[0][0] == asked.texts[asked.actions.index(answer)]


@pytest.mark.parametrize("game", GAMES)
def test_weak_levels_notice_fewer_cards_and_overlook_nothing_that_they_hold(game: str) -> None:
    begun = in_a_turn(game, 2)
    asked = question(begun, 1)
    weakest, strongest = level_of(game, NAMES[0]), level_of(game, "inara")
    few, all_of_them = noticed(weakest, asked), noticed(strongest, asked)
    assert np.count_nonzero(few.merchants.cards != NONE) < np.count_nonzero(all_of_them.merchants.cards != NONE)
    assert few.players.tobytes() == asked.state.players.tobytes()
    assert all_of_them.tobytes() == asked.state.tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_a_level_is_offered_only_what_is_legal_with_the_cards_that_it_notices(game: str) -> None:
    fewer = 0
    for seed in range(1, 5):
        asked = question(in_a_turn(game, seed), 1)
        seen = asked_of(replace(level_of(game, "hakim"), sight=(1, 1)), asked)
        assert set(seen.actions) <= set(asked.actions)
        assert seen.texts == [asked.texts[asked.actions.index(action)] for action in seen.actions]
        assert asked_of(level_of(game, "leyla"), asked).actions == asked.actions
        fewer += len(seen.actions) < len(asked.actions)
    assert fewer > 0


@pytest.mark.long_in_plain
@pytest.mark.parametrize("game", GAMES)
def test_a_level_that_likes_something_else_still_plans_legal_turns(game: str) -> None:
    begun = in_a_turn(game, 6)
    for level in levels_of(game):
        if not level.played_by and level.nodes <= 5000:
            assert plan(level, question(begun, 1)).turns[0][0] in begun.actions()


@pytest.mark.long_in_plain
@pytest.mark.parametrize("game", GAMES)
def test_the_weakest_levels_finish_their_games(game: str) -> None:
    begun, bots = Game.new(game, 2, seed=1, rounds=100), [make(NAMES[0]), make(NAMES[1])]
    while not begun.over:
        begun.play(ask(bots[begun.seat], begun, len(begun.steps())))
    assert not begun.stopped
    assert max(begun.scores()) > 20


STYLED = [(game, level) for game in GAMES for level in levels_of(game) if level.style != "weighs"]


def ends_of_turns(level: Level, game: str, deal: int, turns: int) -> Iterator[tuple[Player, str]]:
    """Plays both seats of a game, and yields who took each turn, with its first decision in the notation."""
    begun, turn, last = Game.new(game, 2, seed=deal, rounds=turns, components="1"), "", -1
    while not begun.over:
        asked = question(begun, 0)
        choices = choices_of(asked)
        answer = choices[0] if len(choices) == 1 else plan(level, asked).turns[0][0]
        if begun.state.phase == Phase.TURN:
            if last >= 0:
                yield begun.state.players[last], turn
            turn, last = "", begun.seat
        turn += f" {asked.texts[asked.actions.index(answer)]}"
        begun.play(answer)
    yield begun.state.players[last], turn


def deals(level: Level) -> range:
    """Returns the deals that a level plays: fewer if it thinks for longer."""
    return range(6 if level.depth < 4 else 3)


def held(level: Level, game: str) -> float:
    """Returns how many cubes a level holds at the end of a turn."""
    counts = [
        sum(map(int, player.caravan)) for deal in deals(level) for player, _ in ends_of_turns(level, game, deal, 12)
    ]
    return float(np.mean(counts))


def acquired(level: Level, game: str) -> int:
    """Returns how often a level buys or keeps a merchant, or builds an outpost, in a few turns."""
    words = ("acquire", "keep") if game != "sand_to_sea" else ("build",)
    turns = (turn for deal in deals(level) for _, turn in ends_of_turns(level, game, deal, 14))
    return sum(turn.count(f" {word}") for turn in turns for word in words)


def soon_at_points(level: Level, game: str) -> int:
    """Returns how many turns go by, as a negative number, until each game has seen two claims or deliveries."""
    total = 0
    for deal in deals(level):
        claims = 0
        for _, turn in ends_of_turns(level, game, deal, 30):
            total += 1
            claims += any(word in turn for word in ("claim", "deliver", "work fort"))
            if claims == 2:
                break
    return -total


SHOWN = {"collects": held, "builds": acquired, "hurries": soon_at_points}


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "level"), STYLED, ids=lambda each: getattr(each, "name", each))
def test_a_style_shows_in_what_a_level_does(game: str, level: Level) -> None:
    told = SHOWN[level.style]
    assert told(level, game) > told(without_style(level), game)


@pytest.mark.parametrize("game", GAMES)
def test_a_style_follows_from_the_weights(game: str) -> None:
    for level in levels_of(game):
        same = np.array_equal(liked(level, game), liked(without_style(level), game))
        assert same == (level.style == "weighs"), level.name
