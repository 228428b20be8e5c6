"""`grandmaster` simulates what the network would play, or walks down a tree: by its budget, by what is known."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from serai import Game
from serai.bots import Budget, ask, make
from serai.bots.base import Question, question
from serai.bots.beam_bots import choices_of
from serai.bots.counsel import CREDIT, SURELY, Counselled, chances_after
from serai.bots.grandmaster import WALKS, Grandmaster, Searcher, halving
from serai.bots.halving import BATCH
from serai.bots.master import Master, master_search_for
from serai.bots.network import copied
from serai.bots.tree import DEEPEST, EDGES, NODES, Choice, final_chances, full
from serai.core import spec
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.phases import Phase
from serai.core.records import States, Values
from serai.networks import network
from serai.networks.layers import Matrix
from tests.asking import LAST_CLAIM, asked_of
from tests.spice_road.standard import parse_position
from tests.standard import values_of


def begun(game: str, players: int, decisions: int) -> Game:
    """Lets novices begin a game."""
    played = Game.new(game, players, seed=5)
    for number in range(decisions):
        played.play(ask(make("novice"), played, number))
    return played


def choice(position: str, walks: int) -> tuple[Choice, Question]:
    """Searches a position of Spice Road."""
    asked = asked_of(parse_position(position))
    return Grandmaster("it", Budget(nodes=walks)).choice(asked), asked


def first(position: str, walks: int = 200) -> str:
    """Returns what it decides in a position of Spice Road."""
    found, asked = choice(position, walks)
    return asked.texts[asked.actions.index(found.actions[0])]


def test_it_takes_the_claim_that_ends_the_game_and_wins_it() -> None:
    assert first(LAST_CLAIM.format(first="YYRB")) == "claim YYRR"


def test_the_end_of_a_game_is_known_and_not_guessed() -> None:
    found, asked = choice(LAST_CLAIM.format(first="YYRB"), 60)
    place = found.actions.index(asked.actions[asked.texts.index("claim YYRR")])
    assert found.chances[place] == pytest.approx(1.0)


def test_it_does_not_end_a_game_that_it_would_lose() -> None:
    rich = "GGGBB GGBBB BBBBB GGGGG RRGGBB"
    found, asked = choice(LAST_CLAIM.format(first=rich), 200)
    place = found.actions.index(asked.actions[asked.texts.index("claim YYRR")])
    assert found.chances[place] == 0.0
    assert place > 0


def test_of_equal_scores_the_later_seat_wins() -> None:
    state = parse_position(LAST_CLAIM.format(first="YYRB"))
    for player in state.players[:2]:
        player.caravan[:] = 0
        player.claimed, player.gold, player.silver = np.uint64(0), 0, 0
    ends, scores = np.zeros(5, np.float32), np.zeros(5, np.int16)
    final_chances(values_of(state), state, ends, scores)
    assert ends[:2].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("game", list(spec.GAMES))
@pytest.mark.parametrize("search", [halving, Searcher])
def test_walks_are_as_many_as_the_budget_says(game: str, search: Callable[[ComponentSet], Any]) -> None:
    asked = question(begun(game, 3, 30), 1)
    found = search(standard(game)).search(asked, 40, None)
    assert sum(found.visits) <= 40
    ahead = found.visits[0] - (found.visits[1] if len(found.visits) > 1 else 0)
    assert sum(found.visits) > 40 - WALKS or ahead > 40 - sum(found.visits) or len(found.visits) == 1
    assert sorted(found.actions) == choices_of(asked)
    assert found.visits == sorted(found.visits, reverse=True)
    assert all(0.0 <= chance <= 1.0 for chance in found.chances)


@pytest.mark.parametrize("search", [halving, Searcher])
def test_the_seed_and_not_the_hour_decides(search: Callable[[ComponentSet], Any]) -> None:
    asked = question(begun("spice_road", 2, 20), 1)
    found = [search(standard("spice_road")).search(asked, 60, None) for _ in range(2)]
    assert found[0] == found[1]


@pytest.mark.compiled
def test_time_is_kept() -> None:
    asked = question(begun("spice_road", 2, 20), 1)
    halving(standard("spice_road")).search(asked, 60, None)
    started = time.perf_counter()
    found = halving(standard("spice_road")).search(asked, None, 0.2)
    assert time.perf_counter() - started < 5.0  # 0.2 on a machine with nothing else to do
    assert sum(found.visits) >= BATCH


def test_the_rest_of_a_turn_gets_less_of_the_budget() -> None:
    played = begun("spice_road", 2, 0)
    played.play(next(text for text in played.legal() if text == "play +2"))
    asked = question(played, 1)
    found = Grandmaster("it", Budget(nodes=100)).choice(asked)
    assert sum(found.visits) <= 15


def test_all_candidates_are_tried_alike_until_the_worse_half_drops_out() -> None:
    found = halving(standard("spice_road")).search(question(begun("spice_road", 2, 20), 1), 48, None)
    assert found.visits == [11, 11, 11, 3, 3, 3]


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_simulations_see_no_more_than_the_seat_does(game: str) -> None:
    asked = question(begun(game, 2, 30), 1)
    found = [halving(standard(game)).search(asked, 24, None)]
    for seed in range(2):
        spec.redeal(asked.values, asked.state, asked.seat, np.uint64(9), np.uint64(seed))
        found.append(halving(standard(game)).search(asked, 24, None))
    assert found[0] == found[1] == found[2]


def test_a_tree_is_never_larger_than_its_room() -> None:
    searcher = Searcher(standard("spice_road"))
    tree = searcher.tree
    tree.counters[1] = NODES - 1
    assert full(tree, WALKS)
    tree.counters[1], tree.counters[2] = 1, EDGES - 1
    assert full(tree, WALKS)
    assert DEEPEST > 64
    searcher.search(question(begun("spice_road", 2, 4), 1), 8, None)
    assert not full(tree, WALKS)


def at_sea() -> Question:
    """Asks how to begin a turn of Sand to Sea."""
    played = begun("sand_to_sea", 2, 24)
    while played.state.phase != Phase.TURN:
        played.play(played.legal()[0])
    return question(played, 1)


class Likes:
    """A network that is sure of whoever has the most of something."""

    def __init__(self, what: Callable[[Any], int]) -> None:
        self.what = what

    def chances(self, values: Values, states: States) -> Matrix:
        return np.array([[self.what(player) / 100.0 for player in state.players] for state in states], np.float32)


def test_a_counsellor_is_heard_among_the_best_turns() -> None:
    asked, budget = at_sea(), Budget(nodes=3000)
    search, taken = master_search_for("sand_to_sea"), set()
    for liked in (lambda player: int(player.caravan[0]), lambda player: 12 - int(player.caravan[0])):
        counsel = Counselled("it", budget, trained=Likes(liked))
        found = counsel.plan(asked)
        plans, short = search.options()
        turns = [plan.turns[0] for plan in plans]
        chances = chances_after(counsel.trained, asked, turns)
        worth = [CREDIT * chance - less / SURELY for chance, less in zip(chances, short, strict=True)]
        assert turns[worth.index(max(worth))] == found.turns[0]
        assert len(set(chances)) > 1
        taken.add(tuple(found.turns[0]))
    assert len(taken) == 2


def liking(sign: int, budget: Budget) -> Counselled:
    """Makes a bot whose counsellor likes yellow cubes, or none."""
    return Counselled("it", budget, trained=Likes(lambda player: 12 + sign * int(player.caravan[0])))


def test_a_counsellor_is_heard_until_the_end_of_a_turn() -> None:
    asked, budget = at_sea(), Budget(nodes=3000)
    Master("it", budget).plan(asked)
    longer = [plan.turns[0][0] for plan in master_search_for("sand_to_sea").options().plans if len(plan.turns[0]) > 1]
    taken = []
    for begun_with in longer:
        states = copied(asked)
        spec.apply(values_of(states[0]), states[0], begun_with)
        rest = asked_of(states[0])
        taken.append({tuple(liking(sign, budget).plan(rest).turns[0]) for sign in (1, -1)})
        assert {turn[0] for turn in taken[-1]} <= set(rest.actions)
    assert max(map(len, taken)) == 2


def test_a_counsellor_sees_no_more_than_the_seat_does() -> None:
    asked, budget = at_sea(), Budget(nodes=500)
    Master("it", budget).plan(asked)
    turns = [plan.turns[0] for plan in master_search_for("sand_to_sea").options().plans]
    chances = [chances_after(network(standard("sand_to_sea")), asked, turns)]
    for seed in range(3):
        spec.redeal(values_of(asked.state), asked.state, asked.seat, np.uint64(9), np.uint64(seed))
        chances.append(chances_after(network(standard("sand_to_sea")), asked, turns))
    assert all(each == chances[0] for each in chances)
    assert all(0.0 < chance < 1.0 for chance in chances[0])


def test_of_a_game_that_a_turn_ends_the_chances_are_known() -> None:
    asked = asked_of(parse_position(LAST_CLAIM.format(first="YYRB")))
    claim = asked.actions[asked.texts.index("claim YYRR")]
    assert chances_after(network(standard("spice_road")), asked, [[claim]]) == [1.0]


def test_it_is_made_with_a_budget() -> None:
    assert make("grandmaster:50ms") == Grandmaster("grandmaster:50ms", Budget(milliseconds=50))
    with pytest.raises(ValueError, match="network takes no budget"):
        make("network:50ms")
