"""PettingZoo's own tests, its registry, and what they leave out: our cap, rewards, refusals and pictures."""

import warnings
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from serai import GAMES, IllegalAction
from serai.learning import LAYOUTS, env, register
from tests.learning.tables import TABLES
from tests.standard import observed

EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_api_is_as_pettingzoo_wants_it(game: str, players: int) -> None:
    """It warns of dictionaries for all environments but those of its own list; masks need one."""
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        api_test(env(game, players), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_the_api_holds_to_the_end_of_games(game: str) -> None:
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        api_test(env(game, 2, rounds=5, reward="margin", every_step=True), num_cycles=300)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_seed_gives_the_same_game(game: str, players: int) -> None:
    seed_test(lambda: env(game, players), num_cycles=50)


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_drawn_in_every_mode(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: env(game, **mode))
    assert "round 1: " in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_registry_makes_every_game(game: str, players: int) -> None:
    register()
    register()
    made = pettingzoo.make("aec", f"serai/{game}-v1", players=players)
    made.reset(seed=1)
    assert (str(made), made.num_agents) == (f"{game}_v1", players)


def play(table: Any, seed: int) -> dict[str, float]:
    """Plays an environment to the end with random legal actions; returns what each agent was given."""
    chooser, given = Random(seed), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        given[agent] += reward
        assert (seen["action_mask"] == info["action_mask"]).all()
        over = terminated or truncated
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert bool(legal) != over
        table.step(None if over else chooser.choice(legal))
    return given


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_cap_of_rounds_truncates(game: str, players: int) -> None:
    """C-10: scored as it stands and marked as stopped."""
    table = env(game, players, rounds=3)
    table.reset(seed=2)
    given = play(table, seed=2)
    inside = table.unwrapped
    assert inside.game.stopped
    assert inside.game.round == 3
    assert [given[f"player_{seat}"] for seat in range(players)] == [
        float(seat == inside.game.winner) for seat in range(players)
    ]


def test_all_are_truncated_by_the_cap_and_terminated_by_the_end() -> None:
    for rounds, stopped in (1, True), (None, False):
        table = env("spice_road", 2, rounds=rounds).unwrapped
        table.reset(seed=4)
        chooser = Random(4)
        while not table.game.over:
            table.step(chooser.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist()))
        assert table.truncations == {"player_0": stopped, "player_1": stopped}
        assert table.terminations == {"player_0": not stopped, "player_1": not stopped}


@pytest.mark.parametrize("every_step", [False, True])
@pytest.mark.parametrize("reward", ["win", "margin", "rank"])
def test_rewards_add_up_to_what_the_game_was_worth(reward: str, every_step: bool) -> None:
    table = env("spice_road", 3, rounds=20, reward=reward, every_step=every_step)
    table.reset(seed=8)
    given = play(table, seed=8)
    game = table.unwrapped.game
    scores, ranking = game.scores(), game.ranking()
    margins = [scores[seat] - max(scores[:seat] + scores[seat + 1 :]) for seat in range(3)]
    expected = {
        "win": [float(seat == game.winner) for seat in range(3)],
        "margin": margins,
        "rank": [1 - ranking.index(seat) / 2 for seat in range(3)],
    }
    assert [given[f"player_{seat}"] for seat in range(3)] == pytest.approx(expected[reward])


def test_an_illegal_action_is_refused_and_nothing_is_changed() -> None:
    table = env("spice_road", 2)
    table.reset(seed=1)
    before = table.unwrapped.game.position()
    with pytest.raises(IllegalAction, match="255 is not legal now; legal: "):
        table.step(255)
    assert table.unwrapped.game.position() == before
    assert table.agent_selection == "player_0"


@pytest.mark.parametrize("game", GAMES)
def test_what_agents_see_is_what_the_game_shows(game: str) -> None:
    """Every agent's observation and mask after every decision, against the game as `Game` plays it."""
    table, chooser = env(game, 3, rounds=4).unwrapped, Random(6)
    table.reset(seed=3)
    while not table.game.over:
        table.step(chooser.choice(table.game.actions()))
        played = table.game
        assert table.agent_selection == f"player_{played.seat}"
        for seat, agent in enumerate(table.possible_agents):
            entries = observed(played.state, seat, played.round, 4)
            seen = table.observe(agent)
            assert (seen["observation"] == (entries / LAYOUTS[game].scales()).astype(np.float32)).all()
            legal = played.actions() if seat == played.seat else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal


def test_an_illegal_action_can_end_the_game_or_be_replaced() -> None:
    table = env("spice_road", 3, illegal="forfeit")
    table.reset(seed=1)
    table.step(255)
    given = play(table, seed=1)
    assert given == {"player_0": -1, "player_1": 0, "player_2": 0}
    table = env("spice_road", 2, illegal="random")
    table.reset(seed=1)
    table.step(-1)
    assert table.infos["player_0"]["illegal"] == -1
    assert len(table.unwrapped.game.steps()) == 1
    assert not any(table.terminations.values())


def test_an_agent_that_waits_has_nothing_to_choose() -> None:
    table = env("spice_road", 2)
    table.reset(seed=1)
    seen = table.observe("player_1")
    assert seen["observation"].shape == (LAYOUTS["spice_road"].size,)
    assert not seen["action_mask"].any()


def test_a_picture_shows_the_position() -> None:
    """It changes with the position, and cubes are drawn in their colours."""
    table = env("spice_road", 2, render_mode="rgb_array")
    table.reset(seed=1)
    before = table.render()
    table.step(0)
    after = table.render()
    assert before.shape == after.shape
    assert (before != after).any()
    yellow = [(image == (226, 172, 44)).all(axis=2).sum() for image in (before, after)]
    assert yellow[1] > yellow[0] > 0


def test_wrong_options_are_named() -> None:
    with pytest.raises(ValueError, match="there is no render mode 'film'"):
        env("spice_road", render_mode="film")
    with pytest.raises(ValueError, match="sand_to_sea is for 2 to 4 players, not 5"):
        env("sand_to_sea", 5)
