"""Arrays of games: the same games as `Game` plays, one decision a step, restarted when they end."""

from typing import Any

import numpy as np
import pytest

from serai import GAMES, Game, IllegalAction
from serai.core.observation import LAYOUTS
from serai.learning.vector_env import VectorGames
from tests.learning.tables import TABLES
from tests.standard import observed


def game_number(tables: VectorGames, seed: int, number: int, rounds: int | None = None) -> Game:
    """Returns the game that arrays deal by a seed and a number."""
    return Game.new(tables.game, tables.players, seed << 64 | number, rounds=rounds)


def bits(mask: Any) -> list[int]:
    """Lists the actions of a mask."""
    return [place for place in range(64 * len(mask)) if int(mask[place // 64]) >> place % 64 & 1]


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_arrays_play_the_games_that_game_plays(game: str, players: int) -> None:
    """Masks, seats, observations, ends and rewards of three games and those dealt after them, for 1500 steps."""
    tables = VectorGames(game, players, 3, seed=9, rounds=12, reward="rank")
    played = [game_number(tables, 9, number, rounds=12) for number in range(3)]
    dealt = 3
    for _ in range(1500):
        actions = tables.random_actions()
        for number, one in enumerate(played):
            assert bits(tables.masks[number]) == one.actions()
            assert tables.seats[number] == one.seat
            one.play(int(actions[number]))
        tables.step(actions)
        for number, one in enumerate(played):
            assert tables.dones[number] == one.over
            assert tables.stopped[number] == one.stopped
            assert tables.rewards[number].tolist() == pytest.approx(ranks(one) if one.over else [0] * players)
            if one.over:
                assert tables.scores[number].tolist() == one.scores()
                played[number] = game_number(tables, 9, dealt, rounds=12)
                dealt += 1
            now = played[number]
            assert (tables.observations[number] == observed(now.state, now.seat, now.round, 12)).all()
    assert dealt > 4


def ranks(game: Game) -> list[float]:
    """Returns 1 for the winner and 0 for the last, the others between."""
    return [1 - game.ranking().index(seat) / (game.players - 1) for seat in range(game.players)]


def first_actions(tables: VectorGames) -> list[int]:
    """Returns the lowest legal action of every game."""
    return [bits(mask)[0] for mask in tables.masks]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_steps_are_those_of_game(game: str) -> None:
    tables = VectorGames(game, 2, 2, seed=3)
    played = [game_number(tables, 3, number) for number in range(2)]
    for _ in range(5):
        actions = first_actions(tables)
        tables.step(actions)
        for one, action in zip(played, actions, strict=True):
            one.play(action)
        assert [bits(mask) for mask in tables.masks] == [one.actions() for one in played]
        assert (tables.observations[1] == observed(played[1].state, played[1].seat, played[1].round, None)).all()


def test_every_step_is_rewarded_with_the_margin_that_it_gained() -> None:
    tables = VectorGames("spice_road", 2, 2, seed=1, rounds=4, reward="margin", every_step=True)
    given, played = np.zeros(2), game_number(tables, 1, 0, rounds=4)
    while not played.over:
        actions = first_actions(tables)
        played.play(actions[0])
        tables.step(actions)
        given += tables.rewards[0]
        scores = played.scores()
        assert given.tolist() == [scores[0] - scores[1], scores[1] - scores[0]]
    assert tables.dones[0] == tables.stopped[0] == 1


def test_the_winner_takes_the_whole_win() -> None:
    tables = VectorGames("spice_road", 3, 1, seed=1, rounds=2)
    while not tables.dones[0]:
        tables.step(first_actions(tables))
    assert sorted(tables.rewards[0].tolist()) == [0, 0, 1]
    scores = tables.scores[0].tolist()
    assert tables.rewards[0, max(range(3), key=lambda seat: (scores[seat], seat))] == 1


@pytest.mark.parametrize("wrong", [-1, 63, 195, 255, 256, 1 << 40])
def test_an_illegal_action_is_refused_and_nothing_is_changed(wrong: int) -> None:
    tables = VectorGames("spice_road", 2, 3, seed=1)
    before = [array.tobytes() for array in (tables.states, tables.masks, tables.observations, tables.rewards)]
    actions = first_actions(tables)
    with pytest.raises(IllegalAction, match=rf"action {wrong} of game 1 is not legal; legal: 0 \(play YY\), "):
        tables.step([actions[0], wrong, actions[2]])
    assert [array.tobytes() for array in (tables.states, tables.masks, tables.observations, tables.rewards)] == before
    tables.step(actions)


@pytest.mark.parametrize("wrong", [[0], [0, 0, 0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], ["a", "b", "c"], None, 0])
def test_actions_must_be_one_whole_number_a_game(wrong: Any) -> None:
    tables = VectorGames("spice_road", 2, 3, seed=1)
    with pytest.raises(ValueError, match="actions must be 3 whole numbers, one a game"):
        tables.step(wrong)


def test_masks_can_be_had_as_an_entry_an_action() -> None:
    tables = VectorGames("sand_to_sea", 2, 3, seed=1)
    entries = tables.mask_array()
    assert entries.shape == (3, tables.actions) == (3, 704)
    assert [np.flatnonzero(row).tolist() for row in entries] == [bits(mask) for mask in tables.masks]
    assert tables.mask_array(entries) is entries


def test_the_same_seed_deals_the_same_games_and_picks_the_same_actions() -> None:
    one, other = VectorGames("spice_road", 2, 4, seed=6), VectorGames("spice_road", 2, 4, seed=5)
    assert one.states.tobytes() != other.states.tobytes()
    other.reset(6)
    for tables in one, other:
        tables.step(tables.random_actions())
    assert one.states.tobytes() == other.states.tobytes()


def test_games_are_dealt_by_seed_and_number() -> None:
    tables = VectorGames("spice_road", 2, 2, seed=7)
    assert tables.states[1].tobytes() == game_number(tables, 7, 1).state.tobytes()


def test_without_observations_none_are_written() -> None:
    tables = VectorGames("spice_road", 2, 2, seed=7, observe=False)
    tables.step(first_actions(tables))
    assert tables.observations.shape == (0, LAYOUTS["spice_road"].size)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": 6}, "spice_road is for 2 to 5 players, not 6"),
        ({"count": 0}, "the count is 0; there must be at least one game"),
        ({"seed": -1}, "the seed -1 is not a number from 0 to"),
        ({"rounds": 0}, "rounds is 0; a limit of rounds"),
        ({"reward": "glory"}, "there is no reward 'glory'; there are: win, margin, rank"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        VectorGames(**{"game": "spice_road", "players": 2, "count": 1, **options})
