"""Bots decide legally, by what their seat may know alone, the same way each time, and the ladder has its order."""

from copy import copy

import numpy as np
import pytest

from serai import Game
from serai.bots import BOTS, Budget, ask, explain, make
from serai.bots.base import Question, question
from serai.bots.beam import advance, prepare
from serai.bots.beam_bots import search_for
from serai.bots.evaluation import EVALUATIONS
from serai.core import spec
from serai.core.bits import nth, total
from serai.core.notation import NOTATIONS
from serai.core.phases import Phase
from serai.core.records import empty_states
from tests.asking import LAST_CLAIM, asked_of
from tests.east_to_west.positions import forts, position
from tests.positions import caravan
from tests.spice_road.standard import parse_position
from tests.standard import values_of

QUICK = ("random", "novice", "trader", "planner:400n", "master:400n", "network", "grandmaster:30n")
TABLES = [(game, seats) for game in spec.GAMES for seats in spec.GAMES[game].SEATS]


def played(game: Game, bots: list[str], decisions: int, seed: int = 1) -> Game:
    """Lets bots play on for a number of decisions, by seat."""
    seated = [make(bot) for bot in bots]
    for number in range(decisions):
        if game.over:
            break
        game.play(ask(seated[game.seat % len(seated)], game, seed * 1000 + number))
    return game


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("bot", QUICK)
def test_every_bot_plays_legally_at_every_table(bot: str, game: str, seats: int) -> None:
    begun = played(Game.new(game, seats, seed=3), [bot], 25)
    assert len(begun.steps()) == 25


@pytest.mark.parametrize("game", spec.GAMES)
@pytest.mark.parametrize("bot", QUICK)
def test_the_same_question_gets_the_same_answer(bot: str, game: str) -> None:
    begun = played(Game.new(game, 3, seed=4), ["trader"], 20)
    asked = question(begun, 5)
    assert len({make(bot).decide(asked) for _ in range(3)}) == 1


@pytest.mark.parametrize("game", spec.GAMES)
@pytest.mark.parametrize("bot", QUICK)
def test_hidden_cards_do_not_change_a_choice(bot: str, game: str) -> None:
    begun = played(Game.new(game, 2, seed=6), ["trader"], 18)
    asked = question(begun, 7)
    other = empty_states(asked.state.dtype, 1)
    for seed in range(5):
        other[0] = begun.state
        spec.redeal(asked.values, other[0], begun.seat, np.uint64(1), np.uint64(seed))
        swapped = Question(asked.components, asked.values, other[0], asked.seat, asked.actions, asked.texts, asked.seed)
        assert make(bot).decide(swapped) == make(bot).decide(asked)


@pytest.mark.parametrize("game", spec.GAMES)
def test_a_plan_is_told_in_the_notation_and_begins_with_the_choice(game: str) -> None:
    begun = played(Game.new(game, 2, seed=8), ["trader"], 12)
    plan = explain(make("planner:2000n"), begun, 9)
    assert plan.turns[0][0] in begun.legal()
    chosen = ask(make("planner:2000n"), begun, 9)
    assert begun.actions()[[str(text) for text in question(begun, 9).texts].index(plan.turns[0][0])] == chosen
    assert all(text for turn in plan.turns for text in turn)
    assert "points" in str(plan)


@pytest.mark.parametrize("game", [game for game in spec.GAMES if EVALUATIONS[game].ANSWERS == 0])
def test_every_turn_of_a_plan_is_legal_when_its_turn_comes_if_others_pass(game: str) -> None:
    begun = played(Game.new(game, 2, seed=12), ["trader"], 14)
    asked = question(begun, 1)
    plan = make("planner:2000n").explain(asked)
    states, mask = empty_states(asked.state.dtype, 1), np.zeros(spec.GAMES[game].WORDS, np.uint64)
    states[0] = asked.state
    prepare(states[0])
    notation = NOTATIONS[game]
    for turn in plan.turns:
        for text in turn:
            spec.legal(asked.values, states[0], mask)
            offered_now = {
                str(notation.decision(asked.components, states[0], int(nth(mask, place))))
                for place in range(total(mask))
            }
            assert text in offered_now
            spec.apply(asked.values, states[0], notation.parse(asked.components, states[0], text))
        advance(states[0], asked.seat)


def test_others_answer_after_the_first_turn_of_a_plan() -> None:
    dealt = position(caravan="Y", forts="YRR YYG GGGB RRR", point_deck="", others={2: "caravan GGGB"})
    states = empty_states(dealt.dtype, 1)
    states[0] = dealt
    search_for("east_to_west").answer(values_of(states[0]), states, 0, EVALUATIONS["east_to_west"].WEIGHTS)
    assert forts(states[0]) == "YRR YYG RRR -"
    assert (int(states[0].seat), caravan(states[0], 2)) == (0, "")


@pytest.mark.parametrize("game", spec.GAMES)
def test_a_plan_can_be_played_as_it_was_told(game: str) -> None:
    begun = played(Game.new(game, 2, seed=10), ["trader"], 10)
    seat, turn = begun.seat, explain(make("planner:2000n"), begun, 1).turns[0]
    for text in turn:
        assert begun.seat == seat
        begun.play(text)
    assert begun.seat != seat or begun.state.phase == Phase.TURN


def test_claiming_beats_everything_when_it_wins() -> None:
    ending = asked_of(parse_position(LAST_CLAIM.format(first="YYRB")))
    for bot in ("novice", "trader", "planner", "master:20000n", "grandmaster:400n"):
        assert make(bot).decide(ending) == ending.actions[ending.texts.index("claim YYRR")]


@pytest.mark.compiled
def test_novice_beats_random_at_every_table() -> None:
    for game in spec.GAMES:
        wins = 0
        for seed in range(6):
            bots = ["novice", "random"] if seed % 2 else ["random", "novice"]
            ended = played(Game.new(game, 2, seed=seed, rounds=120), bots, 20_000, seed)
            wins += ended.winner == bots.index("novice")
        assert wins >= 5, game


def test_budgets_are_read_and_bad_ones_explained() -> None:
    assert Budget.parse("500n") == Budget(nodes=500)
    assert Budget.parse("20ms") == Budget(milliseconds=20)
    for text in ("500", "ms", "0n", "-3n", "1.5ms"):
        with pytest.raises(ValueError, match="is not a budget"):
            Budget.parse(text)
    with pytest.raises(ValueError, match="there is no bot 'wizard'"):
        make("wizard")
    with pytest.raises(ValueError, match="takes no budget"):
        make("trader:20ms")


def test_a_time_budget_is_kept_to_roughly() -> None:
    begun = played(Game.new("spice_road", 2, seed=8), ["trader"], 12)
    assert ask(make("planner:5ms"), begun, 1) in begun.actions()


def test_the_ladder_has_its_names() -> None:
    assert list(BOTS)[:7] == ["random", "novice", "trader", "planner", "network", "master", "grandmaster"]
    assert [make(name).name for name in BOTS] == list(BOTS)


def test_nobody_is_asked_when_the_game_is_over() -> None:
    ended = played(Game.new("spice_road", 2, seed=1, rounds=1), ["novice"], 50)
    with pytest.raises(ValueError, match="nothing to decide"):
        ask(make("novice"), ended, 1)


@pytest.mark.parametrize("game", spec.GAMES)
@pytest.mark.parametrize("bot", QUICK[1:])
def test_no_bot_but_random_considers_an_empty_rest(bot: str, game: str) -> None:
    """C-9: it plays the same games by both versions of the rules."""
    usual, first = (played(Game.new(game, 2, seed=8, rules=rules), [bot], 30) for rules in (2, 1))
    assert usual.decisions() == first.decisions()
    assert any("rest" in states_legal(usual, number) for number in range(30))


def states_legal(game: Game, number: int) -> list[str]:
    """Returns what was legal after some decisions."""
    begun = copy(game)
    begun.rewind(number)
    return begun.legal()


def test_random_rests_for_nothing_now_and_then() -> None:
    """C-9: it chooses among everything that is legal."""
    asked = [question(Game.new("spice_road", 2, seed=1), seed) for seed in range(60)]
    assert "rest" in {each.texts[each.actions.index(make("random").decide(each))] for each in asked}
