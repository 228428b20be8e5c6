"""OpenSpiel's own simulation tests and search; chance as likely as redealing, and nothing turned up without it."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

from serai import GAMES
from serai.core import spec
from serai.core.notation import NOTATIONS
from serai.core.records import State
from serai.learning import LAYOUTS, register
from serai.learning.chance_nodes import Draw, hidden_places, name_of, outcomes, settle
from serai.learning.openspiel_game import SpielState
from tests.conftest import left_to_soak
from tests.learning.tables import TABLES, positions
from tests.spice_road.standard import MERCHANTS
from tests.standard import values_of

register()


def load(game: str, players: int = 2, rounds: int = 60, reward: str = "win") -> Any:
    """Loads a game by OpenSpiel's name for it."""
    return pyspiel.load_game(f"serai_{game}(players={players},rounds={rounds},reward={reward})")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_openspiel_simulates_random_games(game: str, players: int) -> None:
    pyspiel.random_sim_test(load(game, players, rounds=15), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", ["spice_road", *left_to_soak("sand_to_sea"), "east_to_west"])
def test_openspiel_simulates_games_to_their_natural_end(game: str) -> None:
    pyspiel.random_sim_test(load(game, rounds=300, reward="margin"), num_sims=1, serialize=False, verbose=False)


def sample(state: Any, chooser: Random) -> int:
    """Draws an outcome of chance."""
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    return int(chooser.choices(actions, odds)[0])


def set_up(game: str, players: int = 2, seed: int = 1, rounds: int = 40) -> tuple[Any, Random]:
    """Returns a game before its first decision, and a source of chance."""
    state, chooser = load(game, players, rounds).new_initial_state(), Random(seed)
    while state.is_chance_node():
        state.apply_action(sample(state, chooser))
    return state, chooser


def decide(state: Any, chooser: Random) -> None:
    """Takes one step at random."""
    state.apply_action(sample(state, chooser) if state.is_chance_node() else chooser.choice(state.legal_actions()))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_all_that_is_turned_up_was_chance_and_all_chance_is_turned_up(game: str, players: int) -> None:
    """Except merchants of East to West that were put under the deck and are known (EW-14)."""
    state, chooser = set_up(game, players, seed=players)
    while not state.is_terminal():
        before, drawn = state.states.copy()[0], []
        state.apply_action(chooser.choice(state.legal_actions()))
        while state.is_chance_node():
            outcome, draw = sample(state, chooser), state.draws[0]
            drawn.append(name_of(state.components, draw, outcome))
            settle(state.values, before, draw, outcome)
            state.apply_action(outcome)
        shown = [
            card
            for card in NOTATIONS[game].reveals(state.components, before, state.state)
            if card not in known(game, before)
        ]
        assert sorted(shown) == sorted(drawn)


def known(game: str, state: State) -> set[str]:
    """Returns the merchants in the row and at the bottom of the deck that a refresh may lay out again (EW-14)."""
    if game != "east_to_west":
        return set()
    return set(MERCHANTS.in_row([*state.merchants.deck[: state.known], *state.merchants.cards]))


@pytest.mark.parametrize("game", GAMES)
def test_probabilities_are_those_of_redealing(game: str) -> None:
    """Redeals positions 3000 times and compares what then lies on each pile with the odds of drawing it."""
    for played in list_of_positions(game):
        for draw in next_draws(played):
            expected = dict(outcomes(values_of(played), played, draw))
            assert sum(expected.values()) == pytest.approx(1)
            counts = Counter(top_after_redeal(played, draw, seed) for seed in range(3000))
            for card, odds in expected.items():
                assert abs(counts[card] / 3000 - odds) < 5 * (odds * (1 - odds) / 3000) ** 0.5 + 1e-9, (draw, card)
            assert set(counts) <= set(expected)


def list_of_positions(game: str) -> list[State]:
    """Returns some states of a game."""
    return [played.state for played in positions(game, 2, seed=1, rounds=30)][::90]


def next_draws(state: State) -> list[Draw]:
    """Lists what could be turned up next."""
    piles = ["merchants"] + (["ports"] if spec.rules_of(state).NAME == "sand_to_sea" else [])
    if spec.rules_of(state).NAME == "spice_road":
        piles.append("points")
    draws = [Draw(pile, int(state[pile].left) - 1) for pile in piles if state[pile].left > 0]
    if spec.rules_of(state).NAME == "east_to_west":
        draws += [Draw("bonus", fort) for fort in range(4) if state.heights[fort] > 1]
        draws.append(Draw("points", int(state.points.left) - 2))
    return draws


def top_after_redeal(state: State, draw: Draw, seed: int) -> int:
    """Returns what lies where it is drawn from, after redealing."""
    copy = np.array([state], state.dtype).view(np.recarray)
    spec.redeal(values_of(copy[0]), copy[0], 0, np.uint64(7), np.uint64(seed))
    return hidden_places(copy[0], draw)[0].card


def test_the_set_up_deals_every_first_card_as_often() -> None:
    """43 merchants, each as likely to lie first."""
    state = load("spice_road").new_initial_state()
    odds = state.chance_outcomes()
    assert len(odds) == 43
    assert {round(chance * 43, 9) for _, chance in odds} == {1}


def test_the_map_of_sand_to_sea_has_four_islands_of_each_symbol() -> None:
    """SS-2, whatever chance does."""
    for seed in range(10):
        state, _ = set_up("sand_to_sea", seed=seed)
        assert [int(market).bit_count() for market in state.state.markets] == [4, 4, 4, 4]
        assert len({tile for tile in state.state.tiles.tolist() if tile >= 0}) == 16


def test_the_drawn_card_is_the_one_that_comes() -> None:
    state, _ = set_up("spice_road")
    state.apply_action(64 + int(state.state.merchants.cards[0]))
    assert state.is_chance_node()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    outcome, _ = state.chance_outcomes()[5]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, outcome).startswith("reveal ")
    state.apply_action(outcome)
    assert state.state.merchants.cards[-1] == outcome
    assert state.current_player() == 1


def test_a_copy_is_played_on_apart() -> None:
    state, chooser = set_up("spice_road")
    text, twin = str(state), state.clone()
    for _ in range(30):
        decide(twin, chooser)
    assert str(state) == text != str(twin)


def test_observations_are_those_of_the_other_environments() -> None:
    state, _ = set_up("east_to_west")
    observer = load("east_to_west").make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.shape == (LAYOUTS["east_to_west"].size,)
    assert "+0 cubes Y=3" in observer.string_from(state, 0)
    assert observer.tensor[LAYOUTS["east_to_west"].labels().index("+0 cubes Y")] == pytest.approx(0.3)


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_search_plays_a_game(game: str) -> None:
    """MCTS with random roll-outs, against random decisions, in a game of three rounds."""
    spiel, chooser = load(game, rounds=3, reward="margin"), Random(2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(spiel, 10, 12, evaluator, random_state=np.random.RandomState(1))
    state: SpielState = spiel.new_initial_state()
    asked = 0
    while not state.is_terminal():
        if state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            asked += 1
        else:
            decide(state, chooser)
    assert asked >= 3
    assert len(state.returns()) == 2
