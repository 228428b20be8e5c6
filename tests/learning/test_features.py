"""What a network sees: the observation of its seat, and nothing more than it tells, said nearer to the decision."""

import numpy as np
import pytest

from serai.core.component_folders import standard
from serai.core.observation import LAYOUTS, where
from serai.networks import features
from tests.learning.naive_features import features_of
from tests.learning.tables import TABLES, encode_features, positions, seen
from tests.standard import observed

ROUNDS = slice(0, 3)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_network_sees_the_observation_without_the_rounds_first(game: str, players: int) -> None:
    for number, played in enumerate(positions(game, players, seed=players, rounds=40)):
        shown = observed(played.state, number % players, played.round, 40)
        shown[ROUNDS] = 0
        assert (seen(played.state, number % players)[: len(shown)] == shown).all()


@pytest.mark.parametrize("players", [2, *(pytest.param(seats, marks=pytest.mark.compiled) for seats in (3, 4))])
def test_the_map_is_seen_from_the_boat_as_the_view_shows_it(players: int) -> None:
    labels, begin = features.labels(standard("sand_to_sea")), LAYOUTS["sand_to_sea"].size
    assert (
        len(labels)
        == len(set(labels))
        == features.size(standard("sand_to_sea"))
        == len(features.scales(standard("sand_to_sea")))
    )
    told = set[str]()
    for number, played in enumerate(positions("sand_to_sea", players, seed=players, rounds=40)):
        seat = number % players
        entries = seen(played.state, seat)
        marks = {labels[place]: int(entries[place]) for place in np.flatnonzero(entries) if place >= begin}
        assert marks == features_of(played.view(seat), seat), played.decisions()
        told |= set(marks)
    fields = [field.name for field in features.added(standard("sand_to_sea"))]
    assert [name for name in fields if not any(label.startswith(name) for label in told)] == []


@pytest.mark.long_in_plain
def test_nothing_beside_a_row_is_touched() -> None:
    size = features.size(standard("sand_to_sea"))
    paper = np.zeros(3 * size, np.uint8)
    for number, played in enumerate(positions("sand_to_sea", 4, seed=7, rounds=30)):
        paper[size : 2 * size] = 0
        encode_features(played.values, where(standard("sand_to_sea")), played.state, number % 4, paper[size : 2 * size])
    assert not paper[:size].any()
    assert not paper[2 * size :].any()


@pytest.mark.parametrize("game", ["spice_road", "east_to_west"])
def test_other_games_need_no_more_than_the_observation(game: str) -> None:
    assert features.added(standard(game)) == ()
    assert features.size(standard(game)) == LAYOUTS[game].size
