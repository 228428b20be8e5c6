"""`master` decides legally and by what its seat may know, wins where it can, and does not end a game that it loses."""

import time

import numpy as np
import pytest

from serai import Game
from serai.bots import Budget, ask, explain, make
from serai.bots.base import Question, question
from serai.bots.determinizations import Branch, World, shortfall, shortfalls
from serai.bots.master import Clock, master_search_for
from serai.bots.traits import TRAITS
from serai.core import spec
from serai.core.compiled import PLAIN
from serai.core.records import empty_states
from tests.asking import LAST_CLAIM, asked_of
from tests.positions import TABLES
from tests.spice_road.standard import parse_position
from tests.standard import values_of

QUICK = "master:100n" if PLAIN else "master:20000n"
ROOMY = "master:200000n"


def chosen(position: str, bot: str = QUICK) -> str:
    """Returns what a bot decides in a position of Spice Road."""
    asked = asked_of(parse_position(position))
    return asked.texts[asked.actions.index(make(bot).decide(asked))]


def played(game: str, seats: int, bot: str, decisions: int) -> Game:
    """Lets a bot play a game with itself for a number of decisions."""
    begun, player = Game.new(game, seats, seed=3), make(bot)
    for number in range(decisions):
        begun.play(ask(player, begun, number))
    return begun


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_it_plays_legally_with_any_number_of_players(game: str, seats: int) -> None:
    assert len(played(game, seats, "master:100n" if PLAIN else "master:2000n", 2 * seats).steps()) == 2 * seats


@pytest.mark.parametrize("game", spec.GAMES)
def test_the_same_question_gets_the_same_answer_whatever_was_asked_before(game: str) -> None:
    begun = played(game, 2, "trader", 15)
    asked = question(begun, 5)
    bot = make(QUICK)
    before = bot.decide(asked)
    bot.decide(question(played(game, 3, "trader", 11), 1))
    assert bot.decide(asked) == make(QUICK).decide(asked) == before


@pytest.mark.parametrize("game", spec.GAMES)
def test_it_does_not_see_the_order_of_hidden_cards(game: str) -> None:
    begun = played(game, 2, "trader", 18)
    asked, other = question(begun, 7), empty_states(begun.state.dtype, 1)
    for seed in range(3):
        other[0] = begun.state
        spec.redeal(values_of(other[0]), other[0], begun.seat, np.uint64(2), np.uint64(seed))
        swapped = Question(asked.components, asked.values, other[0], asked.seat, asked.actions, asked.texts, asked.seed)
        assert make(QUICK).decide(swapped) == make(QUICK).decide(asked)


@pytest.mark.parametrize("game", spec.GAMES)
def test_it_tells_its_plan_in_the_notation_beginning_with_its_choice(game: str) -> None:
    begun = played(game, 2, "trader", 12)
    plan, asked = explain(make(QUICK), begun, 9), question(begun, 9)
    assert asked.actions[asked.texts.index(plan.turns[0][0])] == make(QUICK).decide(asked)
    assert len(plan.turns) > 1


def test_it_takes_the_claim_that_ends_the_game_and_wins_it() -> None:
    assert chosen(LAST_CLAIM.format(first="YYRB")) == "claim YYRR"


def test_it_does_not_end_the_game_when_that_loses() -> None:
    decision = chosen(
        """spice_road, 2 players
        asked: seat 2 turn
        merchants: YYY RR G B +3 YR
        points: YYRR GGBB RRRR YYGG GGGG
        1: caravan Y, hand YY, claimed YYRB BBBBB GGBBB GGGBB
        2: caravan YYRRGGBB, hand YY +2, claimed YYYRR YYRRR RRGG YYGGG RRRRR"""
    )
    assert not decision.startswith("claim")


TIE = """spice_road, 2 players
    asked: seat {own} turn
    coins: gold 0, silver 0
    merchants: YYY RR G B +3 YR
    points: YYRR YYYGG RRRR YYGG YRGB
    {own}: caravan YYRR, hand YY +2, claimed YYYRR YYRRR RRGG YYGGG RRRRR
    {other}: caravan -, hand YY, claimed GGGGG YRGBBB GGGBB"""


def test_equal_scores_are_good_enough_for_the_later_seat_alone() -> None:
    assert chosen(TIE.format(own=2, other=1)) == "claim YYRR"
    assert chosen(TIE.format(own=1, other=2)) != "claim YYRR"


def test_it_hurries_when_another_ends_the_game_next_turn() -> None:
    decision = chosen(
        """spice_road, 2 players
        asked: seat 1 turn
        merchants: YYY RR G B +3 YR
        points: YYRR RRRRR RRRR YYGG YYRRR
        1: caravan RRRRR, hand YY +2 GG>BB, claimed BBBBB GGBBB GGGG
        2: caravan YYRR, hand YY, claimed YYRB YYYRR RRGG YYYGG YYGGG"""
    )
    assert decision == "claim RRRRR"


def test_it_keeps_another_from_the_card_that_would_end_the_game() -> None:
    decision = chosen(
        """spice_road, 2 players
        asked: seat 2 turn
        merchants: YYY RR G B +3 YR
        points: YYRR BBBBB GGBBB GGGBB RRBBB
        1: caravan YYRR, hand YY, claimed YYRB RRRRR YYGG RRGG YYYGG
        2: caravan YYRRBB, hand YY +2 GG>BB B>GG, claimed GGGGG RRRGG YYGGG YYYRR"""
    )
    assert decision == "claim YYRR"


@pytest.mark.compiled
def test_a_time_budget_is_kept_to_roughly() -> None:
    begun = played("spice_road", 2, "trader", 12)
    make("master:50ms").decide(question(begun, 1))
    start = time.perf_counter()
    make("master:50ms").decide(question(begun, 1))
    assert time.perf_counter() - start < 0.5


def test_it_takes_budgets_like_planner() -> None:
    assert (make("master:50ms").name, make("master").name) == ("master:50ms", "master")
    with pytest.raises(ValueError, match="takes no budget; planner, master, grandmaster do"):
        make("trader:5ms")
    asked = question(Game.new("spice_road", 2, seed=1), 1, Budget(nodes=100))
    assert make("master").decide(asked) in asked.actions


@pytest.mark.parametrize("game", spec.GAMES)
def test_every_plan_can_be_told_to_its_end(game: str) -> None:
    for decisions in range(6, 30, 8):
        assert all(
            text != "None"
            for turn in explain(make(QUICK), played(game, 2, "trader", decisions), 1).turns
            for text in turn
        )


def test_only_a_roomy_budget_leaves_something_for_redealt_worlds() -> None:
    def roomy(game: str) -> list[str]:
        nodes, milliseconds, _ = TRAITS[game].WORLDS
        budgets = "20ms", "50ms", "1000ms", "100000n", "200000n"
        return [text for text in budgets if Clock(0.0, 0, Budget.parse(text), 1.0).allows(nodes, milliseconds)]

    assert roomy("spice_road") == roomy("sand_to_sea") == ["1000ms", "200000n"]
    assert roomy("east_to_west") == ["50ms", "1000ms", "100000n", "200000n"]


def world(*kept: float, **dropped: int) -> World:
    """Values the turns 1, 2, … that a beam kept; `three=5` says that the turn 3 was dropped five levels too soon."""
    numbers = {"three": 3, "four": 4}
    lost: World = {(numbers[name],): Branch(missed, 99.0) for name, missed in dropped.items()}
    return lost | {(number,): Branch(0, value) for number, value in enumerate(kept, 1)}


def test_a_turn_that_is_good_in_most_worlds_is_preferred_to_one_that_is_best_in_one() -> None:
    worlds = [world(20.0, 15.0), world(2.0, 15.0), world(2.0, 15.0)]
    assert shortfalls([(1,), (2,)], worlds[:1], [1.0], 8) == [0.0, 5.0]
    assert shortfalls([(1,), (2,)], worlds, [1.0, 1.0, 1.0], 8) == [26.0, 5.0]
    assert shortfalls([(1,), (2,)], worlds, [9.0, 1.0, 1.0], 8) == [26.0, 45.0]


def test_a_turn_that_a_beam_dropped_falls_short_of_all_that_it_kept_and_more_if_it_did_so_sooner() -> None:
    judged = world(9.0, 7.0, three=1, four=3)
    short = [shortfall((number,), judged, 8) for number in (1, 2, 3, 4, 5)]
    assert short[0] == 0.0
    assert short == sorted(set(short))


@pytest.mark.compiled
@pytest.mark.parametrize("game", spec.GAMES)
@pytest.mark.parametrize("nodes", [20_000, 400_000])
def test_the_plan_is_the_option_that_falls_short_least(game: str, nodes: int) -> None:
    begun = played(game, 2, "trader", 14)
    search = master_search_for(game)
    found = search.plan(question(begun, 3), Budget(nodes=nodes), 1.0)
    plans, short = search.options()
    assert len(plans) == len(short) > 1
    assert found.turns[0] == plans[short.index(min(short))].turns[0]
    assert min(short) >= 0.0


@pytest.mark.compiled
@pytest.mark.parametrize("game", spec.GAMES)
def test_redealt_worlds_come_from_the_seed_alone(game: str) -> None:
    begun = played(game, 2, "trader", 14)
    asked, other = question(begun, 7), empty_states(begun.state.dtype, 1)
    answer = make(ROOMY).explain(asked)
    for seed in range(2):
        other[0] = begun.state
        spec.redeal(values_of(other[0]), other[0], begun.seat, np.uint64(2), np.uint64(seed))
        swapped = Question(asked.components, asked.values, other[0], asked.seat, asked.actions, asked.texts, asked.seed)
        assert make(ROOMY).explain(swapped) == answer


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_it_plays_legally_with_redealt_worlds_for_any_number_of_players(game: str, seats: int) -> None:
    assert len(played(game, seats, ROOMY, 2 * seats).steps()) == 2 * seats


@pytest.mark.compiled
def test_worlds_show_what_forgotten_cards_cannot_new_merchants_for_a_market() -> None:
    begun = [played("east_to_west", 2, "trader", decisions) for decisions in range(22, 30)]
    turns = {bot: [explain(make(bot), game, 26).turns[0] for game in begun] for bot in (ROOMY, "master:40000n")}
    assert ["work refresh"] in turns[ROOMY]
    assert ["work refresh"] not in turns["master:40000n"]
