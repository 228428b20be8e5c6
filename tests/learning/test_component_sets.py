"""Environments with any component set, side by side in one process."""

import numpy as np
import pytest

from serai.core.component_folders import built_in
from serai.learning import VectorGames


def test_arrays_of_several_sets_are_stepped_side_by_side() -> None:
    tables = [VectorGames("east_to_west", 2, 3, seed=1, components=name) for name in ("1", "2")]
    for _ in range(40):
        for games in tables:
            games.step(games.random_actions())
    assert [games.components.name for games in tables] == ["1", "2"]
    assert not np.array_equal(tables[0].observations, tables[1].observations)


@pytest.mark.compiled
def test_frameworks_take_a_set_too() -> None:
    gymnasium, pyspiel = pytest.importorskip("gymnasium"), pytest.importorskip("pyspiel")
    import serai.learning

    serai.learning.register()
    second = built_in("east_to_west", "2")
    solo = gymnasium.make("serai/EastToWest-v1", components="2").unwrapped
    solo.reset(seed=1)
    assert solo.game.components is second
    seats = serai.learning.env("east_to_west", components="2")
    seats.reset(seed=1)
    assert seats.unwrapped.game.components is second
    assert pyspiel.load_game("serai_east_to_west(components=set-2)").components is second


def test_environments_take_an_outline() -> None:
    games = VectorGames("sand_to_sea", 2, 3, seed=1, components="1+atoll")
    for _ in range(40):
        games.step(games.random_actions())
    assert games.components is built_in("sand_to_sea", "1+atoll")


@pytest.mark.compiled
def test_frameworks_take_an_outline_too() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import serai.learning

    serai.learning.register()
    game = pyspiel.load_game("serai_sand_to_sea(components=set-1+strait)")
    assert game.components is built_in("sand_to_sea", "1+strait")
    assert pyspiel.load_game(str(game)).components is game.components
