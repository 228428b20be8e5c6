"""Environments with any component set, side by side in one process."""

import numpy as np
import pytest

from serai.core.component_folders import built_in, standard_name
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
    solo = gymnasium.make("serai/EastToWest-v3", components="2").unwrapped
    solo.reset(seed=1)
    assert solo.game.components is second
    seats = serai.learning.env("east_to_west", components="2")
    seats.reset(seed=1)
    assert seats.unwrapped.game.components is second
    assert pyspiel.load_game("serai_east_to_west(components=set-2)").components is second


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:.*The environment .* is out of date")
def test_the_version_in_an_id_says_the_component_set() -> None:
    gymnasium, pettingzoo = pytest.importorskip("gymnasium"), pytest.importorskip("pettingzoo")
    import serai.learning

    serai.learning.register()
    for version in ("1", "2", "3"):
        solo = gymnasium.make(f"serai/EastToWest-v{version}").unwrapped
        seats = pettingzoo.make("aec", f"serai/east_to_west-v{version}")
        assert solo.components.name == seats.unwrapped.components.name == version
        assert str(seats) == f"east_to_west_v{version}"
    assert str(serai.learning.env("east_to_west")) == f"east_to_west_v{standard_name('east_to_west')}"
    assert gymnasium.make("serai/SandToSea-v1").unwrapped.components.name == "1"


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
